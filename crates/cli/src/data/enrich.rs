//! `brimful enrich`: a table of people or companies in, the same table with what the API answers about each out.
//!
//! Rows are sent as bulk jobs, a few at a time, and written in their order. Which rows went into which job is kept
//! in a file beside the table: after a break the same command goes on from there, and nothing is paid for twice.

mod answers;
mod api;
mod call;
mod question;
mod state;

use std::{
    collections::VecDeque,
    io::IsTerminal,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use sources::file::{FileRow, Mapping, RowReader};
use store::Credits;

use crate::ask::{
    client::ServerOptions,
    exit::{Exit, Refused},
};

use self::{
    answers::{Answers, refuse_same},
    api::{Api, Submitted},
    call::Call,
    question::Questions,
    state::EnrichState,
};

/// Rows of one job.
const BATCH_ROWS: usize = 500;
/// Jobs under way at the same time.
const JOBS_MAX: usize = 4;

#[derive(Args)]
pub(crate) struct EnrichCommand {
    /// Table of people or companies: csv, tsv, xlsx or jsonl, plain or gz or zst
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What is asked about each row, at the price of the single call
    #[arg(long = "with", value_name = "CALL", value_enum, default_value_t = Call::Enrich)]
    call: Call,
    #[command(flatten)]
    server: ServerOptions,
    /// Spend at most this many credits
    #[arg(long, value_name = "N")]
    max_credits: Option<u64>,
    /// File to write: an Excel workbook if its name ends with .xlsx, else csv [default: csv to standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// TOML file that maps columns to fields [default: detected from the header]
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// State file of the sent rows [default: beside the table]
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Print the maximum cost without sending anything
    #[arg(long)]
    dry_run: bool,
}

/// Some rows of the table, in order.
struct EnrichBatch {
    from: u64,
    rows: Vec<FileRow>,
    job: EnrichJob,
}

/// What becomes of a batch.
enum EnrichJob {
    /// A job of the API answers it; how many of its rows were sent.
    Sent { id: String, items: usize },
    /// None of its rows can be sent.
    Nothing,
    /// It would cost more than may be spent, or than there is.
    Left(&'static str),
}

impl EnrichCommand {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let Some(key) = self.server.key() else {
            return Err(Refused::new(Exit::Auth, "no key is set; set BRIMFUL_KEY or --key").into());
        };
        if let Some(out) = &self.out {
            refuse_same(&self.file, out)?;
        }
        let api = Api::new(&self.server.server, key, self.call)?;
        let (mut reader, mapping) = self.open()?;
        let questions = Questions::of(self.call, &mut reader, &mapping)?;
        let columns = reader.columns().names().to_vec();
        drop(reader);
        eprintln!("{}", questions.describe());
        let rows = self.count(&questions)?;
        let price = self.quote(&api, &questions, rows).await?;
        if self.dry_run {
            return Ok(ExitCode::SUCCESS);
        }
        let path = self.state.clone().unwrap_or_else(|| beside(&self.file, self.call));
        let state = EnrichState::open(&path, &self.file)?;
        let run = EnrichRun {
            call: self.call,
            api,
            questions,
            price,
            max_credits: self.max_credits,
            left: None,
            spent: Credits::ZERO,
            paid_earlier: Credits::ZERO,
            under_way: 0,
            state,
            bar: progress(rows.all),
        };
        let out = Answers::new(self.out.as_deref(), &columns, self.call.added(), Timestamp::now())?;
        let finished = run.go(self.open()?.0, out).await?;
        if finished.left.is_none() {
            std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
        eprintln!("{}", finished.describe(&path));
        Ok(if finished.left.is_some() { Exit::Partly.into() } else { ExitCode::SUCCESS })
    }

    fn open(&self) -> anyhow::Result<(RowReader, Mapping)> {
        let mapping = match &self.mapping {
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .with_context(|| format!("cannot read the mapping {}", path.display()))?;
                Mapping::from_toml(self.call.rows(), &text).with_context(|| format!("{}", path.display()))?
            }
            None => Mapping::guessed(self.call.rows()),
        };
        let reader = RowReader::open(&self.file, mapping.read_options())
            .with_context(|| format!("{}", self.file.display()))?;
        Ok((reader, mapping))
    }

    fn count(&self, questions: &Questions) -> anyhow::Result<InputRows> {
        let (mut reader, _) = self.open()?;
        let (mut rows, mut row) = (InputRows::default(), FileRow::default());
        while reader.read(&mut row)? {
            rows.all += 1;
            rows.askable += u64::from(questions.of_row(&row).is_some());
        }
        Ok(rows)
    }

    /// Says what the table costs at most, and returns the price of a row.
    async fn quote(&self, api: &Api, questions: &Questions, rows: InputRows) -> anyhow::Result<Credits> {
        let (mut reader, _) = self.open()?;
        let mut row = FileRow::default();
        let mut first = None;
        while first.is_none() && reader.read(&mut row)? {
            first = questions.of_row(&row);
        }
        let Some(first) = first else { bail!("no row names {}", self.call.needs()) };
        let price = api.price_of(first).await?;
        let balance = api.balance().await?;
        eprintln!(
            "{} rows, {} of them to ask about: at most {} credits; the balance is {balance}",
            rows.all,
            rows.askable,
            price.checked_mul(rows.askable).context("the table costs more than can be counted")?
        );
        Ok(price)
    }
}

#[derive(Default, Clone, Copy)]
struct InputRows {
    all: u64,
    askable: u64,
}

struct EnrichRun {
    call: Call,
    api: Api,
    questions: Questions,
    price: Credits,
    max_credits: Option<u64>,
    /// Why rows were left, once some were.
    left: Option<&'static str>,
    /// What the table has cost in all.
    spent: Credits,
    /// What of that earlier runs have paid.
    paid_earlier: Credits,
    /// Items that were sent and not answered yet.
    under_way: usize,
    state: EnrichState,
    bar: ProgressBar,
}

impl EnrichRun {
    async fn go(mut self, mut reader: RowReader, mut out: Answers) -> anyhow::Result<Self> {
        let mut under_way: VecDeque<EnrichBatch> = VecDeque::new();
        let mut next = 1;
        loop {
            while under_way.len() < JOBS_MAX {
                let Some(batch) = self.next_batch(&mut reader, next).await? else { break };
                next += batch.rows.len() as u64;
                under_way.push_back(batch);
            }
            let Some(batch) = under_way.pop_front() else { break };
            self.finish(batch, &mut out).await?;
        }
        self.bar.finish_and_clear();
        out.finish()?;
        Ok(self)
    }

    /// Reads some rows and sends them, unless that was done before the break.
    async fn next_batch(&mut self, reader: &mut RowReader, from: u64) -> anyhow::Result<Option<EnrichBatch>> {
        let known = self.state.job_from(from).cloned();
        let limit = known.as_ref().map_or(BATCH_ROWS, |known| known.rows);
        let mut rows = Vec::with_capacity(limit);
        let mut row = FileRow::default();
        while rows.len() < limit && reader.read(&mut row)? {
            rows.push(row.clone());
        }
        if rows.is_empty() {
            return Ok(None);
        }
        let items: Vec<_> = rows.iter().filter_map(|row| self.questions.of_row(row)).collect();
        let count = items.len();
        let resumed = match known {
            Some(known) => self.api.resume(&known.job).await?.map(|paid| (known.job, paid)),
            None => None,
        };
        let job = match resumed {
            Some((id, paid)) => self.sent(id, paid, count)?,
            None if count == 0 => EnrichJob::Nothing,
            None => self.send(from, rows.len(), items).await?,
        };
        Ok(Some(EnrichBatch { from, rows, job }))
    }

    /// A job under way, of which an earlier run has paid for a part.
    fn sent(&mut self, id: String, paid: Credits, items: usize) -> anyhow::Result<EnrichJob> {
        let earlier = self.paid_earlier.checked_add(paid);
        self.paid_earlier = earlier.context("the API named more credits than can be counted")?;
        self.under_way += items;
        Ok(EnrichJob::Sent { id, items })
    }

    async fn send(
        &mut self,
        from: u64,
        rows: usize,
        items: Vec<serde_json::Value>,
    ) -> anyhow::Result<EnrichJob> {
        let count = items.len();
        let waiting = self.price.checked_mul((self.under_way + count) as u64);
        let most = waiting.and_then(|waiting| waiting.checked_add(self.spent));
        if let Some(reason) = self.left {
            return Ok(EnrichJob::Left(reason));
        }
        let is_within = |max: u64| {
            let max = i64::try_from(max).ok().and_then(|max| max.checked_mul(1_000));
            most.is_some_and(|most| max.is_none_or(|max| most <= Credits::from_thousandths(max)))
        };
        if self.max_credits.is_some_and(|max| !is_within(max)) {
            self.left = Some("max_credits");
            return Ok(EnrichJob::Left("max_credits"));
        }
        // The name of the call only where it is another than the first that there was, so that jobs of then are found.
        let name = match self.call {
            Call::Enrich => format!("{}-{from}-{rows}", self.state.digest()),
            call => format!("{}-{}-{from}-{rows}", call.name(), self.state.digest()),
        };
        match self.api.submit(items, &name).await? {
            Submitted::Job(id, paid) => {
                self.state.remember(from, rows, &id)?;
                self.sent(id, paid, count)
            }
            Submitted::InsufficientCredits => {
                self.left = Some("insufficient_credits");
                Ok(EnrichJob::Left("insufficient_credits"))
            }
        }
    }

    async fn finish(&mut self, batch: EnrichBatch, out: &mut Answers) -> anyhow::Result<()> {
        let results = match &batch.job {
            EnrichJob::Sent { id, items } => {
                let done = self.api.finished(id).await?;
                self.under_way -= items;
                let spent = self.spent.checked_add(done.credits()?);
                self.spent = spent.context("the API named more credits than can be counted")?;
                if done.insufficient_credits > 0 {
                    self.left = Some("insufficient_credits");
                }
                self.bar.set_message(format!("{} credits", self.spent));
                done.results
            }
            EnrichJob::Nothing | EnrichJob::Left(_) => Vec::new(),
        };
        let left = if let EnrichJob::Left(reason) = batch.job { Some(reason) } else { None };
        let mut results = results.into_iter();
        for row in &batch.rows {
            let sent = self.questions.of_row(row).is_some();
            match (sent, left) {
                (false, _) => out.write(row, None, "no_identifier")?,
                (true, Some(reason)) => out.write(row, None, reason)?,
                (true, None) => {
                    let result = results.next().with_context(|| {
                        format!(
                            "the API lost a result of the rows from {}; run the command again",
                            batch.from
                        )
                    })?;
                    out.write(row, Some(&result), "")?;
                }
            }
        }
        self.bar.inc(batch.rows.len() as u64);
        Ok(())
    }

    fn describe(&self, state: &Path) -> String {
        let now = self.spent.checked_sub(self.paid_earlier).unwrap_or_default();
        let mut spent = format!("done: {now} credits");
        if self.paid_earlier > Credits::ZERO {
            spent.push_str(&format!(", {} were paid before", self.paid_earlier));
        }
        match self.left {
            None => spent,
            Some("max_credits") => format!(
                "{spent}; some rows were left because of --max-credits. Run the command again with more; {} remembers what is paid for",
                state.display()
            ),
            Some(_) => format!(
                "{spent}; the balance does not cover the rest. Top up and run the command again; {} remembers what is paid for",
                state.display()
            ),
        }
    }
}

fn beside(file: &Path, call: Call) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    match call {
        Call::Enrich => name.push(".brimful-state"),
        call => name.push(format!(".brimful-{}-state", call.name())),
    }
    file.with_file_name(name)
}

fn progress(rows: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    ProgressBar::new(rows).with_style(
        ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} rows, {per_sec}, {eta} left, {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    )
}
