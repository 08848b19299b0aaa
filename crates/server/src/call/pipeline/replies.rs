//! Replies that are stored under an idempotency key: what identifies and seals them, and giving one again.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderValue, Response},
};
use store::{CallOutcome, KeyedCall, ReplyKey};

use super::{Identity, Run};
use crate::{
    access::auth,
    app::App,
    call::{
        idempotency,
        problem::{Code, Problem},
        response::with_cookie,
        seal,
    },
    endpoint::{Access, Content, Method, Outcome, Prepared, Written},
};

/// Identifies a call with an idempotency key and seals its stored reply.
pub(super) struct Proof {
    /// The key and the digest of the request.
    pub(super) reply: ReplyKey,
    /// Secret that encrypts a stored reply containing a secret.
    pub(super) seal: Option<String>,
}

impl Run {
    /// The identity of a stored reply, and the key that encrypts it if it contains a secret. Without an API key that
    /// key is derived from the request, which may include a password, so a slow hash is used: stored data must not
    /// allow fast guessing.
    pub(super) async fn proof(
        &self,
        app: &App,
        key: &str,
        digest: [u8; 32],
        is_claimed: bool,
    ) -> Result<Proof, Problem> {
        let reply = |digest| ReplyKey { key: key.to_owned(), digest, is_claimed };
        let spec = self.entry.spec;
        if !spec.secret {
            return Ok(Proof { reply: reply(digest), seal: None });
        }
        if spec.access != Access::Public {
            return Ok(Proof { reply: reply(digest), seal: self.bearer() });
        }
        auth::throttle_client(app, "replay", self.call.client, self.now)?;
        let (digest, seal) = app.passwords.derive(digest, key).await?;
        Ok(Proof { reply: reply(digest), seal: Some(seal) })
    }

    /// A call without an account whose effect happens once per idempotency key.
    pub(super) async fn once(
        &mut self,
        app: &Arc<App>,
        owner: &str,
        prepared: Box<dyn Prepared>,
        key: &str,
        digest: [u8; 32],
    ) -> Result<Response<Body>, Problem> {
        let Outcome { answer: Content::Written(Written { change, then }), cookie, .. } =
            self.run(app.clone(), None, prepared).await?
        else {
            return Err(Problem::internal(&"a public endpoint with an effect must return its change"));
        };
        let proof = self.proof(app, key, digest, false).await?;
        let lock = self.lock(app, proof.seal.clone());
        let call = KeyedCall {
            owner: owner.to_owned(),
            request_id: self.request_id.clone(),
            key: proof.reply.clone(),
            status: self.entry.spec.status,
            at: self.now,
        };
        match app.store.write_once(call, change, lock).await? {
            Ok(answer) => {
                then.inspect(|then| then(app));
                Ok(with_cookie(self.json(answer), cookie))
            }
            Err(kept) => self.replay(kept, &proof),
        }
    }

    pub(super) fn replay(
        &mut self,
        mut reply: store::Reply,
        proof: &Proof,
    ) -> Result<Response<Body>, Problem> {
        // Replies stored by older versions have no digest to compare.
        if reply.digest != proof.reply.digest && reply.digest != [0; 32] {
            return Err(idempotency::mismatch());
        }
        if reply.sealed {
            let secret = proof.seal.clone().or_else(|| self.bearer()).unwrap_or_default();
            reply.body = seal::open(&reply.body, &secret).ok_or_else(|| {
                Problem::new(
                    Code::IdempotencyMismatch,
                    "The answer to this Idempotency-Key can only be seen with the API key that asked.",
                )
            })?;
        }
        self.noted.outcome = Some(CallOutcome::Replayed);
        self.noted.replays = Some(reply.request_id);
        let mut response = self.json(reply.body);
        response.headers_mut().insert("idempotent-replayed", HeaderValue::from_static("true"));
        Ok(response)
    }

    /// What only the caller has: the API key of the request, or the token of the session.
    pub(super) fn bearer(&self) -> Option<String> {
        match &self.call.identity {
            Identity::Key => auth::bearer(&self.call.headers).map(str::to_owned),
            Identity::Session { token, .. } => Some(token.clone()),
        }
    }

    /// The encryption of the stored reply, if it is sealed.
    pub(super) fn lock(&self, app: &App, seal: Option<String>) -> Option<store::Lock> {
        let (secret, entropy) = (seal?, app.entropy.clone());
        Some(Box::new(move |answer| seal::seal(answer, &secret, &entropy)))
    }

    pub(super) fn idempotency_key(&self) -> Result<Option<String>, Problem> {
        if self.entry.spec.method != Method::Post {
            return Ok(None);
        }
        let mut values = self.call.headers.get_all("idempotency-key").iter();
        let Some(value) = values.next() else { return Ok(None) };
        if values.next().is_some() {
            return Err(Problem::new(Code::InvalidRequest, "Send one Idempotency-Key."));
        }
        match value.to_str() {
            Ok(text) => Ok(Some(text.to_owned())),
            Err(_) => Err(Problem::new(Code::InvalidRequest, "Idempotency-Key must be printable ASCII.")),
        }
    }
}
