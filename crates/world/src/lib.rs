//! A synthetic, deterministic world of people and companies.
//!
//! Nothing in it exists: names are drawn from common ones, domains end in `.example` or `.test`, phone
//! numbers lie in ranges that regulators keep free for fiction. Every person and company is a pure function
//! of the world's options and its number, so a world of millions is streamed, not held.

mod ascii;
mod calendar;
mod career;
mod claims;
mod company;
mod company_name;
mod departments;
mod events;
mod funding;
mod geography;
mod industries;
mod mail;
mod names;
#[cfg(feature = "net")]
pub mod net;
mod org;
mod person;
mod phones;
mod rng;
mod technologies;
#[cfg(test)]
mod tests;
mod titles;
mod world;

pub use career::Position;
pub use claims::{
    CONFERENCE_LIST, CONTACT_PANEL, CRM_EXPORT, DIRECTORY, JOB_BOARD, NEWS_DESK, REGISTRY, TECH_SCAN,
};
pub use company::WorldCompany;
pub use events::{Event, EventKind};
pub use mail::EmailPattern;
pub use person::{FREE_PROVIDERS, WorldPerson};
pub use world::{World, WorldOptions};
