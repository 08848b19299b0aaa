//! Queries external sources when no record matches: their claims are stored, and the records are searched again.

use std::time::Duration;

use jiff::Timestamp;
use records::{
    Claim, Company, EmailKind, Facts, PersonRecord,
    identifier::Identity,
    matching::{MIN_CONFIDENCE_COMPANY, MIN_CONFIDENCE_PERSON},
    query::{CompanyQuery, PersonQuery},
};
use sources::vendor::Fact;
use tokio::time::timeout;

use super::vendor_subject;
use crate::error::Unavailable;
use crate::{ContactQuery, Engine, EngineError, FoundEmail, Resolution};

/// Timeout of one query to the external sources.
const ANSWER_WAIT_MAX: Duration = Duration::from_secs(20);
/// Least confidence that a record is that of the person queried by name.
const KNOWN_CONFIDENCE_MIN: f64 = 0.7;

impl Engine {
    /// Whether an outside source is asked for a fact that the records do not tell.
    pub fn gives(&self, fact: Fact) -> bool {
        match fact {
            Fact::Company => self.external.gives_companies(),
            fact => self.external.gives(fact),
        }
    }

    /// Resolves a company: from the records, else from its own website and from vendors.
    pub async fn company_from_anywhere(
        &self,
        query: &CompanyQuery,
        min_confidence: f64,
        explain: bool,
        now: Timestamp,
    ) -> Result<Resolution<Company>, EngineError> {
        let known = self.company(query, min_confidence, explain)?;
        if query.domain.is_none() || !self.external.gives_companies() {
            return Ok(known);
        }
        let is_unknown = match &known {
            // Known, but not as surely as the caller wants: no source makes the match surer.
            Resolution::NotFound { .. } if min_confidence > MIN_CONFIDENCE_COMPANY => {
                !matches!(self.company(query, MIN_CONFIDENCE_COMPANY, false)?, Resolution::Found(_))
            }
            Resolution::NotFound { .. } => true,
            Resolution::Found(found) => self.is_known_by_staff_only(&found.record)?,
            Resolution::Disagree { .. } => false,
        };
        if !is_unknown {
            return Ok(known);
        }
        // A suppressed subject is not even queried: no identifier may leave, and no answer could be stored.
        if self.store.is_suppressed(&Identity::of_company_question(query))? {
            return Ok(known);
        }
        let log = self.upstream.of_lookup();
        let fetch = self.external.company(&self.store, query, now, &log);
        let query_id = format!("company {}", query.domain.as_deref().unwrap_or_default());
        match self.ingest_external(query_id, fetch, now).await {
            // What its people's rows say of the company is better than no answer.
            Err(EngineError::Unavailable(_)) if matches!(known, Resolution::Found(_)) => return Ok(known),
            ingested => ingested?,
        }
        Ok(self.company(query, min_confidence, explain)?.with_upstream(log.calls()))
    }

    /// Whether nothing is known of a company but what rows about its people say. Blocks on the database.
    fn is_known_by_staff_only(&self, company: &Company) -> Result<bool, EngineError> {
        let of_staff = |claim: &Claim| matches!(&claim.facts, Facts::Company(facts) if facts.of_employee);
        Ok(self.store.claims_of(&company.id)?.iter().all(of_staff))
    }

    /// Resolves a person: from the records, else from vendors.
    pub async fn person_from_anywhere(
        &self,
        query: &PersonQuery,
        min_confidence: f64,
        explain: bool,
        now: Timestamp,
    ) -> Result<Resolution<PersonRecord>, EngineError> {
        let query = &self.with_company(query)?;
        let known = self.person(query, min_confidence, explain)?;
        // No source knows the ids of our records.
        let is_answered = !matches!(known, Resolution::NotFound { .. })
            || query.id.is_some()
            // Known, but not as surely as the caller wants: no source makes the match surer.
            || min_confidence > MIN_CONFIDENCE_PERSON
                && matches!(self.person(query, MIN_CONFIDENCE_PERSON, false)?, Resolution::Found(_));
        if is_answered || !self.external.gives(Fact::Person) {
            return Ok(known);
        }
        if self.store.is_suppressed(&Identity::of_question(query))? {
            return Ok(known);
        }
        let (log, question) = (self.upstream.of_lookup(), vendor_subject::person(query));
        let query_id = question.fingerprint();
        self.ingest_external(query_id, self.external.claims(question, now, &log), now).await?;
        Ok(self.person(query, min_confidence, explain)?.with_upstream(log.calls()))
    }

    /// Finds the email of a person: from the records and the mail server, else from vendors.
    pub async fn email_from_anywhere(
        &self,
        who: &ContactQuery,
        kind: EmailKind,
        verified_only: bool,
        now: Timestamp,
    ) -> Result<FoundEmail, EngineError> {
        let found = self.find_email(who, kind, verified_only, now).await?;
        let question = vendor_subject::email(who, kind);
        let Some(query) = who.cache_key() else { return Ok(found) };
        if found.email.is_some() || !self.external.gives(question.fact) {
            return Ok(found);
        }
        if self.is_suppressed(who)? {
            return Ok(found);
        }
        let query_id = format!("{} {query}", question.fact.as_str());
        match self.ingest_external(query_id, self.external.claims(question, now, &self.upstream), now).await {
            // A failure of the vendors does not discard what was found without them.
            Err(EngineError::Unavailable(_)) => return Ok(found),
            ingested => ingested?,
        }
        match self.reload(who)? {
            Some(who) => self.find_email(&who, kind, verified_only, now).await,
            None => Ok(found),
        }
    }

    async fn find_email(
        &self,
        who: &ContactQuery,
        kind: EmailKind,
        verified_only: bool,
        now: Timestamp,
    ) -> Result<FoundEmail, EngineError> {
        match kind {
            EmailKind::Business => self.find_business_email(who, verified_only, now).await,
            EmailKind::Personal => self.find_personal_email(who, verified_only, now).await,
        }
    }

    /// The same person with the current record. Blocks on the database.
    fn reload(&self, who: &ContactQuery) -> Result<Option<ContactQuery>, EngineError> {
        if let Some(record) = &who.record {
            let record = self.store.person_by_id(&record.person.id)?;
            return Ok(record.map(|record| ContactQuery { record: Some(record), ..who.clone() }));
        }
        let (name, company_domain) = (who.name.clone(), who.domain.clone());
        let query = PersonQuery { name, company_domain, ..PersonQuery::default() };
        match self.person(&query, KNOWN_CONFIDENCE_MIN, false)? {
            Resolution::Found(found) => Ok(Some(ContactQuery { record: Some(found.record), ..who.clone() })),
            Resolution::NotFound { .. } | Resolution::Disagree { .. } => Ok(None),
        }
    }

    /// Stores the claims of the external sources, unless the same query was sent recently.
    async fn ingest_external(
        &self,
        query: String,
        fetch: impl Future<Output = Result<Vec<Claim>, Unavailable>>,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let lock = self.external.recent.lock_of(&query);
        let _guard = lock.lock().await;
        if self.external.recent.has(&query, now) {
            return Ok(());
        }
        let in_time = timeout(ANSWER_WAIT_MAX, fetch)
            .await
            .map_err(|_| Unavailable("the external sources did not answer in time".to_owned()))?;
        let claims = in_time?;
        if !claims.is_empty() {
            self.store.ingest(claims).await?;
        }
        self.external.recent.add(query, now);
        Ok(())
    }
}
