//! Candidate addresses for a name and a domain, most likely first.

mod learned;
mod letters;
mod order;
mod pattern;
mod prior;
mod reading;
mod script;
mod spelling;
mod style;
mod variant;

use std::collections::HashMap;

use records::{email::EmailAddress, name::Name};

pub use learned::LearnedPatterns;
use letters::Accents;
pub use pattern::Pattern;
use reading::readings;
use spelling::{Spellings, has_expandable_accents};
use style::Spelling;

/// Maximum number of candidates.
const CANDIDATE_LIMIT: usize = 24;
/// Candidates below this probability are dropped.
const LEAST_PROBABILITY: f64 = 0.001;
/// Probability that an address has a number although no namesake is known.
const NUMBERED_PROBABILITY: f64 = 0.006;
/// Least probability of an address for which the numbered one is a candidate, too.
const NUMBERED_FROM: f64 = 0.3;
/// Share of the probability of an address that another person has, which goes to each number behind it.
const TAKEN_SHARES: [(&str, f64); 3] = [("2", 0.45), ("1", 0.12), ("3", 0.08)];
/// Highest confidence of a numbered address: its holder has the name, but may be another namesake.
const NUMBERED_CEILING: f64 = 0.85;

/// A possible address of a person.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateAddress {
    /// Address in normal form.
    pub address: EmailAddress,
    /// Probability that it belongs to the person.
    pub probability: f64,
    /// Pattern that most likely produced it.
    pub pattern: Pattern,
    /// Highest confidence that an existing mailbox with this address is the person's: below 1 for forms of the name
    /// that other people have as their own.
    pub ceiling: f64,
}

/// Facts about the company that affect the patterns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CompanyTraits<'a> {
    /// Number of employees.
    pub headcount: Option<u32>,
    /// ISO 3166-1 alpha-2 code of the country.
    pub country: Option<&'a str>,
}

/// A local part in the making.
#[derive(Debug, Clone, Copy)]
struct Guess {
    probability: f64,
    pattern: Pattern,
    /// Probability by the pattern alone.
    of_pattern: f64,
    /// Sum of the ceilings, weighted by probability.
    ceilings: f64,
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
    let mut found: HashMap<String, Guess> = HashMap::new();
    for (reading, reading_share) in readings(name, company.country) {
        for (accents, accent_share) in accent_shares(&reading, learned, company.country) {
            let spellings = Spellings::of(&reading, accents, company.country);
            let given_chances = learned.style_chances(&spellings.given, false);
            let family_chances = learned.style_chances(&spellings.family, true);
            for pattern in Pattern::ALL {
                // Of two namesakes, one gets the plain address and the other one with a number.
                let unshared = 1.0 - pattern.chance_of_namesake(company.headcount) / 2.0;
                let weight = expected.patterns[pattern.number()] * reading_share * accent_share * unshared;
                for (given, given_chance) in parts(&spellings.given, &given_chances) {
                    for (family, family_chance) in parts(&spellings.family, &family_chances) {
                        let local = pattern.local(&given.letters, &given.initial, &family.letters);
                        let Some(local) = local else { continue };
                        add(&mut found, local, pattern, weight * given_chance * family_chance, given.ceiling);
                    }
                }
            }
        }
    }
    ranked(with_numbers(found, learned, name), domain)
}

fn add(found: &mut HashMap<String, Guess>, local: String, pattern: Pattern, probability: f64, ceiling: f64) {
    let none = Guess { probability: 0.0, pattern, of_pattern: 0.0, ceilings: 0.0 };
    let known = found.entry(local).or_insert(none);
    known.probability += probability;
    known.ceilings += probability * ceiling;
    if probability > known.of_pattern {
        (known.pattern, known.of_pattern) = (pattern, probability);
    }
}

/// Adds local parts with a number: for one that another person is known to have, in its place; for the likeliest, as a
/// last resort.
fn with_numbers(
    mut found: HashMap<String, Guess>,
    learned: &LearnedPatterns,
    name: &Name,
) -> HashMap<String, Guess> {
    let plain: Vec<(String, Guess)> = found.iter().map(|(local, guess)| (local.clone(), *guess)).collect();
    for (local, guess) in plain {
        if learned.is_taken(&local, name) {
            found.remove(&local);
            for (number, share) in TAKEN_SHARES {
                let numbered = format!("{local}{number}");
                if !learned.is_taken(&numbered, name) {
                    add(&mut found, numbered, guess.pattern, guess.probability * share, NUMBERED_CEILING);
                }
            }
        } else if guess.probability >= NUMBERED_FROM {
            let numbered = format!("{local}2");
            add(
                &mut found,
                numbered,
                guess.pattern,
                guess.probability * NUMBERED_PROBABILITY,
                NUMBERED_CEILING,
            );
            if let Some(plain) = found.get_mut(&local) {
                plain.probability *= 1.0 - NUMBERED_PROBABILITY;
                plain.ceilings *= 1.0 - NUMBERED_PROBABILITY;
            }
        }
    }
    found
}

/// Ways to write the accents of a name, with probabilities; one way if it has none.
fn accent_shares(name: &Name, learned: &LearnedPatterns, country: Option<&str>) -> Vec<(Accents, f64)> {
    if !has_expandable_accents(name) {
        return vec![(Accents::Dropped, 1.0)];
    }
    let expanded = learned.chance_of_expanded(country);
    vec![(Accents::Expanded, expanded), (Accents::Dropped, 1.0 - expanded)]
}

/// The spellings of a part of the name with probabilities; a missing part is an empty spelling.
fn parts<'a>(spellings: &'a [Spelling], chances: &'a [f64]) -> Vec<(&'a Spelling, f64)> {
    static MISSING: Spelling = Spelling::missing();
    if spellings.is_empty() {
        return vec![(&MISSING, 1.0)];
    }
    spellings.iter().zip(chances.iter().copied()).collect()
}

fn ranked(found: HashMap<String, Guess>, domain: &str) -> Vec<CandidateAddress> {
    let mut candidates: Vec<CandidateAddress> = found
        .into_iter()
        .filter(|(_, guess)| guess.probability >= LEAST_PROBABILITY)
        .filter_map(|(local, guess)| {
            let address = EmailAddress::parse(&format!("{local}@{domain}")).ok()?;
            let ceiling = guess.ceilings / guess.probability;
            let Guess { probability, pattern, .. } = guess;
            Some(CandidateAddress { address, probability, pattern, ceiling })
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
