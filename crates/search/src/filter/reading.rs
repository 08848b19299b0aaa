//! Parsers for the values of list filters.

use records::{Department, Seniority, SizeBand, domain::registrable_domain, place::country_code};

use crate::{document::region_key, field::Term, fold, funding_stage, plan::Node, title};

/// The type of a list's values.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reading {
    /// Job titles: match by normalised words or by role; in double quotes by words only.
    Title,
    Seniority,
    Department(Term),
    SizeBand,
    FundingStage,
    Country,
    Region,
    /// A domain of a company.
    Domain(Term),
    /// A value that matches only as a whole.
    Whole(Term),
    /// A name that matches by any consecutive words of it.
    Part(Term),
}

impl Reading {
    /// The condition of a value; `None` if the value is invalid.
    pub(super) fn node(self, value: &str) -> Option<Node> {
        let has = |field: Term, term: &str| Some(Node::Has(field, term.to_owned()));
        let filled = |field: Term, term: String| (!term.is_empty()).then_some(Node::Has(field, term));
        match self {
            Self::Title => title_node(value),
            Self::Seniority => has(Term::Seniority, Seniority::from_alias(value)?.as_str()),
            Self::Department(field) => has(field, Department::from_alias(value)?.as_str()),
            Self::SizeBand => has(Term::SizeBand, size_band(value)?.as_str()),
            Self::FundingStage => has(Term::FundingStage, funding_stage::find(value)?),
            Self::Country => has(Term::Country, country_code(value)?),
            Self::Region => filled(Term::Region, region_key(value)),
            Self::Domain(field) => has(field, &registrable_domain(value).ok()?),
            Self::Whole(field) => filled(field, fold::key(value)),
            Self::Part(field) => filled(field, fold::words(value).join(" ")),
        }
    }

    /// The words of a closed vocabulary; `None` if any value is allowed.
    pub(super) fn vocabulary(self) -> Option<Vec<&'static str>> {
        match self {
            Self::Seniority => Some(Seniority::ALL.iter().map(|value| value.as_str()).collect()),
            Self::Department(_) => Some(Department::ALL.iter().map(|value| value.as_str()).collect()),
            Self::SizeBand => Some(SizeBand::ALL.iter().map(|value| value.as_str()).collect()),
            Self::FundingStage => Some(funding_stage::STAGES.to_vec()),
            _ => None,
        }
    }

    /// Description of a valid value, for messages.
    pub(super) fn expects(self) -> &'static str {
        match self {
            Self::Country => "a country; write its ISO 3166 code or its name",
            Self::Domain(_) => "a domain; write it as acme.com",
            _ => "a value with letters or digits to search for",
        }
    }
}

fn title_node(value: &str) -> Option<Node> {
    let trimmed = value.trim();
    let exact = trimmed.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let words = title::words(exact.unwrap_or(trimmed));
    if words.is_empty() {
        return None;
    }
    let by_words = Node::all_words(Term::Title, words);
    let role = if exact.is_none() { title::role(trimmed) } else { None };
    Some(match role {
        Some(role) => Node::Any(vec![by_words, Node::Has(Term::Title, role)]),
        None => by_words,
    })
}

/// Parses a size band; accepts another dash, a comma or spaces between its ends.
fn size_band(value: &str) -> Option<SizeBand> {
    let folded: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    let folded = folded.replace([',', '–', '_'], "-");
    match folded.as_str() {
        "10000+" | "10001-" | ">10000" => Some(SizeBand::Over10000),
        other => other.parse().ok(),
    }
}
