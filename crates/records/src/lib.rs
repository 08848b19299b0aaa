//! People, companies, their identifiers and the claims about them.
//!
//! Every function here is pure: no I/O, no clock, no database. A [`Claim`] holds the facts that one source stated
//! about one subject; the claims of a subject merge into a [`PersonRecord`], a [`Company`] or a [`Job`].

mod claim;
mod company;
mod date;
mod identifiers;
mod job;
pub mod keys;
pub mod matching;
pub mod merge;
mod person;
pub mod place;
pub mod sameness;
pub mod signal;
pub mod title;
mod vocabulary;

pub use claim::{
    Claim, CompanyFacts, EducationFact, EmailFact, ExperienceFact, Facts, PersonFacts, PhoneFact,
    PrivateTraits,
};
pub use company::{
    Acquisition, Company, EmployeeRange, Funding, FundingRound, Money, Openings, RevenueRange, Technology,
};
pub use date::PartialDate;
pub use identifiers::{
    company_name, domain, email, external_id, external_id::ExternalId, identifier, mail_provider, name,
    nickname, phone, profile_url, record_id::RecordKind, role_mailbox, written_case,
};
pub use job::{Job, JobFacts};
pub use keys::query;
pub use merge::merge_job;
pub use person::{
    Announcement, ContactStatus, Education, Email, EmailKind, Employer, Experience, LineType, Location,
    Person, PersonRecord, Phone, Profile, SourceStamp,
};
pub use signal::{Signal, SignalKind};
pub use vocabulary::{
    CompanyStatus, Department, Seniority, SizeBand, UnknownWord, currency, fold, funding_stage, industry,
    technology,
};
