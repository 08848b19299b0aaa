//! `Idempotency-Key` on two nodes of one database: the same call at the same time runs once. Needs the server that
//! `TEST_POSTGRES_URL` names; without it, it says so and passes.

use std::time::Duration;

use serde_json::{Value, json};
use sources::vendor::Fact;
use store::{Credits, Plan};

use crate::support::{Account, Answer, Client, Database, TestServer, TestVendor, json_answer, vendors};

/// Two nodes, an account with the price of many calls, and a vendor that takes its time.
struct Cluster {
    one: TestServer,
    other: TestServer,
    account: Account,
    asked: [TestVendor; 1],
    _database: Database,
}

impl Cluster {
    async fn start(wait: impl Fn() + Send + Sync + 'static) -> Option<Self> {
        let Some(database) = Database::with_tables() else {
            eprintln!("PostgreSQL is not there");
            return None;
        };
        let says = move |_: &str| {
            wait();
            json_answer(&json!({ "phone": "+447700900123", "valid": "true" }))
        };
        let asked = [TestVendor::start("slow", Fact::Mobile, says).await];
        let node = async || {
            let (url, external) = (database.url(), vendors(&asked));
            TestServer::with(|setup| {
                setup.database = Some(url);
                setup.external = external;
            })
            .await
        };
        let one = node().await;
        // Before the second node, so that it draws other ids.
        let account = one.account(Plan::Pro, 100).await;
        let other = node().await;
        Some(Self { one, other, account, asked, _database: database })
    }

    /// The account at both nodes, with an idempotency key.
    fn callers(&self, key: &str) -> (Client, Client) {
        let at =
            |server: &TestServer| server.anyone().with_key(&self.account.key).with("idempotency-key", key);
        (at(&self.one), at(&self.other))
    }
}

fn question(name: &str) -> Value {
    json!({ "fullName": name, "company_domain": "quill.example" })
}

const PATH: &str = "/v1/multi-source-phone";

/// The answer to a call that is sent again while it is in progress elsewhere.
async fn answered(caller: &Client) -> Answer {
    loop {
        let answer = caller.post(PATH, question("Nora Lind")).await;
        if answer.status != 409 {
            return answer;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_call_that_two_nodes_get_at_once_runs_once() {
    let wait = || std::thread::sleep(Duration::from_millis(500));
    let Some(cluster) = Cluster::start(wait).await else { return };
    let (here, there) = cluster.callers("once");
    let (one, other) = tokio::join!(answered(&here), answered(&there));
    let replayed = [&one, &other].map(|answer| answer.header("idempotent-replayed") == "true");
    assert_eq!((replayed[0] ^ replayed[1], &one.body), (true, &other.body), "one is the other's replay");
    assert_eq!(cluster.asked[0].requests(), 1, "the vendor is asked, and paid, once");
    assert_eq!(answered(&here).await.header("idempotent-replayed"), "true");
    let cost = Credits::whole(100).checked_sub(cluster.other.store.balance(&cluster.account.id).unwrap());
    assert_eq!(json!(cost.unwrap()), one.ok()["cost"]["credits"], "one charge");
    cluster.one.prove_books();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_call_that_another_node_answers_slowly_is_refused_meanwhile_and_replayed_afterwards() {
    let (release, released) = std::sync::mpsc::channel::<()>();
    let (ask, mut asked) = tokio::sync::mpsc::unbounded_channel::<()>();
    let released = std::sync::Mutex::new(released);
    let wait = move || {
        ask.send(()).unwrap();
        released.lock().unwrap().recv().unwrap();
    };
    let Some(cluster) = Cluster::start(wait).await else { return };
    let (here, there) = cluster.callers("once");
    let running = tokio::spawn({
        let here = here.clone();
        async move { here.post(PATH, question("Nora Lind")).await }
    });
    asked.recv().await.unwrap();
    there.post(PATH, question("Nora Lind")).await.problem(409, "request_in_progress");
    release.send(()).unwrap();
    let first = running.await.unwrap();
    first.ok();
    there.post(PATH, question("Olga Lind")).await.problem(422, "idempotency_mismatch");
    let again = there.post(PATH, question("Nora Lind")).await;
    assert_eq!((&again.body, again.header("idempotent-replayed")), (&first.body, "true"));
    assert_eq!(cluster.asked[0].requests(), 1);
    cluster.other.prove_books();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn metrics_and_doctor_tell_how_far_each_node_is_behind() {
    let Some(cluster) = Cluster::start(|| {}).await else { return };
    cluster.one.indexed().await;
    cluster.other.indexed().await;
    let operator = cluster.one.operator(&cluster.account).await;
    let metric = "brimful_node_index_behind_changes{node=\"";
    let mut page = String::new();
    for _ in 0..100 {
        cluster.one.turn(1).await;
        cluster.other.turn(1).await;
        page = operator.get("/metrics").await.text();
        let levels = page.lines().filter(|line| line.starts_with(metric) && line.ends_with("\"} 0"));
        if levels.count() == 2 {
            break;
        }
    }
    let addresses =
        [cluster.one.address, cluster.other.address].map(|address| format!("address=\"{address}\"}} 0"));
    assert!(addresses.iter().all(|address| page.matches(address.as_str()).count() == 2), "{page}");
    let check = server::health::nodes(&cluster.other.store).unwrap();
    assert_eq!(check.detail.matches("0 changes and 0.0 s behind").count(), 2, "{}", check.detail);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_key_whose_call_was_refused_on_one_node_runs_on_the_other() {
    let Some(cluster) = Cluster::start(|| {}).await else { return };
    let (here, there) = cluster.callers("once");
    // Refused behind the claim of the key.
    here.with("max-credits", "0")
        .post(PATH, question("Nora Lind"))
        .await
        .problem(402, "max_credits_exceeded");
    let answer = there.post(PATH, question("Olga Lind")).await;
    answer.ok();
    assert_eq!(answer.header("idempotent-replayed"), "", "a corrected request may use the key again");
}
