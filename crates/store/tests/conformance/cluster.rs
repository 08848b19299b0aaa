//! Nodes, task leases and shared rates.

use jiff::SignedDuration;
use store::{BucketRate, NodeState, Store};

use crate::support::on_every_engine;

fn state(name: &str, indexed: i64) -> NodeState {
    NodeState { name: name.into(), address: "127.0.0.1:1".into(), indexed, purged: 0 }
}

async fn note(store: &Store, state: NodeState) {
    let store = store.clone();
    tokio::task::spawn_blocking(move || store.note_node(state)).await.unwrap().unwrap();
}

#[test]
fn nodes_are_known_by_what_they_said_last_until_they_leave() {
    on_every_engine(async |store| {
        note(&store, state("a", 5)).await;
        note(&store, state("b", 7)).await;
        note(&store, state("a", 9)).await;
        let nodes = store.nodes().unwrap();
        let seen: Vec<_> =
            nodes.iter().map(|node| (node.name.as_str(), node.indexed, node.is_alive)).collect();
        assert_eq!(seen, [("a", 9, true), ("b", 7, true)]);
        let leaving = store.clone();
        tokio::task::spawn_blocking(move || leaving.remove_node("a".into())).await.unwrap().unwrap();
        assert_eq!(store.nodes().unwrap().len(), 1);
    });
}

#[test]
fn a_task_is_one_nodes_until_its_lease_ends() {
    on_every_engine(async |store| {
        let minute = SignedDuration::from_mins(1);
        assert!(store.take_task("feeds", "a", minute).await.unwrap());
        assert!(!store.take_task("feeds", "b", minute).await.unwrap(), "another node has it");
        assert!(store.take_task("feeds", "a", SignedDuration::from_millis(1)).await.unwrap(), "kept");
        assert!(store.take_task("monthly_credits", "b", minute).await.unwrap(), "another task");
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(store.take_task("feeds", "b", minute).await.unwrap(), "the lease is over");
    });
}

#[test]
fn a_bucket_gives_no_more_than_it_holds_to_all_together() {
    on_every_engine(async |store| {
        let rate = BucketRate { per_window: 1, window_seconds: 3_600, burst: 25 };
        let mut takers = tokio::task::JoinSet::new();
        for _ in 0..20 {
            let store = store.clone();
            takers.spawn(async move { store.take_tokens("acc_a", rate, 3).await.unwrap().taken });
        }
        let taken: u32 = takers.join_all().await.into_iter().sum();
        assert_eq!(taken, 25);
        assert_eq!(store.take_tokens("acc_b", rate, 3).await.unwrap().taken, 3, "another owner's is full");
        store.forget_buckets().await.unwrap();
        assert_eq!(store.take_tokens("acc_a", rate, 3).await.unwrap().taken, 0, "it is remembered");
    });
}

#[test]
fn a_bucket_fills_with_time() {
    on_every_engine(async |store| {
        let rate = BucketRate { per_window: 1_000, window_seconds: 1, burst: 10 };
        assert_eq!(store.take_tokens("acc_a", rate, 10).await.unwrap().taken, 10);
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert_eq!(store.take_tokens("acc_a", rate, 100).await.unwrap().taken, 10, "at most what it holds");
    });
}
