//! A faulty vendor costs a question at most its timeout, and the next vendor is queried.

use std::time::Instant;

use sources::vendor::{Cost, VendorOutcome};

use crate::{
    lab::{Lab, Script, Scripted, redirect},
    vendors::{TIMEOUT, answer, in_order, miss, mobile, question, vendor, waterfall},
};

fn faults() -> Vec<(&'static str, Script, VendorOutcome)> {
    let truncated = b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"found\": tr".to_vec();
    let limited = b"HTTP/1.1 429 Slow\r\nretry-after: 30\r\ncontent-length: 0\r\n\r\n".to_vec();
    vec![
        ("slow", Script::Nothing, VendorOutcome::TimedOut),
        ("trickle", Script::Trickle, VendorOutcome::TimedOut),
        ("500", answer(500, "oops"), VendorOutcome::Failed),
        ("503 with a page", answer(503, "<html>down</html>"), VendorOutcome::Failed),
        ("429", Script::Bytes(limited), VendorOutcome::RateLimited),
        ("401", answer(401, "{}"), VendorOutcome::KeyRefused),
        ("402", answer(402, "{\"error\": \"no credit\"}"), VendorOutcome::KeyRefused),
        ("400", answer(400, "{}"), VendorOutcome::NotTaken),
        ("truncated", Script::BytesThenEnd(truncated), VendorOutcome::Failed),
        ("hang-up", Script::BytesThenEnd(Vec::new()), VendorOutcome::Failed),
        ("no HTTP", Script::BytesThenEnd(b"220 mail\r\n".to_vec()), VendorOutcome::Failed),
        ("no JSON", answer(200, "<html>hello</html>"), VendorOutcome::BadAnswer),
        (
            "another schema",
            answer(200, "{\"result\": {\"mobile\": \"+4917612345678\"}}"),
            VendorOutcome::BadAnswer,
        ),
        ("a list", answer(200, "[1, 2, 3]"), VendorOutcome::BadAnswer),
        ("an odd type", answer(200, "{\"found\": true, \"phone\": {\"a\": 1}}"), VendorOutcome::Miss),
        ("no number", answer(200, "{\"found\": true, \"phone\": \"call me\"}"), VendorOutcome::Miss),
        ("huge", Script::Endless, VendorOutcome::TooLarge),
        ("redirect", redirect("http://127.0.0.1:1/"), VendorOutcome::Redirected),
    ]
}

#[tokio::test]
async fn a_faulty_vendor_is_recorded_and_the_next_one_answers() {
    let lab = Lab::start().await;
    for (name, fault, outcome) in faults() {
        let bad = Scripted::start("127.0.0.2", move |_| fault.clone()).await;
        let good = Scripted::start("127.0.0.3", |_| mobile("+4917612345678")).await;
        let vendors = vec![vendor("bad", &bad, 1.0), vendor("good", &good, 0.5)];
        let waterfall = waterfall(&lab, vendors, in_order());
        let started = Instant::now();
        let gathered = waterfall.ask(question("ada")).await;
        assert!(started.elapsed() < TIMEOUT * 3, "{name} took {:?}", started.elapsed());
        let outcomes: Vec<VendorOutcome> = gathered.attempts.iter().map(|attempt| attempt.outcome).collect();
        assert_eq!(outcomes, [outcome, VendorOutcome::Hit], "{name}");
        assert_eq!(gathered.best().unwrap().provider, "good", "{name}");
        assert_eq!(gathered.attempts[1].cost, Cost(500_000), "{name}");
    }
}

#[tokio::test]
async fn when_every_vendor_fails_there_is_no_answer_and_no_cost() {
    let lab = Lab::start().await;
    let bad = Scripted::start("127.0.0.2", |_| answer(500, "")).await;
    let gathered = waterfall(&lab, vec![vendor("bad", &bad, 1.0)], in_order()).ask(question("ada")).await;
    assert!(gathered.nobody_answered() && gathered.best().is_none() && gathered.cost() == Cost(0));
    let honest = Scripted::start("127.0.0.3", |_| miss()).await;
    let vendors = vec![vendor("bad", &bad, 1.0), vendor("honest", &honest, 1.0)];
    let gathered = waterfall(&lab, vendors, in_order()).ask(question("ada")).await;
    assert!(!gathered.nobody_answered() && gathered.best().is_none());
}

#[tokio::test]
async fn a_question_ends_at_its_deadline_whatever_the_vendors_timeouts_are() {
    let lab = Lab::start().await;
    let slow = Scripted::start("127.0.0.2", |_| Script::Nothing).await;
    let plan = sources::waterfall::WaterfallPlan { deadline_ms: 150, ..in_order() };
    let vendors = vec![vendor("slow", &slow, 1.0), vendor("slower", &slow, 1.0)];
    let waterfall = waterfall(&lab, vendors, plan);
    let started = Instant::now();
    let gathered = waterfall.ask(question("ada")).await;
    assert!(started.elapsed() < TIMEOUT, "{:?}", started.elapsed());
    assert_eq!(gathered.attempts.len(), 1);
    assert_eq!(gathered.attempts[0].outcome, VendorOutcome::TimedOut);
}

#[tokio::test]
async fn a_temporary_failure_is_retried_within_the_timeout() {
    let lab = Lab::start().await;
    let count = std::sync::atomic::AtomicUsize::new(0);
    let flaky = Scripted::start("127.0.0.2", move |_| {
        match count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
            0 => answer(502, ""),
            _ => mobile("+4917612345678"),
        }
    })
    .await;
    let mut description = crate::vendors::description("flaky", &flaky, 1.0);
    description.limits.retries = 2;
    let vendor = sources::vendor::Vendor::new(description, sources::vendor::VendorSecret::new("k")).unwrap();
    let gathered = waterfall(&lab, vec![vendor], in_order()).ask(question("ada")).await;
    assert_eq!(gathered.attempts[0].outcome, VendorOutcome::Hit);
    assert_eq!(flaky.received().len(), 2);
}
