//! Companies and people that exist in the world but in none of its claims: only its servers know them.
//!
//! They are a second population with a seed derived from the world's own, so that adding people to the world does not
//! change them. Their identifiers carry marks that no identifier inside has, so that the two never collide.

use crate::{
    company::WorldCompany,
    person::WorldPerson,
    world::{OUTSIDE_COMPANIES, OUTSIDE_PEOPLE, Side, World},
};

impl World {
    /// The companies that no claim of the world mentions, in the order of their indexes.
    pub fn outside_companies(&self) -> impl Iterator<Item = WorldCompany> + '_ {
        (0..OUTSIDE_COMPANIES).map(|company| self.outside_company(company))
    }

    /// The people that no claim of the world mentions, in the order of their indexes; each works at the company outside
    /// with the index in [`WorldPerson::company`].
    pub fn outside_people(&self) -> impl Iterator<Item = WorldPerson> + '_ {
        (0..OUTSIDE_PEOPLE).map(|person| self.outside_person(person))
    }

    /// The company outside with this index. Panics if it is not below [`OUTSIDE_COMPANIES`].
    pub fn outside_company(&self, company: u64) -> WorldCompany {
        self.of_side(Side::Outside).company(company)
    }

    /// The person outside with this index. Panics if it is not below [`OUTSIDE_PEOPLE`].
    pub fn outside_person(&self, person: u64) -> WorldPerson {
        self.of_side(Side::Outside).person(person)
    }

    /// The company outside with this main domain.
    pub fn find_outside_company_by_domain(&self, domain: &str) -> Option<u64> {
        self.of_side(Side::Outside).find_company_by_domain(domain)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{words::phones, world::WorldOptions};

    fn world(people: u64) -> World {
        World::new(WorldOptions { seed: 20, people, as_of: "2026-05-20T08:00:00Z".parse().unwrap() })
    }

    #[test]
    fn the_outside_has_the_stated_size_and_does_not_depend_on_the_size_inside() {
        let (small, large) = (world(100), world(3_000));
        assert_eq!(small.of_side(Side::Outside).company_count(), OUTSIDE_COMPANIES);
        assert_eq!(small.outside_people().count() as u64, OUTSIDE_PEOPLE);
        assert!(small.outside_companies().eq(large.outside_companies()));
        let (first, second) = (small.outside_person(7), large.outside_person(7));
        assert_eq!(first.network_url, second.network_url);
        assert_eq!(first.business_email, second.business_email);
    }

    #[test]
    fn no_identifier_outside_exists_inside() {
        let world = world(8_000);
        let mut inside = BTreeSet::new();
        for index in 0..world.company_count() {
            let (company, roster) = (world.company(index), world.roster(index));
            inside.extend([company.domain, company.network_url].into_iter().chain(company.second_domain));
            for person in world.employees(index).map(|person| roster.person(person)) {
                inside.extend([person.network_url, person.business_email]);
                inside.extend(person.personal_email.into_iter().chain(person.mobile));
            }
        }
        let mut mobiles = BTreeSet::new();
        for company in world.outside_companies() {
            assert!(company.domain.ends_with("-hq.example"), "{}", company.domain);
            assert_eq!(world.find_outside_company_by_domain(&company.domain), Some(company.index));
            for identifier in [company.domain, company.network_url].iter().chain(&company.second_domain) {
                assert!(!inside.contains(identifier), "{identifier}");
            }
        }
        for person in world.outside_people() {
            let own = [person.network_url, person.business_email];
            for identifier in own.iter().chain(&person.personal_email).chain(&person.mobile) {
                assert!(!inside.contains(identifier), "{identifier}");
            }
            if let Some(number) = person.mobile {
                assert!(phones::is_fictional(&number) && mobiles.insert(number));
            }
        }
        assert!(mobiles.len() > 300, "{}", mobiles.len());
    }

    #[test]
    fn the_claims_mention_nothing_outside() {
        let world = world(500);
        for claim in world.companies().chain(world.people()).chain(world.jobs()) {
            let text = serde_json::to_string(&claim).unwrap();
            assert!(!text.contains("-hq"), "{text}");
        }
    }

    #[cfg(feature = "net")]
    #[test]
    fn a_person_is_found_by_every_identifier() {
        let world = world(2_000);
        for side in [Side::Inside, Side::Outside] {
            let (part, other) = match side {
                Side::Inside => (world.of_side(side), world.of_side(Side::Outside)),
                Side::Outside => (world.of_side(side), world.of_side(Side::Inside)),
            };
            for person in (0..part.people_count()).step_by(37).map(|index| part.person(index)) {
                let found = Some(person.index);
                assert_eq!(part.find_person_by_profile(&person.network_url), found);
                assert_eq!(other.find_person_by_profile(&person.network_url), None);
                assert_eq!(part.find_person_by_business_email(&person.business_email), found);
                let Some(personal) = person.personal_email else { continue };
                assert_eq!(part.find_person_by_personal_email(&personal), found);
                assert_eq!(other.find_person_by_personal_email(&personal), None);
            }
        }
    }
}
