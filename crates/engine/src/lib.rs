//! Answers questions about people and companies from what the store knows. Knows nothing of credits or HTTP.

mod accounts;
mod alike;
mod committee;
mod contact_query;
mod coworkers;
mod decision_makers;
mod explain;
mod find_email;
mod find_personal_email;
mod find_phone;
mod hiring;
mod index;
mod known_email;
mod moves;
mod opener;
mod outside;
mod phone_check;
mod reach;
mod recheck;
mod resolve;
mod search_for;
mod signals;
mod upstream;
mod verify;
mod walk;

use std::sync::Arc;

pub use accounts::{CompanyList, Feed};
pub use alike::Similar;
pub use committee::{DealType, SMALL_BUSINESS, Seat};
pub use coworkers::{Coworker, SharedTime, longest_shared_time};
pub use decision_makers::{DecisionMaker, ScorePart, buyer_of, leader, read_role};
pub use explain::{Explanation, MatchDecision};
pub use hiring::{HiringCompanies, Positions};
pub use index::{Index, IndexLevel, IndexState, indexed};
pub use moves::{Leaver, newest_first};
pub use opener::{Opener, congratulation, openers};
pub use resolve::{Found, Resolution};
pub use search::{
    CompanyFilters, CompanySort, FilterFault, Filters, MoneyRange, Near, NumberRange, PeopleFilters,
    PeopleSort, SimilarPeopleOptions, Target, funding_stage, role::RoleSelector,
};
pub use search_for::{FacetCounts, FilterEffect, NearestFilters, Question, SearchPage, WhyNot};

pub use contact::{Reason, Status, Verifier, VerifierOptions};
pub use contact_query::ContactQuery;
pub use find_email::FoundEmail;
pub use find_phone::{
    AttemptOutcome, FoundPhone, Mobile, PhoneAnswer, PhoneAttempt, PhoneReply, PhoneSource, PhoneSourceError,
};
pub use known_email::{ContactEmail, EmailOrigin};
pub use outside::{ClaimSource, Said, Unavailable};
pub use phone_check::{Checked, LineCheck, PhoneCheck};
pub use reach::Reach;
pub use upstream::{note, noting};
pub use verify::{CheckedEmail, EmailCheck};
pub use walk::{Batch, Candidate, Candidates, Listed, Walk};

use outside::Outside;
use search::SearchError;
use store::{Store, StoreError};

/// Why a question could not be answered.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The index failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The index does not stand level with the store yet.
    #[error("the search index is being made; try again in a moment")]
    IndexNotReady,
    /// No verifier was set up.
    #[error("mail servers cannot be asked from here")]
    NoVerifier,
    /// Nothing was found in the time there is.
    #[error("no source answered in time")]
    TooSlow,
    /// Nobody who could answer did.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// The work was given up.
    #[error("the work was given up")]
    GivenUp,
}

/// Answers questions over one store of records. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    store: Store,
    index: Option<Arc<Index>>,
    verifier: Option<Arc<Verifier>>,
    phone_sources: Arc<[Arc<dyn PhoneSource>]>,
    phone_check: Option<Arc<dyn PhoneCheck>>,
    outside: Option<Arc<Outside>>,
}

impl Engine {
    /// An engine over these records, without search.
    pub fn new(store: Store) -> Self {
        Self {
            store,
            index: None,
            verifier: None,
            phone_sources: Arc::new([]),
            phone_check: None,
            outside: None,
        }
    }

    /// The same engine with a search index.
    #[must_use]
    pub fn with_index(self, index: Arc<Index>) -> Self {
        Self { index: Some(index), ..self }
    }

    /// The same engine with someone who asks mail servers.
    #[must_use]
    pub fn with_verifier(self, verifier: Arc<Verifier>) -> Self {
        Self { verifier: Some(verifier), ..self }
    }

    /// The same engine with someone who asks carriers.
    #[must_use]
    pub fn with_phone_check(self, phone_check: Option<Arc<dyn PhoneCheck>>) -> Self {
        Self { phone_check, ..self }
    }

    /// The same engine with others who may know phones, asked in this order after the records.
    #[must_use]
    pub fn with_phone_sources(self, sources: Vec<Arc<dyn PhoneSource>>) -> Self {
        Self { phone_sources: sources.into(), ..self }
    }

    /// The same engine with somebody outside to ask for what the records do not tell.
    #[must_use]
    pub fn with_claim_source(self, source: Option<Arc<dyn ClaimSource>>) -> Self {
        Self { outside: source.map(|source| Arc::new(Outside::new(source))), ..self }
    }
}
