//! Parsers for the values of list filters.

use records::{
    ContactStatus, Department, RecordKind, Seniority, SizeBand,
    domain::registrable_domain,
    funding_stage, industry,
    place::{PlaceKeys, country_code, region_names, similar_cities},
    technology,
};

use crate::{field::Term, fold, plan::Node, title};

/// The type of a list's values.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reading {
    /// Job titles: match by normalised words or by role; in double quotes by words only.
    Title(Term),
    /// Id of a company's record.
    CompanyId,
    EmailStatus,
    Seniority,
    Department(Term),
    SizeBand,
    FundingStage,
    Country(Term),
    /// A region by name or code; a code means each region that has it, in any country.
    Region,
    /// A city by any of its names.
    City,
    /// An industry by name, synonym or code; it includes those below it.
    Industry,
    /// A technology by any of its names.
    Technology,
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
            Self::Title(field) => title_node(field, value),
            Self::CompanyId => {
                RecordKind::Company.check_id(value).ok()?;
                has(Term::Employer, value.trim())
            }
            Self::EmailStatus => has(Term::EmailStatus, email_status(value)?),
            Self::Seniority => has(Term::Seniority, Seniority::from_alias(value)?.as_str()),
            Self::Department(field) => has(field, Department::from_alias(value)?.as_str()),
            Self::SizeBand => has(Term::SizeBand, size_band(value)?.as_str()),
            Self::FundingStage => has(Term::FundingStage, funding_stage::find(value)?),
            Self::Country(field) => has(field, country_code(value)?),
            Self::Region => any_of(Term::Region, PlaceKeys::regions_asked(value)),
            Self::City => any_of(Term::City, PlaceKeys::cities_asked(value)),
            Self::Industry => filled(Term::Industry, industry::terms(value).swap_remove(0)),
            Self::Technology => filled(Term::Technology, technology::key(value)),
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
            Self::EmailStatus => Some(ContactStatus::ALL.iter().map(|status| status.as_str()).collect()),
            _ => None,
        }
    }

    /// Known values like a given one, for vocabularies that are open; `None` for other lists.
    pub(super) fn suggestions(self) -> Option<fn(&str) -> Vec<String>> {
        match self {
            Self::Industry => Some(|value| similar(value, industry::names())),
            Self::Technology => Some(|value| similar(value, technology::names())),
            Self::Region => {
                Some(|value| similar(value, region_names().map(|(name, region)| (name, region.name))))
            }
            Self::City => Some(|value| similar_cities(value, None).into_iter().map(str::to_owned).collect()),
            _ => None,
        }
    }

    /// Description of a valid value, for messages.
    pub(super) fn expects(self) -> &'static str {
        match self {
            Self::CompanyId => "an id of a company; they begin with com_",
            Self::Country(_) => "a country; write its ISO 3166 code or its name",
            Self::Domain(_) => "a domain; write it as acme.com",
            _ => "a value with letters or digits to search for",
        }
    }
}

/// Minimum Jaro-Winkler similarity of a suggestion for a value of an open vocabulary.
const SIMILARITY_MIN: f64 = 0.88;

/// Maximum number of suggestions for a value.
const SUGGESTIONS_MAX: usize = 3;

/// What the names most like a value mean, best match first.
fn similar<'n>(value: &str, names: impl Iterator<Item = (&'n str, &'n str)>) -> Vec<String> {
    let key = fold::key(value);
    let likeness = |name: &str| strsim::jaro_winkler(&key, &fold::key(name));
    let mut found: Vec<(f64, &str)> = names
        .map(|(name, meant)| (likeness(name), meant))
        .filter(|(likeness, _)| *likeness >= SIMILARITY_MIN)
        .collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(other.1)));
    let mut suggestions: Vec<String> = Vec::new();
    for (_, name) in found {
        if suggestions.len() < SUGGESTIONS_MAX && !suggestions.iter().any(|known| known == name) {
            suggestions.push(name.to_owned());
        }
    }
    suggestions
}

/// One of these terms; `None` if there is none.
fn any_of(field: Term, terms: Vec<String>) -> Option<Node> {
    let mut nodes: Vec<Node> = terms.into_iter().map(|term| Node::Has(field, term)).collect();
    match nodes.len() {
        0 | 1 => nodes.pop(),
        _ => Some(Node::Any(nodes)),
    }
}

fn title_node(field: Term, value: &str) -> Option<Node> {
    let trimmed = value.trim();
    let exact = trimmed.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let words = title::words(exact.unwrap_or(trimmed));
    if words.is_empty() {
        return None;
    }
    let by_words = Node::all_words(field, words);
    let role = if exact.is_none() { title::role(trimmed) } else { None };
    Some(match role {
        Some(role) => Node::Any(vec![by_words, Node::Has(field, role)]),
        None => by_words,
    })
}

/// Parses the status of an email; case and dashes do not matter.
fn email_status(value: &str) -> Option<&'static str> {
    let folded = value.trim().to_lowercase();
    ContactStatus::ALL.iter().map(|status| status.as_str()).find(|known| *known == folded)
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
