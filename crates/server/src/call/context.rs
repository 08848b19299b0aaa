//! What an endpoint is given beside its request.

use std::{net::IpAddr, sync::Arc};

use engine::Engine;
use jiff::Timestamp;
use store::{KeyOwner, Scope, Store};

use crate::{access::rights, call::problem::Problem, sandbox, services::Services};

/// The surroundings of one call.
#[derive(Clone)]
pub struct Context {
    /// What the endpoint may use.
    pub services: Arc<Services>,
    /// Who calls; none on public endpoints and in the sandbox.
    pub caller: Option<Arc<KeyOwner>>,
    /// When the call came in.
    pub now: Timestamp,
    /// Where it comes from; unknown of work that nobody waits for.
    pub client: Option<IpAddr>,
    /// Whether the call is to the sandbox's own small world.
    pub sandbox: bool,
    /// Whether the caller asks for server-sent events.
    pub wants_events: bool,
    /// The last event the caller has seen.
    pub last_event_id: Option<String>,
}

impl Context {
    /// What answers questions: over the real records, or over the sandbox's.
    pub fn engine(&self) -> &Engine {
        if self.sandbox { &self.services.sandbox } else { &self.services.engine }
    }

    /// The store of accounts and their lists; the sandbox has its own.
    pub fn store(&self) -> &Store {
        if self.sandbox { &self.services.sandbox_store } else { &self.services.store }
    }

    /// The id of the caller's key; empty where no key is needed.
    pub fn key_id(&self) -> &str {
        self.caller.as_ref().map_or("", |caller| &caller.key.id)
    }

    /// Refuses a caller whose key lacks a scope that the request needs beyond that of its endpoint.
    pub fn require_scope(&self, scope: Scope) -> Result<(), Problem> {
        self.caller.as_ref().map_or(Ok(()), |caller| rights::require_scope(caller, scope))
    }

    /// Whether the caller's key has the scope `operate`.
    pub fn is_operator(&self) -> bool {
        self.caller.as_ref().is_some_and(|caller| caller.key.scopes.has(Scope::Operate))
    }

    /// The caller's account id. Only endpoints whose declaration asks for a key may ask.
    pub fn account_id(&self) -> &str {
        self.caller.as_ref().map_or(sandbox::ACCOUNT, |caller| &caller.account.id)
    }
}
