//! Candidate addresses for a name and a domain, most likely first.

mod learned;
mod pattern;
mod prior;
mod spelling;

use std::collections::HashMap;

use records::{email::EmailAddress, name::Name};

pub use learned::LearnedPatterns;
pub use pattern::Pattern;
use spelling::{Accents, Spellings, has_expandable_accents};

/// Maximum number of candidates.
const CANDIDATE_LIMIT: usize = 24;
/// Candidates below this probability are dropped.
const LEAST_PROBABILITY: f64 = 0.001;

/// A possible address of a person.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateAddress {
    /// Address in normal form.
    pub address: EmailAddress,
    /// Probability that it belongs to the person.
    pub probability: f64,
    /// Pattern that most likely produced it.
    pub pattern: Pattern,
}

/// Facts about the company that affect the patterns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CompanyTraits<'a> {
    /// Number of employees.
    pub headcount: Option<u32>,
    /// ISO 3166-1 alpha-2 code of the country.
    pub country: Option<&'a str>,
}

/// Possible addresses of a person at a domain, most likely first. Probabilities sum to less than one; the rest is the
/// probability that none of them is right.
pub fn candidates(
    name: &Name,
    domain: &str,
    learned: &LearnedPatterns,
    company: CompanyTraits<'_>,
) -> Vec<CandidateAddress> {
    let expected = learned.expectation(company.headcount, company.country);
    let mut found: HashMap<String, (f64, Pattern, f64)> = HashMap::new();
    for (accents, share) in accent_shares(name, learned, company.country) {
        let spellings = Spellings::of(name, accents, company.country);
        let given_chances = learned.style_chances(&spellings.given, false);
        let family_chances = learned.style_chances(&spellings.family, true);
        for pattern in Pattern::ALL {
            // Of two namesakes, one gets the plain address and the other one with a number.
            let unshared = 1.0 - pattern.chance_of_namesake(company.headcount) / 2.0;
            let weight = expected.patterns[pattern.number()] * share * unshared;
            for (first, given_chance) in parts(&spellings.given, &given_chances) {
                for (last, family_chance) in parts(&spellings.family, &family_chances) {
                    let Some(local) = pattern.local(first, last) else { continue };
                    let probability = weight * given_chance * family_chance;
                    let known = found.entry(local).or_insert((0.0, pattern, 0.0));
                    known.0 += probability;
                    if probability > known.2 {
                        (known.1, known.2) = (pattern, probability);
                    }
                }
            }
        }
    }
    ranked(found, domain)
}

/// Ways to write the accents of a name, with probabilities; one way if it has none.
fn accent_shares(name: &Name, learned: &LearnedPatterns, country: Option<&str>) -> Vec<(Accents, f64)> {
    if !has_expandable_accents(name) {
        return vec![(Accents::Dropped, 1.0)];
    }
    let expanded = learned.chance_of_expanded(country);
    vec![(Accents::Expanded, expanded), (Accents::Dropped, 1.0 - expanded)]
}

/// The spellings of a part of the name with probabilities; a missing part is an empty string.
fn parts<'a>(spellings: &'a [spelling::Spelling], chances: &'a [f64]) -> Vec<(&'a str, f64)> {
    if spellings.is_empty() {
        return vec![("", 1.0)];
    }
    spellings.iter().zip(chances).map(|(spelling, chance)| (spelling.letters.as_str(), *chance)).collect()
}

fn ranked(found: HashMap<String, (f64, Pattern, f64)>, domain: &str) -> Vec<CandidateAddress> {
    let mut candidates: Vec<CandidateAddress> = found
        .into_iter()
        .filter(|(_, (probability, ..))| *probability >= LEAST_PROBABILITY)
        .filter_map(|(local, (probability, pattern, _))| {
            let address = EmailAddress::parse(&format!("{local}@{domain}")).ok()?;
            Some(CandidateAddress { address, probability, pattern })
        })
        .collect();
    // Equal probabilities are ordered by address, so that the order is deterministic.
    candidates.sort_by(|one, other| {
        other.probability.total_cmp(&one.probability).then_with(|| one.address.cmp(&other.address))
    });
    candidates.truncate(CANDIDATE_LIMIT);
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        Name::parse(text).unwrap()
    }

    fn learned(pairs: &[(&str, &str)]) -> LearnedPatterns {
        let names: Vec<Name> = pairs.iter().map(|(full, _)| name(full)).collect();
        LearnedPatterns::of(names.iter().zip(pairs).map(|(name, (_, local))| (name, *local)))
    }

    fn best(full: &str, learned: &LearnedPatterns, company: CompanyTraits<'_>) -> (String, f64) {
        let found = candidates(&name(full), "acme.example", learned, company);
        (found[0].address.local().to_owned(), found[0].probability)
    }

    #[test]
    fn without_addresses_the_size_of_the_company_decides() {
        let nothing = LearnedPatterns::default();
        let of_size = |headcount| CompanyTraits { headcount: Some(headcount), country: Some("US") };
        assert_eq!(best("Jane Doe", &nothing, of_size(4)).0, "jane");
        assert_eq!(best("Jane Doe", &nothing, of_size(4_000)).0, "jane.doe");
    }

    #[test]
    fn one_known_address_outweighs_the_prior_and_more_raise_the_probability() {
        let company = CompanyTraits { headcount: Some(4_000), country: Some("US") };
        let one = learned(&[("Anna Weber", "weber.anna")]);
        let (local, sure) = best("Jane Doe", &one, company);
        assert_eq!(local, "doe.jane");
        assert!((0.7..0.97).contains(&sure), "{sure}");
        let three = learned(&[("Anna Weber", "weber.anna"), ("Bob Hill", "hill.bob"), ("Cy Low", "low.cy")]);
        let (local, surer) = best("Jane Doe", &three, company);
        assert_eq!(local, "doe.jane");
        assert!(surer > sure && surer > 0.9, "{surer}");
    }

    #[test]
    fn mixed_patterns_lower_the_probability() {
        let mixed = learned(&[
            ("Anna Weber", "anna.weber"),
            ("Bob Hill", "bhill"),
            ("Cyrus Low", "clow"),
            ("Dora Mann", "dora.mann"),
        ]);
        let (_, sure) = best("Jane Doe", &mixed, CompanyTraits::default());
        assert!((0.3..0.75).contains(&sure), "{sure}");
    }

    #[test]
    fn styles_for_accents_and_double_names_are_learned() {
        let company = CompanyTraits { headcount: Some(300), country: Some("DE") };
        let dropped = learned(&[("Jörg Müller", "jorg.muller"), ("Änne Köhler", "anne.kohler")]);
        assert_eq!(best("Jürgen Schäfer", &dropped, company).0, "jurgen.schafer");
        assert_eq!(best("Jürgen Schäfer", &LearnedPatterns::default(), company).0, "juergen.schaefer");
        let last_word = learned(&[("Ana García-López", "ana.lopez"), ("Eva Díaz-Ruiz", "eva.ruiz")]);
        assert_eq!(best("Rosa Vega-Mora", &last_word, company).0, "rosa.mora");
    }

    #[test]
    fn numbered_namesakes_and_roles_do_not_affect_the_pattern() {
        let with_noise =
            learned(&[("Anna Weber", "anna.weber2"), ("Office", "info"), ("Bob Hill", "bob.hill")]);
        assert_eq!(with_noise.count(), 2);
        assert_eq!(best("Jane Doe", &with_noise, CompanyTraits::default()).0, "jane.doe");
    }

    #[test]
    fn a_person_with_one_name_only_still_has_candidates() {
        let found = candidates(
            &name("Madonna"),
            "acme.example",
            &LearnedPatterns::default(),
            CompanyTraits::default(),
        );
        assert_eq!(found.iter().map(|candidate| candidate.address.local()).collect::<Vec<_>>(), ["madonna"]);
    }

    #[test]
    fn probabilities_are_sorted_and_sum_to_less_than_one() {
        for full in ["Jane Doe", "Jürgen van den Berg", "Ana María García López", "Bob O'Neill"] {
            let found = candidates(
                &name(full),
                "acme.example",
                &LearnedPatterns::default(),
                CompanyTraits::default(),
            );
            let total: f64 = found.iter().map(|candidate| candidate.probability).sum();
            assert!(
                total < 1.0 && found.is_sorted_by(|one, other| one.probability >= other.probability),
                "{full}"
            );
        }
    }
}
