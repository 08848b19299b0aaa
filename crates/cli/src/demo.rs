//! `brimful demo`: generates synthetic data and a key, and serves them.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, mpsc},
    time::Duration,
};

use anyhow::{Context, anyhow};
use clap::Args;
use dialects::Dialect;
use indicatif::{ProgressBar, ProgressStyle};
use jiff::{Timestamp, tz::TimeZone};
use records::query::CompanyQuery;
use serde::{Deserialize, Serialize};
use server::SignupMode;
use sha2::{Digest, Sha256};
use sources::waterfall::Plans;
use store::{
    AccountId, Clock, Credits, Entropy, FilePart, FileParts, NewAccount, Plan, PreparedClaims, Scopes, Store,
};
use world::{
    World, WorldOptions,
    net::{NetOptions, SiteState, VENDORS, WorldNet},
};

use crate::{
    config::Layers,
    external::{
        network::{LOOPBACK, NetworkConfig},
        vendors::VendorConfig,
    },
    serve::{Server, open_alone, start_logging},
};

/// Claims filed in one transaction.
const BATCH_CLAIMS: usize = 20_000;
/// Claims prepared at a time, and how many such parts are ahead of the writer.
const PART_CLAIMS: usize = 2_000;
const PARTS_AHEAD: usize = 12;
/// Events are numbered by the time in units of this, so a restart repeats none.
const TICK: Duration = Duration::from_secs(2);
/// When the first events come after a start, so that a visitor sees something happen. Later ones come as often as in
/// the world's history.
const FIRST_EVENTS: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(50)];
/// The longest wait for an event, also in a very small world.
const WAIT_MAX: Duration = Duration::from_hours(24);
const DAY_SECONDS: f64 = 86_400.0;
const CREDITS: i64 = 25_000;
const WORLD_FILE: &str = "world.json";
const KEY_FILE: &str = "demo-key";
/// Sandbox calls per day and client.
const SANDBOX_CALLS_PER_DAY: u64 = 1_000_000;
/// Addresses that people got by events, for the mail servers of the next start.
const MAILBOXES_FILE: &str = "mailboxes.txt";

#[derive(Args)]
pub(crate) struct Demo {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
    /// Data folder
    #[arg(long, value_name = "DIR", default_value = "data/demo")]
    data: PathBuf,
    /// Number of synthetic people
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=20_000_000))]
    people: u64,
    /// Allow webhooks and other requests to loopback addresses
    #[arg(long)]
    allow_loopback: bool,
    /// How many times as often as in the world's history things happen
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pace: u32,
    /// Seed of the synthetic data
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// What a world was made from, kept beside its data.
#[derive(Serialize, Deserialize)]
struct WorldFile {
    seed: u64,
    people: u64,
    as_of: Timestamp,
}

impl Demo {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let mut layers = Layers::read(None)?;
        layers.set_flag("server.listen", self.listen.clone().into(), "--listen")?;
        layers.set_flag("server.data", self.data.display().to_string().into(), "--data")?;
        let mut config = layers.config()?;
        config.api.signup.mode = SignupMode::Open;
        config.dialects.enabled = Dialect::ALL.to_vec();
        // The sandbox of one's own demo is not rationed.
        config.api.limits.sandbox_calls_per_day = SANDBOX_CALLS_PER_DAY;
        config.server.log = std::env::var("BRIMFUL_SERVER__LOG").unwrap_or_else(|_| "warn".into());
        start_logging(&config)?;
        let (lock, store) = open_alone(&config)?;
        let world = Arc::new(self.world()?);
        // The world answers by real protocol; the product is pointed at it as at any other network.
        let net = Arc::new(WorldNet::start(world.clone(), NetOptions::default()).await?);
        let mailboxes = Mailboxes { net: net.clone(), path: self.data.join(MAILBOXES_FILE) };
        mailboxes.open()?;
        let mut allow_private = std::mem::take(&mut config.network.allow_private);
        allow_private.extend(self.allow_loopback.then(|| LOOPBACK.to_owned()));
        config.network = NetworkConfig::of_world(&net, allow_private)?;
        (config.vendors, config.waterfall) = (VendorConfig::of_world(), Plans::default());
        // Bind first, so that a port in use is reported before the data is generated.
        let server = Server::start(&config, layers.shown(), store.clone(), lock).await?;
        fill(&store, &world, world.people_count()).await?;
        // What the documented examples ask for, dated from today.
        let today = Timestamp::now().to_zoned(TimeZone::UTC).start_of_day()?.timestamp();
        store.ingest(server::showcase_claims(today)).await?;
        let key = demo_key(&store, &self.data).await?;
        let sign_in = demo_sign_in(&store, &key).await?;
        let person = world.people().next().context("the world is empty")?;
        let url = match &person.facts {
            records::Facts::Person(facts) => facts.network_url.clone().unwrap_or_default(),
            records::Facts::Company(_) | records::Facts::Job(_) => String::new(),
        };
        let base = format!("http://{}", server.address);
        eprintln!("\nYour key, on the plan pro: {key}\n");
        eprintln!("Ask for a person:\n");
        eprintln!("  curl -s {base}/v1/enrich -H 'Authorization: Bearer {key}' \\");
        eprintln!("    -H 'Content-Type: application/json' -d '{{\"networkUrl\": \"{url}\"}}'\n");
        if let Some(domain) = outside_company(&world, &net, &store) {
            eprintln!(
                "Ask for a company without a record, and see its website and the vendors being asked:\n"
            );
            eprintln!("  curl -s {base}/v1/companies -H 'Authorization: Bearer {key}' \\");
            eprintln!(
                "    -H 'Content-Type: application/json' -d '{{\"domain\": \"{domain}\", \"explain\": true}}'\n"
            );
        }
        eprintln!("Or open {base}/login in a browser:\n");
        eprintln!("  {sign_in}\n");
        let events = Events { world, store, mailboxes, clock: server.clock.clone(), pace: self.pace };
        let ticker = tokio::spawn(events.run());
        let code = server.run().await;
        ticker.abort();
        code
    }

    /// The world of the data folder; a new one when the folder is new.
    fn world(&self) -> anyhow::Result<World> {
        let path = self.data.join(WORLD_FILE);
        let made: WorldFile = match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .with_context(|| format!("{} is damaged; remove the folder to start over", path.display()))?,
            Err(_) => {
                let new = WorldFile { seed: self.seed, people: self.people, as_of: Timestamp::now() };
                std::fs::write(&path, serde_json::to_vec(&new)?)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                new
            }
        };
        if (made.seed, made.people) != (self.seed, self.people) {
            eprintln!(
                "The folder holds a world of {} people (seed {}) already; using that.",
                made.people, made.seed
            );
        }
        Ok(World::new(WorldOptions { seed: made.seed, people: made.people, as_of: made.as_of }))
    }
}

/// A company without a record and without a website, which not every vendor knows.
fn outside_company(world: &World, net: &WorldNet, store: &Store) -> Option<String> {
    // One that was asked for in an earlier run has a record now.
    let has_no_record = |domain: &String| {
        let query = CompanyQuery { domain: Some(domain.clone()), ..CompanyQuery::default() };
        store.companies_by_keys(&query.keys()).is_ok_and(|known| known.is_empty())
    };
    let domains = world.outside_companies().map(|company| company.domain);
    let vendors_knowing =
        |domain: &String| VENDORS.iter().filter(|vendor| vendor.knows_company(world, domain)).count();
    let mut without_site = domains.filter(|domain| net.site(domain) == Some(SiteState::Absent));
    without_site.find(|domain| (1..VENDORS.len()).contains(&vendors_knowing(domain)) && has_no_record(domain))
}

/// Ingests all synthetic records. Ingestion is idempotent, so an interrupted run is completed.
async fn fill(store: &Store, world: &Arc<World>, people: u64) -> anyhow::Result<()> {
    let counts = store.counts()?;
    if counts.people >= people && counts.companies >= world.company_count() {
        return Ok(());
    }
    eprintln!("Making a world of {people} people at {} companies.", world.company_count());
    let bar = ProgressBar::new(people).with_style(
        ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} people, {per_sec}, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let (parts, ready) = mpsc::sync_channel(PARTS_AHEAD);
    let making = tokio::task::spawn_blocking({
        let world = world.clone();
        move || make_parts(&world, &parts)
    });
    // No call is answered before the world is made, so the store is this import's alone.
    let mut open = Some(FileParts::alone(ready));
    while let Some(ready) = open.take() {
        let filed = store.ingest_parts(ready, BATCH_CLAIMS).await?;
        bar.set_position(filed.rows.unwrap_or_else(|| bar.position()));
        open = filed.more;
    }
    making.await.context("making the world broke off")??;
    bar.finish_and_clear();
    Ok(())
}

/// Makes the claims of a world and prepares them for filing, part by part, until nothing takes them any more.
fn make_parts(world: &World, parts: &mpsc::SyncSender<FilePart>) -> anyhow::Result<()> {
    let mut claims = world.companies().chain(world.jobs()).chain(world.people());
    let mut people = 0;
    loop {
        let part: Vec<_> = claims.by_ref().take(PART_CLAIMS).collect();
        let is_end = part.len() < PART_CLAIMS;
        let is_person = |claim: &&records::Claim| {
            matches!(claim.facts, records::Facts::Person(_)) && claim.source == world::DIRECTORY
        };
        people += part.iter().filter(is_person).count() as u64;
        let claims = Arc::new(PreparedClaims::new(part)?);
        if parts.send(FilePart { claims, rows: people, position: None }).is_err() || is_end {
            return Ok(());
        }
    }
}

/// The demo account's key; kept beside the data, because a demo is of no use without it.
async fn demo_key(store: &Store, folder: &Path) -> anyhow::Result<String> {
    let path = folder.join(KEY_FILE);
    if let Ok(key) = std::fs::read_to_string(&path) {
        return Ok(key.trim().to_owned());
    }
    let (clock, entropy) = (Clock::System, Entropy::System);
    let (secret, key) = server::generate_key("demo", Scopes::CUSTOMER, None, &clock, &entropy);
    let account = NewAccount {
        id: AccountId::generate(&clock, &entropy),
        email: format!("demo-{}@brimful.example", clock.now().as_second()),
        password_hash: None,
        plan: Plan::Pro,
        trial_ends_at: None,
        credits: Credits::whole(CREDITS),
    };
    let id = account.id.clone();
    store.create_account(account, Some(key), clock.now()).await?;
    server::seed_example_lists(store, &id, clock.now()).await?;
    write_private(&path, &secret).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(secret)
}

/// A password of the demo account for this run, with the address to sign in with. Its pages are an operator's, too.
async fn demo_sign_in(store: &Store, key: &str) -> anyhow::Result<String> {
    let hash = <[u8; 32]>::from(Sha256::digest(key.as_bytes()));
    let owner =
        store.key_owner(&hash)?.context("the demo's key is not known; remove the folder to start over")?;
    let (password, password_hash) =
        server::generate_password(&Entropy::System).map_err(|problem| anyhow!(problem.detail))?;
    store.set_password(&owner.account.id, password_hash).await?;
    let (clock, entropy) = (Clock::System, Entropy::System);
    let key = server::generate_pages_key(&clock, &entropy);
    store.set_operator(&owner.account.id, true, key, clock.now()).await?;
    Ok(format!("email {}, password {password}", owner.account.email))
}

fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    use std::{io::Write, os::unix::fs::OpenOptionsExt};
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())
}

/// The mailboxes that events make, kept beside the data.
struct Mailboxes {
    net: Arc<WorldNet>,
    path: PathBuf,
}

impl Mailboxes {
    /// Opens those of the examples and of earlier runs.
    fn open(&self) -> anyhow::Result<()> {
        server::SHOWCASE_MAILBOXES.iter().for_each(|address| self.net.add_mailbox(address));
        match std::fs::read_to_string(&self.path) {
            Ok(known) => known.lines().for_each(|address| self.net.add_mailbox(address)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", self.path.display())),
        }
        Ok(())
    }

    fn add(&self, address: &str) -> std::io::Result<()> {
        use std::{io::Write, os::unix::fs::OpenOptionsExt};
        self.net.add_mailbox(address);
        let mut file = std::fs::OpenOptions::new().append(true).create(true).mode(0o600).open(&self.path)?;
        writeln!(file, "{address}")
    }
}

/// What goes on happening in the world while it is served.
struct Events {
    world: Arc<World>,
    store: Store,
    mailboxes: Mailboxes,
    clock: Clock,
    pace: u32,
}

impl Events {
    async fn run(self) {
        let a_day = self.world.pace().total() * f64::from(self.pace);
        for count in 0.. {
            let tick =
                u64::try_from(self.clock.now().as_millisecond()).unwrap_or(0) / TICK.as_millis() as u64;
            tokio::time::sleep(wait(count, a_day, tick)).await;
            self.happen().await;
        }
    }

    async fn happen(&self) {
        let now = self.clock.now();
        let number = u64::try_from(now.as_millisecond()).unwrap_or(0) / TICK.as_millis() as u64;
        let event = self.world.event(number, now);
        // The mailbox is there before the record says so: the address is asked for as soon as it is known.
        for address in World::new_mailboxes(&event) {
            if let Err(error) = self.mailboxes.add(address) {
                tracing::warn!(%error, "could not keep a mailbox of the world");
            }
        }
        if let Err(error) = self.store.ingest(event.claims).await {
            tracing::warn!(%error, "could not file an event of the world");
        }
    }
}

/// How long to wait for an event, after so many since the start, in a world where so many happen a day. Waits differ by
/// up to a half, so that events do not come by the clock.
fn wait(count: u64, a_day: f64, tick: u64) -> Duration {
    let since_start = |index: usize| FIRST_EVENTS.get(index).copied();
    if let Some(first) = usize::try_from(count).ok().and_then(since_start) {
        let before = usize::try_from(count).ok().and_then(|count| since_start(count.checked_sub(1)?));
        return first - before.unwrap_or_default();
    }
    let spread = tick.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54;
    let share = 0.5 + spread as f64 / 1_024.0;
    let seconds = DAY_SECONDS / a_day.max(f64::MIN_POSITIVE) * share;
    // No two events within a tick: they would be one event twice.
    Duration::try_from_secs_f64(seconds).unwrap_or(WAIT_MAX).clamp(TICK, WAIT_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_world_filed_in_parts_is_that_of_one_file() {
        let as_of = "2026-03-04T12:00:00Z".parse().unwrap();
        let world = Arc::new(World::new(WorldOptions { seed: 1, people: 1_500, as_of }));
        let claims: Vec<_> = world.companies().chain(world.jobs()).chain(world.people()).collect();
        assert!(claims.len() > PART_CLAIMS, "{} claims are one part", claims.len());
        let (in_parts, whole) = (Store::temporary().unwrap(), Store::temporary().unwrap());
        fill(&in_parts, &world, world.people_count()).await.unwrap();
        whole.ingest(claims).await.unwrap();
        assert_eq!(in_parts.counts().unwrap(), whole.counts().unwrap());
        let people = |store: &Store| -> Vec<_> {
            let all = store.people_after(0, usize::MAX >> 1).unwrap();
            all.into_iter().map(|person| (person.no, person.record)).collect()
        };
        let companies = |store: &Store| -> Vec<_> {
            let all = store.companies_after(0, usize::MAX >> 1).unwrap();
            all.into_iter().map(|company| (company.no, company.record)).collect()
        };
        assert!(people(&in_parts) == people(&whole), "the people differ");
        assert!(companies(&in_parts) == companies(&whole), "the companies differ");
    }

    #[test]
    fn the_parts_of_a_world_count_its_people() {
        let as_of = "2026-03-04T12:00:00Z".parse().unwrap();
        let world = World::new(WorldOptions { seed: 1, people: 1_500, as_of });
        let (parts, ready) = mpsc::sync_channel(1_000);
        make_parts(&world, &parts).unwrap();
        drop(parts);
        let rows: Vec<u64> = ready.iter().map(|part| part.rows).collect();
        assert!(rows.len() > 1 && rows.is_sorted(), "{rows:?}");
        assert!(rows.last().is_some_and(|last| *last >= 1_500), "{rows:?}");
    }

    #[test]
    fn something_happens_in_the_first_minute_and_then_as_often_as_in_the_history() {
        let world = World::new(WorldOptions {
            seed: 1,
            people: 10_000,
            as_of: "2026-03-04T12:00:00Z".parse().unwrap(),
        });
        let a_day = world.pace().total();
        let mut now = Duration::ZERO;
        let mut times = Vec::new();
        for count in 0.. {
            now += wait(count, a_day, now.as_secs() / TICK.as_secs());
            if now > Duration::from_hours(10 * 24) {
                break;
            }
            times.push(now);
        }
        assert!(times[1] <= Duration::from_secs(60), "{times:?}");
        let expected = 10.0 * a_day;
        let happened = times.len() as f64;
        assert!(
            (happened - expected).abs() <= 0.1 * expected + 2.0,
            "{happened} events, {expected} expected"
        );
        let within = |hours: u64| times.iter().filter(|at| **at <= Duration::from_hours(hours)).count();
        assert!((within(1) as f64) < 2.0 + a_day / 6.0, "{} in the first hour", within(1));
    }
}
