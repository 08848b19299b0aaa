//! Reads a company's facts from the values of a row. Identifiers are not normalised yet; `normal` does that next.

use records::{CompanyFacts, FundingRound, Money, RevenueRange, Technology};

use super::{
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
    CompanyFacts {
        name: row.text(Field::Name),
        legal_name: row.text(Field::LegalName),
        former_names: row.texts(Field::FormerName),
        domains,
        network_url: row.text(Field::NetworkUrl),
        description: row.text(Field::Description),
        industries: row.texts(Field::Industry),
        tags: row.texts(Field::Tags),
        employee_count: employee_count(row, warnings),
        revenue: revenue(row, warnings),
        founded_year: founded_year(row, warnings),
        locations: location(row).into_iter().collect(),
        phone: row.text(Field::Phone),
        emails: Vec::new(),
        logo_url: None,
        profiles: Vec::new(),
        email_provider: row.text(Field::EmailProvider),
        technologies: technologies(row),
        funding_rounds: funding_round(row, warnings).into_iter().collect(),
        acquisitions: Vec::new(),
        openings: None,
    }
}

/// Of a range the lower bound is used: the source vouches for at least that many. An exact number in another column
/// is preferred to a range.
fn employee_count(row: &Mapped<'_>, warnings: &mut Warnings) -> Option<u32> {
    let exact = |band: &Band| band.min.is_some() && band.min == band.max;
    let number = row.all(Field::EmployeeCount).filter_map(parse_band).find(exact);
    let band = number.or_else(|| row.band(Field::EmployeeCount, warnings))?;
    let count = band.min.or(band.max.map(|max| max.min(1)))?;
    let count = u32::try_from(count).map_err(|_| "more employees than people; check the number");
    warnings.keep(WarningKind::InvalidNumber, Field::EmployeeCount.name(), count)
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

fn technologies(row: &Mapped<'_>) -> Vec<Technology> {
    row.texts(Field::Technologies)
        .into_iter()
        .map(|name| Technology { name, category: None, last_seen_at: None })
        .collect()
}

/// The latest funding round, the one that flat exports contain. An amount without a kind of round is ignored.
fn funding_round(row: &Mapped<'_>, warnings: &mut Warnings) -> Option<FundingRound> {
    let round = round_word(row.first(Field::FundingRound)?);
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

/// `Series A` and `series-a` are the same kind of round.
fn round_word(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("_").to_lowercase()
}
