//! Which companies and people each vendor knows. The parts overlap: each vendor reads its own bits of one draw.

use super::{
    find,
    inquiry::Inquiry,
    vendor::{House, WorldVendor},
};
use crate::{
    rng::{Purpose, Rng},
    world::World,
};

/// Shares of companies, people and mobiles that a vendor knows, in 256ths.
struct CoverageShares {
    companies: u64,
    people: u64,
    mobiles: u64,
}

impl House {
    fn shares(self) -> CoverageShares {
        match self {
            Self::Beacon => CoverageShares { companies: 120, people: 104, mobiles: 64 },
            Self::Atlas => CoverageShares { companies: 150, people: 136, mobiles: 104 },
            Self::Cobalt => CoverageShares { companies: 190, people: 176, mobiles: 160 },
        }
    }

    fn is_drawn(self, world: &World, index: u64, purpose: Purpose, share: u64) -> bool {
        let draw = Rng::new(world.seed, index, purpose).next();
        (draw >> (self as u32 * 8)) & 0xFF < share
    }

    pub(super) fn has_company(self, world: &World, company: u64) -> bool {
        self.is_drawn(world, company, Purpose::CompanyCoverage, self.shares().companies)
    }

    pub(super) fn has_person(self, world: &World, person: u64) -> bool {
        self.is_drawn(world, person, Purpose::PersonCoverage, self.shares().people)
    }

    /// Whether the vendor has the mobile of a person, if the person has one.
    pub(super) fn has_mobile(self, world: &World, person: u64) -> bool {
        self.is_drawn(world, person, Purpose::MobileCoverage, self.shares().mobiles)
    }
}

impl WorldVendor {
    /// Whether the vendor answers for the company with this domain.
    pub fn knows_company(&self, world: &World, domain: &str) -> bool {
        world
            .domain_owner(domain)
            .is_some_and(|(side, company)| self.house.has_company(world.of_side(side), company))
    }

    /// Whether the vendor answers for the person with this profile.
    pub fn knows_person(&self, world: &World, network_url: &str) -> bool {
        find::person(world, &Inquiry::of_profile(network_url))
            .is_some_and(|(part, person)| self.house.has_person(part, person))
    }

    /// Whether the vendor has a mobile of the person with this profile.
    pub fn knows_mobile(&self, world: &World, network_url: &str) -> bool {
        find::person(world, &Inquiry::of_profile(network_url)).is_some_and(|(part, person)| {
            self.house.has_mobile(part, person) && part.person(person).mobile.is_some()
        })
    }
}
