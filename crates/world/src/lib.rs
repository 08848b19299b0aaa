//! A synthetic, deterministic world of people and companies.
//!
//! All of it is fictional: names are drawn from lists of common names, domains end in `.example` or `.test`, and phone
//! numbers are in ranges that regulators reserve for fiction. Every person and company is a pure function of the
//! world's options and its index, so a world of millions is streamed, not held in memory.

mod calendar;
mod career;
mod claims;
mod company;
mod events;
mod mail;
#[cfg(feature = "net")]
pub mod net;
mod org;
mod outside;
mod person;
mod rng;
#[cfg(test)]
mod tests;
mod words;
mod world;

pub use career::WorldPosition;
pub use claims::{
    CONFERENCE_LIST, CONTACT_PANEL, CRM_EXPORT, DIRECTORY, JOB_BOARD, NEWS_DESK, REGISTRY, TECH_SCAN,
};
pub use company::WorldCompany;
pub use events::{Event, EventKind};
pub use mail::EmailPattern;
pub use person::{FREE_PROVIDERS, WorldPerson};
pub use world::{OUTSIDE_COMPANIES, OUTSIDE_PEOPLE, Pace, World, WorldOptions};
