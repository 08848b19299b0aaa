//! Builds the document of a company.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    sync::LazyLock,
};

use records::{
    Company, Department, EmployeeRange, Funding, Money, currency, funding_stage, industry as industries,
    technology,
};

use super::{Document, Draft, day_number, relevance};
use crate::{
    field::{Label, Number, Term, openings_in},
    fold,
};

/// Maximum number of description keywords used for similarity.
const KEYWORDS_MAX: usize = 24;

/// Minimum keyword length; shorter words do not distinguish descriptions.
const KEYWORD_LETTERS_MIN: usize = 5;

/// The document of a company.
pub(crate) fn company(company: &Company) -> Document {
    let mut draft = Draft::default();
    firmographics(&mut draft, company);
    for tag in &company.tags {
        draft.value(Term::Tag, Label::Tag, tag);
    }
    if let Some(place) = company.location.as_ref().or(company.locations.first()) {
        draft.place(place);
    }
    for name in company.names() {
        draft.text(Term::Name, name);
    }
    let rest = company.description.iter().chain(&company.industries).chain(&company.tags);
    for text in rest.chain(company.technologies.iter().map(|technology| &technology.name)) {
        draft.text(Term::Text, text);
    }
    for keyword in keywords(company.description.as_deref().unwrap_or_default()) {
        draft.label(Label::Keyword, &keyword);
    }
    draft.number(Number::UpdatedAt, company.updated_at.map(|at| at.as_second()));
    draft.number(Number::Relevance, relevance(&facts_known(company), company.updated_at));
    draft.finish(&company.id, &company.name, None)
}

/// Adds the facts of a company by which its people are also found.
pub(super) fn firmographics(draft: &mut Draft, company: &Company) {
    for domain in company.domains.iter().chain(&company.domain) {
        draft.word(Term::Domain, Label::Domain, domain);
    }
    for label in company.industries.iter().chain(&company.industry) {
        industry(draft, label);
    }
    size(draft, company.employees());
    for used in &company.technologies {
        draft.term(Term::Technology, &technology::key(&used.name));
        draft.label(Label::Technology, technology::name(&used.name));
    }
    if let Some(revenue) = &company.revenue {
        let (low, high) = (revenue.min.unwrap_or(0), revenue.max.unwrap_or(i64::MAX));
        // Bands share their ends, so a band is indexed without them: one that begins where a range ends is outside.
        let inside = i64::from(low.saturating_add(1) < high);
        for (field, amount) in [(Number::RevenueLow, low + inside), (Number::RevenueHigh, high - inside)] {
            draft.number(field, currency::micro_dollars(amount, &revenue.currency));
        }
    }
    draft.number(Number::HeadcountGrowth, company.headcount_growth.map(i64::from));
    draft.number(Number::FoundedYear, company.founded_year.map(i64::from));
    funding(draft, company);
    openings(draft, company);
}

/// Adds an industry with the terms of its ancestors.
pub(super) fn industry(draft: &mut Draft, label: &str) {
    draft.terms(Term::Industry, industries::terms(label));
    draft.label(Label::Industry, industries::name(label));
}

/// Adds the number or range of employees and the size band.
pub(super) fn size(draft: &mut Draft, employees: Option<EmployeeRange>) {
    draft.number(Number::EmployeeCount, employees.map(|range| range.min.into()));
    draft.number(Number::EmployeesMost, employees.map(|range| range.max.map_or(i64::MAX, i64::from)));
    // A range that spans several bands is found by each.
    for band in employees.into_iter().flat_map(EmployeeRange::size_bands) {
        draft.word(Term::SizeBand, Label::SizeBand, band.as_str());
    }
}

fn funding(draft: &mut Draft, company: &Company) {
    let Some(funding) = &company.funding else { return };
    if let Some(stage) = &funding.stage {
        draft.word(Term::FundingStage, Label::FundingStage, funding_stage::read(stage));
    }
    draft.number(Number::FundingTotal, raised(funding));
    draft.number(Number::FundedDay, funding.last_round_at.map(|date| day_number(date.earliest())));
}

/// What a company has raised, in micro-dollars: the stated total, else the rounds of several currencies added up at the
/// reference rates; none if one of them cannot be converted.
fn raised(funding: &Funding) -> Option<i64> {
    let dollars = |money: &Money| currency::micro_dollars(money.amount, &money.currency);
    if let Some(total) = &funding.total {
        return dollars(total);
    }
    let mut amounts = funding.rounds.iter().filter_map(|round| round.amount.as_ref()).peekable();
    amounts.peek()?;
    amounts.try_fold(0_i64, |sum, money| Some(sum.saturating_add(dollars(money)?)))
}

fn openings(draft: &mut Draft, company: &Company) {
    let Some(openings) = &company.openings else { return };
    draft.number(Number::Openings, Some(i64::from(openings.count)));
    for (word, count) in openings.by_department.iter().filter(|(_, count)| **count > 0) {
        if let Some(department) = Department::from_alias(word) {
            draft.word(Term::Hiring, Label::Hiring, department.as_str());
            draft.number(Number::OpeningsIn, Some(openings_in(department, *count)));
        }
    }
}

/// Words that many descriptions have, whatever the business.
const COMMON_WORDS: &str = "about above across after again against almost along already also always among amount \
    another anyone anything around available based because become becomes before began begin being below better \
    between beyond bring brings building builds built business businesses called cannot client clients common \
    companies company corporation could create created creates customer customers deliver delivers delivering \
    designed develop developed develops different during early easily easier either employ employed employees \
    employing employs enable enables enabling ensure especially established every everyone everything experience \
    first focus focused focuses following found founded founder founders further general global globally great \
    group growing having headquartered headquarters helping helps herself however including includes industry \
    innovative itself known large largest leader leading level located location locations making manage manages \
    market markets might million mission modern months needs never number offer offered offering offerings offers \
    office offices often operate operates operating organization organizations other others people platform \
    powered product products provide provided provider providers provides providing quality range really right \
    secure service services serves serving several should simple since small software solution solutions \
    specialises specializes start started startup still taking their themselves there these thing things think \
    those thousands three through throughout today together under until using value vision wants where which \
    while whose within without world worldwide would years young";

/// The distinct longer words of a description that tell something about the business, in order.
fn keywords(description: &str) -> Vec<String> {
    let mut keywords: Vec<String> = Vec::new();
    for word in fold::words(description) {
        let tells = word.len() >= KEYWORD_LETTERS_MIN && !is_common(&word);
        if tells && keywords.len() < KEYWORDS_MAX && !keywords.contains(&word) {
            keywords.push(word);
        }
    }
    keywords
}

fn is_common(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| COMMON_WORDS.split_whitespace().collect());
    WORDS.contains(word)
}

fn facts_known(company: &Company) -> [bool; 12] {
    [
        company.domain.is_some(),
        company.network_url.is_some(),
        company.description.is_some(),
        company.industry.is_some(),
        company.employees().is_some(),
        company.revenue.is_some(),
        company.founded_year.is_some(),
        company.location.is_some(),
        company.phone.is_some(),
        !company.technologies.is_empty(),
        company.funding.is_some(),
        company.openings.is_some(),
    ]
}

/// Hash of the facts of a company that are part of its people's documents. If it does not change, the people need not
/// be indexed again after a change of the company.
pub fn employer_fingerprint(company: &Company) -> u64 {
    let mut draft = Draft::default();
    firmographics(&mut draft, company);
    let document = draft.finish("", &company.name, None);
    let mut hasher = DefaultHasher::new();
    // What people are linked to it by, and what only their documents have.
    let names: Vec<&String> = company.names().collect();
    let identifiers: Vec<String> = company.identifiers.iter().map(ToString::to_string).collect();
    let country = company.location.as_ref().and_then(|place| place.country.as_ref());
    (names, identifiers, &company.network_url, country).hash(&mut hasher);
    (&company.name, &document.terms, &document.labels, &document.numbers).hash(&mut hasher);
    hasher.finish()
}
