//! Other forms of a given name that addresses use: short forms, and the formal name behind a short form.
//!
//! A form counts by how many people of the name use it. A mailbox with a form may also belong to a colleague who has it
//! as a name of their own, so its confidence is limited by the share of its holders who have the person's name.

use records::{nickname, sameness::given_name_share};

use super::style::{Spelling, Style};

/// Probability that an address uses a short form of the name that was given.
pub(crate) const SHORT_FORM_PROBABILITY: f64 = 0.03;
/// Shares of the short forms of a name, the most common first. Rarer forms are not tried; the third and fourth only
/// where little else is.
const SHORT_FORM_SHARES: [f64; 4] = [0.5, 0.3, 0.12, 0.08];
/// Probability that an address uses the formal name where a short form was given.
const FORMAL_NAME_PROBABILITY: f64 = 0.1;
/// Maximum number of formal names for a short form.
const FORMAL_NAME_LIMIT: usize = 3;
/// Probability of each other name that tables list as a form. It is too low for a question to a mail server.
const OTHER_NAME_PROBABILITY: f64 = 0.000_5;
/// Maximum number of other names.
const OTHER_NAME_LIMIT: usize = 16;

/// Share of the people of a name who use one of its short forms at work.
const SHORT_FORM_USE: f64 = 0.25;
/// Share of the people of a name who use another name that tables list as a form of it.
const OTHER_NAME_USE: f64 = 0.002;
/// Share of the people counted with a short form as their name who have no formal name: a census asks for the name in
/// use.
const ONLY_SHORT_FORM: f64 = 0.15;
/// Assumed share of people with a name that was not counted.
const UNCOUNTED: f64 = 0.000_01;
/// Range of the ceiling of short forms and formal names.
const FORM_CEILING: (f64, f64) = (0.55, 0.92);
/// Highest ceiling of a name of its own: below the least confidence of an answer.
const OTHER_NAME_CEILING: f64 = 0.45;

/// Other forms of a folded given name, with weights relative to 1 for the name itself.
pub(crate) fn variants(name: &str) -> Vec<Spelling> {
    let mut found = short_forms(name);
    found.extend(formal_names(name));
    let others = nickname::forms(name).chain(nickname::formal_names(name));
    for other in others.take(OTHER_NAME_LIMIT) {
        if other != name && !found.iter().any(|known| known.letters == other) {
            found.push(other_name(name, other));
        }
    }
    found
}

fn short_forms(name: &str) -> Vec<Spelling> {
    let ranked = nickname::short_forms(name).zip(SHORT_FORM_SHARES);
    let of_form = |(form, share): (&str, f64)| {
        let held = share_of(name) * SHORT_FORM_USE * share;
        let own = given_name_share(form) * ONLY_SHORT_FORM;
        let ceiling = (held / (held + own)).clamp(FORM_CEILING.0, FORM_CEILING.1);
        variant(form, Style::ShortForm, SHORT_FORM_PROBABILITY * share, ceiling)
    };
    ranked.map(of_form).collect()
}

/// The formal names of a short form, weighted by how many people of each use it.
fn formal_names(name: &str) -> Vec<Spelling> {
    let mut formal: Vec<(&str, f64)> = nickname::formal_names_of_short_form(name)
        .map(|formal| {
            let shares = nickname::short_forms(formal).zip(SHORT_FORM_SHARES);
            let share = shares.into_iter().find(|(form, _)| *form == name).map_or(0.05, |(_, share)| share);
            (formal, share_of(formal) * share)
        })
        .collect();
    formal.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(other.0)));
    formal.truncate(FORMAL_NAME_LIMIT);
    let total: f64 = formal.iter().map(|(_, weight)| weight).sum();
    let of_formal = |(formal, weight): (&str, f64)| {
        variant(formal, Style::FormalName, FORMAL_NAME_PROBABILITY * weight / total, FORM_CEILING.1)
    };
    formal.into_iter().map(of_formal).collect()
}

fn other_name(name: &str, other: &str) -> Spelling {
    let held = share_of(name) * OTHER_NAME_USE;
    let ceiling = (held / (held + share_of(other))).min(OTHER_NAME_CEILING);
    variant(other, Style::OtherName, OTHER_NAME_PROBABILITY, ceiling)
}

fn variant(letters: &str, style: Style, weight: f64, ceiling: f64) -> Spelling {
    Spelling { ceiling, ..Spelling::new(letters.to_owned(), style, weight) }
}

fn share_of(name: &str) -> f64 {
    given_name_share(name).max(UNCOUNTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(name: &str, form: &str) -> Spelling {
        let found = variants(name).into_iter().find(|variant| variant.letters == form);
        found.unwrap_or_else(|| panic!("{form} is no form of {name}"))
    }

    #[test]
    fn forms_are_ordered_by_how_common_they_are_in_both_directions() {
        let order = |name: &str| {
            let usual = |variant: &Spelling| variant.style != Style::OtherName;
            variants(name).into_iter().filter(usual).map(|variant| variant.letters).collect::<Vec<_>>()
        };
        assert_eq!(order("william"), ["bill", "will", "billy"]);
        assert_eq!(order("elizabeth")[..2], ["liz", "beth"]);
        assert_eq!(order("bob"), ["robert"]);
        assert_eq!(order("kate")[0], "katherine");
        assert!(find("bob", "robert").weight >= 0.1);
    }

    #[test]
    fn a_name_of_its_own_stays_below_half_and_a_short_form_does_not() {
        for (name, other) in [
            ("anna", "bryanna"),
            ("jane", "jessie"),
            ("jane", "jeanne"),
            ("william", "guillermo"),
            ("anna", "annette"),
            ("anna", "hannah"),
            ("john", "ian"),
            ("margaret", "rita"),
            ("michael", "miguel"),
        ] {
            let variant = find(name, other);
            assert!(variant.ceiling < 0.5, "{name} {other} {}", variant.ceiling);
        }
        for (name, form) in
            [("robert", "bob"), ("william", "bill"), ("elizabeth", "liz"), ("liz", "elizabeth")]
        {
            assert!(find(name, form).ceiling > 0.7, "{name} {form}");
        }
    }
}
