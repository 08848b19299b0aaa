//! Signals of companies that were renamed, closed, bought or moved: a row of a source states another value than before.

use std::collections::BTreeMap;

use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strsim::osa_distance;

use super::{Signal, SignalKind, deals, start_of};
use crate::{Claim, Company, CompanyFacts, Facts, PartialDate, identifiers::company_name::company_name_key};

/// Edits by which a name is a corrected spelling of the one before, and not another name.
const CORRECTION_EDITS: usize = 2;

/// A fact about a company that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyChange {
    /// What changed.
    pub field: ChangedField,
    /// The value before.
    pub before: String,
    /// The value after.
    pub after: String,
    /// When it changed: as the source states, else when it was first seen.
    pub changed_at: PartialDate,
}

/// A field whose change is a signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangedField {
    /// The name.
    Name,
    /// Whether it is in business.
    Status,
    /// Street, postcode and city.
    Address,
}

impl ChangedField {
    const ALL: [Self; 3] = [Self::Name, Self::Status, Self::Address];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Status => "status",
            Self::Address => "address",
        }
    }

    /// The value that a claim states.
    fn stated(self, facts: &CompanyFacts) -> Option<String> {
        match self {
            Self::Name => {
                facts.name.as_deref().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
            }
            Self::Status => facts.status.map(|status| status.as_str().to_owned()),
            Self::Address => {
                let city = facts.locations.first().and_then(|place| place.city.as_deref());
                let parts = [facts.street.as_deref(), facts.postcode.as_deref(), city];
                facts.street.is_some().then(|| parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Whether two values are spellings of one.
    fn is_same(self, one: &str, other: &str) -> bool {
        let letters = |text: &str| -> String {
            let ascii = any_ascii::any_ascii(text);
            ascii.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
        };
        match self {
            Self::Name => {
                let (one, other) = (company_name_key(one), company_name_key(other));
                one == other || osa_distance(&one, &other) <= CORRECTION_EDITS
            }
            Self::Status => one == other,
            Self::Address => osa_distance(&letters(one), &letters(other)) <= CORRECTION_EDITS,
        }
    }
}

/// A change that rows of sources show.
struct Shown<'c> {
    change: CompanyChange,
    claims: Vec<&'c Claim>,
}

/// One signal for each change of the company's name, status or address. Of a chain, each outlet is a row: only a change
/// to the value that the record has is one of the company.
pub(super) fn signals(company: &Company, claims: &[Claim]) -> Vec<Signal> {
    let mut rows: BTreeMap<(&str, &str), Vec<(&Claim, &CompanyFacts)>> = BTreeMap::new();
    for claim in claims {
        if let Facts::Company(facts) = &claim.facts {
            rows.entry((&claim.source, &claim.reference)).or_default().push((claim, facts));
        }
    }
    let mut found = Vec::new();
    for field in ChangedField::ALL {
        let Some(present) = present(field, company) else { continue };
        let mut shown: Vec<Shown<'_>> = Vec::new();
        for row in rows.values_mut() {
            row.sort_by_key(|(claim, _)| claim.observed_at);
            add_changes(field, row, &mut shown);
        }
        shown.retain(|shown| {
            field.is_same(&shown.change.after, &present) && !field.is_same(&shown.change.before, &present)
        });
        found.extend(shown);
    }
    found.into_iter().map(|shown| signal(company, shown)).collect()
}

fn present(field: ChangedField, company: &Company) -> Option<String> {
    let facts = CompanyFacts {
        name: Some(company.name.clone()),
        status: company.status,
        street: company.street.clone(),
        postcode: company.postcode.clone(),
        locations: company.location.iter().cloned().collect(),
        ..CompanyFacts::default()
    };
    field.stated(&facts)
}

fn add_changes<'c>(field: ChangedField, row: &[(&'c Claim, &CompanyFacts)], shown: &mut Vec<Shown<'c>>) {
    let stated: Vec<_> =
        row.iter().filter_map(|(claim, facts)| Some((*claim, *facts, field.stated(facts)?))).collect();
    for (at, pair) in stated.windows(2).enumerate() {
        let [(_, _, before), (claim, facts, after)] = pair else { continue };
        // A value that it had before is taken back, and no news.
        if stated[..=at].iter().any(|(_, _, earlier)| field.is_same(earlier, after)) {
            continue;
        }
        let known = shown.iter_mut().find(|shown| {
            field.is_same(&shown.change.before, before) && field.is_same(&shown.change.after, after)
        });
        let changed_at = changed_at(field, facts, claim.observed_at);
        match known {
            // Several sources show one change; it happened when the first of them did.
            Some(known) => {
                known.change.changed_at = known.change.changed_at.min(changed_at);
                known.claims.push(claim);
            }
            None => shown.push(Shown {
                change: CompanyChange { field, before: before.clone(), after: after.clone(), changed_at },
                claims: vec![claim],
            }),
        }
    }
}

fn changed_at(field: ChangedField, facts: &CompanyFacts, observed_at: Timestamp) -> PartialDate {
    let stated = facts.dissolved_at.filter(|_| field == ChangedField::Status);
    stated.unwrap_or_else(|| PartialDate::day(observed_at.to_zoned(TimeZone::UTC).date()))
}

fn signal(company: &Company, shown: Shown<'_>) -> Signal {
    let change = shown.change;
    let name = match change.field {
        ChangedField::Name => company_name_key(&change.after),
        ChangedField::Status | ChangedField::Address => change.after.to_lowercase(),
    };
    let name = format!("{} {name}", change.field.as_str());
    let at = start_of(change.changed_at);
    let base =
        deals::signal(SignalKind::CompanyChange, company, &name, change.changed_at, shown.claims.into_iter());
    Signal { at, company_change: Some(change), ..base }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CompanyStatus, merge::merge_company};

    fn claim(source: &str, day: i64, facts: CompanyFacts) -> Claim {
        Claim {
            source: source.into(),
            reference: "1".into(),
            observed_at: Timestamp::from_second(day * 86_400).unwrap(),
            facts: Facts::Company(Box::new(facts)),
        }
    }

    fn named(name: &str) -> CompanyFacts {
        CompanyFacts {
            name: Some(name.into()),
            domains: vec!["bluefern.example".into()],
            status: Some(CompanyStatus::Active),
            street: Some("4 Elm Street".into()),
            ..CompanyFacts::default()
        }
    }

    fn changes(claims: &[Claim]) -> Vec<(ChangedField, String, String)> {
        let company = merge_company("com_1", claims);
        let signals = signals(&company, claims);
        assert!(signals.iter().all(|signal| signal.kind == SignalKind::CompanyChange));
        let changes = signals.into_iter().filter_map(|signal| signal.company_change);
        changes.map(|change| (change.field, change.before, change.after)).collect()
    }

    #[test]
    fn a_rename_a_closure_and_a_move_are_signals() {
        let before = claim("crm", 1, named("Bluefern Analytics"));
        let renamed = claim("crm", 9, named("Greyfern AI"));
        let words = |field, one: &str, other: &str| (field, one.to_owned(), other.to_owned());
        let rename = words(ChangedField::Name, "Bluefern Analytics", "Greyfern AI");
        assert_eq!(changes(&[before.clone(), renamed.clone()]), std::slice::from_ref(&rename));
        assert_eq!(changes(&[renamed.clone(), before.clone()]), [rename], "in any order");
        let closed = CompanyFacts {
            status: Some(CompanyStatus::Dissolved),
            dissolved_at: "2026-02-03".parse().ok(),
            ..named("Bluefern Analytics")
        };
        let closed = [before.clone(), claim("crm", 9, closed)];
        assert_eq!(changes(&closed), [words(ChangedField::Status, "active", "dissolved")]);
        let signal = &signals(&merge_company("com_1", &closed), &closed)[0];
        assert_eq!(signal.at.to_string(), "2026-02-03T00:00:00Z");
        let moved = CompanyFacts { street: Some("77 Oak Avenue".into()), ..named("Bluefern Analytics") };
        let moved = changes(&[before, claim("crm", 9, moved)]);
        assert_eq!(moved, [words(ChangedField::Address, "4 Elm Street", "77 Oak Avenue")]);
    }

    #[test]
    fn a_corrected_spelling_another_source_and_a_change_that_was_taken_back_are_none() {
        let typo =
            [claim("crm", 1, named("Bluefern Analytcis")), claim("crm", 2, named("Bluefern Analytics"))];
        assert!(changes(&typo).is_empty());
        let sources = [claim("crm", 1, named("Bluefern")), claim("vendor", 2, named("Greyfern AI"))];
        assert!(changes(&sources).is_empty(), "two sources disagree");
        let back = ["Bluefern Analytics", "Greyfern AI", "Bluefern Analytics"];
        let back: Vec<Claim> =
            back.iter().zip(1..).map(|(name, day)| claim("crm", day, named(name))).collect();
        assert_eq!(changes(&back).len(), 0, "it has its first name again");
    }

    #[test]
    fn sources_that_show_one_change_make_one_signal() {
        let claims: Vec<Claim> = ["crm", "vendor"]
            .into_iter()
            .flat_map(|source| {
                [claim(source, 1, named("Bluefern Analytics")), claim(source, 9, named("Greyfern AI"))]
            })
            .collect();
        let found = signals(&merge_company("com_1", &claims), &claims);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].sources.len(), 2);
    }
}
