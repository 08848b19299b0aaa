//! Evidence that two claims are about the same company.
//!
//! A register's identifier decides: the same value joins, two values of one scheme never do. A domain or a page joins.
//! Else the name is weighed by how rare its words are, together with the place, the street, the phone and the year of
//! foundation.

use std::collections::{BTreeMap, BTreeSet};

use strsim::osa_distance;

use super::compare::{Evidence, EvidencePart};
use crate::{
    CompanyFacts, ExternalId,
    identifiers::{
        company_name::{
            NameFit, QueriedName, WordCounts, company_name_key, core_words, is_generic, legal_form,
        },
        external_id,
        placeholder::is_placeholder_phone,
    },
    place,
};

/// Bits that join two claims of which one is known by its name only.
pub const NAMED_BITS: f64 = 8.0;
/// Bits that join two claims with different domains, or that different registers know.
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
/// A name that is similar as a whole; only a shared phone or street makes it one.
const NEAR_BITS: f64 = -6.0;
/// Letters of such a name, and of one with two letters wrong.
const NEAR_LETTERS: usize = 6;
const TWO_EDITS_LETTERS: usize = 12;
/// Letters of an abbreviation, and letters that it leaves out, at the least.
const ABBREVIATION_LETTERS: usize = 3;
/// Companies that have to share a word before it counts as common.
const COMMON_FROM: u64 = 12;
/// Names of which only one has a number: an organisation and one of its sites. Two numbers are two companies.
const OTHER_NUMBER_BITS: f64 = -9.0;

/// Bits below the threshold at which evidence that must not join two companies by itself is limited.
const BELOW_THRESHOLD_BITS: f64 = 1.0;

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
    /// The names, by key.
    names: BTreeMap<String, NameUse>,
    countries: BTreeSet<String>,
    regions: BTreeSet<String>,
    cities: BTreeSet<String>,
    postcodes: BTreeSet<String>,
    streets: BTreeSet<String>,
    phones: BTreeSet<String>,
    founded: BTreeSet<i16>,
}

/// How a name is used.
#[derive(Debug, Clone, Default, PartialEq)]
struct NameUse {
    /// Legal forms it is written with.
    forms: BTreeSet<String>,
    /// Whether it is the name of today, and not a former or another name.
    is_present: bool,
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
            phones: facts.phone.iter().filter(|phone| !is_placeholder_phone(phone)).cloned().collect(),
            founded: facts.founded_year.into_iter().collect(),
            ..Self::default()
        };
        let present = facts.name.iter().chain(&facts.legal_name).map(|name| (name, true));
        let others = facts.former_names.iter().chain(&facts.aliases).map(|name| (name, false));
        for (name, is_present) in present.chain(others) {
            let key = company_name_key(name);
            if !key.is_empty() && traits.has_room_for(&key) {
                let name_use = traits.names.entry(key).or_default();
                name_use.forms.extend(legal_form(name));
                name_use.is_present |= is_present;
            }
        }
        for place in &facts.locations {
            traits.countries.extend(place.country.clone());
            let place = place::normal(place);
            let city = place::city_name(&place).or(place.city.as_deref());
            traits.cities.extend(city.map(letters));
            traits.regions.extend(place.region.as_deref().map(letters));
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
        for (key, more) in &more.names {
            if self.has_room_for(key) {
                let name_use = self.names.entry(key.clone()).or_default();
                name_use.forms.extend(more.forms.iter().cloned());
                name_use.is_present |= more.is_present;
            }
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
            for value in more {
                if own.len() < VALUES_MAX {
                    own.insert(value.clone());
                }
            }
        }
        self.founded.extend(&more.founded);
    }

    fn has_room_for(&self, name: &str) -> bool {
        self.names.len() < VALUES_MAX || self.names.contains_key(name)
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

/// The bits that join two companies without a common identifier.
pub fn threshold(one: &CompanyTraits, other: &CompanyTraits) -> f64 {
    if one.is_identified() && other.is_identified() { IDENTIFIED_BITS } else { NAMED_BITS }
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
    let name = names(one, other, counts);
    let mut parts = vec![
        ("name", name.bits),
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
    let (total, most) = (sum(&parts), threshold(one, other) - BELOW_THRESHOLD_BITS);
    let is_confirmed = parts.iter().skip(1).any(|(_, bits)| *bits > 0.0);
    let is_at_one_place = !one.phones.is_disjoint(&other.phones) || !one.streets.is_disjoint(&other.streets);
    if name.is_other_whole && total > most {
        parts.push(("both names are whole", most - total));
    } else if name.is_former && !is_confirmed && total > most {
        parts.push(("nothing but a former name", most - total));
    } else if name.is_near && !is_at_one_place && total > most {
        parts.push(("nothing but a similar name", most - total));
    }
    let parts: Vec<EvidencePart> = parts
        .into_iter()
        .filter(|(_, bits)| *bits != 0.0)
        .map(|(name, bits)| EvidencePart { name, bits: (bits * 10.0).round() / 10.0 })
        .collect();
    Evidence { bits: parts.iter().map(|part| part.bits).sum(), parts }
}

fn sum(parts: &[(&'static str, f64)]) -> f64 {
    parts.iter().map(|(_, bits)| bits).sum()
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

/// Evidence of two names.
#[derive(Clone, Copy)]
struct NameEvidence {
    bits: f64,
    /// Whether each name is a whole one, with its legal form, and one of them goes on: Orion Ltd and Orion Holdings Ltd
    /// are two companies of one group.
    is_other_whole: bool,
    /// Whether one of them is a former or another name, which two companies may have had.
    is_former: bool,
    /// Whether the names are no more than similar.
    is_near: bool,
}

/// The best evidence among the names of both.
fn names(one: &CompanyTraits, other: &CompanyTraits, counts: &WordCounts) -> NameEvidence {
    let nothing = |bits| NameEvidence { bits, is_other_whole: false, is_former: false, is_near: false };
    if one.names.is_empty() || other.names.is_empty() {
        return nothing(0.0);
    }
    // A misspelling is a word that no other company has.
    let (words, other_words) = (one.words(), other.words());
    let counts = counts
        .without_one(words.iter().map(String::as_str))
        .without_one(other_words.iter().map(String::as_str));
    let pairs = one.names.iter().flat_map(|one| other.names.iter().map(move |other| (one, other)));
    pairs
        .map(|(one, other)| name_evidence(one, other, &counts))
        .fold(nothing(OTHER_NAME_BITS), |best, found| if found.bits > best.bits { found } else { best })
}

type UsedName<'n> = (&'n String, &'n NameUse);

fn name_evidence(one: UsedName<'_>, other: UsedName<'_>, counts: &WordCounts) -> NameEvidence {
    let (keys, forms) = ((one.0.as_str(), other.0.as_str()), (&one.1.forms, &other.1.forms));
    let have_forms = !forms.0.is_empty() && !forms.1.is_empty();
    let form = if have_forms && forms.0.is_disjoint(forms.1) { OTHER_LEGAL_FORM_BITS } else { 0.0 };
    let (bits, likeness) = name_bits(keys, counts);
    NameEvidence {
        bits: if bits > OTHER_NAME_BITS { bits + form } else { bits },
        is_other_whole: likeness == Likeness::Part && have_forms,
        is_near: likeness == Likeness::Near,
        is_former: !one.1.is_present || !other.1.is_present,
    }
}

/// How two names are alike.
#[derive(Clone, Copy, PartialEq)]
enum Likeness {
    /// The same, but for spelling.
    Same,
    /// One goes on with generic words.
    Part,
    /// A letter or two apart.
    Near,
    /// Not at all.
    Other,
}

/// Evidence of two keys of names, and how they are alike.
fn name_bits(keys: (&str, &str), counts: &WordCounts) -> (f64, Likeness) {
    if keys.0 == keys.1 {
        return (rarity(keys.0, counts), Likeness::Same);
    }
    let (expanded, other_expanded) = (expanded(keys.0), expanded(keys.1));
    let (own_numbers, other_numbers) = (numbers(&expanded), numbers(&other_expanded));
    let are_numbered = !own_numbers.is_empty() && !other_numbers.is_empty();
    let number = match own_numbers == other_numbers {
        true => 0.0,
        false if are_numbered => return (OTHER_NAME_BITS, Likeness::Other),
        false => OTHER_NUMBER_BITS,
    };
    let (expanded, other_expanded) = (without_numbers(&expanded), without_numbers(&other_expanded));
    let least = rarity(&expanded, counts).min(rarity(&other_expanded, counts));
    if expanded == other_expanded || are_abbreviated(&expanded, &other_expanded) {
        return (least + number, Likeness::Same);
    }
    let fit = |one: &str, other: &str| QueriedName::new(one).and_then(|name| name.fit(other, counts));
    let fits = [fit(&expanded, &other_expanded), fit(&other_expanded, &expanded)];
    match fits.into_iter().flatten().max() {
        Some(NameFit::Exact | NameFit::Whole | NameFit::Reordered) => (least + number, Likeness::Same),
        Some(NameFit::Slip) => (least + SLIP_BITS + number, Likeness::Same),
        Some(NameFit::ShortGeneric | NameFit::Long) => (least + SHORT_BITS + number, Likeness::Part),
        _ if are_near(&expanded, &other_expanded) => (least + NEAR_BITS + number, Likeness::Near),
        _ => (OTHER_NAME_BITS, Likeness::Other),
    }
}

/// Whether two names have the same words, some abbreviated in one of them: Elec and Electric. What is abbreviated is what
/// many companies do, and at least one word is written out in both.
fn are_abbreviated(one: &str, other: &str) -> bool {
    let (ones, others): (Vec<&str>, Vec<&str>) = (one.split(' ').collect(), other.split(' ').collect());
    let fits = |(one, other): (&&str, &&str)| {
        one == other || is_abbreviation(one, other) || is_abbreviation(other, one)
    };
    ones.len() == others.len()
        && ones.iter().zip(&others).all(fits)
        && ones.iter().zip(&others).any(|(one, other)| one == other && !is_generic(one))
}

/// Whether a word is an abbreviation of a generic one: its first letters, or some in their order.
fn is_abbreviation(short: &str, long: &str) -> bool {
    let mut letters = long.chars();
    short.len() >= ABBREVIATION_LETTERS
        && short.len() + ABBREVIATION_LETTERS <= long.len() + 1
        && short.as_bytes().first() == long.as_bytes().first()
        && is_generic(long)
        && short.chars().all(|letter| letters.any(|other| other == letter))
}

/// Whether two names are a letter or two apart.
fn are_near(one: &str, other: &str) -> bool {
    let (one, other) = (one.replace(' ', ""), other.replace(' ', ""));
    let allowed = match one.len().min(other.len()) {
        0..NEAR_LETTERS => 0,
        NEAR_LETTERS..TWO_EDITS_LETTERS => 1,
        _ => 2,
    };
    one.len().abs_diff(other.len()) <= allowed && osa_distance(&one, &other) <= allowed
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

/// What is counted by a letter, a Roman numeral or a number in words behind it: Fund I, Series B, Plant Two.
const COUNTED: [&str; 24] = [
    "building",
    "capital",
    "class",
    "equity",
    "facility",
    "fund",
    "funds",
    "growth",
    "holdings",
    "investment",
    "investments",
    "investors",
    "lot",
    "opportunities",
    "opportunity",
    "partners",
    "phase",
    "plant",
    "property",
    "series",
    "tower",
    "trust",
    "unit",
    "ventures",
];

const NUMBER_WORDS: [&str; 10] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Largest Roman numeral that is read.
const ROMAN_MAX: usize = 39;

/// The number that a word of a name is, behind the word before it.
fn number(word: &str, before: &str) -> Option<String> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(word.trim_start_matches('0').to_owned());
    }
    if before.is_empty() {
        return None;
    }
    let is_counted = COUNTED.contains(&before);
    let roman = (1..=ROMAN_MAX).find(|value| roman(*value) == word).filter(|_| word.len() > 1 || is_counted);
    let in_words = || NUMBER_WORDS.iter().position(|number| *number == word).filter(|_| is_counted);
    let value = roman.or_else(|| Some(in_words()? + 1)).map(|value| value.to_string());
    value.or_else(|| (is_counted && word.len() == 1).then(|| word.to_owned()))
}

/// A number below forty as a Roman numeral in small letters.
fn roman(value: usize) -> String {
    let units = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    format!("{}{}", "x".repeat(value / 10), units[value % 10])
}

/// The words of a key, each with its number if it is one.
fn numbered(key: &str) -> impl Iterator<Item = (&str, Option<String>)> {
    let before = [""].into_iter().chain(key.split(' '));
    before.zip(key.split(' ')).map(|(before, word)| (word, number(word, before)))
}

fn numbers(key: &str) -> Vec<String> {
    numbered(key).filter_map(|(_, number)| number).collect()
}

fn without_numbers(key: &str) -> String {
    let words = numbered(key).filter(|(_, number)| number.is_none());
    words.map(|(word, _)| word).collect::<Vec<_>>().join(" ")
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
