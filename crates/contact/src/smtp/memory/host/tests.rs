//! Back-offs, the budget of refused recipients, and what other processes know.

use super::*;

const BUDGET: usize = 3;
const DOMAIN: &str = "acme.example";

fn key(port: u16) -> HostKey {
    HostKey { exit: 0, address: ([127, 0, 0, 1], port).into() }
}

fn wait_of(closed: Closed) -> Duration {
    match closed.answer {
        ReplyClass::Later(_, Some(wait)) => wait,
        other => panic!("no wait in {other:?}"),
    }
}

#[tokio::test]
async fn a_back_off_grows_with_each_failed_trial_and_ends_with_an_answer() {
    let memory = HostMemory::default();
    let refused = ReplyClass::Refused(Reason::RefusedNetwork);
    let mut now = Instant::now();
    let mut waits = Vec::new();
    for _ in 0..5 {
        memory.failed(key(1), FailedStep::BeforeRecipient, refused, now);
        let wait = wait_of(memory.admit(key(1), DOMAIN, 0, now).unwrap_err());
        waits.push(wait.as_secs() / 60);
        now += wait;
        assert_eq!(memory.admit(key(1), DOMAIN, 0, now), Ok(()), "one trial is admitted");
        assert!(memory.admit(key(1), DOMAIN, 0, now).is_err(), "and no other beside it");
    }
    assert_eq!(waits, [30, 60, 120, 240, 240]);
    memory.answered(key(1), DOMAIN, now);
    assert_eq!(memory.admit(key(1), DOMAIN, 0, now), Ok(()));
    assert_eq!(memory.admit(key(2), DOMAIN, 0, now), Ok(()), "another server is not concerned");
}

#[tokio::test]
async fn a_server_that_answered_lately_may_fail_twice() {
    let memory = HostMemory::default();
    let dropped = ReplyClass::Later(Reason::ConnectionDropped, None);
    let now = Instant::now();
    memory.answered(key(1), DOMAIN, now);
    for failures in 1..=3 {
        memory.failed(key(1), FailedStep::BeforeRecipient, dropped, now);
        assert_eq!(memory.admit(key(1), DOMAIN, 0, now).is_err(), failures == 3);
    }
}

#[tokio::test]
async fn a_refusal_of_one_recipient_beside_an_accepted_one_closes_nothing() {
    let memory = HostMemory::default();
    let now = Instant::now();
    let step = FailedStep::Recipient { domain: DOMAIN, accepted_any: true };
    memory.failed(key(1), step, ReplyClass::Refused(Reason::RefusedNetwork), now);
    assert_eq!(memory.admit(key(1), DOMAIN, 0, now), Ok(()));
    memory.failed(key(1), step, ReplyClass::Later(Reason::RateLimited, None), now);
    assert!(!memory.admit(key(1), DOMAIN, 0, now).unwrap_err().may_fail_over);
}

#[tokio::test]
async fn a_domain_that_refuses_us_does_not_close_the_server_for_others() {
    let memory = HostMemory::default();
    let (now, refused) = (Instant::now(), ReplyClass::Refused(Reason::RefusedNetwork));
    let step = |domain| FailedStep::Recipient { domain, accepted_any: false };
    for domain in ["one.example", "two.example"] {
        memory.failed(key(1), step(domain), refused, now);
        assert!(memory.admit(key(1), domain, 0, now).is_err());
        assert_eq!(memory.admit(key(1), DOMAIN, 0, now), Ok(()));
    }
    memory.answered(key(1), DOMAIN, now);
    assert!(memory.admit(key(1), "one.example", 0, now).is_err());
    memory.failed(key(1), step("three.example"), refused, now);
    assert!(memory.admit(key(1), DOMAIN, 0, now).is_err(), "three domains speak for the server");
}

#[tokio::test]
async fn the_budget_counts_refusals_and_is_free_again_after_an_hour() {
    let memory = HostMemory::default();
    let until = Instant::now() + Duration::from_secs(5);
    for _ in 0..BUDGET {
        // An accepted recipient gives its slot back.
        drop(memory.reserve(key(1), BUDGET, until).await.ok());
        memory.reserve(key(1), BUDGET, until).await.ok().unwrap().used();
    }
    let used_up = memory.reserve(key(1), BUDGET, until).await.err();
    assert!(matches!(used_up, Some(ReplyClass::Later(Reason::RateLimited, Some(_)))), "{used_up:?}");
    let now = Instant::now();
    assert!(wait_of(memory.admit(key(1), DOMAIN, BUDGET, now).unwrap_err()) <= BUDGET_WINDOW);
    assert_eq!(memory.admit(key(1), DOMAIN, BUDGET, now + BUDGET_WINDOW), Ok(()));
}

#[tokio::test]
async fn what_one_process_learned_is_known_to_another() {
    let (one, other) = (HostMemory::default(), HostMemory::default());
    let (now, until) = (Instant::now(), Instant::now() + Duration::from_secs(5));
    for _ in 0..BUDGET {
        one.reserve(key(1), BUDGET, until).await.ok().unwrap().used();
    }
    one.failed(key(2), FailedStep::BeforeRecipient, ReplyClass::Refused(Reason::RefusedNetwork), now);
    let millis = 1_700_000_000_000;
    let pages = one.pages(TimeOfDay::at(millis), 10, |exit| exit.to_string());
    assert_eq!(pages.len(), 2);
    // Ten minutes later, twice, since nothing is counted double.
    for _ in 0..2 {
        let keyed = pages.iter().map(|page| (HostKey { exit: 0, address: page.address }, page));
        other.read_pages(keyed, TimeOfDay::at(millis + 600_000));
    }
    let wait = |memory: &HostMemory, port| wait_of(memory.admit(key(port), DOMAIN, BUDGET, now).unwrap_err());
    assert!(wait(&other, 1).as_secs().abs_diff(3_000) <= 2, "{:?}", wait(&other, 1));
    assert!(wait(&other, 2).as_secs().abs_diff(1_200) <= 2, "{:?}", wait(&other, 2));
    assert!(other.reserve(key(1), BUDGET, until).await.is_err());
    assert!(other.reserve(key(1), BUDGET + 1, until).await.is_ok());
    other.read_pages(std::iter::empty(), TimeOfDay::at(millis));
    assert_eq!(other.admit(key(1), DOMAIN, BUDGET, now), Ok(()));
}

#[tokio::test]
async fn recipients_in_flight_hold_slots_until_they_are_settled() {
    let memory = HostMemory::default();
    let until = Instant::now() + Duration::from_secs(5);
    let held = memory.reserve(key(1), 1, until).await.ok().unwrap();
    let (waited, ()) = tokio::join!(memory.reserve(key(1), 1, until), async {
        tokio::task::yield_now().await;
        drop(held);
    });
    assert!(waited.is_ok());
}
