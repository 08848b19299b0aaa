//! Blocking keys: claims that may be about one person share at least one.
//!
//! Every combination of traits that can reach the threshold has a key, in a form that survives a typo in each: a name
//! meets by its sound, also in the place of the other name, together with a place, an employer, a mailbox or a date.

use super::soundex::soundex;
use crate::keys::Key;

/// Number of leading letters in a block; later letters are often misspelt.
pub(super) const LEADING_LETTERS: usize = 6;

/// The traits that blocks are made of.
pub(super) struct Blocked<'t> {
    pub(super) given: &'t str,
    pub(super) family: &'t str,
    pub(super) birth: &'t str,
    pub(super) street: &'t str,
    pub(super) city: &'t str,
    pub(super) postcode: &'t str,
    pub(super) emails: &'t [String],
    pub(super) phones: &'t [String],
    pub(super) employers: &'t [String],
    pub(super) national_id: &'t str,
}

/// The block of a phone number.
pub(super) fn phone(number: &str) -> Key {
    Key::block(&["phone", number])
}

/// The blocks of a claim, sorted; none if only a name is known, because it would yield every namesake.
pub(super) fn find(traits: &Blocked<'_>) -> Vec<Key> {
    let mut blocks = Vec::new();
    let mut add = |parts: &[&str]| {
        if parts.iter().all(|part| !part.is_empty()) {
            blocks.push(Key::block(parts));
        }
    };
    let (given, family) = (soundex(traits.given), soundex(traits.family));
    let (first, second) = (given.as_str().min(&family), given.as_str().max(&family));
    let (year, day) = traits.birth.split_at_checked(4).unwrap_or_default();
    let street: String = traits.street.chars().take(LEADING_LETTERS).collect();
    let city = soundex(traits.city);
    let is_lone = given.is_empty() || family.is_empty();
    let is_dated = !traits.birth.is_empty() || !traits.postcode.is_empty();
    // A given name is in too many rows to yield candidates, unless it is all there is, or may be a family name.
    let telling: Vec<&String> =
        [&given, &family].into_iter().filter(|name| is_lone || is_dated || *name == &family).collect();
    add(&["national", traits.national_id]);
    add(&["birth", traits.birth]);
    for name in [&given, &family] {
        // Given and family names are often swapped, so both use the same kind of key.
        add(&["year", name, year]);
        add(&["day", name, day]);
        add(&["post", name, traits.postcode]);
    }
    for name in &telling {
        add(&["city", name, &city]);
        add(&["street", name, &street]);
    }
    add(&["names", first, second, &city]);
    add(&["names in street", first, second, &street]);
    if is_dated {
        add(&["both", first, second]);
    }
    add(&["street", &street, traits.postcode]);
    add(&["street", &street, &city]);
    for employer in traits.employers {
        add(&["employer", if is_lone { second } else { &family }, employer]);
        add(&["employer", first, second, employer]);
        // A family name that is misspelt in its first letter sounds like another one.
        add(&["employer given", &given, employer]);
    }
    for email in traits.emails {
        let local: String = email.chars().take_while(|letter| *letter != '@').take(LEADING_LETTERS).collect();
        add(&["mail", first, second, &local]);
        add(&["mail", &given, &local]);
        add(&["mail", &family, &local]);
        if !traits.birth.is_empty() {
            add(&["mail", &local]);
        }
    }
    blocks.extend(traits.phones.iter().map(|number| phone(number)));
    blocks.sort_unstable();
    blocks.dedup();
    blocks
}
