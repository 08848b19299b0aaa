//! Finds the subject of a question, inside or outside.

use super::inquiry::Inquiry;
use crate::{
    words::{ascii, company_name},
    world::{Side, World},
};

const SIDES: [Side; 2] = [Side::Inside, Side::Outside];

/// A company or person with its population.
pub(super) type VendorMatch<'w> = (&'w World, u64);

/// The company of a question: by its domain, else by its name.
pub(super) fn company<'w>(world: &'w World, inquiry: &Inquiry) -> Option<VendorMatch<'w>> {
    if let Some(domain) = inquiry.get("domain") {
        let (side, company) = world.domain_owner(&domain.to_ascii_lowercase())?;
        return Some((world.of_side(side), company));
    }
    let name = inquiry.get("company")?;
    SIDES.into_iter().map(|side| world.of_side(side)).find_map(|part| Some((part, part.named(name)?)))
}

/// The person of a question: by profile, else by address, else by name and company.
pub(super) fn person<'w>(world: &'w World, inquiry: &Inquiry) -> Option<VendorMatch<'w>> {
    let found = SIDES.into_iter().map(|side| world.of_side(side)).find_map(|part| {
        let by_profile = inquiry.get("profile").and_then(|url| part.find_person_by_profile(url));
        let by_address = || part.person_with_address(&inquiry.get("email")?.to_ascii_lowercase());
        Some((part, by_profile.or_else(by_address)?))
    });
    found.or_else(|| {
        let name = ascii::folded(&inquiry.full_name()?);
        let (part, employer) = company(world, inquiry)?;
        part.employees(employer)
            .find(|person| part.is_called(employer, *person, &name))
            .map(|person| (part, person))
    })
}

impl World {
    /// The first company with this name: its domain has the name as its label, and its namesakes have a longer one.
    fn named(&self, name: &str) -> Option<u64> {
        let label = company_name::domain_label(name);
        self.find_company_by_domain(&format!("{label}{}.example", self.side.company_suffix()))
    }

    fn person_with_address(&self, address: &str) -> Option<u64> {
        self.find_person_by_business_email(address).or_else(|| self.find_person_by_personal_email(address))
    }

    /// Whether a person has this name, in the form of addresses, with or without the middle initial.
    fn is_called(&self, company: u64, person: u64, folded: &str) -> bool {
        let name = self.person_name(company, person);
        let family = ascii::folded(&name.family);
        let with_family = |given: &str| folded == ascii::folded(given) + &family;
        with_family(name.given)
            || name.nickname().is_some_and(with_family)
            || folded == ascii::folded(&name.full())
    }
}
