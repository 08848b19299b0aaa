//! Names of people, by naming tradition.

use std::sync::LazyLock;

use crate::{
    rng::{Purpose, Rng},
    words::{ascii, geography::Country, locale::Locale},
};

/// The name lists of one tradition, most common names first.
struct NameList {
    female: Vec<String>,
    male: Vec<String>,
    family: Vec<String>,
}

static LISTS: LazyLock<Vec<NameList>> = LazyLock::new(|| {
    // In the order of `Locale`.
    [
        include_str!("../../data/names/en.txt"),
        include_str!("../../data/names/ie.txt"),
        include_str!("../../data/names/de.txt"),
        include_str!("../../data/names/fr.txt"),
        include_str!("../../data/names/es.txt"),
        include_str!("../../data/names/nl.txt"),
        include_str!("../../data/names/it.txt"),
        include_str!("../../data/names/pl.txt"),
        include_str!("../../data/names/tr.txt"),
        include_str!("../../data/names/ar.txt"),
        include_str!("../../data/names/in.txt"),
        include_str!("../../data/names/zh.txt"),
    ]
    .into_iter()
    .map(read_list)
    .collect()
});

fn read_list(text: &str) -> NameList {
    let line = |label: &str| -> Vec<String> {
        text.lines()
            .filter_map(|line| line.strip_prefix(label))
            .flat_map(str::split_whitespace)
            .map(|name| name.replace('_', " "))
            .collect()
    };
    NameList { female: line("female "), male: line("male "), family: line("family ") }
}

#[derive(Debug, Clone)]
pub(crate) struct PersonName {
    pub(crate) given: &'static str,
    pub(crate) middle: Option<char>,
    pub(crate) family: String,
    pub(crate) female: bool,
    pub(crate) locale: Locale,
    /// Random number for choices that a person keeps, such as the role within a department.
    pub(crate) habit: u64,
}

impl PersonName {
    /// The name of a person in this country.
    pub(crate) fn draw(seed: u64, index: u64, country: &Country) -> Self {
        let mut rng = Rng::new(seed, index, Purpose::PersonName);
        let locale = rng.weighted(country.names);
        let list = &LISTS[locale as usize];
        let female = rng.chance(47);
        let given = common(&mut rng, if female { &list.female } else { &list.male });
        let mut family = common(&mut rng, &list.family).to_owned();
        if locale == Locale::Spanish && country.code == "ES" && rng.chance(70) {
            family.push(' ');
            family.push_str(common(&mut rng, &list.family));
        }
        let middle = (country.code == "US" && rng.chance(12)).then(|| char::from(b'A' + rng.below(24) as u8));
        Self { given, middle, family, female, locale, habit: rng.next() }
    }

    /// The name in full, as on a profile.
    pub(crate) fn full(&self) -> String {
        let mut full = String::with_capacity(self.given.len() + self.family.len() + 4);
        full.push_str(self.given);
        full.push(' ');
        if let Some(initial) = self.middle {
            full.push(initial);
            full.push_str(". ");
        }
        full.push_str(&self.family);
        full
    }

    pub(crate) fn given_letters(&self) -> String {
        ascii::folded(self.given)
    }

    /// The family name in address letters; the first of two surnames.
    pub(crate) fn family_letters(&self) -> String {
        match self.locale {
            // Two surnames: email addresses use the first one, with its particles.
            Locale::Spanish if !self.family.starts_with("de") => {
                ascii::folded(self.family.split(' ').next().unwrap_or(&self.family))
            }
            _ => ascii::folded(&self.family),
        }
    }

    /// The English short form of the given name, if there is one.
    pub(crate) fn nickname(&self) -> Option<&'static str> {
        NICKNAMES.iter().find(|(given, _)| *given == self.given).map(|(_, short)| *short)
    }
}

/// Draws a name; names near the front of the list are more frequent.
fn common<'a>(rng: &mut Rng, names: &'a [String]) -> &'a str {
    let length = names.len() as u64;
    let bound = if rng.chance(45) { length } else { length / 2 + 1 };
    &names[rng.below(bound.min(length)) as usize]
}

const NICKNAMES: &[(&str, &str)] = &[
    ("William", "Bill"),
    ("Robert", "Bob"),
    ("Elizabeth", "Liz"),
    ("Katherine", "Kate"),
    ("Michael", "Mike"),
    ("Christopher", "Chris"),
    ("Matthew", "Matt"),
    ("Andrew", "Andy"),
    ("Jennifer", "Jen"),
    ("Rebecca", "Becky"),
    ("Thomas", "Tom"),
    ("Daniel", "Dan"),
    ("David", "Dave"),
    ("James", "Jim"),
    ("Joseph", "Joe"),
    ("Benjamin", "Ben"),
    ("Samuel", "Sam"),
    ("Nicholas", "Nick"),
    ("Jonathan", "Jon"),
    ("Alexander", "Alex"),
    ("Edward", "Ed"),
    ("Stephen", "Steve"),
    ("Steven", "Steve"),
    ("Richard", "Rick"),
    ("Timothy", "Tim"),
    ("Gregory", "Greg"),
    ("Kenneth", "Ken"),
    ("Anthony", "Tony"),
    ("Patrick", "Pat"),
    ("Victoria", "Vicky"),
    ("Stephanie", "Steph"),
    ("Samantha", "Sam"),
    ("Margaret", "Peggy"),
    ("Abigail", "Abby"),
    ("Deborah", "Debbie"),
    ("Charles", "Charlie"),
    ("Philip", "Phil"),
    ("Jacob", "Jake"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_folds_to_letters() {
        for list in LISTS.iter() {
            for name in list.female.iter().chain(&list.male).chain(&list.family) {
                let letters = ascii::folded(name);
                let expected = name.chars().filter(|c| c.is_alphabetic()).count();
                assert!(letters.len() >= expected, "{name} lost a letter: {letters}");
                assert!(letters.bytes().all(|b| b.is_ascii_lowercase()), "{name}");
            }
        }
    }

    #[test]
    fn every_nickname_belongs_to_a_listed_name() {
        let english = &LISTS[Locale::English as usize];
        for (given, _) in NICKNAMES {
            assert!(english.female.iter().chain(&english.male).any(|name| name == given), "{given}");
        }
    }
}
