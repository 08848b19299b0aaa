//! Idempotency keys: a repeated call has its effect once.

use std::time::Duration;

use jiff::SignedDuration;
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::{ClaimedKey, KeyedRun, Reply};

use crate::{
    app::App,
    call::{
        in_flight::Turn,
        problem::{Code, Problem},
        request::canonical,
    },
};

/// How long a duplicate waits for the first call before it gets `request_in_progress`.
const TWIN_WAIT_MAX: Duration = Duration::from_secs(1);
/// How often a duplicate looks whether the call on another node has ended.
const OTHER_NODE_LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long the settlement of a call may take after the time of the call itself: so long lasts the claim of a key whose end is
/// lost.
const SETTLED_WITHIN: SignedDuration = SignedDuration::from_secs(10);
/// Maximum length of a key.
const KEY_CHARACTERS_MAX: usize = 255;

/// How to proceed with a call that has an idempotency key.
pub enum Next<'a> {
    /// Run it.
    Run(Turn<'a>),
    /// A reply is stored under the key; replay it if the requests are equal.
    Kept(Reply),
}

/// The reply owner for a client without an account.
pub fn client_owner(client: &[u8; 32]) -> String {
    format!("client {}", hex::encode(client))
}

/// Decides whether a call runs or replays a stored reply of its owner: an account, or a client without one.
pub async fn next<'a>(
    app: &'a App,
    owner: &str,
    key: &str,
    digest: [u8; 32],
    request_id: &str,
) -> Result<Next<'a>, Problem> {
    let printable = key.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    if key.is_empty() || key.len() > KEY_CHARACTERS_MAX || !printable {
        return Err(Problem::new(
            Code::InvalidRequest,
            "Idempotency-Key must be 1 to 255 printable ASCII characters, such as a UUID.",
        ));
    }
    let deadline = tokio::time::Instant::now() + TWIN_WAIT_MAX;
    let in_flight = &app.in_flight;
    loop {
        let finished = in_flight.finished.notified();
        tokio::pin!(finished);
        finished.as_mut().enable();
        let running = match in_flight.claim(owner, key, digest) {
            Ok(turn) => {
                let lasting = SignedDuration::from_secs(app.settings.limits.call_seconds.cast_signed());
                let lasting = lasting.saturating_add(SETTLED_WITHIN);
                let run = KeyedRun { owner, key, node: &app.worker, request_id, lasting };
                return claimed(app, turn, &run, deadline).await;
            }
            Err(running) => running,
        };
        if let Some(reply) = app.store.reply(owner, key, app.clock.now())? {
            return Ok(Next::Kept(reply));
        }
        if running != digest {
            return Err(mismatch());
        }
        if tokio::time::timeout_at(deadline, finished).await.is_err() {
            return Err(in_progress());
        }
    }
}

/// The same for a call that no other one of this process stands in the way of: it may run on another node.
async fn claimed<'a>(
    app: &'a App,
    mut turn: Turn<'a>,
    run: &KeyedRun<'_>,
    deadline: tokio::time::Instant,
) -> Result<Next<'a>, Problem> {
    let kept = || app.store.reply(run.owner, run.key, app.clock.now());
    loop {
        // Before the claim, so that a replay writes nothing.
        if let Some(reply) = kept()? {
            return Ok(Next::Kept(reply));
        }
        match app.store.claim_key(run)? {
            ClaimedKey::Here(None) => return Ok(Next::Run(turn)),
            ClaimedKey::Here(Some(claim)) => {
                turn.claimed(&app.store, claim);
                // Again after the claim: a duplicate on another node may have settled in between.
                return Ok(kept()?.map_or(Next::Run(turn), Next::Kept));
            }
            ClaimedKey::Elsewhere => {}
        }
        if tokio::time::Instant::now() >= deadline {
            return Err(in_progress());
        }
        tokio::time::sleep(OTHER_NODE_LOOK_EVERY).await;
    }
}

fn in_progress() -> Problem {
    Problem::new(
        Code::RequestInProgress,
        "A call with this Idempotency-Key is still running. Ask again in a moment for its answer.",
    )
    .retry_after(1)
}

/// Digest that equal calls share: endpoint and request, independent of member order. A null member counts as absent, as
/// it does for the endpoint.
pub fn digest(endpoint: &str, body: &Value) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix(endpoint.as_bytes());
    hash.update([0]);
    canonical::update(&mut hash, body);
    hash.finalize().into()
}

/// The key was used for a different request.
pub fn mismatch() -> Problem {
    Problem::new(
        Code::IdempotencyMismatch,
        "This Idempotency-Key was used with another endpoint or body. Use a new key for a new request.",
    )
}
