//! Companies and people like others.

use jiff::Timestamp;
use records::{Company, Person, PersonRecord};
use search::{CompanyFilters, PeopleFilters, SimilarPeopleOptions, likeness::Alike};

use crate::{
    Engine, EngineError,
    primitives::walk::{Candidate, Listed},
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

impl Engine {
    /// Companies like all of these, among those that pass the filters, the most alike first.
    pub async fn lookalikes(
        &self,
        sources: Vec<Company>,
        filters: CompanyFilters,
        now: Timestamp,
    ) -> Result<Listed<Similar<Company>>, EngineError> {
        let alike = self
            .blocking(move |index| {
                Ok(index.search()?.companies().lookalikes(&sources, &filters, RANKED_MAX, now)?)
            })
            .await?;
        self.ranked(alike, |id| Ok(self.store.company_by_id(id)?))
    }

    /// People like one, at other companies, among those that pass the filters, the most alike first.
    pub async fn similar_people(
        &self,
        source: PersonRecord,
        filters: PeopleFilters,
        options: SimilarPeopleOptions,
        now: Timestamp,
    ) -> Result<Listed<Similar<Person>>, EngineError> {
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
        self.ranked(alike, |id| self.person_by_id(id))
    }

    fn ranked<T>(
        &self,
        alike: Vec<Alike>,
        read: impl Fn(&str) -> Result<Option<T>, EngineError>,
    ) -> Result<Listed<Similar<T>>, EngineError> {
        let mut candidates = Vec::with_capacity(alike.len());
        for Alike { id, likeness } in alike {
            if likeness.similarity < LEAST_SIMILARITY {
                continue;
            }
            let Some(record) = read(&id)? else { continue };
            // Places sort as text, so the most alike must have the smallest.
            let place = format!("{:.4} {id}", 1.0 - likeness.similarity);
            let item = Similar { record, similarity: likeness.similarity, reasons: likeness.reasons };
            candidates.push(Candidate { place, item });
        }
        candidates.sort_by(|one, other| one.place.cmp(&other.place));
        Ok(Listed(candidates))
    }
}
