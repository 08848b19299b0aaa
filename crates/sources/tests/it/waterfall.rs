//! Order of the vendors, stop rules, budget, circuit breaker and miss cache.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use records::Facts;
use sources::{
    vendor::{Cost, Fact, VendorOutcome},
    waterfall::{BreakerLimits, Plans, StopRule, Waterfall, WaterfallPlan, WaterfallResult},
};

use crate::{
    lab::{Lab, Script, Scripted},
    vendors::{TIMEOUT, answer, in_order, miss, mobile, question, vendor, waterfall},
};

const NUMBER: &str = "+4917612345678";
const OTHER: &str = "+4917687654321";

fn log(gathered: &WaterfallResult) -> Vec<(&str, VendorOutcome)> {
    gathered.attempts.iter().map(|attempt| (attempt.provider.as_str(), attempt.outcome)).collect()
}

#[tokio::test]
async fn vendors_are_queried_in_order_until_one_has_the_fact() {
    let lab = Lab::start().await;
    let first = Scripted::start("127.0.0.2", |_| miss()).await;
    let second = Scripted::start("127.0.0.3", |_| mobile(NUMBER)).await;
    let third = Scripted::start("127.0.0.4", |_| mobile(OTHER)).await;
    let vendors =
        vec![vendor("third", &third, 1.0), vendor("second", &second, 0.5), vendor("first", &first, 1.0)];
    let order = vec!["first".into(), "second".into(), "third".into()];
    let waterfall = waterfall(&lab, vendors, WaterfallPlan { order, ..in_order() });
    let gathered = waterfall.ask(question("ada")).await;
    assert_eq!(log(&gathered), [("first", VendorOutcome::Miss), ("second", VendorOutcome::Hit)]);
    assert_eq!(gathered.cost(), Cost(500_000), "a miss costs nothing where matches are charged");
    assert!(first.received()[0].contains("GET /mobile?profile=https%3A%2F%2Fnetwork.example%2Fin%2Fada"));
    assert!(first.received()[0].to_lowercase().contains("authorization: bearer secret-key"));
    assert!(third.received().is_empty());
}

#[tokio::test]
async fn answers_become_claims_with_the_vendor_as_source() {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| mobile("0049 176 12345678")).await;
    let waterfall = waterfall(&lab, vec![vendor("acme", &server, 1.0)], in_order());
    let claims = waterfall.ask(question("ada")).await.claims("2026-11-01T00:00:00Z".parse().unwrap());
    let Facts::Person(facts) = &claims[0].facts else { panic!("no person") };
    assert_eq!((claims[0].source.as_str(), facts.phones[0].number.as_str()), ("acme", NUMBER));
    assert_eq!(facts.full_name.as_deref(), Some("Ada Brandt"));
    assert_eq!(facts.network_url.as_deref(), Some("https://network.example/in/ada"));
    assert!(!claims[0].reference.contains("ada"), "{}", claims[0].reference);
}

#[tokio::test]
async fn a_plan_may_require_confirmation_by_a_second_vendor() {
    let lab = Lab::start().await;
    let one = Scripted::start("127.0.0.2", |_| mobile(OTHER)).await;
    let two = Scripted::start("127.0.0.3", |_| mobile(NUMBER)).await;
    let three = Scripted::start("127.0.0.4", |_| mobile(NUMBER)).await;
    let four = Scripted::start("127.0.0.5", |_| mobile(OTHER)).await;
    let vendors = [("one", &one), ("two", &two), ("three", &three), ("four", &four)];
    let vendors = vendors.map(|(name, server)| vendor(name, server, 0.1)).into();
    let plan = WaterfallPlan { stop: Some(StopRule::Confirmed), ..in_order() };
    let gathered = waterfall(&lab, vendors, plan).ask(question("ada")).await;
    assert_eq!(gathered.attempts.len(), 3);
    assert_eq!(gathered.best().unwrap().answer.value(Fact::Mobile), Some(NUMBER));
}

#[tokio::test]
async fn a_vendor_whose_price_exceeds_the_budget_is_skipped() {
    let lab = Lab::start().await;
    let expensive = Scripted::start("127.0.0.2", |_| mobile(OTHER)).await;
    let cheap = Scripted::start("127.0.0.3", |_| mobile(NUMBER)).await;
    let vendors = vec![vendor("expensive", &expensive, 0.9), vendor("cheap", &cheap, 0.2)];
    let plan = WaterfallPlan { budget: Cost(500_000), ..in_order() };
    let gathered = waterfall(&lab, vendors, plan).ask(question("ada")).await;
    assert_eq!(log(&gathered), [("expensive", VendorOutcome::OverBudget), ("cheap", VendorOutcome::Hit)]);
    assert!(expensive.received().is_empty());
}

#[tokio::test]
async fn misses_are_cached_and_concurrent_equal_questions_share_one_request() {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| miss()).await;
    let waterfall = waterfall(&lab, vec![vendor("acme", &server, 1.0)], in_order());
    let concurrent = futures_util::future::join_all((0..20).map(|_| waterfall.ask(question("ada")))).await;
    assert!(concurrent.iter().all(|gathered| log(gathered) == [("acme", VendorOutcome::Miss)]));
    assert_eq!(server.received().len(), 1);
    let later = waterfall.ask(question("ada")).await;
    assert_eq!(log(&later), [("acme", VendorOutcome::KnownMiss)]);
    assert!(!later.nobody_answered());
    waterfall.ask(question("grace")).await;
    assert_eq!(server.received().len(), 2);
}

#[tokio::test]
async fn a_caller_that_stops_waiting_does_not_block_the_next_one() {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| mobile(NUMBER)).await;
    let waterfall = waterfall(&lab, vec![vendor("acme", &server, 1.0)], in_order());
    let first = waterfall.ask(question("ada"));
    let impatient = tokio::time::timeout(Duration::ZERO, first);
    assert!(impatient.await.is_err());
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(waterfall.ask(question("ada")).await.best().is_some());
}

#[tokio::test]
async fn with_hedging_a_slow_vendor_is_overtaken() {
    let lab = Lab::start().await;
    let slow = Scripted::start("127.0.0.2", |_| Script::Nothing).await;
    let fast = Scripted::start("127.0.0.3", |_| mobile(NUMBER)).await;
    let vendors = vec![vendor("slow", &slow, 1.0), vendor("fast", &fast, 0.5)];
    let plan = WaterfallPlan { hedge_after_ms: 40, ..in_order() };
    let waterfall = waterfall(&lab, vendors, plan);
    let started = Instant::now();
    let gathered = waterfall.ask(question("ada")).await;
    assert!(started.elapsed() < TIMEOUT, "{:?}", started.elapsed());
    assert_eq!(log(&gathered), [("slow", VendorOutcome::Overtaken), ("fast", VendorOutcome::Hit)]);
    assert_eq!(gathered.cost(), Cost(1_500_000), "the slow one may charge nonetheless");
    let [slow, fast] = &gathered.attempts[..] else { panic!("{gathered:?}") };
    assert!(slow.started_ms < fast.started_ms && fast.started_ms >= 40, "{gathered:?}");
    assert!(slow.started_ms + slow.latency_ms >= fast.started_ms, "both were asked at once: {gathered:?}");
}

#[tokio::test]
async fn a_failing_vendor_is_skipped_and_retried_after_a_pause() {
    let lab = Lab::start().await;
    let count = AtomicUsize::new(0);
    let failing = Scripted::start("127.0.0.2", move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0..3 => answer(500, ""),
        _ => mobile(NUMBER),
    })
    .await;
    let breaker =
        BreakerLimits { failures: 3, pause: Duration::from_millis(150), ..BreakerLimits::default() };
    let plans = Plans([(Fact::Mobile, in_order())].into());
    let client = lab.client(&["127.0.0.0/8"]);
    let waterfall = Waterfall::new(client, vec![vendor("failing", &failing, 1.0)], plans, breaker, 7);
    for _ in 0..5 {
        waterfall.ask(question("ada")).await;
    }
    assert_eq!(failing.received().len(), 3);
    let health = &waterfall.health()[0];
    assert!(health.left_alone.is_some() && health.outcomes["failed"] == 3, "{health:?}");
    tokio::time::sleep(Duration::from_millis(160)).await;
    assert!(waterfall.ask(question("ada")).await.best().is_some());
    assert!(waterfall.health()[0].left_alone.is_none());
}

#[tokio::test]
async fn a_pause_requested_by_a_vendor_is_respected() {
    let lab = Lab::start().await;
    let limited = b"HTTP/1.1 429 Slow\r\nretry-after: 30\r\ncontent-length: 0\r\n\r\n".to_vec();
    let busy = Scripted::start("127.0.0.2", move |_| Script::Bytes(limited.clone())).await;
    let waterfall = waterfall(&lab, vec![vendor("busy", &busy, 1.0)], in_order());
    assert_eq!(log(&*waterfall.ask(question("ada")).await), [("busy", VendorOutcome::RateLimited)]);
    assert_eq!(log(&*waterfall.ask(question("ada")).await), [("busy", VendorOutcome::LeftAlone)]);
    assert_eq!(busy.received().len(), 1);
}

#[tokio::test]
async fn the_order_follows_the_hit_rates_and_a_few_questions_explore() {
    let lab = Lab::start().await;
    let poor = Scripted::start("127.0.0.2", |_| miss()).await;
    let good = Scripted::start("127.0.0.3", |_| mobile(NUMBER)).await;
    let vendors = vec![vendor("poor", &poor, 0.1), vendor("good", &good, 0.1)];
    let plan = WaterfallPlan { adaptive: true, explore_percent: 10, ..in_order() };
    let waterfall = waterfall(&lab, vendors, plan);
    for number in 0..100 {
        waterfall.ask(question(&format!("person-{number}"))).await;
    }
    assert_eq!(good.received().len(), 100);
    assert!((3..30).contains(&poor.received().len()), "{} questions tried the other", poor.received().len());
}

/// How many of 20 questions at a time a vendor of five requests a second was not asked, by one of so many nodes.
async fn turned_away_with(nodes: usize) -> usize {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| mobile(NUMBER)).await;
    let mut description = crate::vendors::description("acme", &server, 0.1);
    description.limits.requests_per_second = 5.0;
    let vendor = sources::vendor::Vendor::new(description, sources::vendor::VendorSecret::new("k")).unwrap();
    let waterfall = waterfall(&lab, vec![vendor], in_order());
    waterfall.share_among(nodes);
    let questions = (0..20).map(|number| waterfall.ask(question(&format!("person-{number}"))));
    let gathered = futures_util::future::join_all(questions).await;
    gathered.iter().filter(|gathered| log(gathered)[0].1 == VendorOutcome::Busy).count()
}

#[tokio::test]
async fn requests_beyond_a_vendor_s_rate_limit_are_not_sent() {
    let busy = turned_away_with(1).await;
    assert!((12..=15).contains(&busy), "{busy} were turned away");
}

#[tokio::test]
async fn a_node_keeps_to_its_share_of_a_vendor_s_rate_limit() {
    let busy = turned_away_with(5).await;
    assert!((18..=19).contains(&busy), "{busy} were turned away");
}
