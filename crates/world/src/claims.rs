//! Claims of the world's sources: each source covers another part of the facts, observed at another time.

pub(crate) mod announcement;
mod of_companies;
pub(crate) mod of_jobs;
mod of_people;
mod source;

use std::collections::VecDeque;

use records::Claim;

use crate::{person::Roster, world::World};

pub(crate) use of_companies::company_claim;
#[cfg(feature = "net")]
pub(crate) use of_people::CARRIERS;
pub(crate) use of_people::{person_claim, profile_facts};
pub use source::{
    CONFERENCE_LIST, CONTACT_PANEL, CRM_EXPORT, DIRECTORY, JOB_BOARD, NEWS_DESK, REGISTRY, TECH_SCAN,
};

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
