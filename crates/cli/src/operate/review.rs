//! `brimful review`

use std::process::ExitCode;

use clap::{Args, Subcommand};
use serde_json::json;
use store::{Pair, PairSide, Store, TwoValues};

use crate::{
    operate::log::logged,
    output::{Output, table},
    storage::DataOption,
};

/// Bits that are not shown with one decimal.
const ROUNDING: f64 = 0.05;

#[derive(Subcommand)]
pub(crate) enum ReviewCommand {
    /// List possible duplicates
    List(ReviewList),
    /// Show the evidence for and against a match
    Explain(Two),
    /// Merge two records; later imports keep them merged
    Merge(ReviewMerge),
    /// Mark two records as different; later imports keep them apart
    Apart(Two),
    /// Split rows of a record into a new record; later imports keep them apart
    Split(ReviewSplit),
}

#[derive(Args)]
pub(crate) struct ReviewList {
    /// Maximum number of pairs
    #[arg(long, default_value_t = 50)]
    limit: usize,
    #[command(flatten)]
    data: DataOption,
}

#[derive(Args)]
pub(crate) struct Two {
    /// A record's id; for explain also a row of a source, as SOURCE:ROW
    one: String,
    /// Another
    other: String,
    #[command(flatten)]
    data: DataOption,
}

#[derive(Args)]
pub(crate) struct ReviewMerge {
    #[command(flatten)]
    two: Two,
    /// Merge records with two values of one register, because the register replaced one by the other
    #[arg(long)]
    replaced_number: bool,
}

#[derive(Args)]
pub(crate) struct ReviewSplit {
    /// The record's id
    id: String,
    /// The rows to take out of it, as SOURCE:ROW; `review explain` shows them
    #[arg(required = true, value_name = "SOURCE:ROW")]
    rows: Vec<String>,
    #[command(flatten)]
    data: DataOption,
}

impl ReviewCommand {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        match self {
            Self::List(list) => {
                let doubts = list.data.open_existing()?.doubts(None, list.limit)?;
                output.print(&doubts, || {
                    let row = |doubt: &store::ReviewPair| {
                        let ((one, name), (other, other_name)) = (doubt.one.clone(), doubt.other.clone());
                        vec![format!("{:.1}", doubt.bits), one, name, other, other_name]
                    };
                    let rows: Vec<_> = doubts.iter().map(row).collect();
                    table(&["BITS", "ONE", "NAME", "OTHER", "NAME"], &rows)
                })?;
            }
            Self::Explain(two) => {
                let store = two.data.open_existing()?;
                let pair = store.explain_pair(&two.one, &two.other)?;
                let profiles = [profile(&store, &pair.one)?, profile(&store, &pair.other)?];
                output.print(&pair, || pair_text(&pair, &profiles))?;
            }
            Self::Merge(ReviewMerge { two, replaced_number }) => {
                let (store, both) = (two.data.open_existing()?, Some(format!("{} {}", two.one, two.other)));
                let values = if replaced_number { TwoValues::Replaced } else { TwoValues::Refused };
                let merging = store.merge_by_hand(&two.one, &two.other, values);
                logged(&store, "operator_merge", both, merging).await?;
                output
                    .print(&json!({ "id": two.one }), || format!("{} and {} are one", two.one, two.other))?;
            }
            Self::Apart(two) => {
                let (store, both) = (two.data.open_existing()?, Some(format!("{} {}", two.one, two.other)));
                logged(&store, "operator_keep_apart", both, store.keep_apart(&two.one, &two.other)).await?;
                output.print(&json!({ "apart": [two.one, two.other] }), || {
                    format!("{} and {} stay two", two.one, two.other)
                })?;
            }
            Self::Split(split) => {
                let (store, record) = (split.data.open_existing()?, Some(split.id.clone()));
                let splitting = store.split_by_hand(&split.id, split.rows);
                let id = logged(&store, "operator_split", record, splitting).await?;
                output.print(&json!({ "id": id }), || format!("their record is {id}"))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The profile or page of a record at the professional network.
fn profile(store: &Store, side: &PairSide) -> anyhow::Result<Option<String>> {
    if let Some(record) = store.person_by_id(&side.id)? {
        return Ok(record.person.network_url);
    }
    Ok(store.company_by_id(&side.id)?.and_then(|company| company.network_url))
}

fn pair_text(pair: &Pair, profiles: &[Option<String>; 2]) -> String {
    let mut lines = Vec::new();
    for (side, profile) in [&pair.one, &pair.other].into_iter().zip(profiles) {
        lines.push(format!("{}  {}  ({})", side.id, side.name, side.rows.join(", ")));
        lines.extend(profile.iter().map(|profile| format!("        profile {profile}")));
    }
    let verdict = match (pair.joined, pair.kept_apart) {
        (true, _) => "one record",
        (false, true) => "two records, by decision",
        (false, false) => "two records",
    };
    lines.push(verdict.to_owned());
    for identifier in &pair.shared {
        lines.push(format!("both have {identifier}"));
    }
    for part in &pair.parts {
        lines.push(format!("{:>6.1}  {}", part.bits, part.name));
    }
    // The parts are those of the two rows that fit best; the sum is about all rows of both records.
    let rest = pair.bits.map_or(0.0, |all| all - pair.parts.iter().map(|part| part.bits).sum::<f64>());
    if rest.abs() >= ROUNDING && !pair.parts.is_empty() {
        lines
            .push(format!("{rest:>6.1}  other rows: what the rest of their rows says, such as two profiles"));
    }
    if let (Some(bits), Some(enough)) = (pair.bits, pair.enough) {
        lines.push(format!("{bits:>6.1}  in all, over every row; {enough:.1} would join them"));
    }
    if let Some(alike) = pair.names_alike {
        lines.push(format!("names alike: {alike:.2}"));
    }
    lines.join("\n")
}
