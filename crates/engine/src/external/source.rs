//! External sources of claims, and a cache of the queries sent to them recently.

use std::{
    collections::HashMap,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use jiff::{SignedDuration, Timestamp};
use records::{
    Claim, EmailKind,
    keys::{CompanyQuery, PersonQuery},
};

use crate::{contacts::contact_query::ContactQuery, error::Unavailable};

/// How long a query is not sent to the external sources again.
const QUERY_TTL: SignedDuration = SignedDuration::from_hours(6);

/// Cached queries at most.
const QUERIES_MAX: usize = 50_000;

/// The claims of an external source, or why none could be fetched.
pub type ClaimsFuture<'a> = Pin<Box<dyn Future<Output = Result<Vec<Claim>, Unavailable>> + Send + 'a>>;

/// An external source of claims about people and companies that have no record.
pub trait ClaimSource: Send + Sync {
    /// Claims about a company.
    fn company<'a>(&'a self, query: &'a CompanyQuery, now: Timestamp) -> ClaimsFuture<'a>;
    /// Claims about a person.
    fn person<'a>(&'a self, query: &'a PersonQuery, now: Timestamp) -> ClaimsFuture<'a>;
    /// Claims about a person's email of this kind.
    fn email<'a>(&'a self, who: &'a ContactQuery, kind: EmailKind, now: Timestamp) -> ClaimsFuture<'a>;
}

/// An external source with the queries sent recently (negative cache) and one lock per running query.
pub(crate) struct ExternalLookup {
    pub(crate) source: Arc<dyn ClaimSource>,
    recent: Mutex<HashMap<String, Timestamp>>,
    in_flight: Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>,
}

impl ExternalLookup {
    pub(crate) fn new(source: Arc<dyn ClaimSource>) -> Self {
        Self { source, recent: Mutex::default(), in_flight: Mutex::default() }
    }

    /// The lock of a query: concurrent calls with the same query wait for the first, so it is sent once.
    pub(crate) fn query_lock(&self, query: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut in_flight = self.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = in_flight.get(query).and_then(Weak::upgrade) {
            return lock;
        }
        in_flight.retain(|_, lock| lock.strong_count() > 0);
        let lock = Arc::default();
        in_flight.insert(query.to_owned(), Arc::downgrade(&lock));
        lock
    }

    pub(crate) fn is_recent(&self, query: &str, now: Timestamp) -> bool {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.get(query).is_some_and(|at| now.duration_since(*at) < QUERY_TTL)
    }

    pub(crate) fn cache(&self, query: String, now: Timestamp) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.len() >= QUERIES_MAX {
            recent.retain(|_, at| now.duration_since(*at) < QUERY_TTL);
        }
        if recent.len() >= QUERIES_MAX {
            recent.clear();
        }
        recent.insert(query, now);
    }
}
