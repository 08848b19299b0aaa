//! Look-up keys of companies and of queries for them.
//!
//! A name has several bounded keys: the whole, in coarse spelling and without blanks; how it starts, because people
//! leave the rest out; its first two words in either order; its distinctive words; its initials; and, where one
//! distinctive word is all it has, that word with each letter left out, under which a misspelling meets it. Words blended
//! from the starts of others, as Labcorp is, have keys for look-ups only.

use super::{
    key::{Key, Kind, sorted},
    skeleton::spelling_block,
};
use crate::{
    Company,
    identifiers::company_name::{blend_keys, company_name_key, core_words, is_generic, queried_blends},
    query::CompanyQuery,
};

/// Words of a name from its start that get a key together.
const START_WORDS: usize = 3;
/// Distinctive words of a name that get a key of their own.
const KEYED_WORDS: usize = 3;
/// Words of a name from which on its initials are used as a name, and at most.
const INITIALS_WORDS: std::ops::RangeInclusive<usize> = 3..=6;
/// Letters of a street, with its number, in a block.
const STREET_LETTERS: usize = 8;
/// Towns of a company that get a block together with its name.
const CITIES_KEYED: usize = 8;
/// Letters of a word that may be misspelt.
const SLIP_LETTERS: std::ops::RangeInclusive<usize> = 5..=12;

impl CompanyQuery {
    /// Look-up keys of the query, sorted.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys = self.identifying_keys();
        if let Some(name) = &self.name {
            add_name(&mut keys, name);
            let key = company_name_key(name);
            keys.push(Key::of(Kind::CompanyStart, &[&key.replace(' ', "")]));
            if let [initials] = core_words(&key)[..] {
                keys.push(Key::of(Kind::CompanyInitials, &[initials]));
                let blends = queried_blends(initials);
                keys.extend(
                    blends.iter().map(|[first, second]| Key::of(Kind::CompanyBlend, &[first, second])),
                );
            }
            // Whichever of its words a misspelt name has right.
            for word in core_words(&key) {
                keys.push(Key::of(Kind::CompanyWord, &[word]));
            }
        }
        sorted(keys)
    }

    /// Keys of domain, page and identifier.
    pub fn identifying_keys(&self) -> Vec<Key> {
        let mut keys = Vec::new();
        keys.extend(self.domain.as_deref().map(|domain| Key::of(Kind::Domain, &[domain])));
        keys.extend(self.network_url.as_deref().map(|url| Key::of(Kind::CompanyPage, &[url])));
        keys.extend(self.identifier.as_ref().map(Key::of_company));
        keys
    }
}

/// The key of a whole name, and of its coarse spelling.
pub fn whole_name_keys(name: &str) -> Vec<Key> {
    let key = company_name_key(name);
    if key.is_empty() {
        return Vec::new();
    }
    vec![Key::of(Kind::CompanySpelling, &[&spelling_block(name)]), Key::of(Kind::CompanyName, &[&key])]
}

/// Keys of domains, page and identifiers of a company record.
pub fn company_identifying_keys(company: &Company) -> Vec<Key> {
    let domains = company.domains.iter().chain(&company.domain);
    let mut keys: Vec<Key> = domains.map(|domain| Key::of(Kind::Domain, &[domain])).collect();
    keys.extend(company.network_url.as_deref().map(|url| Key::of(Kind::CompanyPage, &[url])));
    keys.extend(company.identifiers.iter().map(Key::of_company));
    keys
}

/// All look-up keys of a company record, sorted.
pub fn company_keys(company: &Company) -> Vec<Key> {
    let mut keys = company_filing_keys(company);
    for name in company.names() {
        let blends = blend_keys(&company_name_key(name));
        keys.extend(blends.iter().map(|[first, second]| Key::of(Kind::CompanyBlend, &[first, second])));
    }
    sorted(keys)
}

/// The look-up keys under which claims about one company meet: without those of blends, which many names share.
pub fn company_filing_keys(company: &Company) -> Vec<Key> {
    let mut keys = company_identifying_keys(company);
    for name in company.names() {
        add_name(&mut keys, name);
    }
    for domain in &company.domains {
        let label: String =
            domain.split('.').next().unwrap_or_default().chars().filter(|c| *c != '-').collect();
        keys.push(Key::of(Kind::CompanyStart, &[&label]));
    }
    sorted(keys)
}

/// Blocks in which claims about one company meet whose names differ: its phone, and its street; and its name together
/// with a town, for a name that very many have.
pub fn company_blocks(company: &Company) -> Vec<Key> {
    let mut keys: Vec<Key> =
        company.phone.iter().map(|phone| Key::block(&["company phone", phone])).collect();
    if let (Some(street), Some(postcode)) = (&company.street, &company.postcode) {
        let start: String = street.chars().filter(|c| c.is_alphanumeric()).take(STREET_LETTERS).collect();
        keys.push(Key::block(&["company street", &start.to_lowercase(), &postcode.to_lowercase()]));
    }
    let cities = company.locations.iter().filter_map(|place| place.city.as_deref());
    for city in cities.take(CITIES_KEYED) {
        let names = company.names().map(|name| company_name_key(name));
        keys.extend(names.map(|name| Key::block(&["company town", &name, &city.to_lowercase()])));
    }
    sorted(keys)
}

/// Keys of the words of a company's names, whose frequency is counted.
pub fn company_values(company: &Company) -> Vec<Key> {
    let keys: Vec<String> = company.names().map(|name| company_name_key(name)).collect();
    let words = keys.iter().flat_map(|key| core_words(key));
    sorted(words.map(word_value).chain([companies_value()]).collect())
}

/// The key under which all companies are counted.
pub fn companies_value() -> Key {
    Key::value("records", "companies")
}

/// The key under which a word of company names is counted.
pub fn word_value(word: &str) -> Key {
    Key::value("company word", word)
}

fn add_name(keys: &mut Vec<Key>, name: &str) {
    keys.extend(whole_name_keys(name));
    let key = company_name_key(name);
    let words = core_words(&key);
    for length in 1..=words.len().min(START_WORDS) {
        keys.push(Key::of(Kind::CompanyStart, &[&words[..length].concat()]));
    }
    keys.push(Key::of(Kind::CompanyStart, &[&words.concat()]));
    if let [first, second, ..] = words[..] {
        keys.push(Key::of(Kind::CompanyPair, &[first.min(second), first.max(second)]));
    }
    if INITIALS_WORDS.contains(&words.len()) {
        let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
        keys.push(Key::of(Kind::CompanyInitials, &[&initials]));
    }
    let distinctive: Vec<&str> = words.iter().copied().filter(|word| !is_generic(word)).collect();
    for word in distinctive.iter().take(KEYED_WORDS) {
        keys.push(Key::of(Kind::CompanyWord, &[word]));
    }
    if let [word] = distinctive[..]
        && SLIP_LETTERS.contains(&word.len())
    {
        keys.push(Key::of(Kind::CompanySlip, &[word]));
        for at in 1..word.len() {
            let without = format!("{}{}", &word[..at], &word[at + 1..]);
            keys.push(Key::of(Kind::CompanySlip, &[&without]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share_a_key(query: &[Key], record: &[Key]) -> bool {
        query.iter().any(|key| record.binary_search(key).is_ok())
    }

    #[test]
    fn a_company_is_found_by_any_name_in_any_spelling() {
        let company = Company {
            name: "Acme Robotics GmbH".to_owned(),
            former_names: vec!["Apex".to_owned()],
            domains: vec!["acme.example".to_owned()],
            ..Company::default()
        };
        let keys = company_keys(&company);
        for name in ["acme robotics", "Acme Robotcis", "Robotics Acme", "Acmee Robotics", "Apex Inc"] {
            assert!(
                share_a_key(
                    &CompanyQuery { name: Some(name.to_owned()), ..Default::default() }.keys(),
                    &keys
                ),
                "{name}"
            );
        }
        assert!(keys.is_sorted());
    }

    #[test]
    fn a_short_swapped_or_misspelt_name_finds_its_company() {
        for (name, query) in [
            ("Norvex Technologies Inc", "Norvex"),
            ("Norvex Technologies Inc", "Norvax"),
            ("International Tool Makers Corp", "ITM"),
            ("HORTON D R INC /DE/", "D. R. Horton"),
            ("Copper Systems Inc", "Copper Systens"),
            ("Super Micro Computer, Inc.", "Supermicro"),
            ("Norwich Breweries Corp", "Norbrew"),
            ("Westinghouse Air Brake Technologies Corp", "Wabtec"),
            ("Bank of New York Mellon Corp", "BNY Mellon"),
        ] {
            let company = Company { name: name.to_owned(), ..Company::default() };
            let query_keys = CompanyQuery { name: Some(query.to_owned()), ..Default::default() }.keys();
            let keys = company_keys(&company);
            assert!(share_a_key(&query_keys, &keys), "{query} and {name}");
            assert!(keys.len() <= 24, "{name} has {} keys", keys.len());
        }
    }
}
