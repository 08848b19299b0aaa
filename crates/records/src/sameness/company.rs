//! Evidence that two claims are about the same company.
//!
//! A register's identifier decides: the same value joins, two values of one scheme never do. A domain or a page joins.
//! Else the name is weighed by how rare its words are, together with the place, the street, the phone and the year of
//! foundation.

use std::collections::{BTreeMap, BTreeSet};

use super::compare::{Evidence, EvidencePart};
use crate::{
    CompanyFacts, ExternalId,
    identifiers::{
        company_name::{
            NameFit, QueriedName, WordCounts, company_name_key, core_words, has_legal_form, is_generic,
        },
        external_id,
    },
};

/// Bits that join two claims of which one is known by its name only.
pub const NAMED_BITS: f64 = 8.0;
/// Bits that join two claims with different domains or pages.
pub const IDENTIFIED_BITS: f64 = 16.0;

/// Bits of a word that is in few names, of a generic one, and of a whole name at most.
const WORD_BITS: f64 = 9.0;
const GENERIC_WORD_BITS: f64 = 2.5;
const NAME_BITS_MAX: f64 = 15.0;
const OTHER_NAME_BITS: f64 = -30.0;
const OTHER_LEGAL_FORM_BITS: f64 = -3.0;
/// A name that differs by a letter, or that goes on.
const SLIP_BITS: f64 = -2.0;
const SHORT_BITS: f64 = -3.0;
/// Companies that have to share a word before it counts as common.
const COMMON_FROM: u64 = 12;
/// Names that differ in a number: sites of one organisation.
const OTHER_NUMBER_BITS: f64 = -9.0;

/// Two values of one register.
const OTHER_IDENTIFIER_BITS: f64 = -80.0;

const COUNTRY: Agreement = Agreement { same: 0.5, differs: -14.0 };
const REGION: Agreement = Agreement { same: 1.5, differs: -2.0 };
const CITY: Agreement = Agreement { same: 5.0, differs: -5.0 };
const POSTCODE: Agreement = Agreement { same: 5.0, differs: -2.0 };
const STREET: Agreement = Agreement { same: 5.0, differs: -2.0 };
const PHONE: Agreement = Agreement { same: 9.0, differs: -1.5 };
const FOUNDED: Agreement = Agreement { same: 3.5, differs: -6.0 };
/// A place says as much as its most exact part and a little more.
const PLACE_BITS_MAX: f64 = 10.0;
/// Years by which sources may disagree about when a company was founded.
const FOUNDED_APART_MAX: u16 = 1;

/// Values of one trait that are kept of a company.
const VALUES_MAX: usize = 64;

/// Evidence in bits of a trait that agrees or differs.
struct Agreement {
    same: f64,
    differs: f64,
}

/// The traits of a company, from one claim or several.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CompanyTraits {
    /// Domains and pages.
    pub addresses: BTreeSet<String>,
    /// Identifiers of registers.
    pub identifiers: BTreeSet<ExternalId>,
    /// Keys of the names, each with the legal forms it is written with.
    names: BTreeMap<String, BTreeSet<String>>,
    countries: BTreeSet<String>,
    regions: BTreeSet<String>,
    cities: BTreeSet<String>,
    postcodes: BTreeSet<String>,
    streets: BTreeSet<String>,
    phones: BTreeSet<String>,
    founded: BTreeSet<i16>,
}

impl CompanyTraits {
    /// The traits in the facts of a claim.
    pub fn of(facts: &CompanyFacts) -> Self {
        let mut traits = Self {
            addresses: facts.domains.iter().chain(&facts.network_url).cloned().collect(),
            identifiers: facts.identifiers.iter().cloned().collect(),
            streets: facts
                .street
                .iter()
                .map(|street| street_key(street))
                .filter(|key| !key.is_empty())
                .collect(),
            postcodes: facts.postcode.iter().map(|code| letters(code)).collect(),
            phones: facts.phone.iter().cloned().collect(),
            founded: facts.founded_year.into_iter().collect(),
            ..Self::default()
        };
        let names =
            facts.name.iter().chain(&facts.legal_name).chain(&facts.former_names).chain(&facts.aliases);
        for name in names {
            let key = company_name_key(name);
            if !key.is_empty() {
                traits.names.entry(key).or_default().extend(legal_form(name));
            }
        }
        for place in &facts.locations {
            traits.countries.extend(place.country.clone());
            traits.regions.extend(place.region.as_deref().map(letters));
            traits.cities.extend(place.city.as_deref().map(letters));
        }
        traits
    }

    /// The traits of what is known by its addresses only.
    pub fn of_addresses(addresses: impl Iterator<Item = String>) -> Self {
        Self { addresses: addresses.collect(), ..Self::default() }
    }

    /// Adds the traits of another claim about the same company.
    pub fn add(&mut self, more: &Self) {
        self.addresses.extend(more.addresses.iter().cloned());
        self.identifiers.extend(more.identifiers.iter().cloned());
        for (key, forms) in &more.names {
            self.names.entry(key.clone()).or_default().extend(forms.iter().cloned());
        }
        let sets = [
            (&mut self.countries, &more.countries),
            (&mut self.regions, &more.regions),
            (&mut self.cities, &more.cities),
            (&mut self.postcodes, &more.postcodes),
            (&mut self.streets, &more.streets),
            (&mut self.phones, &more.phones),
        ];
        // A chain has thousands of places; to tell companies apart, some are enough.
        for (own, more) in sets {
            let room = VALUES_MAX.saturating_sub(own.len());
            own.extend(more.iter().take(room).cloned());
        }
        self.founded.extend(&more.founded);
    }

    /// Whether it has a domain, a page or an identifier.
    pub fn is_identified(&self) -> bool {
        !self.addresses.is_empty() || !self.identifiers.is_empty()
    }

    /// Whether both have values of one register and none in common: they are two companies, whatever else agrees.
    pub fn conflicts_with(&self, other: &Self) -> bool {
        let list = |ids: &BTreeSet<ExternalId>| ids.iter().cloned().collect::<Vec<_>>();
        external_id::conflict(&list(&self.identifiers), &list(&other.identifiers))
    }

    /// Whether both share an identifier, a domain or a page.
    pub fn shares_identifier(&self, other: &Self) -> bool {
        !self.conflicts_with(other)
            && (!self.identifiers.is_disjoint(&other.identifiers)
                || !self.addresses.is_disjoint(&other.addresses))
    }

    /// Whether both have a name in common.
    pub fn shares_name(&self, other: &Self) -> bool {
        self.names.keys().any(|name| other.names.contains_key(name))
    }

    /// Words of the names, whose frequency matters.
    pub fn words(&self) -> BTreeSet<String> {
        self.names.keys().flat_map(|key| core_words(key)).map(str::to_owned).collect()
    }
}

/// Whether two companies are the same: by an identifier, or by enough evidence.
pub fn are_same(one: &CompanyTraits, other: &CompanyTraits, counts: &WordCounts) -> bool {
    one.shares_identifier(other) || compare(one, other, counts).bits >= threshold(one, other)
}

/// The bits that join two companies without a common identifier.
pub fn threshold(one: &CompanyTraits, other: &CompanyTraits) -> f64 {
    let have_addresses = !one.addresses.is_empty() && !other.addresses.is_empty();
    if have_addresses { IDENTIFIED_BITS } else { NAMED_BITS }
}

/// Compares the traits of two companies.
pub fn compare(one: &CompanyTraits, other: &CompanyTraits, counts: &WordCounts) -> Evidence {
    let place = agree(&one.cities, &other.cities, &CITY)
        + agree(&one.postcodes, &other.postcodes, &POSTCODE)
        + agree(&one.streets, &other.streets, &STREET)
        + agree(&one.regions, &other.regions, &REGION);
    let founded = one
        .founded
        .iter()
        .any(|one| other.founded.iter().any(|other| one.abs_diff(*other) <= FOUNDED_APART_MAX));
    let parts = [
        ("name", names(one, other, counts)),
        ("country", agree(&one.countries, &other.countries, &COUNTRY)),
        ("place", place.min(PLACE_BITS_MAX)),
        ("phone", agree(&one.phones, &other.phones, &PHONE)),
        ("identifier", if one.conflicts_with(other) { OTHER_IDENTIFIER_BITS } else { 0.0 }),
        (
            "founding year",
            match (one.founded.is_empty() || other.founded.is_empty(), founded) {
                (true, _) => 0.0,
                (false, true) => FOUNDED.same,
                (false, false) => FOUNDED.differs,
            },
        ),
    ];
    let parts: Vec<EvidencePart> = parts
        .into_iter()
        .filter(|(_, bits)| *bits != 0.0)
        .map(|(name, bits)| EvidencePart { name, bits: (bits * 10.0).round() / 10.0 })
        .collect();
    Evidence { bits: parts.iter().map(|part| part.bits).sum(), parts }
}

fn agree(one: &BTreeSet<String>, other: &BTreeSet<String>, agreement: &Agreement) -> f64 {
    if one.is_empty() || other.is_empty() {
        0.0
    } else if one.is_disjoint(other) {
        agreement.differs
    } else {
        agreement.same
    }
}

/// The best evidence among the names of both.
fn names(one: &CompanyTraits, other: &CompanyTraits, counts: &WordCounts) -> f64 {
    if one.names.is_empty() || other.names.is_empty() {
        return 0.0;
    }
    let pairs = one.names.iter().flat_map(|one| other.names.iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| name_bits(one, other, counts)).fold(OTHER_NAME_BITS, f64::max)
}

type NamedWithForms<'n> = (&'n String, &'n BTreeSet<String>);

fn name_bits(one: NamedWithForms<'_>, other: NamedWithForms<'_>, counts: &WordCounts) -> f64 {
    let (keys, forms) = ((one.0.as_str(), other.0.as_str()), (one.1, other.1));
    let form = if forms.0.is_empty() || forms.1.is_empty() || !forms.0.is_disjoint(forms.1) {
        0.0
    } else {
        OTHER_LEGAL_FORM_BITS
    };
    if keys.0 == keys.1 {
        return rarity(keys.0, counts) + form;
    }
    let (expanded, other_expanded) = (expanded(keys.0), expanded(keys.1));
    let number = if numbers(&expanded) == numbers(&other_expanded) { 0.0 } else { OTHER_NUMBER_BITS };
    let (expanded, other_expanded) = (without_numbers(&expanded), without_numbers(&other_expanded));
    let least = rarity(&expanded, counts).min(rarity(&other_expanded, counts));
    if expanded == other_expanded {
        return least + form + number;
    }
    let fit = |one: &str, other: &str| QueriedName::new(one).and_then(|name| name.fit(other, counts));
    let fits = [fit(&expanded, &other_expanded), fit(&other_expanded, &expanded)];
    let bits = match fits.into_iter().flatten().max() {
        Some(NameFit::Exact | NameFit::Reordered) => least,
        Some(NameFit::Slip) => least + SLIP_BITS,
        Some(NameFit::ShortGeneric | NameFit::Long) => least + SHORT_BITS,
        _ => return OTHER_NAME_BITS,
    };
    bits + form + number
}

/// How rare a name is, in bits.
fn rarity(key: &str, counts: &WordCounts) -> f64 {
    let word = |word: &&str| {
        let counted = counts.counts.get(*word).copied().unwrap_or(0);
        let usual = if is_generic(word) { GENERIC_WORD_BITS } else { WORD_BITS };
        match counted {
            // Of a few companies, the next import may have as many again.
            0..COMMON_FROM => usual,
            counted => usual.min(((counts.companies + 1) as f64 / counted as f64).log2().max(0.0)),
        }
    };
    core_words(key).iter().map(word).sum::<f64>().min(NAME_BITS_MAX)
}

/// Abbreviations that organisations write.
const ABBREVIATIONS: [(&str, &str); 16] = [
    ("ctr", "center"),
    ("centre", "center"),
    ("intl", "international"),
    ("natl", "national"),
    ("mfg", "manufacturing"),
    ("svc", "services"),
    ("svcs", "services"),
    ("assoc", "associates"),
    ("assn", "association"),
    ("univ", "university"),
    ("dept", "department"),
    ("tech", "technologies"),
    ("mgmt", "management"),
    ("hosp", "hospital"),
    ("grp", "group"),
    ("bros", "brothers"),
];

/// A key with abbreviations written out, and without the word before the number of a site.
fn expanded(key: &str) -> String {
    let words = key.split(' ').filter(|word| !matches!(*word, "site" | "branch" | "location" | "no"));
    let full = words
        .map(|word| ABBREVIATIONS.iter().find(|(short, _)| *short == word).map_or(word, |(_, full)| *full));
    full.collect::<Vec<_>>().join(" ")
}

fn numbers(key: &str) -> Vec<&str> {
    key.split(' ').filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).collect()
}

fn without_numbers(key: &str) -> String {
    let words = key.split(' ').filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit()));
    words.collect::<Vec<_>>().join(" ")
}

/// The legal form that a name ends with.
fn legal_form(name: &str) -> Option<String> {
    if !has_legal_form(name) {
        return None;
    }
    let last = name.split_whitespace().next_back()?;
    let form = letters(last);
    // One form in two spellings.
    Some(match form.as_str() {
        "incorporated" => "inc".to_owned(),
        "corporation" => "corp".to_owned(),
        "company" => "co".to_owned(),
        "limited" => "ltd".to_owned(),
        _ => form,
    })
}

fn letters(text: &str) -> String {
    let ascii = any_ascii::any_ascii(text);
    ascii.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// A street without the word for street: `410 Elm St` and `410 Elm Street` are one.
fn street_key(street: &str) -> String {
    let folded = any_ascii::any_ascii(street).to_ascii_lowercase();
    let words = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| {
        !matches!(
            *word,
            "" | "st"
                | "street"
                | "str"
                | "strasse"
                | "rd"
                | "road"
                | "ave"
                | "av"
                | "avenue"
                | "blvd"
                | "boulevard"
                | "ln"
                | "lane"
                | "dr"
                | "drive"
                | "suite"
                | "ste"
                | "floor"
                | "fl"
        )
    });
    words.collect()
}

#[cfg(test)]
mod tests;
