//! Sign-up from one address: limited in number, in memory, and to one trial for each mailbox.

use std::time::{Duration, Instant};

use serde_json::json;
use server::SignupMode;
use store::Plan;

use super::{percentile, resident_bytes};
use crate::support::{KATHERINE, TestServer, faults};

async fn open_server(per_client_day: u32) -> TestServer {
    TestServer::with(|setup| {
        setup.settings.signup.mode = SignupMode::Open;
        setup.settings.signup.per_client_day = per_client_day;
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_300_sign_ups_from_one_address_the_limit_succeeds_and_neighbours_hardly_notice() {
    let server = open_server(5).await;
    let neighbour = server.account(Plan::Scale, 1_000).await;
    server.indexed().await;
    let before = resident_bytes();
    let attacks: Vec<_> = (0..300)
        .map(|number| {
            let client = server.anyone();
            let request =
                json!({ "email": format!("a{number}@client.example"), "password": "correct horse" });
            tokio::spawn(async move { client.post("/v1/signup", request).await })
        })
        .collect();
    let mut times = Vec::new();
    for _ in 0..50 {
        let begun = Instant::now();
        neighbour.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
        times.push(begun.elapsed());
    }
    let (mut made, mut refused) = (0, 0);
    for attack in attacks {
        let answer = attack.await.unwrap();
        match answer.status {
            201 => made += 1,
            429 | 503 => {
                assert!(!answer.header("retry-after").is_empty());
                refused += 1;
            }
            other => panic!("{other}: {}", answer.text()),
        }
    }
    assert!(made <= 5 && made + refused == 300, "{made} made, {refused} refused");
    assert_eq!(server.store.accounts().unwrap().len(), 1 + made);
    let grown = resident_bytes().saturating_sub(before);
    assert!(grown < 100 << 20, "{} MiB", grown >> 20);
    let p99 = percentile(&mut times, 0.99);
    // The 300 callers are in this very process.
    assert!(p99 < Duration::from_secs(5), "p99 {p99:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_limit_per_network_hashing_is_bounded_all_the_same() {
    let server = open_server(0).await;
    // What the server takes for itself at its start is none of the callers' doing.
    server.indexed().await;
    let before = resident_bytes();
    let attacks: Vec<_> = (0..100)
        .map(|number| {
            let client = server.anyone();
            let request =
                json!({ "email": format!("a{number}@client.example"), "password": "correct horse" });
            tokio::spawn(async move { client.post("/v1/signup", request).await })
        })
        .collect();
    let mut busy = 0;
    for attack in attacks {
        let answer = attack.await.unwrap();
        assert!(matches!(answer.status, 201 | 503), "{}", answer.text());
        busy += usize::from(answer.status == 503);
    }
    assert!(busy > 0, "no caller had to wait");
    let grown = resident_bytes().saturating_sub(before);
    // 100 hashes at once would take 1,900 MiB; the 100 callers of this process take some of this, too.
    assert!(grown < 600 << 20, "{} MiB", grown >> 20);
}

#[tokio::test]
async fn the_limit_of_a_network_is_per_day_and_hidden_behind_no_header() {
    let server = open_server(2).await;
    let sign_up = async |number: usize| {
        let request = json!({ "email": format!("a{number}@client.example"), "password": "correct horse" });
        let forged = server.anyone().with("x-forwarded-for", &format!("198.51.100.{number}"));
        forged.post("/v1/signup", request).await.status
    };
    assert_eq!([sign_up(1).await, sign_up(2).await, sign_up(3).await], [201, 201, 429]);
    server.wait(12 * 3_600);
    assert_eq!([sign_up(4).await, sign_up(5).await], [201, 429]);
}

#[tokio::test]
async fn a_mailbox_has_one_trial_however_its_address_is_spelt() {
    let server = open_server(0).await;
    let sign_up = async |email: &str| {
        server.anyone().post("/v1/signup", json!({ "email": email, "password": "correct horse" })).await
    };
    sign_up("jane.doe@gmail.com").await.ok();
    for spelling in
        ["janedoe@gmail.com", "j.a.n.e.doe@gmail.com", "jane.doe+1@gmail.com", "JaneDoe@googlemail.com"]
    {
        sign_up(spelling).await.problem(401, "invalid_credentials");
    }
    sign_up("jane@outlook.com").await.ok();
    sign_up("jane+2@outlook.com").await.problem(401, "invalid_credentials");
    assert_eq!(server.store.accounts().unwrap().len(), 2);
}

#[tokio::test]
async fn passwords_that_are_guessed_first_are_refused() {
    let server = open_server(0).await;
    for weak in [
        "aaaaaaaaaa",
        "1234567890",
        "0987654321",
        "abcdefghij",
        "qwertyuiop",
        "password123",
        "Passw0rd2026!",
        "abcabcabcabc",
        "iloveyou123",
        "adalovelace1",
        "letmein1234",
    ] {
        let request = json!({ "email": "ada.lovelace@client.example", "password": weak });
        let problem = server.anyone().post("/v1/signup", request).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), ["/password: weak_password"], "{weak}");
        assert!(!problem.to_string().contains(weak), "a password is never sent back");
    }
    assert_eq!(server.store.accounts().unwrap(), []);
}
