//! What the last hour taught of the mail server of each domain: which made-up names it accepts, in which words it refuses
//! unknown names, and a name that it accepts.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use moka::{policy::EvictionPolicy, sync::Cache};
use records::email::EmailAddress;
use tokio::time::Instant;

use crate::smtp::{
    decoy::DecoyShape,
    memory::{
        book::{DecoyNote, DomainPage, NOTE_KEPT, PAGES_MAX, TimeOfDay},
        wording::Wording,
    },
};

/// Maximum number of domains remembered.
const DOMAIN_LIMIT: u64 = 16_384;
/// Maximum number of decoys and of wordings remembered per domain.
const OF_DOMAIN_LIMIT: usize = 32;

/// What was learned of the servers of all domains.
pub(crate) struct DomainMemory {
    domains: Cache<String, Arc<Mutex<DomainState>>>,
}

#[derive(Default)]
struct DomainState {
    decoys: Vec<Dated<DecoyResult>>,
    refusals: Vec<Dated<Wording>>,
    accepted: Option<Dated<EmailAddress>>,
    /// Whether the server refuses `postmaster`.
    no_postmaster: Option<Dated<()>>,
}

struct Dated<T> {
    what: T,
    at: Instant,
}

/// The reply to one decoy.
#[derive(Debug, Clone, Copy)]
struct DecoyResult {
    shape: DecoyShape,
    is_catch_all: bool,
}

impl<T> Dated<T> {
    fn now(what: T) -> Self {
        Self { what, at: Instant::now() }
    }

    fn is_fresh(&self) -> bool {
        self.at.elapsed() < NOTE_KEPT
    }
}

impl Default for DomainMemory {
    fn default() -> Self {
        let domains =
            Cache::builder().max_capacity(DOMAIN_LIMIT).eviction_policy(EvictionPolicy::lru()).build();
        Self { domains }
    }
}

impl DomainMemory {
    fn with<T>(&self, domain: &str, act: impl FnOnce(&mut DomainState) -> T) -> T {
        let state = self.domains.get_with_by_ref(domain, Arc::default);
        let mut state: MutexGuard<'_, DomainState> = state.lock().unwrap_or_else(PoisonError::into_inner);
        act(&mut state)
    }

    /// Whether the server accepts every name of this shape, from decoys of the same length, or from a shorter and a
    /// longer one that agree: servers that judge by length have one limit.
    pub(crate) fn catch_all(&self, domain: &str, shape: DecoyShape) -> Option<bool> {
        self.with(domain, |state| {
            let known = state.decoys_like(shape);
            if let Some(exact) = known.iter().find(|decoy| decoy.shape.length == shape.length) {
                return Some(exact.is_catch_all);
            }
            [true, false].into_iter().find(|&verdict| {
                let agreeing = || known.iter().filter(|decoy| decoy.is_catch_all == verdict);
                agreeing().any(|decoy| decoy.shape.length < shape.length)
                    && agreeing().any(|decoy| decoy.shape.length > shape.length)
            })
        })
    }

    /// The same from fewer decoys: a server that refuses a shorter made-up name refuses a longer one, and one that accepts
    /// a longer one accepts a shorter one.
    pub(crate) fn catch_all_by_limit(&self, domain: &str, shape: DecoyShape) -> Option<bool> {
        self.with(domain, |state| {
            let known = state.decoys_like(shape);
            let any = |is_catch_all: bool, fits: fn(usize, usize) -> bool| {
                known
                    .iter()
                    .any(|decoy| decoy.is_catch_all == is_catch_all && fits(decoy.shape.length, shape.length))
            };
            match (any(false, |known, asked| known <= asked), any(true, |known, asked| known >= asked)) {
                (true, _) => Some(false),
                (false, true) => Some(true),
                (false, false) => None,
            }
        })
    }

    /// Notes whether the server accepted a decoy of this shape.
    pub(crate) fn learn_decoy(&self, domain: &str, shape: DecoyShape, is_catch_all: bool) {
        self.with(domain, |state| {
            state.decoys.retain(|known| known.what.shape != shape);
            keep(&mut state.decoys, DecoyResult { shape, is_catch_all });
        });
    }

    /// Whether the server refuses unknown names in these words; none if it has refused none.
    pub(crate) fn refuses_so(&self, domain: &str, wording: Wording) -> Option<bool> {
        self.with(domain, |state| {
            state.refusals.retain(Dated::is_fresh);
            let is_known = state.refusals.iter().any(|known| known.what == wording);
            (!state.refusals.is_empty()).then_some(is_known)
        })
    }

    /// Notes how the server refuses an unknown name.
    pub(crate) fn learn_refusal(&self, domain: &str, wording: Wording) {
        self.with(domain, |state| {
            state.refusals.retain(|known| known.what != wording);
            keep(&mut state.refusals, wording);
        });
    }

    /// The last address that the server accepted.
    pub(crate) fn accepted(&self, domain: &str) -> Option<EmailAddress> {
        self.with(domain, |state| {
            let accepted = state.accepted.as_ref().filter(|accepted| accepted.is_fresh());
            accepted.map(|accepted| accepted.what.clone())
        })
    }

    /// Notes an address that the server accepts.
    pub(crate) fn learn_accepted(&self, address: &EmailAddress) {
        self.with(address.domain(), |state| state.accepted = Some(Dated::now(address.clone())));
    }

    /// Forgets the addresses that servers accepted.
    pub(crate) fn forget_accepted(&self) {
        for (_, state) in &self.domains {
            state.lock().unwrap_or_else(PoisonError::into_inner).accepted = None;
        }
    }

    /// Whether the server is known to refuse `postmaster`.
    pub(crate) fn has_no_postmaster(&self, domain: &str) -> bool {
        self.with(domain, |state| state.no_postmaster.as_ref().is_some_and(Dated::is_fresh))
    }

    /// Notes that the server refuses `postmaster`.
    pub(crate) fn learn_no_postmaster(&self, domain: &str) {
        self.with(domain, |state| state.no_postmaster = Some(Dated::now(())));
    }
}

impl DomainMemory {
    /// What is known of each domain, without the addresses that its server accepts.
    pub(crate) fn pages(&self, time: TimeOfDay) -> Vec<DomainPage> {
        let page = |(domain, state): (Arc<String>, Arc<Mutex<DomainState>>)| {
            let state = state.lock().unwrap_or_else(PoisonError::into_inner);
            let decoys = state.decoys.iter().filter(|known| known.is_fresh()).map(|known| DecoyNote {
                separator: known.what.shape.separator,
                length: known.what.shape.length,
                accepted: known.what.is_catch_all,
                at: time.seconds(known.at),
            });
            let refusals = state.refusals.iter().filter(|known| known.is_fresh());
            let wordings = refusals.map(|known| (known.what.0, time.seconds(known.at)));
            DomainPage {
                domain: domain.as_ref().clone(),
                decoys: decoys.collect(),
                wordings: wordings.collect(),
            }
        };
        let pages = self.domains.iter().map(page);
        let mut pages: Vec<DomainPage> = pages
            .filter(|page| !page.decoys.is_empty() || !page.wordings.is_empty())
            .take(PAGES_MAX)
            .collect();
        pages.sort_by(|one, other| one.domain.cmp(&other.domain));
        pages
    }

    /// Takes over what another process knows of a domain, where this one knows nothing.
    pub(crate) fn read_page(&self, page: &DomainPage, time: TimeOfDay) {
        self.with(&page.domain, |state| {
            for note in &page.decoys {
                let shape = DecoyShape { separator: note.separator, length: note.length };
                if state.decoys.iter().all(|known| known.what.shape != shape) {
                    keep_dated(
                        &mut state.decoys,
                        DecoyResult { shape, is_catch_all: note.accepted },
                        note.at,
                        time,
                    );
                }
            }
            for &(wording, at) in &page.wordings {
                if state.refusals.iter().all(|known| known.what.0 != wording) {
                    keep_dated(&mut state.refusals, Wording(wording), at, time);
                }
            }
        });
    }
}

impl DomainState {
    /// Results of the decoys with the same separator.
    fn decoys_like(&mut self, shape: DecoyShape) -> Vec<DecoyResult> {
        self.decoys.retain(Dated::is_fresh);
        let alike = self.decoys.iter().map(|known| known.what);
        alike.filter(|decoy| decoy.shape.separator == shape.separator).collect()
    }
}

/// Adds an entry to a list that stays within its limit.
fn keep<T>(list: &mut Vec<Dated<T>>, what: T) {
    if list.len() >= OF_DOMAIN_LIMIT {
        list.remove(0);
    }
    list.push(Dated::now(what));
}

/// The same with a time in Unix seconds; what is too old is left out.
fn keep_dated<T>(list: &mut Vec<Dated<T>>, what: T, seconds: i64, time: TimeOfDay) {
    let dated = time.instant(seconds).map(|at| Dated { what, at });
    if let Some(dated) = dated.filter(|dated| dated.is_fresh() && list.len() < OF_DOMAIN_LIMIT) {
        list.push(dated);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOMAIN: &str = "acme.example";

    fn shape(length: usize) -> DecoyShape {
        DecoyShape { separator: None, length }
    }

    #[test]
    fn accepted_addresses_are_forgotten_and_nothing_else() {
        let memory = DomainMemory::default();
        memory.learn_accepted(&EmailAddress::parse("jane@acme.example").unwrap());
        memory.learn_accepted(&EmailAddress::parse("max@birch.example").unwrap());
        memory.learn_decoy(DOMAIN, shape(6), true);
        memory.forget_accepted();
        assert_eq!((memory.accepted(DOMAIN), memory.accepted("birch.example")), (None, None));
        assert_eq!(memory.catch_all(DOMAIN, shape(6)), Some(true));
    }

    #[tokio::test]
    async fn by_its_limit_a_server_is_judged_from_shorter_refused_and_longer_accepted_names() {
        let memory = DomainMemory::default();
        memory.learn_decoy(DOMAIN, shape(6), true);
        memory.learn_decoy(DOMAIN, shape(11), false);
        let judged = |length| memory.catch_all_by_limit(DOMAIN, shape(length));
        assert_eq!(
            (judged(5), judged(6), judged(11), judged(20)),
            (Some(true), Some(true), Some(false), Some(false))
        );
        assert_eq!(judged(8), None, "the limit may be below or above");
        assert_eq!(memory.catch_all_by_limit(DOMAIN, DecoyShape { separator: Some('.'), length: 11 }), None);
    }
}
