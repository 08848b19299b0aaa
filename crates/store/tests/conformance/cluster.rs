//! Nodes, task leases and shared rates.

use jiff::SignedDuration;
use store::{BucketRate, ClaimedKey, KeyClaim, KeyedRun, NodeNoted, NodeState, Settlement, Store};

use crate::{database::Database, support::*};

fn state(name: &str, indexed: i64) -> NodeState {
    NodeState { name: name.into(), address: "127.0.0.1:1".into(), indexed, purged: 0, behind_since: None }
}

async fn note(store: &Store, state: NodeState) -> NodeNoted {
    let store = store.clone();
    tokio::task::spawn_blocking(move || store.note_node(state)).await.unwrap().unwrap()
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
fn a_node_tells_how_many_changes_and_how_long_its_index_is_behind() {
    on_every_engine(async |store| {
        store.ingest(vec![person("1", named("Jane Doe", "jane@acme.example"))]).await.unwrap();
        let last = store.last_change().unwrap();
        let noted = note(&store, state("level", last)).await;
        assert_eq!(noted.last_change, last);
        let since = noted.at - SignedDuration::from_secs(30);
        note(&store, NodeState { behind_since: Some(since), ..state("slow", last - 1) }).await;
        // Its last sign of life was before the change.
        note(&store, state("unaware", last - 1)).await;
        let nodes = store.nodes().unwrap();
        let behind: Vec<_> = nodes.iter().map(|node| (node.name.as_str(), node.behind_changes)).collect();
        assert_eq!(behind, [("level", 0), ("slow", 1), ("unaware", 1)]);
        let seconds: Vec<f64> = nodes.iter().map(|node| node.behind_for.as_secs_f64()).collect();
        assert_eq!(seconds[0], 0.0);
        assert!((30.0..40.0).contains(&seconds[1]) && seconds[2] < 10.0, "{seconds:?}");
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

/// Claims a key of acc_ada for a call on a node; whether it was free, and the claim where there are any.
fn claim(store: &Store, node: &str, request: &str) -> Result<Option<KeyClaim>, &'static str> {
    let lasting = SignedDuration::from_secs(40);
    let run = KeyedRun { owner: "acc_ada", key: "once", node, request_id: request, lasting };
    match store.claim_key(&run).unwrap() {
        ClaimedKey::Here(claim) => Ok(claim),
        ClaimedKey::Elsewhere => Err("elsewhere"),
    }
}

#[test]
fn a_store_that_no_other_node_uses_has_no_claims() {
    let store = Store::temporary().unwrap();
    for node in ["a", "b"] {
        assert!(matches!(claim(&store, node, "req_1"), Ok(None)));
    }
}

#[test]
fn a_key_is_one_nodes_until_its_call_ends() {
    let Some(database) = Database::with_tables() else { return };
    let (one, other) = (database.open(), database.open());
    block_on(async {
        account(&one, "ada", 10).await;
        let held = claim(&one, "a", "req_1").unwrap().unwrap();
        assert!(claim(&other, "b", "req_2").is_err());
        one.end_claim(&held).unwrap();
        // Taken over by its own node, and not ended by the call before.
        claim(&other, "b", "req_3").unwrap().unwrap();
        let held = claim(&other, "b", "req_4").unwrap().unwrap();
        other.end_claim(&held).unwrap();
        let late = claim(&one, "a", "req_5").unwrap().unwrap();
        one.end_claim(&held).unwrap();
        assert!(claim(&other, "b", "req_6").is_err(), "another request ended nothing");
        one.end_claim(&late).unwrap();

        // With the reply, in its transaction.
        claim(&one, "a", "req_7").unwrap().unwrap();
        let mut reply = reply_key("once", "body");
        reply.is_claimed = true;
        done(&one, Settlement { reply: Some(reply), ..call("ada", "req_7", store::Credits::whole(1)) }).await;
        assert!(other.reply("acc_ada", "once", second(2)).unwrap().is_some());
        assert!(claim(&other, "b", "req_8").is_ok());
    });
}

#[test]
fn a_claim_ends_with_its_lease_and_soon_after_its_node_was_killed() {
    let Some(database) = Database::with_tables() else { return };
    let (one, other) = (database.open(), database.open());
    block_on(async {
        claim(&one, "a", "req_1").unwrap().unwrap();
        note(&one, state("a", 1)).await;
        assert!(claim(&other, "b", "req_2").is_err(), "its node is alive");
        database.execute("UPDATE node SET seen_at = seen_at - 9000000");
        assert!(claim(&other, "b", "req_2").is_err(), "its node may be alive");
        database.execute("UPDATE node SET seen_at = seen_at - 1000000");
        let held = claim(&other, "b", "req_3").unwrap().unwrap();
        other.end_claim(&held).unwrap();

        // A sign of life prolongs no claim whose end was lost.
        claim(&one, "a", "req_4").unwrap().unwrap();
        database.execute("UPDATE key_claim SET lease_until = lease_until - 40000000");
        note(&one, state("a", 1)).await;
        claim(&other, "b", "req_5").unwrap().unwrap();

        // A node that stops still answers the calls that it has.
        let leaving = other.clone();
        note(&other, state("b", 1)).await;
        tokio::task::spawn_blocking(move || leaving.remove_node("b".into())).await.unwrap().unwrap();
        assert!(claim(&one, "a", "req_6").is_err());

        database.execute("UPDATE key_claim SET lease_until = 0");
        one.forget_key_claims().await.unwrap();
        claim(&one, "a", "req_7").unwrap().unwrap();
    });
}
