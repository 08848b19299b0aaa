//! Pages by number for vendors that have them, over cursors.
//!
//! Our searches go on from a cursor. The cursor of each page that was answered is remembered for a while, so that the next
//! one can be asked for by its number. A page whose predecessor was not read is refused: reaching it would cost the rows
//! before it.

use std::{sync::LazyLock, time::Duration};

use moka::sync::Cache;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{asked::Asked, refusal::Refusal};

/// Cursors that are remembered, over all callers.
const CURSORS_MAX: u64 = 20_000;
/// For how long.
const REMEMBERED_FOR: Duration = Duration::from_secs(3_600);

static CURSORS: LazyLock<Cache<[u8; 32], String>> =
    LazyLock::new(|| Cache::builder().max_capacity(CURSORS_MAX).time_to_live(REMEMBERED_FOR).build());

/// The pages of one question of one caller.
pub(crate) struct Pages {
    question: Sha256,
}

impl Pages {
    /// The pages of a question: an endpoint and the request without its page.
    pub(crate) fn of(asked: &Asked, endpoint: &str, request: &Value) -> Self {
        let mut question = Sha256::new();
        for part in [asked.key.as_deref().unwrap_or_default(), endpoint, &request.to_string()] {
            question.update((part.len() as u64).to_le_bytes());
            question.update(part);
        }
        Self { question }
    }

    fn key(&self, first_row: u64) -> [u8; 32] {
        self.question.clone().chain_update(first_row.to_le_bytes()).finalize().into()
    }

    /// The cursor of the page that begins with this row; `None` for the first page.
    pub(crate) fn cursor(&self, first_row: u64) -> Result<Option<String>, Refusal> {
        if first_row == 0 {
            return Ok(None);
        }
        CURSORS.get(&self.key(first_row)).map(Some).ok_or_else(|| {
            Refusal::invalid(
                "Read the pages in order: this one follows a page that was not read within the last hour.",
            )
        })
    }

    /// Remembers where the next page begins.
    pub(crate) fn remember(&self, next_row: u64, answer: &Value) {
        if let Some(cursor) = answer["next_cursor"].as_str() {
            CURSORS.insert(self.key(next_row), cursor.to_owned());
        }
    }
}
