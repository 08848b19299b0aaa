//! Companies whose name or domain begins with what was typed so far.

use std::cmp::Reverse;

use tantivy::columnar::TermOrdHit;

use super::Snapshot;
use crate::{
    error::Result,
    field::{Number, Term},
    filter::CompanyFilters,
    fold,
    index::{schema::Fields, segment::Segment},
    plan::Node,
};

/// How well a company fits: exact before beginning before any other match, then the larger one.
type Rank = (u8, Reverse<i64>);

/// The name is the typed text, or a domain is.
const EXACT: u8 = 0;
/// The name or a domain begins with it.
const BEGINS: u8 = 1;
/// Its words are in one of the names.
const WITHIN: u8 = 2;

impl Snapshot<CompanyFilters> {
    /// Ids of the companies of which a name has all typed words, the last as the beginning of a word, or a domain begins
    /// with the text. Exact matches come first, then names and domains that begin with the text, then the others; the
    /// largest first in each.
    pub fn suggest(&self, text: &str, limit: usize) -> Result<Vec<String>> {
        let Some(typed) = Typed::read(text).filter(|_| limit > 0) else { return Ok(Vec::new()) };
        let node = typed.node();
        let mut ranked: Vec<(Rank, String)> = Vec::new();
        for (view, found) in self.view.segments.iter().zip(self.view.all_of(&[&node])?) {
            let segment = &view.segment;
            let ranks = Ranks::new(segment, &self.view.fields, &typed)?;
            let mut best: Vec<(Rank, u32)> =
                found.iter().map(|document| (ranks.of(document), document)).collect();
            if best.len() > limit {
                best.select_nth_unstable(limit - 1);
                best.truncate(limit);
            }
            for (rank, document) in best {
                ranked.push((rank, segment.id(document)?));
            }
        }
        ranked.sort_unstable();
        ranked.truncate(limit);
        Ok(ranked.into_iter().map(|(_, id)| id).collect())
    }
}

/// What was typed, read as a name and as a domain.
struct Typed {
    name: String,
    words: Vec<String>,
    /// `None` for a text that no domain begins with.
    domain: Option<String>,
}

impl Typed {
    fn read(text: &str) -> Option<Self> {
        let words = fold::words(text);
        let domain = text.trim().to_lowercase();
        let domain = domain.rsplit_once("://").map_or(domain.as_str(), |(_, rest)| rest);
        let domain = domain.strip_prefix("www.").unwrap_or(domain).trim_end_matches('/');
        let is_domain = !domain.is_empty() && !domain.contains(char::is_whitespace);
        let domain = is_domain.then(|| domain.to_owned());
        (!words.is_empty()).then(|| Self { name: fold::sort_key(text), words, domain })
    }

    fn node(&self) -> Node {
        let last = self.words.len() - 1;
        let word = |(place, word): (usize, &String)| match place == last {
            true => Node::Starts(Term::Name, word.clone()),
            false => Node::Has(Term::Name, word.clone()),
        };
        let named = Node::All(self.words.iter().enumerate().map(word).collect());
        let at = self.domain.iter().map(|domain| Node::Starts(Term::Domain, domain.clone()));
        Node::Any(std::iter::once(named).chain(at).collect())
    }
}

/// Ranks of the documents of one segment.
struct Ranks<'s> {
    segment: &'s Segment,
    /// Ordinals of the name itself and of those that begin with it.
    exact: Option<u64>,
    beginning: std::ops::Range<u64>,
    at_domain: roaring::RoaringBitmap,
    at_beginning: roaring::RoaringBitmap,
}

impl<'s> Ranks<'s> {
    fn new(segment: &'s Segment, fields: &Fields, typed: &Typed) -> Result<Self> {
        let names = segment.names.dictionary();
        let first = names.term_ord_or_next(&typed.name)?;
        // No folded name has this character, so that it ends the names that begin with the text.
        let after = names.term_ord_or_next(format!("{}\u{10FFFF}", typed.name))?;
        let ordinal = |hit: &TermOrdHit| match hit {
            TermOrdHit::Exact(ordinal) | TermOrdHit::Next(ordinal) => *ordinal,
        };
        let documents = |node: Option<Node>| {
            let found = node.map(|node| segment.evaluate(fields, &node)).transpose()?;
            Ok::<_, crate::SearchError>(found.map(|found| (*found).clone()).unwrap_or_default())
        };
        let domain = typed.domain.as_ref();
        Ok(Self {
            segment,
            exact: matches!(first, TermOrdHit::Exact(_)).then(|| ordinal(&first)),
            beginning: ordinal(&first)..ordinal(&after),
            at_domain: documents(domain.map(|domain| Node::Has(Term::Domain, domain.clone())))?,
            at_beginning: documents(domain.map(|domain| Node::Starts(Term::Domain, domain.clone())))?,
        })
    }

    fn of(&self, document: u32) -> Rank {
        let name = self.segment.names.ords().first(document);
        let fit = if name.is_some() && name == self.exact || self.at_domain.contains(document) {
            EXACT
        } else if name.is_some_and(|name| self.beginning.contains(&name))
            || self.at_beginning.contains(document)
        {
            BEGINS
        } else {
            WITHIN
        };
        let employees = self.segment.number(Number::EmployeeCount).and_then(|column| column.first(document));
        (fit, Reverse(employees.unwrap_or(-1)))
    }
}
