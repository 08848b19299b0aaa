//! Bulk jobs: leased fairly, and finished once, only with the latest lease.

use std::collections::HashMap;

use jiff::SignedDuration;
use store::{
    AccountId, BulkChunk, BulkItemStatus, BulkLease, BulkOutcome, BulkStatus, Credits, Effect, GivenBack,
    NewBulkItem, NewBulkJob, Settled, Settlement, Store, StoreError,
};

use crate::support::*;

/// Submits a job of this many items for `acc_NAME`.
pub async fn submit(store: &Store, name: &str, job: &str, items: usize) {
    submit_with(store, name, job, items, None).await;
}

/// The same, with a webhook.
pub async fn submit_with(store: &Store, name: &str, job: &str, items: usize, webhook: Option<String>) {
    let item = |no: usize| NewBulkItem {
        reference: Some(format!("row {no}")),
        row: None,
        request: format!("{{\"no\":{no}}}").into_bytes(),
        about: Default::default(),
        faults: None,
    };
    let new = NewBulkJob {
        id: job.into(),
        endpoint: "bulk_enrich",
        webhook,
        items: (0..items).map(item).collect(),
    };
    store.submit_bulk_job(&format!("acc_{name}").into(), &"key_used".into(), new, second(1)).await.unwrap();
}

/// Takes up to `room` items as a worker whose lease lasts ten seconds.
pub async fn take(store: &Store, worker: &str, room: usize, at: i64) -> Vec<BulkChunk> {
    let until = second(at) + SignedDuration::from_secs(10);
    let taken = store.take_bulk_items(worker, room, room, HashMap::new(), second(at), until).await;
    taken.unwrap().chunks
}

pub fn outcome(job: &str, lease: &BulkLease, status: BulkItemStatus) -> BulkOutcome {
    BulkOutcome { job: job.into(), no: lease.no, fence: lease.fence, status, answer: Some(b"{}".to_vec()) }
}

/// Answers an item for a credit.
pub async fn settle(store: &Store, name: &str, job: &str, lease: &BulkLease) -> Result<Settled, StoreError> {
    let ended = outcome(job, lease, BulkItemStatus::Resolved);
    let request = format!("req_{job}_{}_{}", lease.no, lease.fence);
    let effects = vec![Effect::BulkItemAnswered(Box::new(ended))];
    store.settle(Settlement { effects, ..call(name, &request, Credits::whole(1)) }).await
}

#[test]
fn a_job_runs_from_queued_to_completed_with_exact_counts() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        submit(&store, "ada", "job_1", 3).await;
        let job = store.bulk_job(&"acc_ada".into(), "job_1").unwrap();
        assert_eq!((job.status, job.total, job.processed), (BulkStatus::Queued, 3, 0));
        let chunk = take(&store, "w", 10, 2).await.remove(0);
        assert_eq!((chunk.account_id.as_str(), chunk.items.len()), ("acc_ada", 3));
        assert_eq!(store.bulk_job(&"acc_ada".into(), "job_1").unwrap().status, BulkStatus::Running);
        assert!(take(&store, "w", 10, 2).await.is_empty(), "what is taken is not taken twice");
        for (number, lease) in chunk.items.iter().enumerate() {
            settle(&store, "ada", "job_1", lease).await.unwrap();
            let job = store.bulk_job(&"acc_ada".into(), "job_1").unwrap();
            assert_eq!((job.processed, job.credits), (number as u64 + 1, Credits::whole(number as i64 + 1)));
        }
        let job = store.bulk_job(&"acc_ada".into(), "job_1").unwrap();
        assert_eq!((job.status, job.resolved), (BulkStatus::Completed, 3));
        assert!(job.finished_at.is_some());
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(7));
        let items = store.bulk_items(&"acc_ada".into(), "job_1", 1, 10).unwrap();
        assert_eq!(items.iter().map(|item| item.no).collect::<Vec<_>>(), [1, 2]);
        assert_eq!((items[0].reference.as_deref(), items[0].credits), (Some("row 1"), Credits::whole(1)));
        assert!(store.audit().unwrap().findings.is_empty());
    });
}

#[test]
fn a_lease_that_was_lost_neither_charges_nor_finishes() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        submit(&store, "ada", "job_1", 1).await;
        let asleep = take(&store, "asleep", 1, 0).await.remove(0).items.remove(0);
        assert!(take(&store, "awake", 1, 9).await.is_empty());
        let awake = take(&store, "awake", 1, 10).await.remove(0).items.remove(0);
        assert!(awake.fence > asleep.fence);
        let late = settle(&store, "ada", "job_1", &asleep).await;
        assert!(matches!(late, Err(StoreError::LeaseLost)), "{late:?}");
        let ended = vec![outcome("job_1", &asleep, BulkItemStatus::Failed)];
        assert_eq!(store.end_bulk_items(ended, second(11)).await.unwrap(), 1);
        settle(&store, "ada", "job_1", &awake).await.unwrap();
        let twice = settle(&store, "ada", "job_1", &awake).await;
        assert!(matches!(twice, Err(StoreError::LeaseLost | StoreError::Duplicate(_))), "{twice:?}");
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(9));
        assert_eq!(store.history_summary(&"acc_ada".into(), &Default::default()).unwrap().resolved, 1);
    });
}

#[test]
fn a_lease_that_is_renewed_is_kept() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        submit(&store, "ada", "job_1", 1).await;
        let lease = take(&store, "w", 1, 0).await.remove(0).items.remove(0);
        store.renew_leases("w", second(30)).await.unwrap();
        assert!(take(&store, "other", 1, 29).await.is_empty());
        settle(&store, "ada", "job_1", &lease).await.unwrap();
    });
}

#[test]
fn what_is_given_back_can_be_taken_from_its_time_on() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        submit(&store, "ada", "job_1", 1).await;
        let lease = take(&store, "w", 1, 0).await.remove(0).items.remove(0);
        store
            .give_back_bulk_items("job_1", vec![(lease.no, lease.fence)], GivenBack::Unanswered, second(5))
            .await
            .unwrap();
        store.renew_leases("w", second(60)).await.unwrap();
        assert!(take(&store, "w", 1, 4).await.is_empty());
        assert_eq!(take(&store, "w", 1, 5).await[0].items[0].fence, 2);
    });
}

#[test]
fn accounts_share_alike_and_take_turns() {
    on_every_engine(async |store| {
        for name in ["ada", "bob", "cleo"] {
            account(&store, name, 100).await;
        }
        submit(&store, "ada", "job_a", 500).await;
        let first = take(&store, "w", 10, 0).await;
        assert_eq!(
            first.iter().map(|chunk| chunk.items.len()).sum::<usize>(),
            10,
            "alone, it has all the room"
        );
        submit(&store, "bob", "job_b", 500).await;
        submit(&store, "cleo", "job_c", 2).await;
        let owners = |chunks: &[BulkChunk]| -> Vec<(AccountId, usize)> {
            chunks.iter().map(|chunk| (chunk.account_id.clone(), chunk.items.len())).collect()
        };
        let second = take(&store, "w", 9, 0).await;
        assert_eq!(
            owners(&second),
            [("acc_bob".into(), 3), ("acc_cleo".into(), 2), ("acc_ada".into(), 3)],
            "the job that waited longest is first, and all get an equal share"
        );
        let third = take(&store, "w", 1, 0).await;
        assert_eq!(owners(&third), [("acc_bob".into(), 1)]);
        assert_eq!(owners(&take(&store, "w", 1, 0).await), [("acc_ada".into(), 1)]);
    });
}

#[test]
fn an_account_that_is_busy_leaves_room_for_others() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        submit(&store, "ada", "job_a", 50).await;
        let busy = HashMap::from([("acc_ada".into(), 8)]);
        let until = second(10);
        let taken = store.take_bulk_items("w", 20, 10, busy, second(0), until).await.unwrap();
        assert_eq!(taken.chunks[0].items.len(), 2);
        assert_eq!(taken.next_expiry, Some(until));
    });
}

#[test]
fn a_cancelled_job_gives_nothing_more_out_and_keeps_what_was_done() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        submit(&store, "ada", "job_1", 4).await;
        let leases = take(&store, "w", 2, 0).await.remove(0).items;
        settle(&store, "ada", "job_1", &leases[0]).await.unwrap();
        let job = store.cancel_bulk_job(&"acc_ada".into(), "job_1", second(1)).await.unwrap();
        assert_eq!((job.status, job.processed), (BulkStatus::Cancelled, 1));
        assert!(take(&store, "w", 10, 2).await.is_empty());
        // One was being answered, and its worker dies.
        assert!(take(&store, "w", 10, 20).await.is_empty());
        let statuses: Vec<_> = store.bulk_items(&"acc_ada".into(), "job_1", 0, 10).unwrap();
        let statuses: Vec<_> = statuses.iter().map(|item| item.status).collect();
        let gone = BulkItemStatus::Cancelled;
        assert_eq!(statuses, [BulkItemStatus::Resolved, gone, gone, gone]);
        assert_eq!(
            store.resume_bulk_job(&"acc_ada".into(), "job_1", &"key_used".into()).await.unwrap().status,
            BulkStatus::Cancelled
        );
    });
}

#[test]
fn what_could_not_be_paid_or_answered_can_be_asked_again() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        submit(&store, "ada", "job_1", 4).await;
        let leases = take(&store, "w", 2, 0).await.remove(0).items;
        let ended = vec![
            outcome("job_1", &leases[0], BulkItemStatus::Failed),
            outcome("job_1", &leases[1], BulkItemStatus::InsufficientCredits),
        ];
        assert_eq!(store.end_bulk_items(ended, second(1)).await.unwrap(), 0);
        store.end_unaffordable("job_1", second(1)).await.unwrap();
        let job = store.bulk_job(&"acc_ada".into(), "job_1").unwrap();
        assert_eq!((job.status, job.processed), (BulkStatus::Completed, 4));
        assert_eq!((job.failed, job.unaffordable), (1, 3));
        let job = store.resume_bulk_job(&"acc_ada".into(), "job_1", &"key_used".into()).await.unwrap();
        assert_eq!((job.status, job.processed, job.unaffordable), (BulkStatus::Running, 0, 0));
        assert_eq!(take(&store, "w", 10, 2).await[0].items.len(), 4);
    });
}

#[test]
fn a_job_of_which_nothing_could_be_answered_has_failed() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        submit(&store, "ada", "job_1", 2).await;
        let leases = take(&store, "w", 2, 0).await.remove(0).items;
        let ended = leases.iter().map(|lease| outcome("job_1", lease, BulkItemStatus::Failed)).collect();
        store.end_bulk_items(ended, second(1)).await.unwrap();
        assert_eq!(store.bulk_job(&"acc_ada".into(), "job_1").unwrap().status, BulkStatus::Failed);
    });
}

#[test]
fn jobs_are_paged_newest_first_belong_to_one_account_and_are_forgotten_in_time() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        account(&store, "bob", 10).await;
        for job in ["job_a", "job_b"] {
            submit(&store, "ada", job, 1).await;
        }
        let first = store.bulk_jobs(&"acc_ada".into(), None, 1).unwrap().remove(0);
        let rest = store.bulk_jobs(&"acc_ada".into(), Some((first.created_at, &first.id)), 10).unwrap();
        assert_eq!((first.id.as_str(), rest[0].id.as_str(), rest.len()), ("job_a", "job_b", 1));
        assert!(matches!(store.bulk_job(&"acc_bob".into(), "job_a"), Err(StoreError::NotFound("job"))));
        assert!(store.bulk_items(&"acc_bob".into(), "job_a", 0, 1).is_err());
        assert!(store.cancel_bulk_job(&"acc_bob".into(), "job_a", second(2)).await.is_err());
        assert_eq!(store.open_bulk_jobs(&"acc_ada".into()).unwrap(), 2);
        store.cancel_bulk_job(&"acc_ada".into(), "job_a", second(5)).await.unwrap();
        assert_eq!(store.forget_bulk_jobs(second(5), 10).await.unwrap(), 0);
        assert_eq!(store.forget_bulk_jobs(second(6), 10).await.unwrap(), 1);
        assert!(store.bulk_job(&"acc_ada".into(), "job_a").is_err());
        assert_eq!(store.open_bulk_jobs(&"acc_ada".into()).unwrap(), 1);
    });
}

#[test]
fn a_paused_job_is_not_taken_until_it_is_resumed_under_another_key() {
    on_every_engine(async |store| {
        account(&store, "ada", 10).await;
        submit(&store, "ada", "job_1", 4).await;
        let chunk = take(&store, "w", 2, 2).await.remove(0);
        store
            .pause_bulk_job(&"acc_ada".into(), "job_1", &"key_used".into(), "revoked_key", second(2))
            .await
            .unwrap();
        let items = chunk.items.iter().map(|item| (item.no, item.fence)).collect();
        store.give_back_bulk_items("job_1", items, GivenBack::Unanswered, second(2)).await.unwrap();
        assert!(take(&store, "w", 10, 30).await.is_empty());
        let job = store.bulk_job(&"acc_ada".into(), "job_1").unwrap();
        assert_eq!((job.status, job.paused.as_deref()), (BulkStatus::Paused, Some("revoked_key")));
        let resumed = store.resume_bulk_job(&"acc_ada".into(), "job_1", &"key_other".into()).await.unwrap();
        assert_eq!((resumed.status, resumed.paused), (BulkStatus::Running, None));
        store
            .pause_bulk_job(&"acc_ada".into(), "job_1", &"key_used".into(), "revoked_key", second(30))
            .await
            .unwrap();
        let taken = take(&store, "w", 10, 31).await.remove(0);
        assert_eq!((taken.items.len(), taken.key_id.as_str()), (4, "key_other"));
    });
}
