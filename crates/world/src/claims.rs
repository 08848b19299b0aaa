//! Claims of the world's sources: each source covers another part of the facts, observed at another time.

pub(crate) mod announcement;
mod of_companies;
pub(crate) mod of_jobs;
mod of_people;

use std::collections::VecDeque;

use jiff::Timestamp;
use records::{Claim, Facts, PersonFacts};

use crate::{calendar::Day, person::Roster, world::World};

pub(crate) use of_companies::company_claim;
#[cfg(feature = "net")]
pub(crate) use of_people::CARRIERS;
pub(crate) use of_people::profile_facts;

/// Public profiles of all people, refreshed every few weeks.
pub const DIRECTORY: &str = "directory";
/// A sales team's CRM: some people, some facts, some out of date.
pub const CRM_EXPORT: &str = "crm-export";
/// Badges scanned at conferences.
pub const CONFERENCE_LIST: &str = "conference-list";
/// Private addresses and mobiles.
pub const CONTACT_PANEL: &str = "contact-panel";
/// The register of companies.
pub const REGISTRY: &str = "registry";
/// Facts from company websites and mail records.
pub const TECH_SCAN: &str = "tech-scan";
/// Announcements of funding rounds and acquisitions.
pub const NEWS_DESK: &str = "news-desk";
/// Open positions.
pub const JOB_BOARD: &str = "job-board";

impl World {
    /// Every claim about every company, in the order of the companies.
    pub fn companies(&self) -> impl Iterator<Item = Claim> + '_ {
        (0..self.company_count()).flat_map(|company| of_companies::claims(self, company))
    }

    /// Every claim about every open position, in the order of the companies.
    pub fn jobs(&self) -> impl Iterator<Item = Claim> + '_ {
        (0..self.company_count()).flat_map(|company| of_jobs::claims(self, company))
    }

    /// Every claim about every person, in the order of the people; only one company is in memory at a time.
    pub fn people(&self) -> impl Iterator<Item = Claim> + '_ {
        PeopleClaims { world: self, roster: None, company: 0, person: 0, waiting: VecDeque::new() }
    }
}

struct PeopleClaims<'w> {
    world: &'w World,
    roster: Option<Roster<'w>>,
    /// The next company to generate.
    company: u64,
    person: u64,
    waiting: VecDeque<Claim>,
}

impl Iterator for PeopleClaims<'_> {
    type Item = Claim;

    fn next(&mut self) -> Option<Claim> {
        loop {
            if let Some(claim) = self.waiting.pop_front() {
                return Some(claim);
            }
            if self.person == self.world.people {
                return None;
            }
            if self.person == self.world.employees(self.company).start {
                self.roster = Some(self.world.roster(self.company));
                self.company += 1;
            }
            let person = self.roster.as_ref()?.person(self.person);
            of_people::claims(self.world, &person, &mut self.waiting);
            self.person += 1;
        }
    }
}

pub(crate) fn person_claim(
    source: &str,
    reference: String,
    observed_at: Timestamp,
    facts: PersonFacts,
) -> Claim {
    Claim { source: source.to_owned(), reference, observed_at, facts: Facts::Person(Box::new(facts)) }
}

impl World {
    /// A time on a day, but never after the current time of the world.
    fn moment(&self, day: Day, second: u64) -> Timestamp {
        day.at(second as i64).min(self.as_of)
    }
}
