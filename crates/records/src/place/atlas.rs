//! Tables of countries, and of cities that tell a country from a state with its code.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Countries by the folded forms of their names and codes.
pub(super) struct Atlas {
    countries: HashMap<String, &'static str>,
    cities: HashSet<(String, &'static str)>,
}

const COUNTRIES: &str = include_str!("../../data/countries.txt");
const AMBIGUOUS_CITIES: &str = include_str!("../../data/ambiguous_cities.txt");

/// The folded form of a place name: lower-case ASCII letters and digits only, without an article.
pub(super) fn key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for character in name.chars() {
        if character.is_ascii_alphanumeric() {
            key.push(character.to_ascii_lowercase());
        } else if !character.is_ascii() && !matches!(character, '\u{300}'..='\u{36f}') {
            let folded = any_ascii::any_ascii_char(character);
            key.extend(folded.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()));
        }
    }
    match key.strip_prefix("the") {
        Some(rest) if name.trim_start().get(3..4) == Some(" ") => rest.to_owned(),
        _ => key,
    }
}

/// The fields of each row of a table.
pub(super) fn rows(table: &'static str) -> impl Iterator<Item = std::str::Split<'static, char>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('|'))
}

impl Atlas {
    pub(super) fn shared() -> &'static Self {
        static ATLAS: LazyLock<Atlas> = LazyLock::new(Atlas::build);
        &ATLAS
    }

    /// The country of a folded name or code.
    pub(super) fn country(&self, key: &str) -> Option<&'static str> {
        self.countries.get(key).copied()
    }

    /// Whether a folded name is a known city of a country whose code is also a US state's.
    pub(super) fn is_city_of(&self, key: &str, country: &'static str) -> bool {
        self.cities.contains(&(key.to_owned(), country))
    }

    fn build() -> Self {
        let mut atlas = Self { countries: HashMap::new(), cities: HashSet::new() };
        for mut row in rows(COUNTRIES) {
            let Some(code) = row.next() else { continue };
            atlas.countries.insert(key(code), code);
            for name in row {
                atlas.countries.entry(key(name)).or_insert(code);
            }
        }
        for mut row in rows(AMBIGUOUS_CITIES) {
            let Some(code) = row.next() else { continue };
            atlas.cities.extend(row.map(|city| (key(city), code)));
        }
        atlas
    }

    /// The English name of a country.
    pub(super) fn country_name(code: &str) -> Option<&'static str> {
        // A row begins with both codes, then the English name.
        rows(COUNTRIES).find_map(|mut row| if row.next()? == code { row.nth(1) } else { None })
    }

    /// Every name and code in the table of countries.
    pub(super) fn country_names() -> impl Iterator<Item = &'static str> {
        rows(COUNTRIES).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_country_name_or_code_means_two_countries() {
        let mut seen: HashMap<String, &str> = HashMap::new();
        for mut row in rows(COUNTRIES) {
            let code = row.next().unwrap();
            for name in std::iter::once(code).chain(row) {
                assert!(!key(name).is_empty(), "{name}");
                let other = seen.insert(key(name), code);
                assert!(other.is_none_or(|other| other == code), "{name}: {other:?} and {code}");
            }
        }
        assert!(seen.len() > 1000);
    }
}
