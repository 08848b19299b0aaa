//! How long the server takes for a page.

use std::time::{Duration, Instant};

use world::{World, WorldOptions};

use crate::{
    pages::{OWN, PUBLIC, of_operators},
    support::{START, TestServer},
};

/// People in the store.
const PEOPLE: u64 = 500;
/// A page is ready in 100 ms; without optimisation and beside other tests everything takes longer.
const TIME_MAX: Duration = Duration::from_millis(if cfg!(debug_assertions) { 1_500 } else { 100 });
/// Visits of which the fastest counts: the others may have waited for a processor.
const VISITS: usize = 3;

#[tokio::test]
async fn every_page_is_ready_in_time() {
    let world = World::new(WorldOptions { seed: 1, people: PEOPLE, as_of: START.parse().unwrap() });
    let claims = world.companies().chain(world.jobs()).chain(world.people()).collect();
    let server = TestServer::with(claims).await;
    let owner = server.operator("ada@client.example").await;
    let operators = of_operators(&server, "ada@client.example");
    let mut slow = Vec::new();
    for path in PUBLIC.into_iter().chain(OWN).chain(operators.iter().map(String::as_str)) {
        let mut least = Duration::MAX;
        for _ in 0..VISITS {
            let begun = Instant::now();
            let status = owner.get(path).await.status;
            assert!([200, 303, 404].contains(&status), "{path}: {status}");
            least = least.min(begun.elapsed());
            // What is made in the background is made again for each visit.
            server.wait_minutes(10);
        }
        if least > TIME_MAX {
            slow.push(format!("{path} in {least:?}"));
        }
    }
    assert!(slow.is_empty(), "{}", slow.join(", "));
}
