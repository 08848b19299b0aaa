//! Similar records: candidates are selected from the index by shared terms, then compared in detail.

mod gather;
mod rank;

use jiff::Timestamp;
use records::{Company, PersonRecord};

use super::Snapshot;
use crate::{
    document::{self, Document},
    error::Result,
    field::{Label, Number, Term},
    filter::{CompanyFilters, PeopleFilters},
    likeness::{self, Alike, Likeness, LikenessTraits},
    plan::Node,
};
use gather::gather;
use rank::rank;

/// Fields by which candidate companies are selected, with their weights.
const COMPANY_FIELDS: &[(Term, u32)] = &[
    (Term::Industry, 30),
    (Term::Technology, 20),
    (Term::SizeBand, 15),
    (Term::City, 5),
    (Term::Country, 5),
    (Term::FundingStage, 10),
    (Term::Tag, 10),
    (Term::Hiring, 5),
];

/// Fields by which candidate people are selected, with their weights.
const PEOPLE_FIELDS: &[(Term, u32)] = &[
    (Term::Title, 30),
    (Term::Department, 20),
    (Term::Seniority, 15),
    (Term::Skill, 20),
    (Term::Industry, 10),
];

/// Labels that are compared between companies.
const COMPANY_LABELS: &[Label] = &[
    Label::Industry,
    Label::Technology,
    Label::City,
    Label::Region,
    Label::Country,
    Label::FundingStage,
    Label::Keyword,
    Label::Hiring,
];

/// Labels that are compared between people.
const PEOPLE_LABELS: &[Label] =
    &[Label::Title, Label::Department, Label::Seniority, Label::Skill, Label::Industry, Label::Path];

impl Snapshot<CompanyFilters> {
    /// The companies most similar to the sources, among those that pass the filters. The sources are excluded.
    ///
    /// With several sources the similarity is the mean over all of them, and the reasons are those of the most similar
    /// one.
    pub fn lookalikes(
        &self,
        sources: &[Company],
        filters: &CompanyFilters,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<Alike>> {
        let documents: Vec<Document> = sources.iter().map(document::company).collect();
        let mut nodes: Vec<Node> =
            self.plan(filters, now).clauses.into_iter().map(|clause| clause.node).collect();
        let own = sources.iter().flat_map(|source| source.domains.iter().chain(&source.domain));
        nodes.push(none_of(own.map(|domain| Node::Has(Term::Domain, domain.clone()))));
        let own_ids: Vec<&str> = sources.iter().map(|source| source.id.as_str()).collect();
        let traits: Vec<LikenessTraits> = documents.iter().map(LikenessTraits::of).collect();
        let gathered = gather(&self.view, &documents, COMPANY_FIELDS, &nodes)?;
        let compare = |candidate: &LikenessTraits| {
            mean(traits.iter().map(|source| likeness::companies(source, candidate)).collect())
        };
        rank(&self.view, gathered, COMPANY_LABELS, Number::EmployeeCount, &own_ids, limit, compare)
    }
}

/// Options of a search for similar people.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SimilarPeopleOptions {
    /// Includes people who share a past employer with the source. People at the same current employer are never listed.
    pub shared_employers: bool,
}

impl Snapshot<PeopleFilters> {
    /// The people at other companies most similar to one person, among those that pass the filters.
    pub fn similar_people(
        &self,
        source: (&PersonRecord, Option<&Company>),
        filters: &PeopleFilters,
        options: SimilarPeopleOptions,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<Alike>> {
        let document = document::person(source.0, source.1);
        let mut nodes: Vec<Node> =
            self.plan(filters, now).clauses.into_iter().map(|clause| clause.node).collect();
        let domains = |field: Term| document.terms(field).map(str::to_owned);
        nodes.push(none_of(domains(Term::Domain).map(|domain| Node::Has(Term::Domain, domain))));
        if !options.shared_employers {
            let ever = || domains(Term::Domain).chain(domains(Term::PastDomain));
            let now = ever().map(|domain| Node::Has(Term::Domain, domain));
            let before = ever().map(|domain| Node::Has(Term::PastDomain, domain));
            nodes.push(none_of(now.chain(before)));
        }
        let traits = LikenessTraits::of(&document);
        let own_id = [source.0.person.id.as_str()];
        let gathered = gather(&self.view, &[document], PEOPLE_FIELDS, &nodes)?;
        let compare = |candidate: &LikenessTraits| likeness::people(&traits, candidate);
        rank(&self.view, gathered, PEOPLE_LABELS, Number::FirstJobDay, &own_id, limit, compare)
    }
}

fn none_of(nodes: impl Iterator<Item = Node>) -> Node {
    Node::Not(Box::new(Node::Any(nodes.collect())))
}

/// The mean similarity, with the reasons of the highest one.
fn mean(likenesses: Vec<Likeness>) -> Likeness {
    let count = likenesses.len().max(1) as f64;
    let similarity = likenesses.iter().map(|likeness| likeness.similarity).sum::<f64>() / count;
    let nearest = likenesses
        .into_iter()
        .reduce(|best, next| if next.similarity > best.similarity { next } else { best });
    Likeness {
        similarity: likeness::rounded(similarity),
        reasons: nearest.map(|nearest| nearest.reasons).unwrap_or_default(),
    }
}
