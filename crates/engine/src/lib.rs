//! Answers queries about people and companies from the store, the index and external sources. Independent of credits
//! and HTTP.

mod contacts;
mod engine;
mod error;
mod external;
mod import;
mod index;
mod primitives;
mod resolve;

pub use import::position::FilePosition;
pub use import::{FileImport, ImportError, ImportProgress, ImportRows, ImportedFile};
pub use index::follow::indexed;
pub use index::search_for::{FacetCounts, SearchPage, SearchQuery};
pub use index::{Index, IndexLevel, IndexStatus};
pub use primitives::accounts::{CompanyList, Feed};
pub use primitives::alike::{Ranked, Similar};
pub use primitives::committee::{DealType, SMALL_BUSINESS, Seat};
pub use primitives::coworkers::{Coworker, SharedTime, employer_keys, longest_shared_time};
pub use primitives::decision_makers::{DecisionMaker, RoleTerms, buyer_of, leader, read_role};
pub use primitives::found_ids::{FoundCompanies, FoundPeople};
pub use primitives::hiring::{HiringCompanies, Positions};
pub use primitives::moves::{Leaver, newest_first};
pub use primitives::opener::{Language, Opener, congratulation, openers};
pub use records::matching::Band;
pub use resolve::calibration::{Calibration, CalibrationOptions, Measurement};
pub use resolve::explain::{Explanation, MatchDecision};
pub use resolve::link::Account;
pub use resolve::{Found, MissReason, Resolution};
pub use search::{
    CompanyFilters, CompanySort, FilterEffect, FilterFault, FilterFaultKind, Filters, MoneyRange, Near,
    NearestFilters, NumberRange, PeopleFilters, PeopleSort, SimilarPeopleOptions, Target, UnknownValue,
    WhyNot,
    role::{RoleSelector, ScorePart, UnreadableRole},
};

pub use contact::{
    ConfidenceStep, Evidence, Exchange, Exit, ExitHealth, ExitWay, FindExplanation, MailBook, MailQuestion,
    MailReply, Manners, PROBE_ADDRESSES_MAX, PROBE_PATH, ProbeLimits, Reason, RemoteProbe, Socks5Proxy,
    Status, Timeouts, TriedCandidate, Verifier, VerifierOptions,
};
pub use contacts::backoff::is_retryable;
pub use contacts::contact_query::ContactQuery;
pub use contacts::email_check::{CheckedEmail, EmailCheck, is_recent_check};
pub use contacts::find_email::FoundEmail;
pub use contacts::find_phone::FoundPhone;
pub use contacts::known_email::{ContactEmail, EmailOrigin};
pub use contacts::mobile::{AttemptOutcome, Mobile, PhoneAttempt, PhoneStatus};
pub use engine::Engine;
pub use error::{EngineError, Unavailable};
pub use external::feeds::{FEED_CHECK_INTERVAL, FeedStatus, Feeds, InvalidFeed};
pub use external::sources::{ExternalSources, UnknownVendor};
pub use primitives::reach::Reach;
pub use primitives::walk::{Candidate, CandidateBatch, CandidateSource, Listed, WALK_TIME, Walk};
