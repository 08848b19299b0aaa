//! Saved ICPs.

use store::{Credits, Effect, IcpTarget, SavedIcp, Settlement, StoreError};

use crate::support::*;

pub fn new_icp(id: &str, created: i64) -> SavedIcp {
    SavedIcp {
        id: id.into(),
        name: "Nordic fintech".into(),
        target: IcpTarget::Companies,
        filters: "{\"industries\":[\"Fintech\"]}".into(),
        created_at: second(created),
        last_run_at: None,
    }
}

#[test]
fn a_filter_comes_back_as_it_was_saved() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        account(&store, "bob", 5).await;
        let saved = store.save_icp(&"acc_ada".into(), new_icp("icp_1", 1)).await.unwrap();
        assert_eq!(saved, new_icp("icp_1", 1));
        assert_eq!(store.saved_icp(&"acc_ada".into(), "icp_1").unwrap(), saved);
        let stranger = store.saved_icp(&"acc_bob".into(), "icp_1").err();
        assert!(matches!(stranger, Some(StoreError::NotFound("saved ICP"))), "{stranger:?}");
        assert!(store.delete_icp(&"acc_bob".into(), "icp_1").await.is_err());
        assert_eq!(store.delete_icp(&"acc_ada".into(), "icp_1").await.unwrap(), saved);
        assert!(store.saved_icp(&"acc_ada".into(), "icp_1").is_err());
    });
}

#[test]
fn filters_are_paged_newest_first() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        for (id, created) in [("icp_a", 1), ("icp_c", 2), ("icp_b", 2)] {
            store.save_icp(&"acc_ada".into(), new_icp(id, created)).await.unwrap();
        }
        let first = store.saved_icps(&"acc_ada".into(), None, 1).unwrap();
        let rest =
            store.saved_icps(&"acc_ada".into(), Some((first[0].created_at, &first[0].id)), 10).unwrap();
        let ids: Vec<&str> = first.iter().chain(&rest).map(|icp| icp.id.as_str()).collect();
        assert_eq!(ids, ["icp_b", "icp_c", "icp_a"]);
    });
}

#[test]
fn a_run_that_is_paid_for_is_remembered() {
    on_every_engine(async |store| {
        account(&store, "ada", 1).await;
        store.save_icp(&"acc_ada".into(), new_icp("icp_1", 1)).await.unwrap();
        let run = |request: &str, credits| Settlement {
            effects: vec![Effect::SavedIcpRun { id: "icp_1".into() }],
            ..call("ada", request, credits)
        };
        store.settle(run("req_1", Credits::whole(2))).await.unwrap();
        assert_eq!(store.saved_icp(&"acc_ada".into(), "icp_1").unwrap().last_run_at, None);
        done(&store, run("req_2", Credits::whole(1))).await;
        assert_eq!(store.saved_icp(&"acc_ada".into(), "icp_1").unwrap().last_run_at, Some(second(1)));
    });
}
