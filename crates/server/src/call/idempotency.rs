//! Idempotency keys: the same call twice is one call.

use std::time::Duration;

use serde_json::Value;
use sha2::{Digest, Sha256};
use store::Reply;

use crate::{
    app::App,
    call::{
        in_flight::Turn,
        problem::{Code, Problem},
    },
};

/// How long a twin waits for the call that came first before it is told that one is still running.
const TWIN_WAIT_MAX: Duration = Duration::from_secs(1);
/// Longest key.
const KEY_CHARACTERS_MAX: usize = 255;

/// What to do with a call that has an idempotency key.
pub enum Next<'a> {
    /// Answer it.
    Run(Turn<'a>),
    /// An answer is kept under the key; send it when the requests are the same.
    Kept(Reply),
}

/// The owner of answers to a client that calls without an account.
pub fn client_owner(client: &[u8; 32]) -> String {
    client.iter().fold("client ".to_owned(), |text, byte| text + &format!("{byte:02x}"))
}

/// Decides whether a call runs or is answered from an earlier one of its owner: an account, or a client without one.
pub async fn next<'a>(app: &'a App, owner: &str, key: &str, digest: [u8; 32]) -> Result<Next<'a>, Problem> {
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
        let turn = in_flight.claim(owner, key, digest);
        // Read after the turn was claimed: a twin that has settled since is found here.
        if let Some(reply) = app.store.reply(owner, key, app.clock.now())? {
            return Ok(Next::Kept(reply));
        }
        match turn {
            Ok(turn) => return Ok(Next::Run(turn)),
            Err(running) if running != digest => return Err(mismatch()),
            Err(_) => {}
        }
        if tokio::time::timeout_at(deadline, finished).await.is_err() {
            return Err(Problem::new(
                Code::RequestInProgress,
                "A call with this Idempotency-Key is still running. Ask again in a moment for its answer.",
            )
            .retry_after(1));
        }
    }
}

/// What two calls must share to be the same call: the endpoint and the request, whatever the order of its members. A
/// member that is null counts as absent, as it does to the endpoint.
pub fn digest(endpoint: &str, body: &Value) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix(endpoint.as_bytes());
    hash.update([0]);
    update_canonical(&mut hash, body);
    hash.finalize().into()
}

fn update_canonical(hash: &mut Sha256, value: &Value) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().filter(|(_, value)| !value.is_null()).collect();
            members.sort_unstable_by_key(|(name, _)| name.as_str());
            hash.update(b"{");
            for (name, value) in members {
                hash.update(Value::String(name.clone()).to_string());
                hash.update(b":");
                update_canonical(hash, value);
                hash.update(b",");
            }
            hash.update(b"}");
        }
        Value::Array(items) => {
            hash.update(b"[");
            for item in items {
                update_canonical(hash, item);
                hash.update(b",");
            }
            hash.update(b"]");
        }
        scalar => hash.update(scalar.to_string()),
    }
}

/// The key stands for another request.
pub fn mismatch() -> Problem {
    Problem::new(
        Code::IdempotencyMismatch,
        "This Idempotency-Key was used with another endpoint or body. Use a new key for a new request.",
    )
}
