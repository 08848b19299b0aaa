//! Webhooks: where an account wants to hear of events.

mod outbox;
mod sending;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Store, Stored,
    ambient::from_micros,
    cap,
    sql::{Result, Row, Sql, StoreError, params},
    watching,
    write::Write,
};

pub use outbox::{Delivery, DeliveryAttempt, DeliveryFilter, DeliveryStatus, NewEvent};
pub(crate) use outbox::{emit, emit_charged};
pub(crate) use sending::end_all;
pub use sending::{Attempt, Sending, TakenDeliveries, Verdict};

/// Whether a webhook is told of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookStatus {
    /// Events are delivered.
    Enabled,
    /// Its owner, or days without a single success, stopped it; events wait until it is enabled again.
    Disabled,
    /// The receiver said that it is gone (410), or its address named a person who was erased; events are given up.
    Gone,
}

impl WebhookStatus {
    /// The word stored and answered.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Enabled => "enabled",
            Self::Disabled => "disabled",
            Self::Gone => "gone",
        }
    }

    fn from_word(word: &str) -> Self {
        match word {
            "enabled" => Self::Enabled,
            "gone" => Self::Gone,
            _ => Self::Disabled,
        }
    }
}

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
    /// Whether it is told of events.
    pub status: WebhookStatus,
    /// Since when every attempt has failed.
    pub failing_since: Option<Timestamp>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
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
}

/// A receiver to be made.
#[derive(Debug, Clone)]
pub struct NewWebhook {
    /// `wh_…`
    pub id: String,
    /// Where events are sent.
    pub url: String,
    /// What they are signed with.
    pub secret: String,
    /// Whether the owner chose the secret, which then replaces the one there is.
    pub is_chosen: bool,
}

macro_rules! webhook_columns {
    () => {
        "id, url, secret, old_secret, old_secret_until, status, failing_since, created_at, updated_at"
    };
}

fn read_webhook(row: &dyn Row) -> Result<Webhook> {
    let old = (row.text_or_null(3)?, row.int_or_null(4)?.map(from_micros));
    Ok(Webhook {
        id: row.text(0)?,
        url: row.text(1)?,
        secret: row.text(2)?,
        old_secret: old.0.zip(old.1),
        status: WebhookStatus::from_word(&row.text(5)?),
        failing_since: row.int_or_null(6)?.map(from_micros),
        created_at: from_micros(row.int(7)?),
        updated_at: from_micros(row.int(8)?),
    })
}

fn webhook_of(sql: &mut dyn Sql, account: &str, id: &str) -> Result<Webhook> {
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

fn change_secret(sql: &mut dyn Sql, id: &str, secret: &str, old_until: i64, now: i64) -> Result<()> {
    sql.execute(
        "UPDATE webhook SET old_secret = secret, old_secret_until = ?3, secret = ?2, updated_at = ?4
         WHERE id = ?1 AND secret <> ?2",
        params![id, secret, old_until, now],
    )?;
    Ok(())
}

impl Store {
    /// The account's webhook at an address; made when there is none. A secret that the owner chose replaces the
    /// one before, which goes on being used beside it until `old_until`.
    pub fn ensure_webhook(
        &self,
        account: &str,
        new: NewWebhook,
        old_until: Timestamp,
        now: Timestamp,
    ) -> Write<Webhook> {
        let account = account.to_owned();
        self.change(move |sql| {
            let made = sql.execute(
                "INSERT INTO webhook (id, account_id, url, secret, status, created_at, updated_at)
                 VALUES (?1, ?2, ?3, ?4, 'enabled', ?5, ?5) ON CONFLICT (account_id, url) DO UPDATE
                 SET secret = excluded.secret, status = 'enabled', failing_since = NULL,
                     created_at = excluded.created_at, updated_at = excluded.updated_at
                 WHERE webhook.status = 'deleted'",
                params![&new.id, &account, &new.url, &new.secret, now.as_microsecond()],
            )?;
            if made > 0 {
                cap::check(sql, &account, Stored::Webhooks, now)?;
            }
            let id = sql.first(
                "SELECT id FROM webhook WHERE account_id = ?1 AND url = ?2",
                params![&account, &new.url],
                |row| row.text(0),
            )?;
            let id = id.ok_or(StoreError::NotFound("webhook"))?;
            watching::rouse_resting(sql, &account, now.as_microsecond())?;
            if new.is_chosen {
                change_secret(sql, &id, &new.secret, old_until.as_microsecond(), now.as_microsecond())?;
            }
            webhook_of(sql, &account, &id)
        })
    }

    /// An account's webhook.
    pub fn webhook(&self, account: &str, id: &str) -> Result<Webhook> {
        self.read(|sql| webhook_of(sql, account, id))
    }

    /// Every webhook of an account, oldest first.
    pub fn webhooks(&self, account: &str) -> Result<Vec<Webhook>> {
        self.read(|sql| {
            sql.all(
                concat!(
                    "SELECT ",
                    webhook_columns!(),
                    " FROM webhook WHERE account_id = ?1 AND status <> 'deleted' ORDER BY created_at, id"
                ),
                params![account],
                read_webhook,
            )
        })
    }

    /// Gives a webhook another secret; the one before is used beside it until `old_until`.
    pub fn rotate_webhook_secret(
        &self,
        account: &str,
        id: &str,
        secret: &str,
        old_until: Timestamp,
        now: Timestamp,
    ) -> Write<Webhook> {
        let (account, id, secret) = (account.to_owned(), id.to_owned(), secret.to_owned());
        self.change(move |sql| {
            webhook_of(sql, &account, &id)?;
            change_secret(sql, &id, &secret, old_until.as_microsecond(), now.as_microsecond())?;
            webhook_of(sql, &account, &id)
        })
    }

    /// Enables or disables a webhook. Once enabled, it is told at once of whatever waits.
    pub fn set_webhook_enabled(
        &self,
        account: &str,
        id: &str,
        enabled: bool,
        now: Timestamp,
    ) -> Write<Webhook> {
        let (account, id) = (account.to_owned(), id.to_owned());
        self.change(move |sql| {
            webhook_of(sql, &account, &id)?;
            let status = if enabled { WebhookStatus::Enabled } else { WebhookStatus::Disabled };
            sql.execute(
                "UPDATE webhook SET status = ?2, failing_since = NULL, updated_at = ?3 WHERE id = ?1",
                params![&id, status.word(), now.as_microsecond()],
            )?;
            if enabled {
                watching::rouse_resting(sql, &account, now.as_microsecond())?;
                sql.execute(
                    "UPDATE delivery SET due_at = ?2 WHERE webhook = ?1 AND status = 'pending'",
                    params![&id, now.as_microsecond()],
                )?;
            }
            sending::update_next_due(sql, &id)?;
            webhook_of(sql, &account, &id)
        })
    }

    /// Ends a webhook. What it has not been sent is given up, and can be read until it is forgotten; a webhook made at
    /// the same address later takes the place of this one. Says which lists rest for want of it.
    pub fn delete_webhook(&self, account: &str, id: &str, now: Timestamp) -> Write<(Webhook, Vec<String>)> {
        let (account, id, now) = (account.to_owned(), id.to_owned(), now.as_microsecond());
        self.change(move |sql| {
            let webhook = webhook_of(sql, &account, &id)?;
            sql.execute(
                "UPDATE webhook SET status = 'deleted', secret = '', old_secret = NULL, old_secret_until = NULL,
                        next_due = NULL, updated_at = ?2 WHERE id = ?1",
                params![&id, now],
            )?;
            sql.execute(
                "UPDATE delivery SET status = 'given_up', finished_at = ?2, fence = fence + 1, worker = NULL,
                        lease_until = NULL WHERE webhook = ?1 AND finished_at IS NULL",
                params![&id, now],
            )?;
            let lists = sql.all(
                "SELECT list FROM watching WHERE account_id = ?1 AND webhook = ?2
                   AND (live = 1 OR every_us IS NOT NULL) ORDER BY list",
                params![&account, &id],
                |row| row.text(0),
            )?;
            Ok((webhook, lists))
        })
    }
}
