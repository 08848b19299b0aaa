//! A webhook, as it is read.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::event::{EventChoice, EventKind};
use crate::{
    AccountId,
    ambient::from_micros,
    sql::{Result, Row, Sql, StoreError, params},
};

/// Whether a webhook receives events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookStatus {
    /// Events are delivered.
    Enabled,
    /// Its owner, or days without a single success, stopped it; events wait until it is enabled again.
    Disabled,
    /// The receiver answered 410 Gone, or its address named an erased person; pending events are dropped.
    Gone,
}

impl WebhookStatus {
    /// The word stored and answered.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Enabled => "enabled",
            Self::Disabled => "disabled",
            Self::Gone => "gone",
        }
    }

    pub(super) fn from_stored(word: &str) -> Result<Self> {
        Ok(match word {
            "enabled" => Self::Enabled,
            "gone" => Self::Gone,
            "disabled" => Self::Disabled,
            _ => return Err(StoreError::Damaged { what: "webhook", why: format!("unknown word {word}") }),
        })
    }
}

/// Begins the address of a webhook whose own address named a person who was erased.
pub(crate) const ERASED_URL: &str = "https://erased.invalid/";

/// A receiver of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// `wh_…`
    pub id: String,
    /// Where events are sent.
    pub url: String,
    /// What they are signed with.
    pub secret: String,
    /// The secret before, and until when events are signed with it too.
    pub old_secret: Option<(String, Timestamp)>,
    /// Whether it receives events.
    pub status: WebhookStatus,
    /// Since when every attempt has failed.
    pub failing_since: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// The kinds of events that it is sent.
    pub events: EventChoice,
}

impl Webhook {
    /// Why a webhook takes no events: it was deleted.
    pub const DELETED: &'static str = "webhook_deleted";

    /// Fails while an event would not be sent.
    pub fn accepts_events(&self) -> Result<()> {
        match self.status {
            WebhookStatus::Enabled => Ok(()),
            WebhookStatus::Disabled => Err(StoreError::NoReceiver("webhook_disabled")),
            WebhookStatus::Gone => Err(StoreError::NoReceiver("webhook_gone")),
        }
    }

    /// Fails while an event of this kind would not be sent.
    pub fn accepts(&self, kind: EventKind) -> Result<()> {
        self.accepts_events()?;
        if self.events.has(kind) { Ok(()) } else { Err(StoreError::NoReceiver("webhook_event_not_chosen")) }
    }
}

macro_rules! webhook_columns {
    () => {
        "id, url, secret, old_secret, old_secret_until, status, failing_since, created_at, updated_at, events"
    };
}

pub(super) fn read_webhook(row: &dyn Row) -> Result<Webhook> {
    let old = (row.text_or_null(3)?, row.int_or_null(4)?.map(from_micros));
    Ok(Webhook {
        id: row.text(0)?,
        url: row.text(1)?,
        secret: row.text(2)?,
        old_secret: old.0.zip(old.1),
        status: WebhookStatus::from_stored(&row.text(5)?)?,
        failing_since: row.int_or_null(6)?.map(from_micros),
        created_at: from_micros(row.int(7)?),
        updated_at: from_micros(row.int(8)?),
        events: EventChoice::from_stored(row.text_or_null(9)?.as_deref()),
    })
}

pub(super) fn webhook_of(sql: &mut dyn Sql, account: &AccountId, id: &str) -> Result<Webhook> {
    sql.first(
        concat!(
            "SELECT ",
            webhook_columns!(),
            " FROM webhook WHERE account_id = ?1 AND id = ?2 AND status <> 'deleted'"
        ),
        params![account, id],
        read_webhook,
    )?
    .ok_or(StoreError::NotFound("webhook"))
}

pub(super) use webhook_columns;
