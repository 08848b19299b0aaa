//! Live feeds: counted by account, client and sandbox, and ended when their key is.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use store::Plan;

use crate::support::TestServer;

const FEED: &str = "/v1/signals?kind=funding";
/// How long a feed may go on after its key was revoked.
const END_MAX: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_feed_ends_soon_after_its_key_is_revoked_or_its_plan_lowered() {
    for lowered in [false, true] {
        let server = TestServer::start().await;
        let account = server.account(Plan::Indie, 0).await;
        let feed = account.with("accept", "text/event-stream").open(FEED).await;
        assert_eq!(feed.status(), 200);
        let mut chunks = feed.bytes_stream();
        chunks.next().await.unwrap().unwrap();
        if lowered {
            server.store.set_plan(&account.id, Plan::Free).await.unwrap();
        } else {
            server.store.revoke_key(&account.id, &account.key_id, server.now()).await.unwrap();
        }
        let revoked = Instant::now();
        let mut last = String::new();
        while let Some(chunk) = tokio::time::timeout(END_MAX, chunks.next()).await.expect("the feed went on")
        {
            last = String::from_utf8(chunk.unwrap().to_vec()).unwrap();
        }
        assert!(revoked.elapsed() < END_MAX);
        let code = if lowered { "plan_required" } else { "revoked_key" };
        assert!(last.starts_with("event: end\n") && last.contains(code), "{last}");
    }
}

#[tokio::test]
async fn feeds_are_limited_for_an_account_an_address_and_the_sandbox() {
    let server = TestServer::with(|setup| {
        let limits = &mut setup.settings.limits;
        (limits.live_feeds_per_account, limits.live_feeds_per_client) = (2, 4);
        (limits.live_feeds, limits.sandbox_live_feeds) = (100, 1);
    })
    .await;
    let open = async |client: &crate::support::Client, path: &str| {
        client.with("accept", "text/event-stream").open(path).await
    };
    let (one, two) = (server.account(Plan::Indie, 0).await, server.account(Plan::Indie, 0).await);
    let mut feeds = vec![open(&one, FEED).await, open(&one, FEED).await];
    assert_eq!(open(&one, FEED).await.status(), 429, "the third of an account");
    let sandbox = open(&server.anyone(), "/v1/sandbox/signals?kind=funding").await;
    assert_eq!(sandbox.status(), 200);
    let full = open(&server.anyone(), "/v1/sandbox/signals?kind=funding").await;
    assert_eq!(full.status(), 503, "the sandbox has a share of its own");
    feeds.push(open(&two, FEED).await);
    assert!(feeds.iter().all(|feed| feed.status() == 200), "which takes nothing from those who pay");
    assert_eq!(open(&two, FEED).await.status(), 429, "the fifth of an address");
    drop((feeds, sandbox));
    for _ in 0..100 {
        if open(&one, FEED).await.status() == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("feeds that were closed still count");
}
