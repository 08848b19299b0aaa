//! Idempotency keys that a node has claimed: while it answers the call, no other node runs the same one. Between the calls
//! of one process its own memory decides; a store that no other node uses has no claims.

use jiff::SignedDuration;

use super::node::micros;
use crate::{
    Store,
    money::reply::stored_key,
    sql::{NewKeyClaim, Result, params},
};

/// How long a claim that a killed node has left behind is kept after its end.
const KEPT: SignedDuration = SignedDuration::from_mins(10);

/// A call with an idempotency key that is about to run.
#[derive(Debug, Clone, Copy)]
pub struct KeyedRun<'a> {
    /// The account, or the client of a call that needs none.
    pub owner: &'a str,
    /// The caller's key.
    pub key: &'a str,
    /// The name of the node.
    pub node: &'a str,
    /// `req_…`
    pub request_id: &'a str,
    /// The longest time that the call may take.
    pub lasting: SignedDuration,
}

/// A claim that the caller has to end.
#[derive(Debug, Clone)]
pub struct KeyClaim {
    key: String,
    request_id: String,
}

/// Where a call with an idempotency key may run.
#[derive(Debug)]
pub enum ClaimedKey {
    /// Here; there is nothing to claim where no other node uses the store.
    Here(Option<KeyClaim>),
    /// Another node is answering a call under the key.
    Elsewhere,
}

impl Store {
    /// Claims the key of a call among the nodes of a shared store. A claim ends with the reply that is kept under the key,
    /// with [`end_claim`](Self::end_claim), after the time that the call may take, or soon after its node was killed. Only
    /// one call of a node may claim a key at a time: a node takes over what it has itself.
    pub fn claim_key(&self, run: &KeyedRun<'_>) -> Result<ClaimedKey> {
        let Some(claims) = self.backend.key_claims() else { return Ok(ClaimedKey::Here(None)) };
        let key = stored_key(run.owner, run.key);
        let claim = NewKeyClaim {
            key: &key,
            node: run.node,
            request_id: run.request_id,
            lasting_us: micros(run.lasting),
        };
        let taken = claims.take(&claim)?;
        let request_id = run.request_id.to_owned();
        Ok(if taken { ClaimedKey::Here(Some(KeyClaim { key, request_id })) } else { ClaimedKey::Elsewhere })
    }

    /// Ends the claim of a call that has kept no reply.
    pub fn end_claim(&self, claim: &KeyClaim) -> Result<()> {
        match self.backend.key_claims() {
            Some(claims) => claims.end(&claim.key, &claim.request_id),
            None => Ok(()),
        }
    }

    /// Removes claims that killed nodes have left behind.
    pub async fn forget_key_claims(&self) -> Result<()> {
        self.write(|sql| {
            let oldest = sql.now()?.saturating_sub(micros(KEPT));
            sql.send("DELETE FROM key_claim WHERE lease_until < ?1", params![oldest])
        })
        .await
    }
}
