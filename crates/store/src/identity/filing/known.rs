//! What a company or a job is known by.

use records::{Claim, Facts, sameness::company::CompanyTraits};

use crate::subjects::subject::Kind;

/// Identifiers and traits of a subject, from all its claims.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Known {
    pub(super) kind: Option<Kind>,
    /// Of the claims with an identifier.
    identified: CompanyTraits,
    /// Of the claims with a name only.
    named: CompanyTraits,
    pub(super) has_named: bool,
    /// Whether there are rows about the company itself, and not those of its people alone.
    pub(super) has_own_rows: bool,
}

impl Known {
    pub(super) fn of<'c>(claims: impl IntoIterator<Item = &'c Claim>) -> Self {
        let mut all = Self::default();
        claims.into_iter().for_each(|claim| all.add_claim(claim));
        all
    }

    pub(super) fn of_claim(claim: &Claim) -> Self {
        Self::of([claim])
    }

    pub(super) fn add_claim(&mut self, claim: &Claim) {
        self.kind = Some(Kind::of(&claim.facts));
        let traits = match &claim.facts {
            Facts::Person(_) => CompanyTraits::default(),
            Facts::Job(job) => CompanyTraits::of_addresses(job.url.iter().cloned()),
            Facts::Company(facts) => {
                self.has_own_rows |= !facts.of_employee;
                CompanyTraits::of(facts)
            }
        };
        if traits.is_identified() {
            self.identified.add(&traits);
        } else {
            self.named.add(&traits);
            self.has_named = true;
        }
    }

    pub(super) fn add(&mut self, more: &Self) {
        self.identified.add(&more.identified);
        self.named.add(&more.named);
        self.has_named |= more.has_named;
        self.has_own_rows |= more.has_own_rows;
    }

    /// Whether all that decides which claims belong to it by name is the same. Another address of a company that has one changes
    /// nothing about that, and a company of very many rows may get one with each.
    pub(super) fn is_settled_as(&self, after: &Self) -> bool {
        let without_addresses = |known: &Self| {
            let mut identified = known.identified.clone();
            identified.addresses.clear();
            identified
        };
        let has_address = |known: &Self| !known.identified.addresses.is_empty();
        has_address(self) == has_address(after)
            && self.named == after.named
            && (self.kind, self.has_named, self.has_own_rows)
                == (after.kind, after.has_named, after.has_own_rows)
            && without_addresses(self) == without_addresses(after)
    }

    /// What it is compared by: claims that were added by name alone do not count once there is one with an identifier.
    pub(super) fn traits(&self) -> &CompanyTraits {
        if self.identified.is_identified() { &self.identified } else { &self.named }
    }

    pub(super) fn is_identified(&self) -> bool {
        self.identified.is_identified()
    }

    pub(super) fn shares_identifier(&self, other: &Self) -> bool {
        self.kind == other.kind && self.traits().shares_identifier(other.traits())
    }
}
