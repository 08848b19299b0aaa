//! How a call ended: the words of its history row, and the lines of its charge.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Credits,
    sql::{Result, StoreError},
};

/// HTTP status of an answer that only says that the work was queued.
const ACCEPTED: u16 = 202;
/// Stored in the place of a [`CacheUse`] where nothing was looked up.
const NO_CACHE: &str = "none";

/// Whether a call was answered from what was known already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CacheUse {
    /// Everything was known.
    Hit,
    /// Some was cached, some came from external sources.
    Partial,
    /// Everything came from external sources, or nothing was cached.
    #[default]
    Miss,
}

impl CacheUse {
    /// The word stored and answered.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Partial => "partial",
            Self::Miss => "miss",
        }
    }

    /// The word stored for a call that may have looked nothing up.
    pub(super) fn stored(cache: Option<Self>) -> &'static str {
        cache.map_or(NO_CACHE, Self::as_str)
    }

    pub(super) fn from_stored(word: &str) -> Result<Option<Self>> {
        Ok(Some(match word {
            "hit" => Self::Hit,
            "partial" => Self::Partial,
            "miss" => Self::Miss,
            NO_CACHE => return Ok(None),
            _ => return Err(unknown(word)),
        }))
    }
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CallOutcome {
    /// It was answered.
    Answered,
    /// What it asks for was queued, and is done in the background; status 202.
    Accepted,
    /// Only its price was asked for.
    Preview,
    /// The stored answer of an earlier call with the same idempotency key was given again.
    Replayed,
    /// It was refused because of the request, the key, the plan or the balance.
    Refused,
    /// The server or its sources failed.
    Failed,
}

impl CallOutcome {
    /// How a call ended that was neither refused nor failed, by the status of its answer.
    pub const fn of_status(status: u16) -> Self {
        if status == ACCEPTED { Self::Accepted } else { Self::Answered }
    }

    /// The word stored and answered.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Accepted => "accepted",
            Self::Preview => "preview",
            Self::Replayed => "replayed",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }

    pub(super) fn from_stored(word: &str) -> Result<Self> {
        [Self::Answered, Self::Accepted, Self::Preview, Self::Replayed, Self::Refused, Self::Failed]
            .into_iter()
            .find(|outcome| outcome.as_str() == word)
            .ok_or_else(|| unknown(word))
    }
}

fn unknown(word: &str) -> StoreError {
    StoreError::Damaged { what: "history", why: format!("unknown word {word}") }
}

/// What a line of a charge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChargedFor {
    /// The answer as a whole.
    Answer,
    /// The base price of the call.
    Base,
    /// Each item resolved.
    Item,
}

/// One line of a charge. The lines of a call add up to its credits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChargeLine {
    /// What is charged.
    #[serde(rename = "for")]
    pub charged_for: ChargedFor,
    /// How many.
    pub quantity: u64,
    /// Price of one.
    pub credits_each: Credits,
    /// Price of all.
    pub credits: Credits,
}
