//! Companies and people like others.

use jiff::Timestamp;
use records::{Company, Person, PersonRecord};
use search::{CompanyFilters, PeopleFilters, SimilarPeopleOptions, likeness::Alike};

use crate::{
    Engine, EngineError,
    primitives::walk::{Candidate, CandidateBatch, CandidateSource},
};

/// Records ranked per query, over all its pages.
const RANKED_MAX: usize = 256;
/// Likeness below this is chance: any two companies of a country and size have as much.
const LEAST_SIMILARITY: f64 = 0.3;

/// A record and its similarity to the queried one.
#[derive(Debug, Clone)]
pub struct Similar<T> {
    /// The record.
    pub record: T,
    /// From 0, nothing in common, to 1.
    pub similarity: f64,
    /// What they have in common, the weightiest first.
    pub reasons: Vec<String>,
}

/// Records like another one, the most alike first. Only those that are examined are read.
pub struct Ranked<T> {
    /// With their places, by which they are sorted.
    alike: Vec<(String, Alike)>,
    read: fn(&Engine, &str) -> Result<Option<T>, EngineError>,
}

impl<T: Send + Sync> Ranked<T> {
    fn new(alike: Vec<Alike>, read: fn(&Engine, &str) -> Result<Option<T>, EngineError>) -> Self {
        let is_alike = |found: &Alike| found.likeness.similarity >= LEAST_SIMILARITY;
        // Places sort as text, so the most alike must have the smallest.
        let place = |found: &Alike| format!("{:.4} {}", 1.0 - found.likeness.similarity, found.id);
        let mut alike: Vec<(String, Alike)> =
            alike.into_iter().filter(is_alike).map(|found| (place(&found), found)).collect();
        alike.sort_by(|(one, _), (other, _)| one.cmp(other));
        Self { alike, read }
    }

    /// The first of them.
    pub fn first(&self, engine: &Engine, count: usize) -> Result<Vec<Similar<T>>, EngineError> {
        let mut first = Vec::with_capacity(count);
        for (_, alike) in &self.alike {
            if first.len() == count {
                break;
            }
            first.extend(self.read(engine, alike)?);
        }
        Ok(first)
    }

    fn read(&self, engine: &Engine, alike: &Alike) -> Result<Option<Similar<T>>, EngineError> {
        let similar = |record| Similar {
            record,
            similarity: alike.likeness.similarity,
            reasons: alike.likeness.reasons.clone(),
        };
        Ok((self.read)(engine, &alike.id)?.map(similar))
    }
}

impl<T: Send + Sync> CandidateSource for Ranked<T> {
    type Item = Similar<T>;

    async fn next(
        &self,
        engine: &Engine,
        after: Option<&str>,
        size: usize,
    ) -> Result<CandidateBatch<Similar<T>>, EngineError> {
        let start = after.map_or(0, |after| self.alike.partition_point(|(place, _)| place.as_str() <= after));
        let mut candidates = Vec::with_capacity(size);
        let mut rest = self.alike[start..].iter();
        while candidates.len() < size
            && let Some((place, alike)) = rest.next()
        {
            // One that was erased since the index was read is left out.
            let item = self.read(engine, alike)?;
            candidates.extend(item.map(|item| Candidate { place: place.clone(), item }));
        }
        Ok(CandidateBatch { candidates, more: rest.len() > 0 })
    }
}

impl Engine {
    /// Companies like all of these, among those that pass the filters, the most alike first.
    pub async fn lookalikes(
        &self,
        sources: Vec<Company>,
        filters: CompanyFilters,
        now: Timestamp,
    ) -> Result<Ranked<Company>, EngineError> {
        let alike = self
            .blocking(move |index| {
                Ok(index.search()?.companies().lookalikes(&sources, &filters, RANKED_MAX, now)?)
            })
            .await?;
        Ok(Ranked::new(alike, |engine, id| Ok(engine.store.company_by_id(id)?)))
    }

    /// People like one, at other companies, among those that pass the filters, the most alike first.
    pub async fn similar_people(
        &self,
        source: PersonRecord,
        filters: PeopleFilters,
        options: SimilarPeopleOptions,
        now: Timestamp,
    ) -> Result<Ranked<Person>, EngineError> {
        let employer = match &source.person.company {
            Some(employer) => self.company_of(employer, source.person.location.as_ref())?,
            None => None,
        };
        let alike = self
            .blocking(move |index| {
                let people = index.search()?.people();
                let source = (&source, employer.as_ref());
                Ok(people.similar_people(source, &filters, options, RANKED_MAX, now)?)
            })
            .await?;
        Ok(Ranked::new(alike, Engine::person_by_id))
    }
}
