//! The outbox: taken in order, a bounded number at a time, and finished only with the latest lease.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use store::{
    Attempt, DeliveryFilter, DeliveryStatus, DeliveryVerdict, NewEvent, NewWebhook, Sending, Store,
    StoreError, Webhook, WebhookStatus,
};

use crate::support::*;

const HOOK: &str = "wh_1";

pub async fn webhook(store: &Store, id: &str) -> Webhook {
    let new = NewWebhook {
        id: id.into(),
        url: format!("https://{id}.example/"),
        secret: "whsec_a".into(),
        is_chosen: false,
        events: None,
    };
    store.ensure_webhook(&"acc_ada".into(), new, second(100), start()).await.unwrap()
}

async fn file(store: &Store, webhook: &str, subject: &str, at: i64) {
    let event = NewEvent {
        webhook: webhook.into(),
        kind: store::EventKind::BulkCompleted,
        subject: subject.into(),
        data: json!({ "subject": subject }),
    };
    store.file_event(&"acc_ada".into(), event, second(at)).await.unwrap();
}

pub async fn take(store: &Store, room: usize, webhook_room: usize, at: i64) -> Vec<Sending> {
    let until = second(at) + SignedDuration::from_secs(10);
    store.take_deliveries("w", room, webhook_room, second(at), until).await.unwrap().deliveries
}

pub async fn record(
    store: &Store,
    sending: &Sending,
    at: Timestamp,
    verdict: DeliveryVerdict,
) -> Result<(), StoreError> {
    let attempt = Attempt {
        at,
        latency_us: 1_000,
        status: Some(200),
        error: None,
        request: "POST".into(),
        answer: Some("heard".into()),
        verdict,
    };
    store.record_attempt(sending, attempt).await
}

fn statuses(store: &Store) -> Vec<DeliveryStatus> {
    let all = store.deliveries(&"acc_ada".into(), &DeliveryFilter::default(), None, 100).unwrap();
    all.iter().rev().map(|delivery| delivery.status).collect()
}

#[test]
fn one_address_is_one_webhook_and_a_chosen_secret_replaces_the_one_before() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        let made = webhook(&store, HOOK).await;
        assert_eq!((made.secret.as_str(), made.status), ("whsec_a", WebhookStatus::Enabled));
        let again = NewWebhook {
            id: "wh_2".into(),
            url: made.url.clone(),
            secret: "whsec_b".into(),
            is_chosen: false,
            events: None,
        };
        assert_eq!(
            store.ensure_webhook(&"acc_ada".into(), again.clone(), second(9), second(1)).await.unwrap(),
            made
        );
        let chosen = NewWebhook { is_chosen: true, ..again };
        let changed = store.ensure_webhook(&"acc_ada".into(), chosen, second(9), second(1)).await.unwrap();
        assert_eq!((changed.id.as_str(), changed.secret.as_str()), (HOOK, "whsec_b"));
        file(&store, HOOK, "job", 2).await;
        assert_eq!(take(&store, 1, 1, 2).await[0].secrets, ["whsec_b", "whsec_a"]);
        assert_eq!(take(&store, 1, 1, 12).await[0].secrets, ["whsec_b"], "the old one has had its time");
    });
}

#[test]
fn of_one_subject_only_the_first_is_under_way() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        webhook(&store, HOOK).await;
        for subject in ["job_a", "job_a", "job_b"] {
            file(&store, HOOK, subject, 0).await;
        }
        let taken = take(&store, 10, 10, 0).await;
        assert_eq!(taken.len(), 2);
        assert!(take(&store, 10, 10, 1).await.is_empty());
        record(&store, &taken[0], second(1), DeliveryVerdict::Retry(second(60))).await.unwrap();
        assert!(take(&store, 10, 10, 2).await.is_empty(), "a failure does not let the next one pass");
        let again = take(&store, 10, 10, 60).await.remove(0);
        assert_eq!((again.id.as_str(), again.attempts), (taken[0].id.as_str(), 1));
        record(&store, &again, second(61), DeliveryVerdict::Delivered).await.unwrap();
        let next = take(&store, 10, 10, 61).await.remove(0);
        assert_ne!(next.id, again.id);
    });
}

#[test]
fn no_webhook_has_more_under_way_than_it_may_and_others_do_not_wait_for_it() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        webhook(&store, "wh_slow").await;
        webhook(&store, "wh_fast").await;
        for number in 0..20 {
            file(&store, "wh_slow", &format!("a{number}"), 0).await;
            file(&store, "wh_fast", &format!("b{number}"), 1).await;
        }
        let taken = take(&store, 10, 4, 1).await;
        let of = |hook: &str| taken.iter().filter(|sending| sending.webhook == hook).count();
        assert_eq!((of("wh_slow"), of("wh_fast")), (4, 4));
        let fast: Vec<&Sending> = taken.iter().filter(|sending| sending.webhook == "wh_fast").collect();
        record(&store, fast[0], second(1), DeliveryVerdict::Delivered).await.unwrap();
        let more = take(&store, 10, 4, 1).await;
        assert_eq!(more.iter().map(|sending| sending.webhook.as_str()).collect::<Vec<_>>(), ["wh_fast"]);
    });
}

#[test]
fn a_delivery_whose_sender_died_is_sent_again_and_the_dead_cannot_end_it() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        webhook(&store, HOOK).await;
        file(&store, HOOK, "job", 0).await;
        let dead = take(&store, 1, 1, 0).await.remove(0);
        assert!(take(&store, 1, 1, 9).await.is_empty());
        let alive = take(&store, 1, 1, 10).await.remove(0);
        assert_eq!((alive.id.as_str(), alive.body.as_slice()), (dead.id.as_str(), dead.body.as_slice()));
        let late = record(&store, &dead, second(10), DeliveryVerdict::Delivered).await;
        assert!(matches!(late, Err(StoreError::LeaseLost)), "{late:?}");
        record(&store, &alive, second(11), DeliveryVerdict::Delivered).await.unwrap();
        assert_eq!(statuses(&store), [DeliveryStatus::Delivered]);
    });
}

#[test]
fn one_that_is_gone_hears_nothing_more() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        webhook(&store, HOOK).await;
        for subject in ["a", "a", "b"] {
            file(&store, HOOK, subject, 0).await;
        }
        let first = take(&store, 1, 1, 0).await.remove(0);
        record(&store, &first, second(1), DeliveryVerdict::Gone).await.unwrap();
        file(&store, HOOK, "c", 2).await;
        assert_eq!(statuses(&store), [DeliveryStatus::GivenUp; 4]);
        assert!(take(&store, 10, 10, 3).await.is_empty());
        assert_eq!(store.webhook(&"acc_ada".into(), HOOK).unwrap().status, WebhookStatus::Gone);
        store.set_webhook_enabled(&"acc_ada".into(), HOOK, true, second(4)).await.unwrap();
        let again =
            store.redeliver_since(&"acc_ada".into(), None, start(), false, 10, second(4)).await.unwrap();
        assert_eq!(again, 4);
        let taken = take(&store, 10, 10, 4).await;
        assert_eq!(taken.len(), 3, "of the two about one subject, the second waits");
    });
}

#[test]
fn a_disabled_one_waits_and_is_told_once_enabled() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        webhook(&store, HOOK).await;
        store.set_webhook_enabled(&"acc_ada".into(), HOOK, false, second(0)).await.unwrap();
        file(&store, HOOK, "a", 0).await;
        assert!(take(&store, 10, 10, 5).await.is_empty());
        store.set_webhook_enabled(&"acc_ada".into(), HOOK, true, second(6)).await.unwrap();
        assert_eq!(take(&store, 10, 10, 6).await.len(), 1);
    });
}

#[test]
fn deliveries_are_paged_filtered_and_forgotten_in_time() {
    on_every_engine(async |store| {
        account(&store, "ada", 0).await;
        account(&store, "bob", 0).await;
        webhook(&store, HOOK).await;
        for number in 0..5 {
            file(&store, HOOK, &format!("s{number}"), number).await;
        }
        let sent = take(&store, 1, 1, 4).await.remove(0);
        record(&store, &sent, second(5), DeliveryVerdict::Delivered).await.unwrap();
        let page = store.deliveries(&"acc_ada".into(), &DeliveryFilter::default(), None, 2).unwrap();
        let rest =
            store.deliveries(&"acc_ada".into(), &DeliveryFilter::default(), Some(page[1].no), 10).unwrap();
        let subjects: Vec<_> = page.iter().chain(&rest).map(|delivery| delivery.subject.as_str()).collect();
        assert_eq!(subjects, ["s4", "s3", "s2", "s1", "s0"]);
        assert_eq!(rest[2].attempts.len(), 1);
        let filter = DeliveryFilter { status: Some(DeliveryStatus::Pending), webhook: None };
        assert_eq!(store.deliveries(&"acc_ada".into(), &filter, None, 10).unwrap().len(), 4);
        assert!(
            store.deliveries(&"acc_bob".into(), &DeliveryFilter::default(), None, 10).unwrap().is_empty()
        );
        assert!(store.redeliver(&"acc_bob".into(), &sent.id, second(6)).await.is_err());
        assert_eq!(store.forget_deliveries(second(6), 10).await.unwrap(), 1);
        store.delete_webhook(&"acc_ada".into(), HOOK, second(7)).await.unwrap();
        assert!(store.webhooks(&"acc_ada".into()).unwrap().is_empty());
        let kept = store.deliveries(&"acc_ada".into(), &DeliveryFilter::default(), None, 10).unwrap();
        assert!(kept.iter().all(|delivery| delivery.status == DeliveryStatus::GivenUp), "{kept:?}");
        let (_, body) = store.delivery(&"acc_ada".into(), &kept[0].id).unwrap();
        assert!(!body.is_empty(), "what was not sent can still be read");
        assert!(
            store.redeliver(&"acc_ada".into(), &kept[0].id, second(8)).await.is_err(),
            "no receiver accepts it"
        );
        assert_eq!(store.forget_deliveries(second(9), 10).await.unwrap(), 4);
        store.forget_deliveries(second(9), 10).await.unwrap();
        webhook(&store, HOOK).await;
        assert_eq!(store.webhooks(&"acc_ada".into()).unwrap().len(), 1);
    });
}

#[test]
fn an_event_that_has_no_receiver_is_not_charged() {
    let ends: [(&str, &str); 3] =
        [("webhook_deleted", "delete"), ("webhook_disabled", "disable"), ("webhook_gone", "410")];
    for (reason, end) in ends {
        on_every_engine(async |store| {
            account(&store, "ada", 5).await;
            webhook(&store, HOOK).await;
            match end {
                "delete" => drop(store.delete_webhook(&"acc_ada".into(), HOOK, second(1)).await.unwrap()),
                "disable" => {
                    store.set_webhook_enabled(&"acc_ada".into(), HOOK, false, second(1)).await.unwrap();
                }
                _ => {
                    file(&store, HOOK, "s", 1).await;
                    let sent = take(&store, 1, 1, 1).await.remove(0);
                    record(&store, &sent, second(2), DeliveryVerdict::Gone).await.unwrap();
                }
            }
            let event = NewEvent {
                webhook: HOOK.into(),
                kind: store::EventKind::WatchListMatched,
                subject: "wl_1".into(),
                data: json!({}),
            };
            let effects = vec![store::Effect::Event(Box::new(event))];
            let before = statuses(&store);
            let settled = store
                .settle(store::Settlement { effects, ..call("ada", "req_1", store::Credits::whole(2)) })
                .await;
            let Err(StoreError::NoReceiver(told)) = settled else { panic!("{end}: {settled:?}") };
            assert_eq!(told, reason);
            assert_eq!(store.balance(&"acc_ada".into()).unwrap(), store::Credits::whole(5), "{end}");
            assert!(store.history_row(&"acc_ada".into(), "req_1").unwrap().is_none(), "{end}");
            assert_eq!(statuses(&store), before, "{end}: no event was filed");
        });
    }
}
