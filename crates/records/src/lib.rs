//! People, companies, their identifiers and the claims about them.
//!
//! Every function here is pure: no I/O, no clock, no database. A [`Claim`] holds the facts that one source stated
//! about one subject; the claims of a subject merge into a [`PersonRecord`], a [`Company`] or a [`Job`].

mod claim;
mod company;
pub mod company_name;
mod date;
pub mod domain;
pub mod email;
pub mod identifier;
mod job;
pub mod keys;
pub mod mail_provider;
pub mod matching;
pub mod merge;
pub mod name;
pub mod nickname;
mod person;
pub mod phone;
pub mod place;
pub mod profile_url;
pub mod sameness;
pub mod signal;
pub mod title;
mod vocabulary;

pub use claim::{
    Claim, CompanyFacts, EducationFact, EmailFact, ExperienceFact, Facts, PersonFacts, PhoneFact,
    PrivateTraits,
};
pub use company::{Acquisition, Company, Funding, FundingRound, Money, Openings, RevenueRange, Technology};
pub use date::PartialDate;
pub use job::{Job, JobFacts, merge_job};
pub use person::{
    ContactStatus, Education, Email, EmailKind, Employer, Experience, LineType, Location, Person,
    PersonRecord, Phone, Profile, SourceStamp,
};
pub use signal::{Announcement, Signal, SignalKind};
pub use vocabulary::{Department, Seniority, SizeBand, UnknownWord};
