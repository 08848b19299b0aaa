//! What the values of a column look like: emails, postcodes, known cities, dates and so on.

use std::collections::HashSet;

use records::{
    company_name::company_name_key, domain, email::EmailAddress, phone::PhoneNumber, place, profile_url,
};

use super::{field::Field, identifier_headers::has_form};
use crate::file::{
    DateOrder,
    facts::{
        dates::parse_date,
        values::{clean, parse_band, parse_year},
    },
};

/// The filled cells of a column in the sampled rows.
#[derive(Debug, Default)]
pub(in crate::file) struct Values<'a>(Vec<&'a str>);

impl<'a> Values<'a> {
    pub(in crate::file) fn add(&mut self, text: &'a str) {
        self.0.extend(clean(text));
    }

    pub(in crate::file) fn len(&self) -> usize {
        self.0.len()
    }

    pub(in crate::file) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn count(&self, is_kind: impl Fn(&str) -> bool) -> usize {
        self.0.iter().filter(|value| is_kind(value)).count()
    }

    /// Whether at least `percent` of the values are of a kind; false without values.
    pub(in crate::file) fn mostly(&self, percent: usize, is_kind: impl Fn(&str) -> bool) -> bool {
        !self.is_empty() && self.count(is_kind) * 100 >= self.len() * percent
    }

    /// `38 of 40`.
    pub(in crate::file) fn share(&self, is_kind: impl Fn(&str) -> bool) -> String {
        format!("{} of {}", self.count(is_kind), self.len())
    }

    /// Whether at least `percent` of the values differ from all before them.
    pub(in crate::file) fn differ(&self, percent: usize) -> bool {
        let distinct: HashSet<String> = self.0.iter().map(|value| value.to_lowercase()).collect();
        !self.is_empty() && distinct.len() * 100 >= self.len() * percent
    }

    /// Whether the registrable domains differ: a column of links into one site does not tell companies apart.
    pub(in crate::file) fn domains_differ(&self, percent: usize) -> bool {
        let domains: HashSet<String> =
            self.0.iter().filter_map(|value| domain::registrable_domain(value).ok()).collect();
        domains.len() * 100 >= self.len() * percent
    }

    /// Whether these are numbers of a register.
    pub(in crate::file) fn have_form(&self, scheme: &str) -> bool {
        const PERCENT: usize = 90;
        self.mostly(PERCENT, |value| has_form(scheme, value))
    }

    /// The years of the dates, oldest and newest.
    pub(in crate::file) fn years(&self) -> Option<(i16, i16)> {
        let years = || self.0.iter().filter_map(|value| parse_year(value));
        Some((years().min()?, years().max()?))
    }

    /// Whether the values may be those of a field that the header names. Without values nothing contradicts.
    pub(in crate::file) fn allow(&self, field: Field) -> bool {
        const HALF: usize = 50;
        const MOST: usize = 70;
        if self.is_empty() {
            return true;
        }
        match field {
            Field::City | Field::Region | Field::FirstName | Field::LastName => self.mostly(MOST, is_wordy),
            Field::MiddleName | Field::FullName | Field::Title => self.mostly(MOST, is_wordy),
            Field::Name | Field::LegalName | Field::FormerName | Field::CompanyName | Field::Industry => {
                self.mostly(MOST, |value| value.chars().any(char::is_alphabetic) && !is_flag(value))
            }
            Field::Postcode => self.mostly(HALF, is_postcode),
            Field::Country => self.mostly(HALF, |value| place::country_code(value).is_some()),
            Field::BirthDate => self.mostly(HALF, is_day),
            Field::ObservedAt => self.mostly(HALF, |value| parse_year(value).is_some() && !is_flag(value)),
            Field::FoundedYear => self.mostly(HALF, |value| parse_year(value).is_some()),
            Field::EmployeeCount => self.mostly(HALF, |value| parse_band(value).is_some() && !is_day(value)),
            Field::Email => self.mostly(HALF, is_email),
            Field::Phone | Field::Mobile => self.mostly(HALF, is_phone),
            Field::Website | Field::CompanyDomain => self.mostly(HALF, is_site) && self.domains_differ(HALF),
            Field::NetworkUrl | Field::Profile => self.mostly(HALF, |value| value.contains(['/', '@'])),
            Field::LogoUrl => self.mostly(HALF, |value| value.contains("://")),
            Field::Street | Field::AddressLine => {
                self.mostly(HALF, |value| !is_flag(value) && !is_day(value))
            }
            _ => true,
        }
    }

    /// Whether the values alone are enough to tell that a column has a field, given that one word of its header names
    /// the field and another one is unknown.
    pub(in crate::file) fn confirm(&self, field: Field) -> bool {
        const FEWEST: usize = 3;
        const STRICT: usize = 80;
        // The table of cities has none below 15,000 inhabitants.
        const CITIES: usize = 50;
        self.len() >= FEWEST
            && match field {
                Field::City => self.mostly(CITIES, is_city),
                Field::Postcode => self.mostly(STRICT, is_postcode),
                Field::Country => self.mostly(STRICT, |value| place::country_code(value).is_some()),
                Field::BirthDate => {
                    self.mostly(STRICT, is_day)
                        && self.years().is_some_and(|(oldest, _)| oldest < LATEST_OLDEST_BIRTH)
                }
                Field::Email => self.mostly(STRICT, is_email) && self.differ(STRICT),
                Field::Website => self.mostly(STRICT, is_site) && self.domains_differ(STRICT),
                Field::Phone | Field::Mobile => self.mostly(STRICT, is_phone) && self.differ(STRICT),
                _ => false,
            }
    }
}

/// A column of dates of birth has one before this year; columns of sign-ups and orders have none.
pub(in crate::file) const LATEST_OLDEST_BIRTH: i16 = 1980;

/// Most letters, few digits.
fn is_wordy(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters > 0
        && digits * 4 <= letters
        && !is_flag(text)
        && !text.contains(['@', '\\'])
        && !text.contains("://")
}

fn is_flag(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "true" | "false" | "yes" | "no" | "y" | "n" | "0" | "1")
}

pub(in crate::file) fn is_email(text: &str) -> bool {
    text.contains('@') && EmailAddress::parse(text).is_ok()
}

pub(in crate::file) fn is_city(text: &str) -> bool {
    const LONGEST: usize = 60;
    text.len() <= LONGEST && is_wordy(text) && place::find_city(text, None, None).is_some()
}

/// Whether a text names a place of several parts, such as `Linz, Austria`.
pub(in crate::file) fn is_long_place(text: &str) -> bool {
    text.contains(',') && {
        let location = place::parse_location(text);
        location.city.is_some() && (location.country.is_some() || location.region.is_some())
    }
}

/// Whether a text may be a postcode or the first part of one.
pub(in crate::file) fn is_postcode(text: &str) -> bool {
    let text = text.trim();
    // Spreadsheets add a fraction, and some countries put their code before the number.
    let text = text.strip_suffix(".0").unwrap_or(text);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let marks = text.len() - digits.min(text.len()) - letters;
    matches!(text.len(), 2..=10)
        && marks <= 1
        && digits >= 1
        && letters <= 5
        && digits + letters >= 3
        && (letters > 0 || matches!(digits, 3..=9))
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-'))
}

/// Whether a text can hardly be anything else than a postcode: British, Canadian, Dutch, or American with its suffix.
pub(in crate::file) fn is_telling_postcode(text: &str) -> bool {
    let shape: String = text
        .trim()
        .chars()
        .map(|c| match c {
            c if c.is_ascii_digit() => '9',
            c if c.is_ascii_uppercase() => 'A',
            c => c,
        })
        .collect();
    let british = |outward: &str| matches!(outward, "A9" | "A99" | "AA9" | "AA99" | "A9A" | "AA9A");
    match shape.split_once(' ') {
        Some((outward, "9AA")) => british(outward),
        Some(("A9A", "9A9") | ("9999", "AA")) => true,
        Some(_) => false,
        None => matches!(shape.as_str(), "99999-9999" | "9999AA"),
    }
}

/// Whether a text is a date with its day.
pub(in crate::file) fn is_day(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_dated =
        digits >= 5 && text.len() <= 30 && (text.len() == 8 || text.contains(['-', '/', '.', ' ']));
    let is_whole =
        |order: DateOrder| parse_date(text, Some(order)).is_some_and(|date| date.to_string().len() == 10);
    is_short_day(text) || (is_dated && (is_whole(DateOrder::MonthFirst) || is_whole(DateOrder::DayFirst)))
}

/// `3/1/70`.
fn is_short_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['/', '-', '.']).collect();
    parts.len() == 3
        && parts
            .iter()
            .all(|part| matches!(part.len(), 1 | 2) && part.bytes().all(|byte| byte.is_ascii_digit()))
}

pub(in crate::file) fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_mark =
        |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '(' | ')' | ' ' | '.' | '/' | '\u{a0}');
    let number = text.split(['x', ';', ',']).next().unwrap_or_default();
    matches!(digits, 6..=18) && number.chars().all(is_mark) && !is_day(text)
}

/// Whether a number is written for use from abroad.
pub(in crate::file) fn is_full_phone(text: &str) -> bool {
    text.starts_with('+') && PhoneNumber::parse(text, None).is_ok()
}

/// Whether a text is a website or domain.
pub(in crate::file) fn is_site(text: &str) -> bool {
    let has_dot = text.contains('.') && !text.contains(['@', ' ']);
    has_dot && domain::registrable_domain(text).is_ok()
}

pub(in crate::file) fn is_person_page(text: &str) -> bool {
    text.contains('.') && profile_url::person_profile(text).is_ok()
}

pub(in crate::file) fn is_company_page(text: &str) -> bool {
    text.contains('.') && profile_url::company_page(text).is_ok()
}

/// Whether a text is a country's name; codes of two letters may as well be those of states or languages.
pub(in crate::file) fn is_country_name(text: &str) -> bool {
    text.len() > 3 && place::country_code(text).is_some()
}

/// Whether a name ends in a legal form.
pub(in crate::file) fn has_legal_form(text: &str) -> bool {
    let words = text.split_whitespace().count();
    words > 1 && !text.to_lowercase().starts_with("the ") && {
        let key = company_name_key(text);
        let is_prefix = text.to_lowercase().starts_with(key.split(' ').next().unwrap_or_default());
        is_prefix && key.split(' ').count() < words
    }
}

/// Words of industries, by their beginning.
const INDUSTRY_STEMS: &[&str] = &[
    "accounting",
    "aerospace",
    "agricult",
    "airline",
    "apparel",
    "automotive",
    "bank",
    "biotech",
    "chemical",
    "construction",
    "consult",
    "consumer",
    "defense",
    "design",
    "e-commerce",
    "ecommerce",
    "education",
    "electronic",
    "energy",
    "engineering",
    "entertainment",
    "farming",
    "fashion",
    "finance",
    "financial",
    "food",
    "forestry",
    "gaming",
    "hardware",
    "health",
    "hospitality",
    "hotel",
    "insurance",
    "internet",
    "legal services",
    "logistic",
    "machinery",
    "manufactur",
    "marketing",
    "media",
    "medical",
    "metal",
    "mining",
    "oil",
    "pharma",
    "publishing",
    "real estate",
    "recruit",
    "restaurant",
    "retail",
    "saas",
    "security",
    "semiconductor",
    "shipping",
    "software",
    "staffing",
    "technology",
    "telecom",
    "textile",
    "tourism",
    "transport",
    "travel",
    "utilities",
    "wholesale",
    "advertising",
    "analytics",
    "fintech",
    "information technology",
    "professional services",
    "nonprofit management",
    "hardware",
];

/// Whether a text looks like the name of an industry.
pub(in crate::file) fn is_industry(text: &str) -> bool {
    let lower = text.to_lowercase();
    INDUSTRY_STEMS.iter().any(|stem| lower.contains(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_of_their_kind_only() {
        for text in
            ["4020", "SW1A 1AA", "SW1A", "117023512", "29150-9662", "K1A 0B1", "01-234", "1234 AB", "0101"]
        {
            assert!(is_postcode(text), "{text}");
        }
        for text in ["Linz", "12", "1971-05-24", "+43 732 1234", "12345678901", "12.5"] {
            assert!(!is_postcode(text), "{text}");
        }
        for text in ["EC1V 2NX", "29150-9662", "K1A 0B1"] {
            assert!(is_telling_postcode(text), "{text}");
        }
        assert!(!is_telling_postcode("4020") && !is_telling_postcode("117023512"));
        for text in ["1971-05-24", "24/05/1971", "05/24/1971", "19710524", "3/1/70", "24 May 1971"] {
            assert!(is_day(text), "{text}");
        }
        for text in ["1971", "12", "4020", "650-681-5000", "May"] {
            assert!(!is_day(text), "{text}");
        }
        assert!(is_phone("650-681-5000") && is_phone("+43 732 1234") && is_phone("6464070636"));
        assert!(!is_phone("1971-05-24") && !is_phone("Linz") && !is_phone("12"));
        assert!(is_city("Linz") && !is_city("Main Street 5") && is_long_place("Linz, Austria"));
        assert!(
            has_legal_form("Apple Inc.")
                && has_legal_form("NVIDIA CORP")
                && !has_legal_form("Vice President")
        );
        assert!(is_industry("Video production and media") && !is_industry("Private Limited Company"));
    }
}
