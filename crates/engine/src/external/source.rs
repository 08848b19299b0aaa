//! External sources of claims, and which questions were put to them lately.

use std::{
    collections::HashMap,
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use jiff::{SignedDuration, Timestamp};
use records::{
    Claim, EmailKind,
    keys::{CompanyQuery, PersonQuery},
};

use crate::{contacts::contact_query::ContactQuery, error::Unavailable};

/// How long the outside is not asked the same again.
const ASKED_KEPT: SignedDuration = SignedDuration::from_hours(6);

/// Questions remembered.
const ASKED_MAX: usize = 50_000;

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
    pub(crate) source: Arc<dyn ClaimSource>,
    asked: Mutex<HashMap<String, Timestamp>>,
    turns: Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>,
}

impl Outside {
    pub(crate) fn new(source: Arc<dyn ClaimSource>) -> Self {
        Self { source, asked: Mutex::default(), turns: Mutex::default() }
    }

    /// Whoever asks the same waits for the one who asks already.
    pub(crate) fn turn(&self, question: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(question).and_then(Weak::upgrade) {
            return turn;
        }
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        turns.insert(question.to_owned(), Arc::downgrade(&turn));
        turn
    }

    pub(crate) fn was_asked(&self, question: &str, now: Timestamp) -> bool {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.get(question).is_some_and(|at| now.duration_since(*at) < ASKED_KEPT)
    }

    pub(crate) fn remember(&self, question: String, now: Timestamp) {
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
