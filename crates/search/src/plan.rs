//! Filters as a tree of questions about a document, which the index and the scan answer alike.

use records::place::Coordinates;

use crate::{
    document::{Document, read_point},
    field::{Number, Term},
};

/// A question about a document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// It has this term.
    Has(Term, String),
    /// One of its numbers lies here, both ends included.
    Between(Number, i64, i64),
    /// It lies at most this many metres from a point.
    Near(Coordinates, u32),
    /// One of these holds; an empty list never does.
    Any(Vec<Node>),
    /// All of these hold.
    All(Vec<Node>),
    /// This does not hold.
    Not(Box<Node>),
}

/// What one filter asks.
#[derive(Debug, Clone)]
pub struct Clause {
    /// The filter's name in requests.
    pub(crate) filter: &'static str,
    pub(crate) node: Node,
}

/// What a set of filters asks: every clause must hold.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    pub(crate) clauses: Vec<Clause>,
    /// Documents that also answer this are the more relevant ones.
    pub(crate) preferred: Option<Node>,
}

impl Plan {
    pub(crate) fn ask(&mut self, filter: &'static str, node: Node) {
        self.clauses.push(Clause { filter, node });
    }

    /// Whether a document answers every clause.
    pub(crate) fn matches(&self, document: &Document) -> bool {
        self.clauses.iter().all(|clause| clause.node.matches(document))
    }
}

impl Node {
    /// All of these words are among the terms of a field; where there is no word, nothing is meant.
    pub(crate) fn all_words(field: Term, words: Vec<String>) -> Self {
        if words.is_empty() {
            return Self::Any(Vec::new());
        }
        Self::All(words.into_iter().map(|word| Self::Has(field, word)).collect())
    }

    /// All of these words are somewhere in the record.
    pub(crate) fn anywhere(words: &[String]) -> Self {
        Self::each_in(words, &[Term::Name, Term::Subject, Term::Text])
    }

    /// All of these words are in what says what the record is.
    pub(crate) fn in_subject(words: &[String]) -> Self {
        Self::each_in(words, &[Term::Name, Term::Subject])
    }

    fn each_in(words: &[String], fields: &[Term]) -> Self {
        let in_any =
            |word: &String| Self::Any(fields.iter().map(|field| Self::Has(*field, word.clone())).collect());
        if words.is_empty() { Self::Any(Vec::new()) } else { Self::All(words.iter().map(in_any).collect()) }
    }

    fn matches(&self, document: &Document) -> bool {
        match self {
            Self::Near(point, metres) => {
                let mut points = document.terms(Term::Place).filter_map(read_point);
                points.any(|own| own.metres_to(*point) <= *metres)
            }
            Self::Has(field, term) => document.has(*field, term),
            Self::Between(field, low, high) => {
                document.numbers(*field).any(|number| (*low..=*high).contains(&number))
            }
            Self::Any(nodes) => nodes.iter().any(|node| node.matches(document)),
            Self::All(nodes) => nodes.iter().all(|node| node.matches(document)),
            Self::Not(node) => !node.matches(document),
        }
    }
}
