//! How the traits of two claims agree, for learning the rates of agreement and for using them.

use strsim::{jaro_winkler, osa_distance};

use super::{
    birth,
    rates::{AgreementCounts, Outcome, Rated, Rates},
    traits::Traits,
};

/// Similarity from which two texts are similar.
const SIMILAR: f64 = 0.85;

/// The traits in a part of the evidence.
fn traits_of(part: &str) -> &'static [Rated] {
    match part {
        "birth date" => &[Rated::Birth],
        "address" => &[Rated::City, Rated::Street, Rated::Postcode],
        "employer" => &[Rated::Employer],
        "phone" => &[Rated::Phone],
        "email" => &[Rated::Email],
        _ => &[],
    }
}

/// The bits by which learned rates change the evidence in a part.
pub(super) fn change(rates: &Rates, part: &str, one: &Traits, other: &Traits) -> f64 {
    if rates.are_assumed() {
        return 0.0;
    }
    let changes =
        traits_of(part).iter().filter_map(|rated| Some(rates.change(*rated, outcome(*rated, one, other)?)));
    changes.sum()
}

/// Counts how two claims about one person agree, in the parts that do not have to agree for them to be joined.
pub(super) fn count(
    counts: &mut AgreementCounts,
    one: &Traits,
    other: &Traits,
    is_joined_without: impl Fn(&str) -> bool,
) {
    for part in ["birth date", "address", "employer", "phone", "email"] {
        if !is_joined_without(part) {
            continue;
        }
        for rated in traits_of(part) {
            if let Some(outcome) = outcome(*rated, one, other) {
                counts.add(*rated, outcome);
            }
        }
    }
}

fn outcome(rated: Rated, one: &Traits, other: &Traits) -> Option<Outcome> {
    match rated {
        Rated::Birth => of_births(&one.birth, &other.birth),
        Rated::City => of_texts(&one.city, &other.city),
        Rated::Street => of_texts(&one.street, &other.street),
        Rated::Postcode => of_codes(&one.postcode, &other.postcode),
        Rated::Employer => of_lists(&one.employers, &other.employers),
        Rated::Phone => of_lists(&one.phones, &other.phones),
        Rated::Email => of_lists(&one.emails, &other.emails),
    }
}

fn of_births(one: &str, other: &str) -> Option<Outcome> {
    if one.is_empty() || other.is_empty() {
        return None;
    }
    Some(match birth::bits(one, other) {
        _ if one == other => Outcome::Same,
        bits if bits > 0.0 => Outcome::Similar,
        _ => Outcome::Different,
    })
}

fn of_texts(one: &str, other: &str) -> Option<Outcome> {
    (!one.is_empty() && !other.is_empty()).then(|| match one == other {
        true => Outcome::Same,
        false if jaro_winkler(one, other) >= SIMILAR => Outcome::Similar,
        false => Outcome::Different,
    })
}

fn of_codes(one: &str, other: &str) -> Option<Outcome> {
    (!one.is_empty() && !other.is_empty()).then(|| match osa_distance(one, other) {
        0 => Outcome::Same,
        1 => Outcome::Similar,
        _ => Outcome::Different,
    })
}

fn of_lists(ones: &[String], others: &[String]) -> Option<Outcome> {
    if ones.is_empty() || others.is_empty() {
        return None;
    }
    Some(if ones.iter().any(|one| others.contains(one)) { Outcome::Same } else { Outcome::Different })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        EmailFact, Location, PersonFacts, PrivateTraits,
        sameness::{
            compare, count_agreement,
            rates::{PAIRS_MIN, Rates},
        },
    };

    fn claim(first: &str, birth: &str, city: &str, email: &str) -> Traits {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Traits::of(&PersonFacts {
            first_name: text(first),
            last_name: text("Ostermann"),
            location: Some(Location { city: text(city), ..Location::default() }),
            emails: text(email)
                .map(|address| EmailFact { address, ..EmailFact::default() })
                .into_iter()
                .collect(),
            private: Some(PrivateTraits { birth_date: text(birth), ..PrivateTraits::default() }),
            ..PersonFacts::default()
        })
    }

    #[test]
    fn a_trait_that_is_often_wrong_in_this_file_says_less() {
        let mut counts = AgreementCounts::default();
        for number in 0..200 {
            let email = format!("p{number}@mail.example");
            let (one, other) =
                (claim("Edmund", "19680317", "Linz", &email), claim("Edmund", "19710905", "Linz", &email));
            count_agreement(&mut counts, &one, &other, 11.0);
        }
        assert_eq!(counts.pairs(), 200);
        let rates = counts.rates();
        let mut one = claim("Edmund", "19680317", "Linz", "");
        let other = claim("Edmund", "19550101", "Linz", "");
        let before = compare(&one, &other).bits;
        one.learn_rates(rates);
        assert!(compare(&one, &other).bits > before + 2.0, "other dates are usual here");
        assert_eq!(compare(&one, &other).bits, compare(&other, &one).bits, "in both directions");
    }

    #[test]
    fn few_pairs_change_nothing() {
        let mut counts = AgreementCounts::default();
        let (one, other) = (
            claim("Edmund", "19680317", "Linz", "e@a.example"),
            claim("Edmund", "19710905", "Linz", "e@a.example"),
        );
        (0..PAIRS_MIN - 1).for_each(|_| count_agreement(&mut counts, &one, &other, 11.0));
        assert_eq!(counts.rates(), Rates::default());
    }

    #[test]
    fn a_trait_does_not_confirm_itself() {
        let mut counts = AgreementCounts::default();
        let (one, other) = (claim("Edmund", "19680317", "", ""), claim("Edmund", "19680317", "", ""));
        count_agreement(&mut counts, &one, &other, 11.0);
        assert_eq!(counts.0[0], [1, 0, 0], "the name alone is clear enough");
        let (one, other) = (claim("", "19680317", "", ""), claim("", "19680317", "", ""));
        count_agreement(&mut counts, &one, &other, 11.0);
        assert_eq!(counts.0[0], [1, 0, 0], "without the date they would not be joined");
    }
}
