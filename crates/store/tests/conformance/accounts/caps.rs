//! Caps on what an account stores hold in the transaction that stores it.

use store::{IcpTarget, NewBulkItem, NewBulkJob, Plan, SavedIcp, Store, StoreError, Stored};

use crate::support::*;

fn icp(number: usize) -> SavedIcp {
    SavedIcp {
        id: format!("icp_{number}"),
        name: "buyers".into(),
        target: IcpTarget::People,
        filters: "{}".into(),
        created_at: second(1),
        last_run_at: None,
    }
}

async fn submit(store: &Store, number: usize, items: usize) -> Result<(), StoreError> {
    let item = |_| NewBulkItem {
        reference: None,
        row: None,
        request: b"{}".to_vec(),
        about: Default::default(),
        faults: None,
    };
    let job = NewBulkJob {
        id: format!("job_{number}"),
        endpoint: "bulk_enrich",
        webhook: None,
        items: (0..items).map(item).collect(),
    };
    store.submit_bulk_job(&"acc_ada".into(), &"key_used".into(), job, second(1)).await
}

#[test]
fn callers_side_by_side_store_exactly_as_much_as_the_cap_allows() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        store.set_caps(vec![(Plan::Pro, Stored::SavedIcps, 7)]).await.unwrap();
        let saving: Vec<_> = (0..50)
            .map(|number| {
                let store = store.clone();
                tokio::spawn(async move { store.save_icp(&"acc_ada".into(), icp(number)).await })
            })
            .collect();
        let mut saved = 0;
        for task in saving {
            match task.await.unwrap() {
                Ok(_) => saved += 1,
                Err(StoreError::LimitReached { what: Stored::SavedIcps, limit: 7 }) => {}
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(saved, 7);
        assert_eq!(store.saved_icps(&"acc_ada".into(), None, 100).unwrap().len(), 7);
    });
}

#[test]
fn a_job_beyond_a_cap_is_not_submitted_and_leaves_no_row() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let caps = vec![(Plan::Pro, Stored::OpenBulkJobs, 2), (Plan::Pro, Stored::BulkItems, 10)];
        store.set_caps(caps).await.unwrap();
        submit(&store, 1, 4).await.unwrap();
        let items = submit(&store, 2, 7).await.unwrap_err();
        assert!(matches!(items, StoreError::LimitReached { what: Stored::BulkItems, limit: 10 }), "{items}");
        submit(&store, 3, 1).await.unwrap();
        let jobs = submit(&store, 4, 1).await.unwrap_err();
        assert!(matches!(jobs, StoreError::LimitReached { what: Stored::OpenBulkJobs, limit: 2 }), "{jobs}");
        assert_eq!(store.bulk_jobs(&"acc_ada".into(), None, 100).unwrap().len(), 2);
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn a_cap_is_of_a_plan_and_0_is_none() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        store
            .set_caps(vec![(Plan::Free, Stored::SavedIcps, 1), (Plan::Pro, Stored::SavedIcps, 0)])
            .await
            .unwrap();
        for number in 0..3 {
            store.save_icp(&"acc_ada".into(), icp(number)).await.unwrap();
        }
        store.set_plan(&"acc_ada".into(), Plan::Free).await.unwrap();
        assert!(store.save_icp(&"acc_ada".into(), icp(3)).await.is_err());
        store.set_caps(Vec::new()).await.unwrap();
        store.save_icp(&"acc_ada".into(), icp(3)).await.unwrap();
    });
}

#[test]
fn everything_that_is_capped_has_a_name_of_its_own() {
    let words: std::collections::BTreeSet<_> = Stored::ALL.iter().map(|what| what.as_str()).collect();
    assert_eq!(words.len(), Stored::ALL.len());
}
