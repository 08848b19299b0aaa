//! Variants of given names: short forms, pet names and equivalents in other languages.
//!
//! The tables have one formal name per line with its forms. All words are folded to lower-case ASCII.

use std::sync::LazyLock;

const ENGLISH: &str = include_str!("../../data/nicknames.txt");
const EUROPEAN: &str = include_str!("../../data/given_name_variants.txt");

/// The pairs sorted in both directions, so that each look-up is a binary search over static text.
struct Table {
    forms_by_formal: Vec<(&'static str, &'static str)>,
    formals_by_form: Vec<(&'static str, &'static str)>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut forms_by_formal: Vec<_> = ENGLISH
        .lines()
        .chain(EUROPEAN.lines())
        .filter_map(|line| line.split_once(' '))
        .flat_map(|(formal, forms)| forms.split(' ').map(move |form| (formal, form)))
        .collect();
    forms_by_formal.sort_unstable();
    forms_by_formal.dedup();
    let mut formals_by_form: Vec<_> = forms_by_formal.iter().map(|&(formal, form)| (form, formal)).collect();
    formals_by_form.sort_unstable();
    Table { forms_by_formal, formals_by_form }
});

/// Whether one folded given name is a known form of the other, such as `bob` of `robert`.
pub fn is_form_of(one: &str, other: &str) -> bool {
    let pairs = &TABLE.forms_by_formal;
    pairs.binary_search(&(one, other)).is_ok() || pairs.binary_search(&(other, one)).is_ok()
}

/// Whether both folded given names are forms of a third, as `bob` and `rob` are of `robert`.
pub fn share_a_formal_name(one: &str, other: &str) -> bool {
    formal_names(one).any(|formal| TABLE.forms_by_formal.binary_search(&(formal, other)).is_ok())
}

/// The formal names of a folded given name, in alphabetical order.
pub fn formal_names(form: &str) -> impl Iterator<Item = &'static str> {
    values(&TABLE.formals_by_form, form)
}

/// The known forms of a folded formal given name, in alphabetical order.
pub fn forms(formal: &str) -> impl Iterator<Item = &'static str> {
    values(&TABLE.forms_by_formal, formal)
}

fn values(pairs: &'static [(&'static str, &'static str)], key: &str) -> impl Iterator<Item = &'static str> {
    let start = pairs.partition_point(|&(word, _)| word < key);
    let length = pairs[start..].partition_point(|&(word, _)| word == key);
    pairs[start..start + length].iter().map(|&(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_forms_of_their_formal_name_in_either_direction() {
        for (one, other) in [
            ("robert", "bob"),
            ("william", "bill"),
            ("josef", "sepp"),
            ("francisco", "paco"),
            ("giuseppe", "peppe"),
        ] {
            assert!(is_form_of(one, other), "{one} {other}");
            assert!(is_form_of(other, one), "{other} {one}");
        }
        assert!(!is_form_of("robert", "william"));
        assert!(!is_form_of("", ""));
    }

    #[test]
    fn two_short_forms_of_one_name_share_it_without_being_forms_of_each_other() {
        assert!(share_a_formal_name("bob", "rob"));
        assert!(!share_a_formal_name("bob", "sepp"));
    }

    #[test]
    fn both_directions_list_the_same_pairs() {
        assert!(forms("robert").any(|form| form == "bob"));
        assert!(formal_names("bob").any(|formal| formal == "robert"));
        assert_eq!(forms("zzz").count(), 0);
        for &(formal, form) in &TABLE.forms_by_formal {
            assert!(formal_names(form).any(|found| found == formal));
        }
    }

    #[test]
    fn the_tables_hold_folded_words_only() {
        for line in ENGLISH.lines().chain(EUROPEAN.lines()) {
            assert!(line.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b' '), "{line}");
            assert!(line.contains(' '), "{line}");
        }
    }
}
