//! The context of one call, passed to its endpoint.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use engine::Engine;
use jiff::Timestamp;
use store::{AccountId, KeyId, KeyOwner, Scope, Store, StoreError};

use crate::{
    access::rights,
    call::{problem::Problem, request::canonical::QueryDigest},
    sandbox,
    services::Services,
};

/// The context of one call.
#[derive(Clone)]
pub struct Context {
    /// Services available to endpoints.
    pub services: Arc<Services>,
    /// The engine over the real records, or over the sandbox's, with the upstream log of this call.
    pub(crate) engine: Engine,
    /// The caller; none on public endpoints and in the sandbox.
    pub caller: Option<Arc<KeyOwner>>,
    /// Id of the endpoint.
    pub endpoint: &'static str,
    /// Id of the call; empty for background calls, which get theirs when they are settled.
    pub request_id: String,
    /// Time of the call.
    pub now: Timestamp,
    /// Client address; none for background calls.
    pub client: Option<IpAddr>,
    /// Whether it is a sandbox call.
    pub sandbox: bool,
    /// Digest of the request without its page; cursors are bound to it. All zero for background calls.
    pub query: QueryDigest,
    /// Whether the client accepts server-sent events.
    pub wants_events: bool,
    /// `Last-Event-ID` of the client.
    pub last_event_id: Option<String>,
    /// Whether it is a preview, which asks no external source; set when an item was counted that only an outside source can
    /// resolve.
    pub(crate) preview: Option<Arc<AtomicBool>>,
}

impl Context {
    /// A context without a client, of a call that arrived at `now`, which the monotonic clock calls `began`.
    pub(crate) fn new(
        services: Arc<Services>,
        caller: Option<Arc<KeyOwner>>,
        endpoint: &'static str,
        (now, began): (Timestamp, Instant),
        sandbox: bool,
    ) -> Self {
        let engine = if sandbox { &services.sandbox } else { &services.engine }.for_call(began);
        Self {
            services,
            engine,
            caller,
            endpoint,
            request_id: String::new(),
            now,
            client: None,
            sandbox,
            query: QueryDigest::default(),
            wants_events: false,
            last_event_id: None,
            preview: None,
        }
    }

    /// The same context for a preview, and the flag that tells whether its count is a guess.
    pub(crate) fn for_preview(self) -> (Self, Arc<AtomicBool>) {
        let guessed = Arc::new(AtomicBool::new(false));
        (Self { preview: Some(guessed.clone()), ..self }, guessed)
    }

    /// Whether an item is to be counted without asking outside, because this is a preview. Its count is a guess then.
    pub(crate) fn guesses(&self) -> bool {
        self.preview.as_ref().inspect(|guessed| guessed.store(true, Ordering::Relaxed)).is_some()
    }

    /// Whether this endpoint has charged the account for an item. Blocks on the database.
    pub(crate) fn is_charged(&self, item: &str) -> Result<bool, StoreError> {
        let items = [item.to_owned()];
        Ok(!self.store().charged_items(self.account_id(), self.endpoint, &items)?.is_empty())
    }

    /// Whether the account has resolved this person by any endpoint.
    pub(crate) fn has_seen(&self, person: &str) -> Result<bool, StoreError> {
        Ok(!self.store().seen_among(self.account_id(), &[person.to_owned()])?.is_empty())
    }

    /// The engine over the real records, or over the sandbox's.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The store of accounts and lists; the sandbox has its own.
    pub fn store(&self) -> &Store {
        if self.sandbox { &self.services.sandbox_store } else { &self.services.store }
    }

    /// Id of the caller's key; empty without a key.
    pub fn key_id(&self) -> &KeyId {
        self.caller.as_ref().map_or(&*sandbox::KEY, |caller| &caller.key.id)
    }

    /// Refuses a caller whose key lacks a scope that the request needs in addition to the endpoint's scope.
    pub fn require_scope(&self, scope: Scope) -> Result<(), Problem> {
        self.caller.as_ref().map_or(Ok(()), |caller| rights::require_scope(caller, scope))
    }

    /// Whether the caller's key has the scope `operate`.
    pub fn is_operator(&self) -> bool {
        self.caller.as_ref().is_some_and(|caller| caller.key.scopes.has(Scope::Operate))
    }

    /// The caller's account id. Only for endpoints that require a key.
    pub fn account_id(&self) -> &AccountId {
        self.caller.as_ref().map_or(&*sandbox::ACCOUNT, |caller| &caller.account.id)
    }
}
