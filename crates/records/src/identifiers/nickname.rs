//! Variants of given names: short forms, pet names and equivalents in other languages.
//!
//! The tables have one formal name per line with its forms. All words are folded to lower-case ASCII. Two of them list
//! every form that a source may use, in alphabetical order. The third lists the usual short forms only, the most common
//! first, and leaves out forms that are mainly names of their own, such as `jessie` of `jane`.

use std::sync::LazyLock;

const ENGLISH: &str = include_str!("../../data/nicknames.txt");
const EUROPEAN: &str = include_str!("../../data/given_name_variants.txt");
const SHORT: &str = include_str!("../../data/short_forms.txt");

/// The pairs sorted in both directions, so that each look-up is a binary search over static text.
struct Table {
    forms_by_formal: Vec<(&'static str, &'static str)>,
    formals_by_form: Vec<(&'static str, &'static str)>,
    /// Formal names with their usual short forms, in the order of the file.
    short_forms: Vec<(&'static str, &'static str)>,
    formals_by_short_form: Vec<(&'static str, &'static str)>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut forms_by_formal: Vec<_> = pairs(ENGLISH).chain(pairs(EUROPEAN)).collect();
    forms_by_formal.sort_unstable();
    forms_by_formal.dedup();
    let formals_by_form = reversed(&forms_by_formal);
    // A stable sort keeps the forms of one name in the order of the file.
    let mut short_forms: Vec<_> = pairs(SHORT).collect();
    short_forms.sort_by_key(|&(formal, _)| formal);
    let formals_by_short_form = reversed(&short_forms);
    Table { forms_by_formal, formals_by_form, short_forms, formals_by_short_form }
});

fn pairs(lines: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    lines
        .lines()
        .filter_map(|line| line.split_once(' '))
        .flat_map(|(formal, forms)| forms.split(' ').map(move |form| (formal, form)))
}

fn reversed(pairs: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    let mut reversed: Vec<_> = pairs.iter().map(|&(formal, form)| (form, formal)).collect();
    reversed.sort_unstable();
    reversed
}

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

/// The usual short forms of a folded formal name, the most common first.
pub fn short_forms(formal: &str) -> impl Iterator<Item = &'static str> {
    values(&TABLE.short_forms, formal)
}

/// The formal names of which a folded name is a usual short form, in alphabetical order.
pub fn formal_names_of_short_form(form: &str) -> impl Iterator<Item = &'static str> {
    values(&TABLE.formals_by_short_form, form)
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
    fn usual_short_forms_come_in_the_order_of_how_common_they_are() {
        let of = |formal: &str| short_forms(formal).collect::<Vec<_>>();
        assert_eq!(of("william"), ["bill", "will", "billy"]);
        assert_eq!(of("elizabeth")[0], "liz");
        assert!(formal_names_of_short_form("bob").eq(["robert"]));
        for (formal, form) in
            [("anna", "bryanna"), ("jane", "jessie"), ("john", "jack"), ("william", "guillermo")]
        {
            assert!(!of(formal).contains(&form), "{formal} {form}");
        }
    }

    #[test]
    fn the_tables_hold_folded_words_only() {
        for line in ENGLISH.lines().chain(EUROPEAN.lines()).chain(SHORT.lines()) {
            assert!(line.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b' '), "{line}");
            assert!(line.contains(' '), "{line}");
        }
    }
}
