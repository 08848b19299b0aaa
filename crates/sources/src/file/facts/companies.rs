//! Reads a company's facts from the values of a row. Identifiers are not normalised yet; `normal` does that next.

use records::{
    CompanyFacts, CompanyStatus, EmployeeRange, FundingRound, Money, RevenueRange, Technology,
    email::EmailAddress, funding_stage, profile_url, role_mailbox::is_role,
};

use super::{
    identifiers::identifiers,
    people::location,
    values::{Band, parse_band, parse_year},
};
use crate::file::{
    columns::{field::Field, mapped::Mapped},
    warning::{WarningKind, Warnings},
};

const DEFAULT_CURRENCY: &str = "USD";

/// The facts about a company in a row.
pub(in crate::file) fn company_facts(row: &Mapped<'_>, warnings: &mut Warnings) -> CompanyFacts {
    let mut domains = row.texts(Field::Domain);
    domains.extend(row.texts(Field::Website));
    let legal_name = row.text(Field::LegalName);
    let employees = employees(row, warnings);
    CompanyFacts {
        // Registers have the registered name only.
        name: row.text(Field::Name).or_else(|| legal_name.clone()),
        legal_name,
        former_names: row.texts(Field::FormerName),
        aliases: row.texts(Field::TradeName),
        identifiers: identifiers(row, warnings),
        status: row.first(Field::Status).and_then(status),
        dissolved_at: row.date(Field::DissolvedAt, warnings),
        street: row.text(Field::Street),
        postcode: row.text(Field::Postcode),
        domains,
        network_url: row.text(Field::NetworkUrl),
        description: row.text(Field::Description),
        industries: row.texts(Field::Industry).into_iter().filter_map(industry).collect(),
        tags: row.texts(Field::Tags),
        employee_count: employees.and_then(EmployeeRange::count),
        employee_range: employees.filter(|range| range.count().is_none()),
        revenue: revenue(row, warnings),
        founded_year: founded_year(row, warnings),
        locations: location(row).into_iter().collect(),
        phone: row.text(Field::Phone),
        emails: emails(row, warnings),
        logo_url: row
            .text(Field::LogoUrl)
            .filter(|url| url.starts_with("https://") || url.starts_with("http://")),
        profiles: profiles(row, warnings),
        email_provider: row.text(Field::EmailProvider),
        technologies: technologies(row),
        funding_rounds: funding_round(row, warnings).into_iter().collect(),
        ..CompanyFacts::default()
    }
}

/// The status in the words of registers; none if a word is not known.
fn status(text: &str) -> Option<CompanyStatus> {
    let text = text.trim().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    Some(match text.as_str() {
        "a" | "open" => CompanyStatus::Active,
        _ if has(&["dissol", "closed", "ceased", "struck", "liquidat", "bankrupt", "dead", "terminated"]) => {
            CompanyStatus::Dissolved
        }
        _ if has(&["acquired", "merged"]) => CompanyStatus::Acquired,
        _ if has(&["inactive", "lapsed", "suspended", "dormant", "retired", "withdrawn"]) => {
            CompanyStatus::Inactive
        }
        _ if has(&["active", "issued", "operating", "registered", "in business"]) => CompanyStatus::Active,
        _ => return None,
    })
}

/// Addresses of roles. Those of people are left out: they belong to records of people.
fn emails(row: &Mapped<'_>, warnings: &mut Warnings) -> Vec<String> {
    let mut emails: Vec<String> = Vec::new();
    for text in row.all(Field::Email) {
        let address = EmailAddress::parse(text);
        let Some(address) = warnings.keep(WarningKind::InvalidEmail, Field::Email.name(), address) else {
            continue;
        };
        if !is_role(address.local()) || address.is_free_provider() {
            let message = "not the address of a role at the company's own domain; import it with the people";
            warnings.add(WarningKind::PersonalAddress, Field::Email.name(), message);
        } else if !emails.iter().any(|known| known == address.address()) {
            emails.push(address.address().to_owned());
        }
    }
    emails
}

/// Profiles on other sites than the professional network.
fn profiles(row: &Mapped<'_>, warnings: &mut Warnings) -> Vec<String> {
    let mut profiles: Vec<String> = Vec::new();
    for text in row.all(Field::Profile) {
        let profile = profile_url::profile(text).ok_or("not a profile on a known site; give its full URL");
        let profile = warnings.keep(WarningKind::InvalidProfile, Field::Profile.name(), profile);
        profiles.extend(profile.map(|profile| profile.url).filter(|url| !profiles.contains(url)));
    }
    profiles
}

/// The employees, as a number or a band. A number in any column is preferred to a band.
fn employees(row: &Mapped<'_>, warnings: &mut Warnings) -> Option<EmployeeRange> {
    let exact = |band: &Band| band.min.is_some() && band.min == band.max;
    let number = row.all(Field::EmployeeCount).filter_map(parse_band).find(exact);
    let band = number.or_else(|| row.band(Field::EmployeeCount, warnings))?;
    let range = employee_range(&band).ok_or("no number of employees; check it");
    warnings.keep(WarningKind::InvalidNumber, Field::EmployeeCount.name(), range)
}

/// A band of whole people: `< 10` is 1 to 9, and `> 500` begins with 501. None if no company has so many.
fn employee_range(band: &Band) -> Option<EmployeeRange> {
    let step = i64::from(band.is_strict);
    let count = |count: i64| u32::try_from(count).ok();
    let max = band.max.map(|max| count(max - step)).map_or(Some(None), |max| max.map(Some))?;
    let min = match band.min {
        Some(min) => count(min + step)?,
        // A company with employees has one.
        None => max?.min(1),
    };
    Some(EmployeeRange { min, max })
}

fn revenue(row: &Mapped<'_>, warnings: &mut Warnings) -> Option<RevenueRange> {
    let whole = row.band(Field::Revenue, warnings);
    let low = row.band(Field::RevenueMin, warnings);
    let high = row.band(Field::RevenueMax, warnings);
    let bands = [whole.as_ref(), low.as_ref(), high.as_ref()];
    let named = bands.into_iter().flatten().find_map(|band| band.currency);
    let min = low.as_ref().and_then(|band| band.min).or(whole.as_ref().and_then(|band| band.min));
    let max = high.as_ref().and_then(|band| band.max).or(whole.as_ref().and_then(|band| band.max));
    if min.is_none() && max.is_none() {
        return None;
    }
    if matches!((min, max), (Some(min), Some(max)) if min > max) {
        warnings.add(
            WarningKind::InvalidNumber,
            Field::RevenueMin.name(),
            "the lower bound exceeds the upper one",
        );
        return None;
    }
    Some(RevenueRange { min, max, currency: currency(row, named) })
}

/// The currency of an amount: from the row's column, the sign next to the amount, or the mapping's option.
fn currency(row: &Mapped<'_>, named: Option<&'static str>) -> String {
    let is_code = |code: &&str| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    row.first(Field::Currency)
        .filter(is_code)
        .map(str::to_ascii_uppercase)
        .or_else(|| named.map(str::to_owned))
        .or_else(|| row.options.currency.clone())
        .unwrap_or_else(|| DEFAULT_CURRENCY.to_owned())
}

fn founded_year(row: &Mapped<'_>, warnings: &mut Warnings) -> Option<i16> {
    let year = parse_year(row.first(Field::FoundedYear)?).ok_or("not a year; write 1998 or 1998-05-01");
    warnings.keep(WarningKind::InvalidDate, Field::FoundedYear.name(), year)
}

/// The text of an industry without the code that registers put before it, as in `62012 - Software development`.
fn industry(text: String) -> Option<String> {
    const NONE: [&str; 4] = ["none supplied", "unknown", "not specified", "dormant company"];
    let is_code =
        |code: &str| code.len() >= 2 && code.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let name = match text.split_once(" - ") {
        Some((code, name)) if is_code(code.trim()) => name.trim().to_owned(),
        _ => text,
    };
    (!NONE.contains(&name.to_lowercase().as_str())).then_some(name)
}

fn technologies(row: &Mapped<'_>) -> Vec<Technology> {
    row.texts(Field::Technologies)
        .into_iter()
        .map(|name| Technology { name, category: None, last_seen_at: None })
        .collect()
}

/// The latest funding round, the one that flat exports contain. An amount without a kind of round is ignored.
fn funding_round(row: &Mapped<'_>, warnings: &mut Warnings) -> Option<FundingRound> {
    let round = funding_stage::word(row.first(Field::FundingRound)?);
    let amount = row.band(Field::FundingAmount, warnings).and_then(|band| {
        let Band { min: Some(amount), currency: named, .. } = band else { return None };
        (amount > 0).then(|| Money { amount, currency: currency(row, named) })
    });
    let announced_at = row.date(Field::FundingDate, warnings);
    (!round.is_empty()).then(|| FundingRound {
        round,
        amount,
        announced_at,
        investors: row.texts(Field::Investors),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn range(text: &str) -> Option<(u32, Option<u32>)> {
        employee_range(&parse_band(text)?).map(|range| (range.min, range.max))
    }

    #[test]
    fn a_bound_that_the_words_leave_out_is_not_in_the_range() {
        for (text, expected) in [
            ("<10", (1, Some(9))),
            ("< 10 employees", (1, Some(9))),
            ("fewer than 10", (1, Some(9))),
            ("unter 10 Mitarbeiter", (1, Some(9))),
            ("<= 10", (1, Some(10))),
            ("≤10", (1, Some(10))),
            ("up to 10", (1, Some(10))),
            ("bis 10", (1, Some(10))),
            ("> 500", (501, None)),
            (">500", (501, None)),
            ("more than 500 employees", (501, None)),
            ("over 1,000", (1_001, None)),
            ("mehr als 500", (501, None)),
            (">=500", (500, None)),
            ("at least 500", (500, None)),
            ("500+", (500, None)),
            ("500 or more", (500, None)),
            ("ab 500", (500, None)),
            ("1,000-5,000", (1_000, Some(5_000))),
            ("1k-5k", (1_000, Some(5_000))),
            ("250", (250, Some(250))),
            ("<1", (0, Some(0))),
        ] {
            assert_eq!(range(text), Some(expected), "{text}");
        }
        for text in ["<0", "5000000000", ">", "<"] {
            assert_eq!(range(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn words_that_exclude_a_number_never_hold_it(count in 2u32..4_000_000) {
            let holds = |text: String| {
                let (min, max) = range(&text).unwrap();
                EmployeeRange { min, max }.contains(count)
            };
            for words in ["<", "< ", "under ", "less than ", ">", "over ", "more than "] {
                let text = format!("{words}{count}");
                prop_assert!(!holds(text.clone()), "{}", text);
            }
            for words in ["<=", "up to ", ">=", "at least ", "ab "] {
                let text = format!("{words}{count}");
                prop_assert!(holds(text.clone()), "{}", text);
            }
            let (open, exact) = (format!("{count}+"), count.to_string());
            prop_assert!(holds(open) && holds(exact));
        }
    }
}
