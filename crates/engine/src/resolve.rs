//! Resolves a caller's identifiers to a record.

pub(crate) mod calibration;
pub(crate) mod company_cache;
pub(crate) mod explain;
pub(crate) mod link;

use std::{sync::Arc, time::Duration};

use records::{
    Company, Employer, ExternalId, Location, Person, PersonRecord,
    keys::Key,
    matching::{
        MIN_CONFIDENCE_COMPANY, Match, NameShares, company_identifiers_disagree, competing_names,
        identifiers_disagree, match_company, match_person, words_to_count,
    },
    merge::{Origin, company_origins, person_origins},
    query::{CompanyQuery, EmployerAliases, PersonQuery},
    sameness::employer_value,
};
use store::{Candidates, UpstreamCall};

use crate::{Engine, EngineError, Explanation, MatchDecision};

/// Domains of one company that are looked at.
const DOMAINS_MAX: usize = 8;

/// How long a company that was read is used again. Changes of this process are seen at once, and those of others as soon as
/// the index follows them; without an index, after a second.
const KEPT: Duration = Duration::from_secs(60);
const KEPT_WITHOUT_INDEX: Duration = Duration::from_secs(1);

/// Names of one employer that are looked at.
const EMPLOYER_NAMES_MAX: usize = 8;

/// Outcome of a query.
#[derive(Debug)]
pub enum Resolution<T> {
    /// A record matches.
    Found(Box<Found<T>>),
    /// No record matches with enough confidence.
    NotFound {
        /// Why, if there is more to say than that no record is known.
        reason: Option<MissReason>,
        /// Explanation, if requested.
        explanation: Option<Explanation>,
    },
    /// Two identifiers of the query belong to different records.
    Disagree {
        /// One field.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
}

/// Why no record is the answer although some are known.
#[derive(Debug, Clone, PartialEq)]
pub enum MissReason {
    /// An identifier of the query belongs to a person with another given name.
    NameConflict,
    /// Several people fit about as well.
    SeveralPeople,
    /// Several companies fit the name.
    Ambiguous {
        /// Their names.
        names: Vec<String>,
    },
}

/// A record that was found.
#[derive(Debug)]
pub struct Found<T> {
    /// The record.
    pub record: T,
    /// How sure the match is, 0 to 1.
    pub confidence: f64,
    /// Which fields of the query matched.
    pub matched_on: Vec<String>,
    /// Explanation, if requested.
    pub explanation: Option<Explanation>,
}

impl<T> Resolution<T> {
    /// The same, with these upstream calls in its explanation.
    pub(crate) fn with_upstream(mut self, calls: Vec<UpstreamCall>) -> Self {
        let explanation = match &mut self {
            Self::Found(found) => found.explanation.as_mut(),
            Self::NotFound { explanation, .. } => explanation.as_mut(),
            Self::Disagree { .. } => None,
        };
        if let Some(explanation) = explanation {
            explanation.upstream = calls.into_iter().map(|call| call.view(false)).collect();
        }
        self
    }
}

impl Engine {
    /// Resolves a person from the records. Blocks on the database.
    pub fn person(
        &self,
        query: &PersonQuery,
        min_confidence: f64,
        explain: bool,
    ) -> Result<Resolution<PersonRecord>, EngineError> {
        if let Some(id) = &query.id {
            let record = self.store.people_by_ids(&[id])?.pop().flatten();
            return self.described_person(by_id(record, "person_id", explain));
        }
        let (query, shares) = self.with_employer(&self.with_company(query)?)?;
        let Candidates { people: candidates, passed_over } = self.store.candidates(&query.keys())?;
        if let Some((first, second)) = identifiers_disagree(&query, &candidates) {
            return Ok(Resolution::Disagree { first, second });
        }
        let shares = shares.with_passed_over(&query, &passed_over, Candidates::PASSED_OVER_FROM);
        let best = match_person(&query, &candidates, shares);
        let reason = best.as_ref().and_then(|best| match best.has_name_conflict() {
            true => Some(MissReason::NameConflict),
            false => best.is_ambiguous(min_confidence).then_some(MissReason::SeveralPeople),
        });
        self.described_person(decide(candidates, best, reason, min_confidence, explain))
    }

    /// The resolution with the origins of its values, if it is explained, and what is known of the employer.
    fn described_person(
        &self,
        mut resolution: Resolution<PersonRecord>,
    ) -> Result<Resolution<PersonRecord>, EngineError> {
        if let Resolution::Found(found) = &mut resolution {
            if let Some(explanation) = &mut found.explanation {
                let claims = self.store.claims_of(&found.record.person.id)?;
                explanation.values = visible(person_origins(&claims));
            }
            self.describe_employer_of(&mut found.record.person)?;
        }
        Ok(resolution)
    }

    /// Resolves a company from the records. Blocks on the database.
    pub fn company(
        &self,
        query: &CompanyQuery,
        min_confidence: f64,
        explain: bool,
    ) -> Result<Resolution<Company>, EngineError> {
        if let Some(id) = &query.id {
            return self.described_company(by_id(self.company_by_id(id)?, "company_id", explain));
        }
        let candidates = self.store.companies_by_keys(&query.keys())?;
        if let Some((first, second)) = company_identifiers_disagree(query, &candidates) {
            return Ok(Resolution::Disagree { first, second });
        }
        let counts = self.store.word_counts(&words_to_count(query, &candidates))?;
        let best = match_company(query, &candidates, &counts);
        let names = competing_names(query, &candidates, &counts);
        let reason = (names.len() > 1).then_some(MissReason::Ambiguous { names });
        self.described_company(decide(candidates, best, reason, min_confidence, explain))
    }

    /// The resolution with the origins of its values, if it is explained.
    fn described_company(
        &self,
        mut resolution: Resolution<Company>,
    ) -> Result<Resolution<Company>, EngineError> {
        if let Resolution::Found(found) = &mut resolution
            && let Some(explanation) = &mut found.explanation
        {
            explanation.values = visible(company_origins(&self.store.claims_of(&found.record.id)?));
        }
        Ok(resolution)
    }

    /// The query with the domain and name of the company whose id it has, in place of the id. Blocks on the database.
    pub fn with_company(&self, query: &PersonQuery) -> Result<PersonQuery, EngineError> {
        let mut query = query.clone();
        let Some(id) = query.company_id.take() else { return Ok(query) };
        if let Some(company) = self.company_by_id(id.trim())? {
            query.company_domain = query.company_domain.or(company.domain);
            query.company_name = query.company_name.or(Some(company.name));
        }
        Ok(query)
    }

    /// The query with the other domains and names of its employer, how common its names are, and how many people the
    /// employer has.
    pub(crate) fn with_employer(
        &self,
        query: &PersonQuery,
    ) -> Result<(PersonQuery, NameShares), EngineError> {
        let Some(name) = &query.name else { return Ok((query.clone(), NameShares::default())) };
        let mut query = query.clone();
        let mut company = match query.employer_domain() {
            Some(domain) => self.recent_company_by_domain(domain)?,
            None => None,
        };
        if let (None, Some(identifier)) = (&company, &query.company_identifier) {
            company = self.company_by_identifier(identifier)?.map(Arc::new);
        }
        if let (None, Some(name)) = (&company, &query.company_name) {
            company = self.company_named(name)?.map(Arc::new);
        }
        // People are counted under the main domain of their employer, else under its name.
        let domain = company.as_ref().and_then(|company| company.domain.as_deref());
        let domain = domain.or_else(|| query.employer_domain());
        let named = company.as_ref().map(|company| &company.name).or(query.company_name.as_ref());
        let employer = employer_value(domain, named.map(String::as_str));
        let mut shares = self.store.name_shares(name, employer)?;
        if let Some(company) = company {
            shares.colleagues = company.employees().map_or(0, |employees| employees.min);
            query.employer = EmployerAliases {
                names: company.names().take(EMPLOYER_NAMES_MAX).cloned().collect(),
                domains: company.domains.iter().take(DOMAINS_MAX).cloned().collect(),
                identifiers: company.identifiers.clone(),
            };
        }
        Ok((query, shares))
    }

    /// The company that a name means.
    fn company_named(&self, name: &str) -> Result<Option<Company>, EngineError> {
        let query = CompanyQuery { name: Some(name.to_owned()), ..CompanyQuery::default() };
        let mut candidates = self.store.companies_by_keys(&query.keys())?;
        let counts = self.store.word_counts(&words_to_count(&query, &candidates))?;
        let best = match_company(&query, &candidates, &counts);
        let best = best.filter(|best| best.confidence >= MIN_CONFIDENCE_COMPANY);
        Ok(best.map(|best| candidates.swap_remove(best.index)))
    }

    /// How many of these keys belong to a person on record. Blocks on the database.
    pub fn known_people(&self, keys: &[Key]) -> Result<u64, EngineError> {
        Ok(self.store.count_known(keys)?)
    }

    /// The company of an id. Blocks on the database.
    pub fn company_by_id(&self, id: &str) -> Result<Option<Company>, EngineError> {
        Ok(self.store.company_by_id(id)?)
    }

    /// The person of this id, with what is known of the employer. Blocks on the database.
    pub fn person_by_id(&self, id: &str) -> Result<Option<Person>, EngineError> {
        Ok(self.people_by_ids(&[id])?.pop())
    }

    /// The people of these ids, in the same order, with what is known of their employers; those that are not there are left
    /// out. Blocks on the database.
    pub fn people_by_ids(&self, ids: &[impl AsRef<str>]) -> Result<Vec<Person>, EngineError> {
        let records = self.store.people_by_ids(ids)?;
        let mut people: Vec<Person> = records.into_iter().flatten().map(|record| record.person).collect();
        people.iter_mut().try_for_each(|person| self.describe_employer_of(person))?;
        Ok(people)
    }

    /// The company of a domain in normal form. Blocks on the database.
    pub fn company_by_domain(&self, domain: Option<&str>) -> Result<Option<Company>, EngineError> {
        let Some(domain) = domain else { return Ok(None) };
        let query = CompanyQuery { domain: Some(domain.to_owned()), ..CompanyQuery::default() };
        let companies = self.store.companies_by_keys(&query.keys())?;
        // A key is a hash; a collision may return another company.
        Ok(companies.into_iter().find(|company| company.domains.iter().any(|known| known == domain)))
    }

    /// The company of a domain in normal form, as of now or a moment ago. Blocks on the database.
    pub(crate) fn recent_company_by_domain(&self, domain: &str) -> Result<Option<Arc<Company>>, EngineError> {
        let version = self.store.records_version();
        let kept = if self.index.is_some() { KEPT } else { KEPT_WITHOUT_INDEX };
        if let Some(company) = self.companies.get(domain, version, kept) {
            return Ok(company);
        }
        let company = self.company_by_domain(Some(domain))?.map(Arc::new);
        self.companies.put(domain, version, company.clone());
        Ok(company)
    }

    /// The company with an identifier of a register. Blocks on the database.
    pub(crate) fn company_by_identifier(
        &self,
        identifier: &ExternalId,
    ) -> Result<Option<Company>, EngineError> {
        let query = CompanyQuery { identifier: Some(identifier.clone()), ..CompanyQuery::default() };
        let companies = self.store.companies_by_keys(&query.keys())?;
        Ok(companies.into_iter().find(|company| company.identifiers.contains(identifier)))
    }

    /// Completes a person's employer from the company's record.
    pub(crate) fn describe_employer_of(&self, person: &mut Person) -> Result<(), EngineError> {
        let Person { company, location, .. } = person;
        match company {
            Some(employer) => self.describe_employer(employer, location.as_ref()),
            None => Ok(()),
        }
    }

    /// Completes a mentioned company from its record; `place` is that of the record that mentions it.
    pub(crate) fn describe_employer(
        &self,
        employer: &mut Employer,
        place: Option<&Location>,
    ) -> Result<(), EngineError> {
        let company = match &employer.domain {
            Some(domain) => self.recent_company_by_domain(domain)?,
            None => self.company_of(employer, place)?.map(Arc::new),
        };
        if let Some(company) = company {
            employer.id = Some(company.id.clone());
            employer.industry.clone_from(&company.industry);
            employer.employee_count = company.employee_count;
            employer.network_url = employer.network_url.take().or_else(|| company.network_url.clone());
            employer.name = employer.name.take().or_else(|| Some(company.name.clone()));
            employer.domain = employer.domain.take().or_else(|| company.domain.clone());
        }
        Ok(())
    }
}

fn decide<T>(
    mut candidates: Vec<T>,
    best: Option<Match>,
    reason: Option<MissReason>,
    min_confidence: f64,
    explain: bool,
) -> Resolution<T> {
    let explanation = explain.then(|| Explanation {
        candidates: candidates.len(),
        decision: best.as_ref().map(|best| MatchDecision::new(best, min_confidence)),
        values: Vec::new(),
        upstream: Vec::new(),
    });
    match best {
        Some(best) if best.confidence >= min_confidence => Resolution::Found(Box::new(Found {
            record: candidates.swap_remove(best.index),
            confidence: best.confidence,
            matched_on: best.matched_on,
            explanation,
        })),
        _ => Resolution::NotFound { reason, explanation },
    }
}

/// The record that an id names: certain, or not there.
fn by_id<T>(record: Option<T>, field: &str, explain: bool) -> Resolution<T> {
    let explanation = explain.then(|| Explanation {
        candidates: usize::from(record.is_some()),
        decision: None,
        values: Vec::new(),
        upstream: Vec::new(),
    });
    match record {
        Some(record) => Resolution::Found(Box::new(Found {
            record,
            confidence: 1.0,
            matched_on: vec![field.to_owned()],
            explanation,
        })),
        None => Resolution::NotFound { reason: None, explanation },
    }
}

/// Drops the origins of contact values: only the endpoints that return a contact value disclose its origin.
fn visible(origins: Vec<Origin>) -> Vec<Origin> {
    origins.into_iter().filter(|origin| !origin.contact).collect()
}
