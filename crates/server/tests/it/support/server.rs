//! A server on a free loopback port, with a clock that is turned by hand.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use engine::{ExternalSources, Verifier};
use jiff::{SignedDuration, Timestamp};
use records::Claim;
use server::{App, AppDependencies, CATALOGUE, Entry, Index, Sample, Settings, Task};
use store::{AccountId, Clock, Credits, Entropy, HistoryFilter, NewAccount, Plan, Scope, Scopes, Store};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

use super::{Account, Client, SmallWorld, cast};

/// When every test begins, unless it says otherwise: noon of a working day.
pub const START: &str = "2026-03-04T12:00:00Z";

/// How often the index is looked at before a test gives up on it.
const INDEX_LOOKS_MAX: usize = 400;

/// What a test's server is made of.
pub struct Setup {
    /// As the operator set them. No plan has a rate limit here, because the clock stands still.
    pub settings: Settings,
    /// The endpoints.
    pub catalogue: &'static [Entry],
    /// Where its data lies; nowhere when left out.
    pub folder: Option<PathBuf>,
    /// The PostgreSQL database that holds its data instead.
    pub database: Option<String>,
    /// Whether its search index lies in the folder, too.
    pub index_in_folder: bool,
    /// Time.
    pub clock: Clock,
    /// What its sources claim; the [`cast`] unless the test says otherwise.
    pub claims: Vec<Claim>,
    /// Who asks mail servers; the world's own when left out.
    pub verifier: Option<Verifier>,
    /// Websites and vendors.
    pub external: ExternalSources,
    /// Private networks that webhooks may be in.
    pub reachable: Vec<&'static str>,
    /// Background tasks beside the server's own.
    pub tasks: Vec<Task<App>>,
    /// Where its traces are sent.
    pub traces: server::Traces,
    /// The world of its sandbox, which its own records then hold too; neither when left out.
    world: Option<SmallWorld>,
}

impl Default for Setup {
    fn default() -> Self {
        let mut settings = Settings::default();
        settings.plans.values_mut().for_each(|terms| terms.requests_per_second = 0);
        Self {
            settings,
            catalogue: CATALOGUE,
            folder: None,
            database: None,
            index_in_folder: false,
            clock: Clock::manual(START.parse().unwrap()),
            claims: cast(),
            verifier: None,
            external: ExternalSources::default(),
            reachable: vec!["127.0.0.0/8"],
            tasks: Vec::new(),
            traces: server::Traces::default(),
            world: None,
        }
    }
}

/// The egress client without DNS: webhooks of the tests are addressed by number.
fn outside(reachable: &[&str]) -> egress::Client {
    let options = egress::ClientOptions {
        dns: egress::DnsServer::At("127.0.0.1:1".parse().unwrap()),
        dns_timeout: Duration::from_millis(50),
        network: egress::NetworkPolicy::allowing(reachable.iter().map(|network| network.parse().unwrap())),
        ..egress::ClientOptions::default()
    };
    egress::Client::new(options).unwrap()
}

/// A client that reaches servers of the tests.
pub fn loopback_client() -> egress::Client {
    outside(&["127.0.0.0/8"])
}

/// A server that runs until the test ends or stops it.
pub struct TestServer {
    pub store: Store,
    pub clock: Clock,
    pub app: Arc<App>,
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    serving: Option<JoinHandle<std::io::Result<()>>>,
    accounts: AtomicU64,
    /// Where files for imports lie, unless it has a folder.
    _scratch: tempfile::TempDir,
    /// Its mail servers end when dropped.
    _world: Option<SmallWorld>,
}

/// What an account's calls have left behind in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traces {
    /// Calls that were charged.
    pub calls: u64,
    pub movements: usize,
    pub people: usize,
    pub keys: usize,
    pub lists: usize,
    pub jobs: usize,
    pub balance: Credits,
    pub accounts: usize,
}

impl TestServer {
    /// A server over the people and companies of [`cast`].
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// The same, changed as the test needs it.
    pub async fn with(change: impl FnOnce(&mut Setup)) -> Self {
        let mut setup = Setup::default();
        change(&mut setup);
        let store = match (&setup.database, &setup.folder) {
            (Some(url), _) => Store::connect(url, 8).unwrap(),
            (None, Some(folder)) => Store::open(folder).unwrap(),
            (None, None) => Store::temporary().unwrap(),
        };
        let store = store.with_clock(setup.clock.clone());
        if !store.has_records().unwrap() {
            let of_world = setup.world.iter().flat_map(SmallWorld::claims);
            store.ingest(setup.claims.into_iter().chain(of_world).collect()).await.unwrap();
        }
        // Two servers of one folder must not draw the same ids.
        let seed = store.accounts().unwrap().len() as u64;
        let sandbox = match &setup.world {
            Some(world) => world.store().await,
            None => Store::temporary().unwrap(),
        };
        let scratch = tempfile::tempdir().unwrap();
        let parts = AppDependencies {
            store: store.clone(),
            index: match setup.folder.as_ref().filter(|_| setup.index_in_folder) {
                Some(folder) => Index::open(&folder.join("index")).unwrap(),
                None => Index::in_memory().unwrap(),
            },
            verifier: setup.verifier.or_else(|| setup.world.as_ref().map(SmallWorld::verifier)),
            external: setup.external,
            feeds: engine::Feeds::new(Vec::new(), outside(&setup.reachable)).unwrap(),
            sandbox_verifier: setup.world.as_ref().map(SmallWorld::verifier),
            sandbox,
            http: outside(&setup.reachable),
            settings: setup.settings,
            imports: setup.folder.as_deref().unwrap_or(scratch.path()).join("imports"),
            traces: setup.traces,
            shown_settings: Vec::new(),
            machine_checks: None,
            clock: setup.clock.clone(),
            entropy: Entropy::seeded(1 + (seed << 32)),
        };
        let app = App::with_catalogue(parts, setup.catalogue).unwrap();
        setup.tasks.into_iter().for_each(|task| app.scheduler.add(task));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(server::serve(app.clone(), None, listener, async move {
            let _ = stopped.await;
        }));
        let (stop, serving) = (Some(stop), Some(serving));
        let (clock, accounts) = (setup.clock, AtomicU64::new(seed));
        Self { store, clock, app, address, stop, serving, accounts, _scratch: scratch, _world: setup.world }
    }

    /// A server whose records and whose sandbox are one small world, mail servers and all, and what to ask it.
    pub async fn of_the_world(change: impl FnOnce(&mut Setup)) -> (Self, Sample) {
        Self::of_the_world_at(START.parse().unwrap(), change).await
    }

    /// The same on another day.
    pub async fn of_the_world_at(now: Timestamp, change: impl FnOnce(&mut Setup)) -> (Self, Sample) {
        let world = SmallWorld::at(now).await;
        let sample = Sample::of(&world.store().await).unwrap();
        let server = Self::with(|setup| {
            setup.clock = Clock::manual(now);
            setup.world = Some(world);
            change(setup);
        })
        .await;
        server.indexed().await;
        (server, sample)
    }

    /// A server over a folder, which a later server can open again.
    pub async fn in_folder(folder: &Path, clock: &Clock) -> Self {
        Self::with(|setup| {
            setup.folder = Some(folder.to_owned());
            setup.clock = clock.clone();
        })
        .await
    }

    /// Someone who sends no key.
    pub fn anyone(&self) -> Client {
        Client::new(self.address)
    }

    /// An account with a key that may do everything.
    pub async fn account(&self, plan: Plan, credits: i64) -> Account {
        let number = self.accounts.fetch_add(1, Ordering::SeqCst);
        let (clock, entropy) = (&self.clock, &self.app.entropy);
        let (key, stored) = server::generate_key("first key", Scopes::CUSTOMER, None, clock, entropy);
        let new = NewAccount {
            id: AccountId::generate(clock, entropy),
            email: format!("customer-{number}@client.example"),
            password_hash: None,
            plan,
            trial_ends_at: None,
            credits: Credits::whole(credits),
        };
        let account = self.store.create_account(new, Some(stored.clone()), self.now()).await.unwrap();
        Account { id: account.id, key_id: stored.id, client: self.anyone().with_key(&key), key }
    }

    /// The same account with a further key.
    pub async fn key(&self, account: &Account, scopes: Scopes, expires_at: Option<Timestamp>) -> Account {
        let (key, stored) =
            server::generate_key("another", scopes, expires_at, &self.clock, &self.app.entropy);
        let key_id = self.store.create_key(&account.id, stored, self.now()).await.unwrap().id;
        Account { id: account.id.clone(), key_id, client: self.anyone().with_key(&key), key }
    }

    /// The same account with a key that may do what only operators may.
    pub async fn operator(&self, account: &Account) -> Account {
        self.key(account, Scopes::from_iter(Scope::ALL), None).await
    }

    /// Waits until searches know every record.
    pub async fn indexed(&self) {
        let mut level_before = false;
        for _ in 0..INDEX_LOOKS_MAX {
            let state = self.app.engine.index_state().unwrap().unwrap();
            let level = state.index_change >= state.store_change;
            // Seen twice, because it is level a moment before it says that it is ready.
            if level && level_before {
                return;
            }
            level_before = level;
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("the index does not catch up");
    }

    /// The server's time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Turns the clock forward.
    pub fn wait(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }

    /// Does all the background work that is due.
    pub async fn run_due(&self) {
        self.app.scheduler.run_due(&self.app).await;
    }

    /// Turns the clock forward and does the background work that is due then.
    pub async fn turn(&self, seconds: i64) {
        self.wait(seconds);
        self.run_due().await;
    }

    /// Credits left.
    pub fn balance(&self, account: &Account) -> Credits {
        self.store.balance(&account.id).unwrap()
    }

    /// Everything the account's calls have left behind.
    pub fn traces(&self, account: &Account) -> Traces {
        let store = &self.store;
        let charged = HistoryFilter { charged: Some(true), ..HistoryFilter::default() };
        Traces {
            calls: store.history_summary(&account.id, &charged).unwrap().requests,
            movements: store.movements(&account.id).unwrap().len(),
            people: store.people_seen(&account.id, None, None, 10_000).unwrap().len(),
            keys: store.keys(&account.id).unwrap().len(),
            lists: store.watch_lists(&account.id, None, 1_000).unwrap().len()
                + store.saved_icps(&account.id, None, 1_000).unwrap().len(),
            jobs: store.bulk_jobs(&account.id, None, 1_000).unwrap().len(),
            balance: self.balance(account),
            accounts: store.accounts().unwrap().len(),
        }
    }

    /// Fails unless the ledger, the balances and the history agree.
    pub fn prove_books(&self) {
        assert_eq!(self.store.audit().unwrap().findings, []);
    }

    /// Asks the server to stop, as SIGTERM does, and waits until it has.
    pub async fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        self.serving.take().unwrap().await.unwrap().unwrap();
    }
}

impl Drop for TestServer {
    /// The thread that follows the index ends only once the server drains, and the test waits for it.
    fn drop(&mut self) {
        self.app.drain();
    }
}
