//! Asking outside for what no record answers: what is said there is filed as claims, and the records are asked again.

use std::time::Duration;

use jiff::Timestamp;
use records::{
    Company, EmailKind, PersonRecord,
    identifier::Identity,
    keys::{CompanyQuery, PersonQuery},
};
use tokio::time::timeout;

use super::source::{Outside, Said};
use crate::error::Unavailable;
use crate::{ContactQuery, Engine, EngineError, FoundEmail, Resolution};

/// How long the outside may take for one question.
const ANSWER_WAIT_MAX: Duration = Duration::from_secs(20);
/// How surely a record must be that of the person who was asked for by name.
const KNOWN_CONFIDENCE_MIN: f64 = 0.7;

impl Engine {
    /// The company a question means, asked for at its own website and at vendors when no record answers.
    pub async fn company_from_anywhere(
        &self,
        query: &CompanyQuery,
        min_confidence: f64,
        explain: bool,
        now: Timestamp,
    ) -> Result<Resolution<Company>, EngineError> {
        let known = self.company(query, min_confidence, explain).await?;
        let (Resolution::NotFound { .. }, Some(outside), Some(domain)) =
            (&known, &self.outside, &query.domain)
        else {
            return Ok(known);
        };
        // Not even the question may leave, when nothing of the answer could be kept.
        if self.store.is_suppressed(&Identity::of_company_question(query))? {
            return Ok(known);
        }
        let said = || outside.source.company(query, now);
        self.ask(outside, format!("company {domain}"), said, now).await?;
        Ok(self.company(query, min_confidence, explain).await?.with_upstream())
    }

    /// The person a question means, asked for at vendors when no record answers.
    pub async fn person_from_anywhere(
        &self,
        query: &PersonQuery,
        min_confidence: f64,
        explain: bool,
        now: Timestamp,
    ) -> Result<Resolution<PersonRecord>, EngineError> {
        let known = self.person(query, min_confidence, explain).await?;
        let (Resolution::NotFound { .. }, Some(outside)) = (&known, &self.outside) else { return Ok(known) };
        if self.store.is_suppressed(&Identity::of_question(query))? {
            return Ok(known);
        }
        let said = || outside.source.person(query, now);
        self.ask(outside, format!("person {query:?}"), said, now).await?;
        Ok(self.person(query, min_confidence, explain).await?.with_upstream())
    }

    /// The email of a person, asked for at vendors when neither the records nor the mail server give one.
    pub async fn email_from_anywhere(
        &self,
        who: &ContactQuery,
        kind: EmailKind,
        now: Timestamp,
    ) -> Result<FoundEmail, EngineError> {
        let found = self.find_email(who, kind, now).await?;
        let (None, Some(outside), Some(question)) = (&found.email, &self.outside, who.question()) else {
            return Ok(found);
        };
        if self.is_suppressed(who)? {
            return Ok(found);
        }
        let said = || outside.source.email(who, kind, now);
        match self.ask(outside, format!("{kind:?} {question}"), said, now).await {
            // That vendors fail takes nothing from what was found out without them.
            Err(EngineError::Unavailable(_)) => return Ok(found),
            asked => asked?,
        }
        match self.known_by_now(who).await? {
            Some(who) => self.find_email(&who, kind, now).await,
            None => Ok(found),
        }
    }

    async fn find_email(
        &self,
        who: &ContactQuery,
        kind: EmailKind,
        now: Timestamp,
    ) -> Result<FoundEmail, EngineError> {
        match kind {
            EmailKind::Business => self.find_business_email(who, now).await,
            EmailKind::Personal => self.find_personal_email(who, now).await,
        }
    }

    /// The same person with what the records know by now.
    async fn known_by_now(&self, who: &ContactQuery) -> Result<Option<ContactQuery>, EngineError> {
        if let Some(record) = &who.record {
            let record = self.store.person_by_id(&record.person.id)?;
            return Ok(record.map(|record| ContactQuery { record: Some(record), ..who.clone() }));
        }
        let (name, company_domain) = (who.name.clone(), who.domain.clone());
        let query = PersonQuery { name, company_domain, ..PersonQuery::default() };
        match self.person(&query, KNOWN_CONFIDENCE_MIN, false).await? {
            Resolution::Found(found) => Ok(Some(ContactQuery { record: Some(found.record), ..who.clone() })),
            Resolution::NotFound { .. } | Resolution::Disagree { .. } => Ok(None),
        }
    }

    /// Files what the outside says, unless it was asked lately.
    async fn ask<'a>(
        &self,
        outside: &Outside,
        question: String,
        said: impl FnOnce() -> Said<'a>,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let turn = outside.turn(&question);
        let _turn = turn.lock().await;
        if outside.was_asked(&question, now) {
            return Ok(());
        }
        match timeout(ANSWER_WAIT_MAX, said()).await {
            Ok(Ok(claims)) => {
                if !claims.is_empty() {
                    self.store.ingest(claims).await?;
                }
                outside.remember(question, now);
                Ok(())
            }
            Ok(Err(error)) => Err(EngineError::Unavailable(error)),
            Err(_) => Err(EngineError::Unavailable(Unavailable("the outside took too long".into()))),
        }
    }
}
