//! Asking outside for what no record answers: what is said there is filed as claims, and the records are asked again.

use std::{
    collections::HashMap,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use records::{
    Claim, Company, EmailKind, PersonRecord,
    keys::{CompanyQuery, PersonQuery},
};
use tokio::time::timeout;

use crate::{ContactQuery, Engine, EngineError, FoundEmail, Resolution};

/// How long the outside may take for one question.
const ANSWER_WAIT_MAX: Duration = Duration::from_secs(20);
/// How long the outside is not asked the same again.
const ASKED_KEPT: SignedDuration = SignedDuration::from_hours(6);
/// Questions remembered.
const ASKED_MAX: usize = 50_000;
/// How surely a record must be that of the person who was asked for by name.
const KNOWN_CONFIDENCE_MIN: f64 = 0.7;

/// Nobody outside could say whether they know.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(pub String);

/// What the outside says.
pub type Said<'a> = Pin<Box<dyn Future<Output = Result<Vec<Claim>, Unavailable>> + Send + 'a>>;

/// Somebody outside who may know people and companies of which there is no record.
pub trait ClaimSource: Send + Sync {
    /// What is said of a company.
    fn company<'a>(&'a self, query: &'a CompanyQuery, now: Timestamp) -> Said<'a>;
    /// What is said of a person.
    fn person<'a>(&'a self, query: &'a PersonQuery, now: Timestamp) -> Said<'a>;
    /// What is said of a person's email of this kind.
    fn email<'a>(&'a self, who: &'a ContactQuery, kind: EmailKind, now: Timestamp) -> Said<'a>;
}

/// The outside, and what it was asked lately.
pub(crate) struct Outside {
    source: Arc<dyn ClaimSource>,
    asked: Mutex<HashMap<String, Timestamp>>,
    turns: Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>,
}

impl Outside {
    pub(crate) fn new(source: Arc<dyn ClaimSource>) -> Self {
        Self { source, asked: Mutex::default(), turns: Mutex::default() }
    }

    /// Whoever asks the same waits for the one who asks already.
    fn turn(&self, question: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(question).and_then(Weak::upgrade) {
            return turn;
        }
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        turns.insert(question.to_owned(), Arc::downgrade(&turn));
        turn
    }

    fn was_asked(&self, question: &str, now: Timestamp) -> bool {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.get(question).is_some_and(|at| now.duration_since(*at) < ASKED_KEPT)
    }

    fn remember(&self, question: String, now: Timestamp) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.len() >= ASKED_MAX {
            asked.retain(|_, at| now.duration_since(*at) < ASKED_KEPT);
        }
        if asked.len() >= ASKED_MAX {
            asked.clear();
        }
        asked.insert(question, now);
    }
}

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
