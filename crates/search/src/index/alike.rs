//! Records like others: candidates are gathered from the index by what they share, then compared one by one.

mod gather;
mod rank;

use jiff::Timestamp;
use records::{Company, PersonRecord};

use super::Snapshot;
use crate::{
    document::{self, Document},
    error::Result,
    field::{Label, Number, Term},
    filter::{CompanyFilters, PeopleFilters, private::Sealed},
    likeness::{self, Alike, Likeness, Traits},
    plan::Node,
};
use gather::gather;
use rank::rank;

/// What companies are gathered by, with the weight of each field.
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

/// What people are gathered by, with the weight of each field.
const PEOPLE_FIELDS: &[(Term, u32)] = &[
    (Term::Title, 30),
    (Term::Department, 20),
    (Term::Seniority, 15),
    (Term::Skill, 20),
    (Term::Industry, 10),
];

/// What is compared of companies.
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

/// What is compared of people.
const PEOPLE_LABELS: &[Label] =
    &[Label::Title, Label::Department, Label::Seniority, Label::Skill, Label::Industry, Label::Path];

impl Snapshot<CompanyFilters> {
    /// The companies most like all of these, without themselves, among those that pass the filters.
    ///
    /// With several sources the similarity is the mean of those to each, and the reasons are of the nearest one.
    pub fn lookalikes(
        &self,
        sources: &[Company],
        filters: &CompanyFilters,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<Alike>> {
        let documents: Vec<Document> = sources.iter().map(document::company).collect();
        let mut nodes: Vec<Node> = filters.plan(now).clauses.into_iter().map(|clause| clause.node).collect();
        let own = sources.iter().flat_map(|source| source.domains.iter().chain(&source.domain));
        nodes.push(none_of(own.map(|domain| Node::Has(Term::Domain, domain.clone()))));
        let own_ids: Vec<&str> = sources.iter().map(|source| source.id.as_str()).collect();
        let traits: Vec<Traits> = documents.iter().map(Traits::of).collect();
        let gathered = gather(&self.view, &documents, COMPANY_FIELDS, &nodes)?;
        let compare = |candidate: &Traits| {
            mean(traits.iter().map(|source| likeness::companies(source, candidate)).collect())
        };
        rank(&self.view, gathered, COMPANY_LABELS, Number::EmployeeCount, &own_ids, limit, compare)
    }
}

/// Whom a search for similar people leaves out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SimilarPeopleOptions {
    /// Lists people who once worked where the source did, too; those at the same employer now are never listed.
    pub shared_employers: bool,
}

impl Snapshot<PeopleFilters> {
    /// The people most like one, at other companies, among those that pass the filters.
    pub fn similar_people(
        &self,
        source: (&PersonRecord, Option<&Company>),
        filters: &PeopleFilters,
        options: SimilarPeopleOptions,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<Alike>> {
        let document = document::person(source.0, source.1);
        let mut nodes: Vec<Node> = filters.plan(now).clauses.into_iter().map(|clause| clause.node).collect();
        let domains = |field: Term| document.terms(field).map(str::to_owned);
        nodes.push(none_of(domains(Term::Domain).map(|domain| Node::Has(Term::Domain, domain))));
        if !options.shared_employers {
            let ever = || domains(Term::Domain).chain(domains(Term::PastDomain));
            let now = ever().map(|domain| Node::Has(Term::Domain, domain));
            let before = ever().map(|domain| Node::Has(Term::PastDomain, domain));
            nodes.push(none_of(now.chain(before)));
        }
        let traits = Traits::of(&document);
        let own_id = [source.0.person.id.as_str()];
        let gathered = gather(&self.view, &[document], PEOPLE_FIELDS, &nodes)?;
        let compare = |candidate: &Traits| likeness::people(&traits, candidate);
        rank(&self.view, gathered, PEOPLE_LABELS, Number::FirstJobDay, &own_id, limit, compare)
    }
}

fn none_of(nodes: impl Iterator<Item = Node>) -> Node {
    Node::Not(Box::new(Node::Any(nodes.collect())))
}

/// The mean of several likenesses, with the reasons of the highest.
fn mean(likenesses: Vec<Likeness>) -> Likeness {
    let count = likenesses.len().max(1) as f64;
    let similarity = likenesses.iter().map(|likeness| likeness.similarity).sum::<f64>() / count;
    let nearest = likenesses
        .into_iter()
        .reduce(|best, next| if next.similarity > best.similarity { next } else { best });
    Likeness { similarity, reasons: nearest.map(|nearest| nearest.reasons).unwrap_or_default() }
}
