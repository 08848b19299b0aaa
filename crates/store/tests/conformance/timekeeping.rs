//! Time in the store: which columns move with the clock, what is kept of its jumps, and how a clock behaves.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use store::{
    Attempt, Clock, DeliveryVerdict, HOLD, JumpOutcome, NewEvent, NewWebhook, Observed, Store, StoreError,
    waits,
};

use crate::support::*;

const HOUR: SignedDuration = SignedDuration::from_hours(1);
const YEAR: SignedDuration = SignedDuration::from_hours(365 * 24);

/// Columns that hold a time and are not moved with the clock: dates of the calendar, and times at which something
/// happened.
const FACTS: &[&str] = &[
    "account.closed_at",
    "account.created_at",
    "account.trial_ends_at",
    "api_key.created_at",
    "api_key.expires_at",
    "api_key.last_used_at",
    "api_key.revoked_at",
    "bulk_job.created_at",
    "bulk_job.finished_at",
    "bulk_job.started_at",
    "charged_item.at",
    "claim.observed_at",
    "claim.repeated_at",
    "clock_jump.at",
    "clock_jump.ended_at",
    "clock_time.newest",
    "contact_bought.at",
    "contact_search.asked_at",
    "delivery.at",
    "delivery.finished_at",
    "delivery_attempt.at",
    "engagement.at",
    "history.at",
    "import_position.at",
    "kept_document.at",
    // By the clock of the database.
    "key_claim.lease_until",
    "late_verdict.asked_at",
    "ledger.at",
    "monthly_credit.next_at",
    // By the clock of the database.
    "node.behind_since",
    "node.seen_at",
    "node.started_at",
    "operator_act.at",
    "person_seen.first_at",
    "person_seen.last_at",
    "privacy_request.created_at",
    "privacy_request.decided_at",
    "rate_bucket.counted_at",
    "recheck.asked_at",
    // Counted without the times that were skipped.
    "reply.at",
    "saved_icp.created_at",
    "saved_icp.last_run_at",
    "session.created_at",
    "signal.at",
    "subject_moved.at",
    "signal.observed_at",
    "subject.first_seen_at",
    "suppression.created_at",
    "task_lease.lease_until",
    "verification.validated_at",
    "watch_list.created_at",
    "watch_list.last_run_at",
    "watch_list.updated_at",
    "watch_match.at",
    "watching.resting_since",
    "webhook.created_at",
    "webhook.updated_at",
];

#[test]
fn of_every_column_that_holds_a_time_it_is_decided_whether_it_moves_with_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    drop(Store::open(folder.path()).unwrap());
    let database = crate::support::open_files(folder.path());
    let mut statement = database
        .prepare(
            "SELECT m.name || '.' || c.name FROM (SELECT * FROM main.sqlite_master UNION ALL SELECT * FROM records.sqlite_master) m,
                    pragma_table_info(m.name) c
             WHERE m.type = 'table' AND (c.name = 'at' OR c.name = 'newest' OR c.name LIKE '%\\_at' ESCAPE '\\'
               OR c.name LIKE '%until' OR c.name LIKE '%due' OR c.name LIKE '%since')",
        )
        .unwrap();
    let found = statement.query_map([], |row| row.get(0)).unwrap();
    let found: BTreeSet<String> = found.map(Result::unwrap).collect();
    let decided: BTreeSet<String> = waits().chain(FACTS.iter().copied()).map(str::to_owned).collect();
    assert_eq!(decided, found, "add a new time to WAITS of timekeeping.rs, or to the facts here");
}

#[test]
fn a_clock_goes_on_when_the_wall_clock_jumps_and_follows_it_once_it_has_held() {
    for by in [-HOUR * 2, HOUR * 26, YEAR, -YEAR] {
        let clock = Clock::manual(start());
        clock.set_wall_by(by);
        assert_eq!(clock.observe(), Observed::Jumped(by));
        clock.advance(SignedDuration::from_secs(59));
        assert_eq!((clock.observe(), clock.now()), (Observed::Nothing, second(59)));
        clock.set_wall_by(-by);
        assert_eq!((clock.observe(), clock.now()), (Observed::Returned, second(59)));
        clock.set_wall_by(by);
        assert_eq!(clock.observe(), Observed::Jumped(by));
        clock.advance(HOLD - SignedDuration::from_secs(1));
        assert_eq!(clock.observe(), Observed::Nothing);
        clock.advance(SignedDuration::from_secs(1));
        assert_eq!(clock.observe(), Observed::Held(by));
        clock.adopt(by);
        assert_eq!((clock.observe(), clock.now()), (Observed::Nothing, second(59 + 600) + by));
    }
}

#[test]
fn small_drift_is_followed_without_a_word() {
    let clock = Clock::manual(start());
    clock.set_wall_by(SignedDuration::from_secs(2));
    for _ in 0..40 {
        clock.advance(SignedDuration::from_secs(1));
        assert_eq!(clock.observe(), Observed::Nothing);
    }
    assert_eq!(clock.now(), second(42));
}

#[test]
fn a_wall_clock_that_jumps_to_and_fro_is_adopted_only_where_it_stays() {
    let clock = Clock::manual(start());
    for _ in 0..20 {
        for by in [HOUR, -HOUR] {
            clock.set_wall_by(by);
            clock.observe();
            clock.advance(SignedDuration::from_mins(5));
            assert!(!matches!(clock.observe(), Observed::Held(_)));
        }
    }
    assert_eq!(clock.now(), second(200 * 60));
}

#[test]
fn a_start_behind_the_newest_time_goes_on_from_there() {
    let clock = Clock::manual_from(start(), Some(start() + YEAR));
    assert_eq!(clock.now(), start() + YEAR);
    assert!(clock.is_settled());
    assert_eq!(clock.observe(), Observed::Jumped(-YEAR));
    clock.advance(HOLD);
    assert_eq!(clock.observe(), Observed::Held(-YEAR));
}

#[test]
fn a_start_long_after_the_newest_time_waits_before_time_is_settled() {
    let clock = Clock::manual_from(start() + YEAR, Some(start()));
    assert_eq!((clock.now(), clock.is_settled()), (start() + YEAR, false));
    clock.advance(HOLD);
    assert!(clock.is_settled());
    assert!(Clock::manual_from(start() + SignedDuration::from_mins(30), Some(start())).is_settled());
    assert!(Clock::manual_from(start(), None).is_settled());
}

#[test]
fn jumps_are_kept_with_how_they_ended() {
    on_every_engine(async |store| {
        assert_eq!((store.newest_time().unwrap(), store.clock_jumps(10).unwrap()), (None, vec![]));
        store.note_time(second(1)).await.unwrap();
        store.note_clock_jump(-HOUR, second(2)).await.unwrap();
        store.note_clock_return(second(3)).await.unwrap();
        store.note_clock_jump(YEAR, second(4)).await.unwrap();
        store.adopt_clock_jump(YEAR, second(5)).await.unwrap();
        store.note_clock_jump(HOUR, second(6)).await.unwrap();
        let jumps: Vec<_> = store.clock_jumps(10).unwrap();
        let listed: Vec<_> = jumps.iter().map(|jump| (jump.by_seconds, jump.outcome)).collect();
        let (hour, year) = (3_600, 365 * 24 * 3_600);
        assert_eq!(
            listed,
            [(hour, JumpOutcome::Pending), (year, JumpOutcome::Adopted), (-hour, JumpOutcome::Returned)]
        );
        assert_eq!(store.newest_time().unwrap(), Some(second(5) + YEAR));
        for number in 0..150 {
            store.note_clock_jump(HOUR, second(number)).await.unwrap();
        }
        assert_eq!(store.clock_jumps(1_000).unwrap().len(), 100, "what is kept is bounded");
    });
}

#[test]
fn a_lease_and_a_retry_wait_as_long_as_before_when_a_jump_back_is_adopted() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let new = NewWebhook {
            id: "wh_1".into(),
            url: "http://receiver.example/".into(),
            is_chosen: false,
            events: None,
            secret: "s".into(),
        };
        store.ensure_webhook(&"acc_ada".into(), new, start(), start()).await.unwrap();
        let mut settled = call("ada", "req_1", thousandths(0));
        let event = |subject: &str| {
            store::Effect::Event(Box::new(NewEvent {
                webhook: "wh_1".into(),
                kind: store::EventKind::WebhookTest,
                subject: subject.into(),
                data: serde_json::json!({}),
            }))
        };
        settled.effects = vec![event("one"), event("two")];
        done(&store, settled).await;
        let taken = store.take_deliveries("dead", 2, 2, second(1), second(11)).await.unwrap().deliveries;
        let attempt = Attempt {
            at: second(2),
            latency_us: 1,
            status: Some(500),
            error: None,
            request: String::new(),
            answer: None,
            verdict: DeliveryVerdict::Retry(second(302)),
        };
        store.record_attempt(&taken[1], attempt).await.unwrap();
        store.adopt_clock_jump(-YEAR, second(3)).await.unwrap();
        let take = async |seconds| {
            let now = second(seconds) - YEAR;
            store.take_deliveries("alive", 2, 2, now, now + HOUR).await.unwrap().deliveries
        };
        assert!(take(10).await.is_empty(), "the lease holds");
        let again = take(11).await;
        assert_eq!(again.iter().map(|one| one.no).collect::<Vec<_>>(), [taken[0].no]);
        let late = Attempt {
            at: second(12),
            latency_us: 1,
            status: Some(200),
            error: None,
            request: String::new(),
            answer: None,
            verdict: DeliveryVerdict::Delivered,
        };
        let lost = store.record_attempt(&taken[0], late).await;
        assert!(matches!(lost, Err(StoreError::LeaseLost)));
        assert!(take(301).await.is_empty());
        assert_eq!(take(302).await.len(), 1, "the retry waits no longer than it did");
    });
}

#[test]
fn a_reply_is_kept_for_a_day_of_the_servers_own_time() {
    on_every_engine(async |store| {
        for by in [HOUR * 26, -YEAR] {
            let name = format!("a{}", by.as_hours().unsigned_abs());
            account(&store, &name, 5).await;
            let mut settlement = call(&name, &format!("req_{name}"), thousandths(1_000));
            settlement.reply = Some(reply_key("order", "body"));
            done(&store, settlement).await;
            store.adopt_clock_jump(by, second(2)).await.unwrap();
            let kept = |seconds| store.reply(&format!("acc_{name}"), "order", second(seconds) + by).unwrap();
            assert!(kept(3).is_some() && kept(23 * 3_600).is_some());
            assert!(kept(25 * 3_600).is_none());
        }
    });
}

#[test]
fn a_reply_outlives_a_long_absence() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        store.note_start(start()).await.unwrap();
        let mut settlement = call("ada", "req_1", thousandths(1_000));
        settlement.reply = Some(reply_key("order", "body"));
        done(&store, settlement).await;
        store.note_time(second(60)).await.unwrap();
        let back = second(60) + HOUR * 24 * 30;
        store.note_start(back).await.unwrap();
        assert!(store.reply("acc_ada", "order", back + HOUR * 23).unwrap().is_some());
        assert!(store.charged_reply(&"acc_ada".into(), "req_1", back + HOUR * 25).unwrap().is_none());
        // An hour away is time like any other.
        store.note_time(back + HOUR * 23).await.unwrap();
        store.note_start(back + HOUR * 24).await.unwrap();
        assert!(store.reply("acc_ada", "order", back + HOUR * 24).unwrap().is_none());
    });
}
