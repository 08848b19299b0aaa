//! Profile, personal address and mobile of a person, and the way back from an identifier to its person.

use super::FREE_PROVIDERS;
use crate::{
    rng::{Purpose, Rng},
    words::{ascii, names::PersonName, phones},
    world::{Side, World},
};

/// Added to an index before it is multiplied, so that the number of person 0 is not 0.
const PROFILE_OFFSET: u32 = 77_041;
const PROFILE_FACTOR: u32 = 2_654_435_761;
/// The inverse of the factor modulo 2^32.
#[cfg(feature = "net")]
const PROFILE_INVERSE: u32 = 244_002_641;

impl World {
    pub(super) fn network_url(&self, person: u64, name: &PersonName) -> String {
        // Multiplication by an odd number and XOR with the seed permute 32 bits, so that the result is unique.
        let number =
            (person as u32).wrapping_add(PROFILE_OFFSET).wrapping_mul(PROFILE_FACTOR) ^ (self.seed as u32);
        format!(
            "https://network.example/in/{}-{}-{}{number:08x}",
            ascii::hyphenated(name.given),
            ascii::hyphenated(&name.family),
            self.side.profile_mark(),
        )
    }

    pub(super) fn personal_email(&self, person: u64, name: &PersonName) -> Option<String> {
        let mut rng = Rng::new(self.seed, person, Purpose::Contacts);
        rng.chance(50).then(|| {
            let separator = rng.pick(&[".", "", "_"]);
            let mark = self.side.number_mark();
            let number = self.person_order.at(person) + 1;
            let provider = rng.pick(&FREE_PROVIDERS);
            format!("{}{separator}{}{mark}{number}@{provider}", name.given_letters(), name.family_letters())
        })
    }

    pub(super) fn mobile(&self, company: u64, person: u64) -> Option<String> {
        let city = self.outline(company).city();
        let (country, code) = (city.country_index(), city.country().code);
        let (rank, staff) = self.country_rank(company, person);
        let place = self.country_orders[country].at(rank);
        match self.side {
            Side::Inside => phones::mobile(code, place, staff, self.people),
            Side::Outside => {
                let taken = self.taken_mobiles.get(country).copied().unwrap_or(u64::MAX);
                phones::spare_mobile(code, place, staff, taken)
            }
        }
    }
}

#[cfg(feature = "net")]
impl World {
    /// The person with this profile; the number at its end is computed back to the index, so that no search is needed.
    pub(crate) fn find_person_by_profile(&self, url: &str) -> Option<u64> {
        let handle = url.trim_end_matches('/').rsplit('/').next()?.to_ascii_lowercase();
        let digits = handle.rsplit('-').next()?.strip_prefix(self.side.profile_mark())?;
        let number = u32::from_str_radix(digits, 16).ok()? ^ (self.seed as u32);
        let person = u64::from(number.wrapping_mul(PROFILE_INVERSE).wrapping_sub(PROFILE_OFFSET));
        if person >= self.people {
            return None;
        }
        let name = self.person_name(self.employer(person), person);
        self.network_url(person, &name).ends_with(&format!("/{handle}")).then_some(person)
    }

    /// The person with this personal address; its number is computed back to the index, so that no search is needed.
    pub(crate) fn find_person_by_personal_email(&self, address: &str) -> Option<u64> {
        let (local, _) = address.split_once('@')?;
        let letters = local.trim_end_matches(|digit: char| digit.is_ascii_digit());
        let number: u64 = local[letters.len()..].strip_prefix(self.side.number_mark())?.parse().ok()?;
        let person = self.person_order.index_of(number.checked_sub(1)?)?;
        let name = self.person_name(self.employer(person), person);
        (self.personal_email(person, &name).as_deref() == Some(address)).then_some(person)
    }

    /// The employee with this address at a company of the world.
    pub(crate) fn find_person_by_business_email(&self, address: &str) -> Option<u64> {
        let (local, domain) = address.split_once('@')?;
        let company = self.find_company_by_domain(domain)?;
        let locals = self.local_parts(company, self.mail(company).pattern);
        let seat = locals.iter().position(|known| known == local)?;
        Some(self.employees(company).start + seat as u64)
    }
}
