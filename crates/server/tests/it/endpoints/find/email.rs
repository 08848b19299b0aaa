//! `/v1/find-email`: the business email of a person, from the records or from the mail server itself.

use jiff::Timestamp;
use serde_json::{Value, json};
use store::{Credits, Plan};

use crate::support::{
    Account, HARBOR, JONAS, KATHERINE, Manner, PostOffice, QUILL, TestServer, faults, moved, person_at,
    with_phones,
};

const PATH: &str = "/v1/find-email";
const DAY: i64 = 24 * 3_600;
/// When a source last validated the addresses of the cast.
const VALIDATED: &str = "2026-02-20T08:00:00Z";

struct Stage {
    server: TestServer,
    office: PostOffice,
    account: Account,
}

impl Stage {
    async fn start() -> Self {
        let office = PostOffice::start().await;
        let verifier = office.verifier();
        let server = TestServer::with(|setup| setup.verifier = Some(verifier)).await;
        let account = server.account(Plan::Pro, 100).await;
        Self { server, office, account }
    }

    async fn ask(&self, request: Value) -> Value {
        self.account.post(PATH, request).await.ok()
    }

    async fn katherine(&self) -> Value {
        self.ask(json!({ "kind": "network", "networkUrl": KATHERINE })).await
    }

    /// A person without a record.
    async fn stranger(&self) -> Value {
        self.ask(json!({ "firstName": "Nora", "lastName": "Lind", "domain": QUILL })).await
    }

    /// How often the mail servers were asked, once they are asked no more: the server's own task may go on with a search.
    async fn asked_in_the_end(&self) -> usize {
        let mut asked = 0;
        while asked != self.office.asked() {
            asked = self.office.asked();
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        }
        asked
    }

    /// Turns the clock to this long after a source last validated the cast's addresses.
    fn turn_to(&self, days: i64, seconds: i64) {
        let validated: Timestamp = VALIDATED.parse().unwrap();
        let then = validated.as_second() + days * DAY + seconds;
        self.server.wait(then - self.server.now().as_second());
    }

    /// What the history says of the cache, the oldest call first.
    async fn cache_uses(&self) -> Vec<String> {
        let history = self.account.get("/v1/me/history").await.ok();
        let rows = history["results"].as_array().unwrap();
        rows.iter().rev().map(|row| row["cache"].as_str().unwrap().to_owned()).collect()
    }

    /// Files a person at Quill of whom no address is known.
    async fn employ(&self, name: &str) {
        self.server.store.ingest(vec![with_phones(name, QUILL, Vec::new())]).await.unwrap();
    }

    /// Files three colleagues at Quill, all written first.last.
    async fn teach_pattern(&self) {
        let colleagues = [("Ada Berg", "ada.berg"), ("Bo Falk", "bo.falk"), ("Cleo Hart", "cleo.hart")];
        let claims = colleagues.map(|(name, local)| person_at(name, &format!("{local}@{QUILL}"), QUILL));
        self.server.store.ingest(claims.to_vec()).await.unwrap();
    }
}

#[tokio::test]
async fn a_known_address_validated_within_thirty_days_is_answered_without_bothering_its_server() {
    let stage = Stage::start().await;
    let answer = stage.katherine().await;
    let expected = json!({
        "found": true,
        "email": "k.brandt@harbor.example",
        "email_verified": true,
        "status": "deliverable",
        "mx_found": true,
        "provider": answer["provider"],
        "free_provider": false,
        "generic": false,
        "confidence": 0.97,
        "last_validated_at": VALIDATED,
        "source": "records",
        "cost": { "credits": 2, "balance_remaining": 98 }
    });
    assert_eq!(answer, expected);
    stage.turn_to(30, -1);
    assert_eq!(stage.katherine().await["email_verified"], true);
    assert_eq!(stage.office.asked(), 0);
    assert_eq!(stage.cache_uses().await, ["hit", "hit"]);
    let people = stage.account.get("/v1/me/people").await.ok();
    assert_eq!(people["results"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn from_the_thirtieth_day_on_the_mail_server_is_asked_first() {
    let stage = Stage::start().await;
    stage.office.open("k.brandt@harbor.example");
    stage.turn_to(30, 0);
    let answer = stage.katherine().await;
    assert_eq!((&answer["email_verified"], &answer["catch_all"]), (&json!(true), &json!(false)));
    assert_eq!(answer["last_validated_at"], "2026-03-22T08:00:00Z");
    assert_eq!(answer["reason"], "mailbox_exists");
    let asked = stage.office.asked();
    assert!(asked > 0);
    stage.turn_to(60, -1);
    assert_eq!(stage.katherine().await["last_validated_at"], "2026-03-22T08:00:00Z");
    assert_eq!(stage.office.asked(), asked, "the new check is good for thirty days");
    assert_eq!(stage.cache_uses().await, ["miss", "hit"]);
}

#[tokio::test]
async fn a_server_that_is_down_leaves_the_true_date_and_less_confidence_until_the_ninetieth_day() {
    let stage = Stage::start().await;
    stage.office.behave(HARBOR, Manner::Down);
    let mut confidence = 0.97;
    for days in [30, 60, 89] {
        stage.turn_to(days, 60);
        let answer = stage.katherine().await;
        assert_eq!((&answer["found"], &answer["email_verified"]), (&json!(true), &json!(false)));
        assert_eq!(answer["last_validated_at"], VALIDATED);
        assert!(answer["confidence"].as_f64().unwrap() < confidence, "{answer}");
        confidence = answer["confidence"].as_f64().unwrap();
    }
    let balance = stage.server.balance(&stage.account);
    stage.turn_to(90, 0);
    let answer = stage.katherine().await;
    assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)));
    assert_eq!(answer.get("email"), None);
    assert_eq!(stage.server.balance(&stage.account), balance);
}

#[tokio::test]
async fn a_known_address_that_is_refused_by_now_is_not_answered() {
    let stage = Stage::start().await;
    stage.turn_to(40, 0);
    let answer = stage.katherine().await;
    assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!("mailbox_not_found")));
    assert_eq!(answer["cost"]["credits"], 0);
    // Her mailbox was moved to the company's pattern.
    stage.office.open("katherine.brandt@harbor.example");
    stage.server.wait(8 * DAY);
    let answer = stage.katherine().await;
    assert_eq!(
        (&answer["email"], &answer["source"]),
        (&json!("katherine.brandt@harbor.example"), &json!("pattern"))
    );
}

#[tokio::test]
async fn a_stranger_is_found_by_pattern_and_known_the_next_time() {
    let stage = Stage::start().await;
    stage.office.open("nora.lind@quill.example");
    let first = stage.stranger().await;
    assert_eq!(
        (&first["email"], &first["email_verified"]),
        (&json!("nora.lind@quill.example"), &json!(true))
    );
    assert_eq!((&first["source"], &first["catch_all"]), (&json!("pattern"), &json!(false)));
    assert!(first["confidence"].as_f64().unwrap() > 0.8);
    let asked = stage.office.asked();
    stage.server.wait(30 * DAY - 1);
    let second = stage.stranger().await;
    for field in ["email", "email_verified", "confidence", "last_validated_at", "source", "provider"] {
        assert_eq!(second[field], first[field], "{field}");
    }
    assert_eq!((second["cost"]["credits"].clone(), stage.office.asked()), (json!(2), asked));
    assert_eq!(stage.cache_uses().await, ["miss", "hit"]);
    stage.server.wait(1);
    let third = stage.stranger().await;
    assert_eq!(third["last_validated_at"], json!(stage.server.now()));
    assert!(stage.office.asked() > asked);
    assert_eq!(stage.server.balance(&stage.account), Credits::whole(94));
    stage.server.prove_books();
}

#[tokio::test]
async fn colleagues_teach_the_pattern_and_so_do_those_found_before() {
    let stage = Stage::start().await;
    stage.office.open("lindn@quill.example");
    stage.office.open("okoyea@quill.example");
    let lessons = [("Ada Berg", "berga"), ("Bo Falk", "falkb"), ("Cleo Hart", "hartc")];
    let claims = lessons.map(|(name, local)| person_at(name, &format!("{local}@{QUILL}"), QUILL));
    stage.server.store.ingest(claims.to_vec()).await.unwrap();
    let answer = stage.stranger().await;
    assert_eq!(answer["email"], "lindn@quill.example");
    assert!(stage.office.asked() <= 2, "one candidate and one made-up name");
    let asked = stage.office.asked();
    let other = json!({ "kind": "name", "fullName": "Amara Okoye", "domain": QUILL });
    assert_eq!(stage.ask(other).await["email"], "okoyea@quill.example");
    assert_eq!(stage.office.asked() - asked, 1);
}

#[tokio::test]
async fn not_found_costs_nothing_and_is_cached_for_a_week() {
    let stage = Stage::start().await;
    let answer = stage.stranger().await;
    assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!("mailbox_not_found")));
    assert_eq!((&answer["mx_found"], &answer["cost"]["credits"]), (&json!(true), &json!(0)));
    let asked = stage.office.asked();
    stage.office.open("nora.lind@quill.example");
    stage.server.wait(7 * DAY - 1);
    assert_eq!(stage.stranger().await["found"], false);
    assert_eq!(stage.office.asked(), asked);
    stage.server.wait(1);
    assert_eq!(stage.stranger().await["found"], true);
    assert_eq!(stage.cache_uses().await, ["miss", "hit", "miss"]);
    assert_eq!(stage.server.balance(&stage.account), Credits::whole(98));
}

#[tokio::test]
async fn a_domain_that_does_not_exist_is_believed_to_be_missing_for_a_day() {
    let stage = Stage::start().await;
    stage.office.behave(QUILL, Manner::Absent);
    let answer = stage.stranger().await;
    assert_eq!((&answer["reason"], &answer["mx_found"]), (&json!("domain_not_found"), &json!(false)));
    stage.server.wait(DAY - 1);
    assert_eq!(stage.stranger().await["found"], false);
    stage.server.wait(1);
    stage.stranger().await;
    assert_eq!(stage.cache_uses().await, ["miss", "hit", "miss"]);
}

#[tokio::test]
async fn a_server_that_takes_everything_is_answered_from_the_strength_of_the_pattern() {
    let stage = Stage::start().await;
    stage.office.behave(QUILL, Manner::CatchAll);
    stage.office.behave("unheard-of.example", Manner::CatchAll);
    let request = json!({ "firstName": "Nora", "lastName": "Lind", "domain": "unheard-of.example" });
    let weak = stage.ask(request).await;
    assert_eq!((&weak["found"], &weak["reason"]), (&json!(false), &json!("catch_all")), "{weak}");
    stage.teach_pattern().await;
    stage.employ("Nora Lind").await;
    let strong = stage.stranger().await;
    assert_eq!((&strong["email"], &strong["catch_all"]), (&json!("nora.lind@quill.example"), &json!(true)));
    assert_eq!((&strong["email_verified"], &strong["status"]), (&json!(false), &json!("risky")));
    let confidence = strong["confidence"].as_f64().unwrap();
    assert!((0.5..1.0).contains(&confidence), "{confidence}");
    let proven = json!({ "fullName": "Nora Lind", "domain": QUILL, "verified_only": true });
    let answer = stage.ask(proven).await;
    assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!("catch_all")));
    assert_eq!(answer["cost"]["credits"], 0);
}

#[tokio::test]
async fn a_person_whom_no_record_places_there_is_not_sold_where_nothing_proves_the_mailbox() {
    let stage = Stage::start().await;
    stage.teach_pattern().await;
    for (manner, reason) in [(Manner::CatchAll, "catch_all"), (Manner::Down, "temporary_failure")] {
        stage.office.behave(QUILL, manner);
        stage.server.wait(8 * DAY);
        let answer = stage.stranger().await;
        assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!(reason)), "{answer}");
        assert_eq!((answer.get("email"), &answer["cost"]["credits"]), (None, &json!(0)));
        let asked = stage.office.asked();
        assert_eq!(stage.stranger().await["found"], false);
        assert_eq!(stage.office.asked(), asked, "what was not sold is remembered, too");
    }
    assert_eq!(stage.server.balance(&stage.account), Credits::whole(100));
    // A record of the same name at another company does not place them there either.
    stage.office.behave(QUILL, Manner::CatchAll);
    stage.server.wait(8 * DAY);
    let elsewhere = with_phones("Nora Lind", HARBOR, Vec::new());
    stage.server.store.ingest(vec![elsewhere]).await.unwrap();
    assert_eq!(stage.stranger().await["found"], false);
}

#[tokio::test]
async fn only_a_mailbox_proven_within_thirty_days_is_verified() {
    let stage = Stage::start().await;
    let katherine = json!({ "networkUrl": KATHERINE, "verified_only": true });
    assert_eq!(stage.ask(katherine.clone()).await["status"], "deliverable");
    stage.office.behave(HARBOR, Manner::Down);
    stage.turn_to(40, 0);
    let stale = stage.katherine().await;
    assert_eq!((&stale["found"], &stale["last_validated_at"]), (&json!(true), &json!(VALIDATED)));
    let answer = stage.ask(katherine.clone()).await;
    assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)));
    stage.office.behave(HARBOR, Manner::Normal);
    stage.office.open("k.brandt@harbor.example");
    stage.server.wait(answer["retry_after_seconds"].as_i64().unwrap());
    stage.server.run_due().await;
    let answer = stage.ask(katherine).await;
    assert_eq!((&answer["email_verified"], &answer["status"]), (&json!(true), &json!("deliverable")));
}

#[tokio::test]
async fn a_stated_address_is_believed_more_than_a_guess_for_the_same_silent_server() {
    let stage = Stage::start().await;
    stage.teach_pattern().await;
    stage.employ("Nora Lind").await;
    stage.office.behave(QUILL, Manner::Down);
    let guess = stage.stranger().await;
    assert_eq!((&guess["source"], &guess["status"]), (&json!("pattern"), &json!("unknown")), "{guess}");
    let stated = stage.ask(json!({ "fullName": "Ada Berg", "domain": QUILL })).await;
    assert_eq!((&stated["source"], &stated["status"]), (&json!("records"), &json!("unknown")), "{stated}");
    assert!(stated["confidence"].as_f64() >= guess["confidence"].as_f64(), "{stated} {guess}");
}

#[tokio::test]
async fn an_address_that_was_refused_is_not_asked_about_again() {
    let stage = Stage::start().await;
    stage.teach_pattern().await;
    // The record's own address is the one that the pattern gives.
    stage.server.store.ingest(vec![person_at("Nora Lind", "nora.lind@quill.example", QUILL)]).await.unwrap();
    assert_eq!(stage.stranger().await["found"], false);
    assert_eq!(stage.office.asked_about("nora.lind@quill.example"), 1);
    // The verdict of a single check is used by a search, too.
    let checked = "orla.lind@quill.example";
    stage.account.post("/v1/verify-email", json!({ "email": checked })).await.ok();
    let orla = json!({ "fullName": "Orla Lind", "domain": QUILL });
    assert_eq!(stage.ask(orla).await["reason"], "mailbox_not_found");
    assert_eq!(stage.office.asked_about(checked), 1);
}

#[tokio::test]
async fn candidates_that_were_refused_are_never_asked_about_again() {
    let stage = Stage::start().await;
    let nora = json!({ "firstName": "Nora", "lastName": "Lind", "domain": QUILL, "explain": true });
    let answer = stage.ask(nora.clone()).await;
    assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!("mailbox_not_found")));
    let candidates = answer["explain"]["candidates"].as_array().unwrap();
    let refused: Vec<&str> = candidates.iter().map(|tried| tried["address"].as_str().unwrap()).collect();
    assert!(refused.len() > 2, "{answer}");
    for address in &refused {
        let verdict =
            stage.account.post("/v1/verify-email", json!({ "email": address, "explain": true })).await.ok();
        assert_eq!(verdict["reason"], "mailbox_not_found");
        let steps = verdict["explain"]["conversation"].as_array().unwrap().iter().map(|one| &one["step"]);
        assert_eq!(
            steps.filter(|step| **step == "RCPT").count(),
            1,
            "it tells of this address alone: {verdict}"
        );
    }
    stage.employ("Nora Lind").await;
    assert_eq!(stage.ask(nora).await["found"], false);
    for address in &refused {
        assert_eq!(stage.office.asked_about(address), 1, "{address}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn simultaneous_searches_ask_the_mail_server_once() {
    let stage = std::sync::Arc::new(Stage::start().await);
    stage.office.open("nora.lind@quill.example");
    let calls: Vec<_> = (0..32)
        .map(|_| {
            let stage = stage.clone();
            tokio::spawn(async move { stage.stranger().await })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap()["email"], "nora.lind@quill.example");
    }
    assert_eq!(stage.office.asked_about("nora.lind@quill.example"), 1);
}

#[tokio::test]
async fn the_company_may_be_named_as_in_other_endpoints() {
    let stage = Stage::start().await;
    stage.office.open("nora.lind@quill.example");
    let answer = stage.ask(json!({ "fullName": "Nora Lind", "company_domain": QUILL })).await;
    assert_eq!(answer["email"], "nora.lind@quill.example");
    let both = json!({ "fullName": "Nora Lind", "domain": "www.quill.example", "company_domain": QUILL });
    assert_eq!(stage.ask(both).await["found"], true);
}

#[tokio::test]
async fn a_server_that_cannot_be_asked_is_asked_again_later() {
    let stage = Stage::start().await;
    stage.office.open("nora.lind@quill.example");
    for (manner, reason) in [(Manner::Down, "temporary_failure"), (Manner::Greylisting, "greylisted")] {
        stage.office.behave(QUILL, manner);
        stage.server.wait(DAY);
        let answer = stage.stranger().await;
        assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!(reason)));
        assert_eq!(answer["cost"]["credits"], 0);
        let wait = answer["retry_after_seconds"].as_i64().unwrap();
        let asked = stage.asked_in_the_end().await;
        stage.server.wait(wait - 1);
        assert_eq!(stage.stranger().await["found"], false);
        assert_eq!(stage.office.asked(), asked);
    }
    stage.office.behave(QUILL, Manner::Normal);
    stage.server.wait(1);
    assert_eq!(stage.stranger().await["email"], "nora.lind@quill.example");
}

#[tokio::test]
async fn an_unchecked_address_is_marked_as_such_when_no_mail_server_can_be_asked() {
    let stage = Stage::start().await;
    stage.server.store.ingest(vec![person_at("Ada Berg", "a.berg@quill.example", QUILL)]).await.unwrap();
    stage.office.behave(QUILL, Manner::Down);
    let request = json!({ "firstName": "Ada", "lastName": "Berg", "domain": QUILL });
    let answer = stage.ask(request.clone()).await;
    assert_eq!(
        (&answer["email"], &answer["email_verified"]),
        (&json!("a.berg@quill.example"), &json!(false))
    );
    assert_eq!(answer.get("last_validated_at"), None);
    assert!(answer["confidence"].as_f64().unwrap() < 0.75);
    stage.office.behave(QUILL, Manner::Normal);
    stage.office.open("a.berg@quill.example");
    stage.server.wait(answer["retry_after_seconds"].as_i64().unwrap());
    // The server asks again by itself, too, and a call meanwhile is told to wait.
    stage.server.run_due().await;
    assert_eq!(stage.ask(request).await["email_verified"], true);
}

#[tokio::test]
async fn an_address_at_a_former_employer_is_answered_only_when_it_is_proven() {
    let stage = Stage::start().await;
    stage.server.store.ingest(vec![moved(JONAS, "Jonas Weber", QUILL, HARBOR)]).await.unwrap();
    let at_quill = json!({ "firstName": "Jonas", "lastName": "Weber", "domain": QUILL });
    stage.office.behave(QUILL, Manner::CatchAll);
    stage.turn_to(31, 0);
    assert_eq!(stage.ask(at_quill).await["found"], false);
    stage.office.open("jonas.weber@harbor.example");
    let now_at_harbor = stage.ask(json!({ "networkUrl": JONAS })).await;
    assert_eq!(now_at_harbor["email"], "jonas.weber@harbor.example");
}

#[tokio::test]
async fn no_business_address_is_searched_at_a_free_provider() {
    let stage = Stage::start().await;
    let request = json!({ "firstName": "Nora", "lastName": "Lind", "domain": "gmail.com" });
    let answer = stage.ask(request).await;
    assert_eq!((&answer["found"], stage.office.asked()), (&json!(false), 0));
}

#[tokio::test]
async fn an_unknown_profile_is_not_found() {
    let stage = Stage::start().await;
    let request = json!({ "networkUrl": "https://network.example/in/nobody-at-all" });
    let answer = stage.ask(request).await;
    assert_eq!(answer["found"], false);
    assert_eq!(answer["cost"], json!({ "credits": 0, "balance_remaining": 100 }));
}

#[tokio::test]
async fn a_preview_asks_no_source_and_reveals_nothing() {
    let stage = Stage::start().await;
    let request = json!({ "networkUrl": KATHERINE, "preview": true });
    let answer = stage.ask(request).await;
    assert_eq!(answer["would_cost"]["max_credits"], 2);
    assert_eq!(answer.get("email"), None);
    assert_eq!(stage.office.asked(), 0);
}

#[tokio::test]
async fn faulty_requests_are_told_what_is_missing() {
    let stage = Stage::start().await;
    for (request, expected) in [
        (json!({}), vec![": missing_identifier"]),
        (json!({ "kind": "network", "domain": QUILL }), vec!["/networkUrl: required"]),
        (json!({ "kind": "name", "networkUrl": JONAS }), vec!["/firstName: required"]),
        (json!({ "firstName": "Nora" }), vec!["/domain: required", "/lastName: required"]),
        (json!({ "firstName": "Nora", "lastName": "Lind" }), vec!["/domain: required"]),
        (json!({ "firstName": "!", "lastName": "?", "domain": QUILL }), vec!["/firstName: invalid_value"]),
        (json!({ "networkUrl": JONAS, "companyDomain": QUILL }), vec!["/companyDomain: unknown_field"]),
        (
            json!({ "fullName": "Nora Lind", "domain": QUILL, "company_domain": HARBOR }),
            vec!["/company_domain: invalid_value"],
        ),
        (json!({ "kind": "email", "networkUrl": JONAS }), vec!["/kind: not_one_of"]),
    ] {
        let problem = stage.account.post(PATH, request.clone()).await;
        let code = if expected[0].ends_with("unknown_field") { "unknown_field" } else { "invalid_request" };
        assert_eq!(faults(&problem.problem(422, code)), expected, "{request}");
    }
}

#[tokio::test]
async fn a_search_that_was_put_off_goes_on_by_itself_and_is_read_by_the_next_call() {
    for is_there in [true, false] {
        let stage = Stage::start().await;
        if is_there {
            stage.office.open("nora.lind@quill.example");
        }
        stage.office.behave(QUILL, Manner::Greylisting);
        let first = stage.stranger().await;
        assert_eq!((&first["found"], &first["reason"]), (&json!(false), &json!("greylisted")));
        stage.office.behave(QUILL, Manner::Normal);
        stage.server.wait(60);
        stage.server.app.engine.work_due(stage.server.now()).await.unwrap();
        let asked = stage.asked_in_the_end().await;
        let answer = stage.stranger().await;
        assert_eq!(answer["found"], is_there, "{answer}");
        assert_eq!(stage.office.asked(), asked, "the result was there already");
        let price = if is_there { 2 } else { 0 };
        assert_eq!(stage.server.balance(&stage.account), Credits::whole(100 - price));
    }
}
