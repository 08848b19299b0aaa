//! `webhook` on `/v1/verify-email` and `/v1/find-email`: one signed event when a mail server that asked for time has answered.

use serde_json::{Value, json};
use store::{Credits, Plan};

use crate::support::{Account, Manner, PostOffice, QUILL, Receiver, Reply, TestServer, person_at};

const VERIFY: &str = "/v1/verify-email";
const FIND: &str = "/v1/find-email";

struct Stage {
    server: TestServer,
    office: PostOffice,
    receiver: Receiver,
    account: Account,
}

impl Stage {
    /// A server at whose mail server of Quill every address is put off.
    async fn start() -> Self {
        let office = PostOffice::start().await;
        let verifier = office.verifier();
        let server = TestServer::with(|setup| setup.verifier = Some(verifier)).await;
        let account = server.account(Plan::Pro, 10).await;
        server.store.ingest(vec![person_at("Ada Berg", &format!("ada.berg@{QUILL}"), QUILL)]).await.unwrap();
        office.behave(QUILL, Manner::Greylisting);
        office.open(&format!("nora.lind@{QUILL}"));
        Self { server, office, receiver: Receiver::start(Reply::Status(200)).await, account }
    }

    fn questions(&self) -> [(&'static str, Value); 2] {
        let webhook = json!({ "url": self.receiver.url() });
        [
            (VERIFY, json!({ "email": format!("nora.lind@{QUILL}"), "webhook": webhook })),
            (FIND, json!({ "fullName": "Nora Lind", "domain": QUILL, "webhook": webhook })),
        ]
    }

    /// Lets the mail server's time pass, and the checks be repeated.
    async fn recheck(&self) {
        self.server.wait(61);
        self.server.app.engine.work_due(self.server.now()).await.unwrap();
        self.server.run_due().await;
    }
}

#[tokio::test]
async fn the_caller_is_told_once_and_the_next_call_pays_once() {
    for index in 0..2 {
        let stage = Stage::start().await;
        let (path, question) = stage.questions()[index].clone();
        let first = stage.account.post(path, question.clone()).await;
        let request_id = first.header("x-request-id").to_owned();
        let first = first.ok();
        assert_eq!(
            (&first["reason"], &first["will_notify"]),
            (&json!("greylisted"), &json!(true)),
            "{first}"
        );
        assert_eq!(first["cost"]["credits"], 0);
        stage.recheck().await;
        assert_eq!(stage.receiver.count(), 0, "the mail server still asks for time");
        stage.office.behave(QUILL, Manner::Normal);
        for _ in 0..3 {
            stage.recheck().await;
        }
        let events = stage.receiver.wait_for(1).await;
        let event = events[0].json();
        assert_eq!((&event["type"], events.len()), (&json!("email.settled"), 1));
        assert_eq!(event["data"]["request_id"], request_id);
        assert_eq!(
            (&event["data"]["endpoint"], &event["data"]["outcome"]),
            (&json!(path_id(path)), &json!("settled"))
        );
        assert!(!event.to_string().contains("nora"), "{event}");
        assert!(events[0].header("webhook-signature").starts_with("v1,"));
        let asked = stage.office.asked();
        let last = stage.account.post(path, question).await.ok();
        assert_eq!(last["status"], "deliverable", "{last}");
        assert_eq!((last.get("will_notify"), stage.office.asked()), (None, asked));
        let price = last["cost"]["credits"].as_f64().unwrap();
        let left = Credits::from_thousandths(10_000 - (price * 1_000.0) as i64);
        assert_eq!(stage.server.balance(&stage.account), left, "it is charged once");
        stage.recheck().await;
        assert_eq!(stage.receiver.count(), 1);
        stage.server.prove_books();
    }
}

#[tokio::test]
async fn a_check_that_is_given_up_is_told_too() {
    let stage = Stage::start().await;
    for (path, question) in stage.questions() {
        assert_eq!(stage.account.post(path, question).await.ok()["will_notify"], true);
    }
    for _ in 0..40 {
        stage.server.wait(1_800);
        stage.server.app.engine.work_due(stage.server.now()).await.unwrap();
    }
    stage.server.run_due().await;
    let events = stage.receiver.wait_for(2).await;
    for event in events {
        assert_eq!(event.json()["data"]["outcome"], "given_up");
    }
}

#[tokio::test]
async fn a_webhook_that_cannot_be_told_refuses_the_call_whatever_the_mail_server_says() {
    let stage = Stage::start().await;
    stage.office.behave(QUILL, Manner::Normal);
    let free = stage.server.account(Plan::Free, 10).await;
    for (path, mut question) in stage.questions() {
        let settled = stage.account.post(path, question.clone()).await.ok();
        assert_eq!((settled.get("will_notify"), &settled["status"]), (None, &json!("deliverable")));
        free.post(path, question.clone()).await.problem(403, "plan_required");
        question["webhook"]["url"] = json!("http://169.254.169.254/");
        stage.account.post(path, question).await.problem(422, "invalid_request");
    }
}

fn path_id(path: &str) -> &str {
    if path == VERIFY { "verify_email" } else { "find_email" }
}
