//! Records like others: candidates are gathered from the index by what they share, then compared one by one.

use std::{cmp::Reverse, collections::BTreeMap};

use jiff::Timestamp;
use records::{Company, PersonRecord};
use roaring::RoaringBitmap;

use super::{Snapshot, view::View};
use crate::{
    document::{self, Document},
    error::Result,
    field::{Label, Number, Term},
    filter::{CompanyFilters, PeopleFilters, private::Sealed},
    likeness::{self, Alike, Likeness, Traits},
    plan::Node,
};

/// Records that are compared one by one: those that share the most.
const CANDIDATES_MAX: usize = 256;

/// What a shared term is worth in the choice of candidates, a whole point in parts.
const POINT: u32 = 1_000;

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
    &[Label::Title, Label::Department, Label::Seniority, Label::Skill, Label::Industry];

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
        let domains = |field: Term| {
            document.terms.iter().filter(move |(known, _)| *known == field).map(|(_, domain)| domain.clone())
        };
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

/// A candidate: its points, its id, and where it lies.
struct Candidate {
    points: u32,
    id: String,
    segment: usize,
    document: u32,
}

/// The records that share the most with the sources among those for which all questions hold.
fn gather(
    view: &View,
    sources: &[Document],
    fields: &[(Term, u32)],
    nodes: &[Node],
) -> Result<Vec<Candidate>> {
    let worth = worth(sources, fields);
    let found = view.all_of(&nodes.iter().collect::<Vec<_>>())?;
    let mut candidates = Vec::new();
    for (number, (segment_view, found)) in view.segments.iter().zip(&found).enumerate() {
        let segment = &segment_view.segment;
        let mut points = vec![0_u32; segment.documents as usize];
        for (node, worth) in &worth {
            let answer: RoaringBitmap = found & &*segment.answer(&view.fields, node)?;
            answer.iter().for_each(|document| points[document as usize] += worth);
        }
        let ids = segment.ids.ords();
        let with_points = (0..segment.documents).zip(&points).filter(|(_, points)| **points > 0);
        let mut best: Vec<(Reverse<u32>, u64, u32)> = with_points
            .map(|(document, points)| (Reverse(*points), ids.first(document).unwrap_or(0), document))
            .collect();
        if best.len() > CANDIDATES_MAX {
            best.select_nth_unstable(CANDIDATES_MAX);
            best.truncate(CANDIDATES_MAX);
        }
        for (Reverse(points), _, document) in best {
            candidates.push(Candidate { points, id: segment.id(document)?, segment: number, document });
        }
    }
    candidates.sort_by(|one, other| other.points.cmp(&one.points).then_with(|| one.id.cmp(&other.id)));
    candidates.truncate(CANDIDATES_MAX);
    Ok(candidates)
}

/// What sharing each term is worth: a field's weight, shared among its terms and the sources.
fn worth(sources: &[Document], fields: &[(Term, u32)]) -> Vec<(Node, u32)> {
    let mut worth: BTreeMap<(Term, &str), u32> = BTreeMap::new();
    for source in sources {
        for (field, weight) in fields {
            let terms = || source.terms.iter().filter(|(known, _)| known == field);
            let count = terms().count() as u32;
            for (_, term) in terms() {
                *worth.entry((*field, term)).or_default() += weight * POINT / count / sources.len() as u32;
            }
        }
    }
    worth.into_iter().map(|((field, term), worth)| (Node::Has(field, term.to_owned()), worth)).collect()
}

/// Compares the candidates and lists the most alike, then by id.
fn rank(
    view: &View,
    candidates: Vec<Candidate>,
    labels: &[Label],
    number: Number,
    own_ids: &[&str],
    limit: usize,
    compare: impl Fn(&Traits) -> Likeness,
) -> Result<Vec<Alike>> {
    let mut alike = Vec::with_capacity(candidates.len());
    for candidate in candidates.into_iter().filter(|candidate| !own_ids.contains(&candidate.id.as_str())) {
        let likeness = compare(&read(view, &candidate, labels, number)?);
        alike.push(Alike { id: candidate.id, likeness });
    }
    alike.sort_by(|one, other| {
        let order = other.likeness.similarity.total_cmp(&one.likeness.similarity);
        order.then_with(|| one.id.cmp(&other.id))
    });
    alike.truncate(limit);
    Ok(alike)
}

/// The traits of a candidate, from the index.
fn read(view: &View, candidate: &Candidate, labels: &[Label], number: Number) -> Result<Traits> {
    let segment = &view.segments[candidate.segment].segment;
    let mut traits = Traits::default();
    for field in labels {
        let Some(column) = segment.label(*field) else { continue };
        for ordinal in column.term_ords(candidate.document) {
            let mut label = String::new();
            column.ord_to_str(ordinal, &mut label)?;
            traits.add_label(*field, label);
        }
    }
    if let Some(value) = segment.number(number).and_then(|column| column.first(candidate.document)) {
        traits.add_number(number, value);
    }
    Ok(traits)
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
