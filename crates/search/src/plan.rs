//! Query plans: filters as a tree of conditions, evaluated by the index or directly on a document.

use records::place::Coordinates;

use crate::{
    document::{Document, read_point},
    field::{Number, Term},
};

/// A condition on a document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// The document has this term.
    Has(Term, String),
    /// The document has a term of the field that begins with this text.
    Starts(Term, String),
    /// A value of the number field is in this range, both ends included.
    Between(Number, i64, i64),
    /// The location is at most this many metres from a point.
    Near(Coordinates, u32),
    /// At least one of these holds; an empty list never holds.
    Any(Vec<Node>),
    /// All of these hold.
    All(Vec<Node>),
    /// This does not hold.
    Not(Box<Node>),
}

/// The condition of one filter.
#[derive(Debug, Clone)]
pub struct Clause {
    /// The filter's name in requests.
    pub(crate) filter: &'static str,
    pub(crate) node: Node,
}

/// The query plan of a set of filters: every clause must hold.
#[derive(Debug, Clone, Default)]
pub struct FilterPlan {
    pub(crate) clauses: Vec<Clause>,
    /// Matches that also satisfy this condition are listed first when sorting by relevance.
    pub(crate) preferred: Option<Node>,
}

impl FilterPlan {
    pub(crate) fn require(&mut self, filter: &'static str, node: Node) {
        self.clauses.push(Clause { filter, node });
    }

    /// Whether a document satisfies every clause.
    pub(crate) fn matches(&self, document: &Document) -> bool {
        self.clauses.iter().all(|clause| clause.node.matches(document))
    }
}

impl Node {
    /// All of these words are terms of a field. Without words, nothing matches.
    pub(crate) fn all_words(field: Term, words: Vec<String>) -> Self {
        if words.is_empty() {
            return Self::Any(Vec::new());
        }
        Self::All(words.into_iter().map(|word| Self::Has(field, word)).collect())
    }

    /// All of these words are in the name, title, employer or other text.
    pub(crate) fn anywhere(words: &[String]) -> Self {
        Self::each_in(words, &[Term::Name, Term::Subject, Term::Text])
    }

    /// All of these words are in the name, title or employer.
    pub(crate) fn in_subject(words: &[String]) -> Self {
        Self::each_in(words, &[Term::Name, Term::Subject])
    }

    fn each_in(words: &[String], fields: &[Term]) -> Self {
        let in_any =
            |word: &String| Self::Any(fields.iter().map(|field| Self::Has(*field, word.clone())).collect());
        if words.is_empty() { Self::Any(Vec::new()) } else { Self::All(words.iter().map(in_any).collect()) }
    }

    pub(crate) fn matches(&self, document: &Document) -> bool {
        match self {
            Self::Near(point, metres) => {
                let mut points = document.terms(Term::Place).filter_map(read_point);
                points.any(|own| own.metres_to(*point) <= *metres)
            }
            Self::Has(field, term) => document.has(*field, term),
            Self::Starts(field, start) => document.terms(*field).any(|term| term.starts_with(start.as_str())),
            Self::Between(field, low, high) => {
                document.numbers(*field).any(|number| (*low..=*high).contains(&number))
            }
            Self::Any(nodes) => nodes.iter().any(|node| node.matches(document)),
            Self::All(nodes) => nodes.iter().all(|node| node.matches(document)),
            Self::Not(node) => !node.matches(document),
        }
    }
}
