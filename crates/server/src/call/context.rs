//! The context of one call, passed to its endpoint.

use std::{net::IpAddr, sync::Arc};

use engine::Engine;
use jiff::Timestamp;
use store::{AccountId, KeyId, KeyOwner, Scope, Store};

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
}

impl Context {
    /// A context without a client.
    pub(crate) fn new(
        services: Arc<Services>,
        caller: Option<Arc<KeyOwner>>,
        now: Timestamp,
        sandbox: bool,
    ) -> Self {
        let engine = if sandbox { &services.sandbox } else { &services.engine }.for_call();
        Self {
            services,
            engine,
            caller,
            now,
            client: None,
            sandbox,
            query: QueryDigest::default(),
            wants_events: false,
            last_event_id: None,
        }
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
