//! A process that ends after any step: the next open finishes the work, and nothing happens twice.
//!
//! A job of three items and the event of its end are worked step by step. The steps are enumerated: for each of
//! them the process ends right after it, the store is opened anew, and another worker goes on once the leases
//! have run out.

use store::{
    BulkItemStatus, BulkLease, BulkStatus, Credits, DeliveryFilter, DeliveryStatus, DeliveryVerdict, Store,
};

use crate::{
    bulk,
    support::*,
    webhooks::{self, webhook},
};

const ITEMS: usize = 3;
/// Later than any lease of the one that ended.
const LATER: i64 = 100;

/// Where the process ends.
struct Ended;

/// Counts steps, and ends the process after the given one.
struct Steps {
    left: usize,
}

impl Steps {
    fn after(steps: usize) -> Self {
        Self { left: steps }
    }

    fn done(&mut self) -> Result<(), Ended> {
        if self.left == 0 {
            return Err(Ended);
        }
        self.left -= 1;
        Ok(())
    }
}

/// Works until nothing is left, or until the process ends. What was delivered outside is noted as it happens.
async fn work(store: &Store, at: i64, steps: &mut Steps, heard: &mut Vec<String>) -> Result<(), Ended> {
    if store.bulk_job(&"acc_ada".into(), "job_1").is_err() {
        bulk::submit_with(store, "ada", "job_1", ITEMS, Some("wh_1".into())).await;
        steps.done()?;
    }
    // In two takings, so that the process may also end between them.
    while let Some(chunk) = bulk::take(store, "w", 2, at).await.into_iter().next() {
        steps.done()?;
        for lease in &chunk.items {
            finish(store, lease).await;
            steps.done()?;
        }
    }
    while let Some(sending) = webhooks::take(store, 1, 1, at).await.into_iter().next() {
        steps.done()?;
        heard.push(sending.id.clone());
        steps.done()?;
        webhooks::record(store, &sending, second(at), DeliveryVerdict::Delivered).await.unwrap();
        steps.done()?;
    }
    Ok(())
}

/// One of the items finds nothing; the others are charged.
async fn finish(store: &Store, lease: &BulkLease) {
    if lease.no == 1 {
        let ended = bulk::outcome("job_1", lease, BulkItemStatus::Invalid);
        assert_eq!(store.end_bulk_items(vec![ended], second(1)).await.unwrap(), 0);
    } else {
        bulk::settle(store, "ada", "job_1", lease).await.unwrap();
    }
}

#[test]
fn whichever_step_is_the_last_each_item_is_charged_once_and_each_event_delivered_under_one_id() {
    let mut points = 0;
    for last in 0.. {
        let folder = tempfile::tempdir().unwrap();
        let mut heard = Vec::new();
        let ended = block_on(async {
            let store = Store::open(folder.path()).unwrap();
            account(&store, "ada", 10).await;
            webhook(&store, "wh_1").await;
            work(&store, 2, &mut Steps::after(last), &mut heard).await
        });
        let store = Store::open(folder.path()).unwrap();
        block_on(async {
            let _ = work(&store, LATER, &mut Steps::after(usize::MAX), &mut heard).await;
        });
        let job = store.bulk_job(&"acc_ada".into(), "job_1").unwrap();
        assert_eq!(
            (job.status, job.processed, job.resolved),
            (BulkStatus::Completed, 3, 2),
            "after step {last}"
        );
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(8), "after step {last}");
        assert!(store.audit().unwrap().findings.is_empty(), "after step {last}");
        let deliveries = store.deliveries(&"acc_ada".into(), &DeliveryFilter::default(), None, 10).unwrap();
        assert_eq!(deliveries.len(), 1, "after step {last}");
        assert_eq!(deliveries[0].status, DeliveryStatus::Delivered, "after step {last}");
        assert!(!heard.is_empty() && heard.iter().all(|id| *id == deliveries[0].id), "after step {last}");
        points += 1;
        if ended.is_ok() {
            break;
        }
    }
    println!("{points} points at which the process ended");
    assert_eq!(points, 10, "nine steps, and none");
}
