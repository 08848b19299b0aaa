//! Webhooks: where an account wants to hear of events.

mod event;
mod outbox;
mod receiver;
mod sending;

use jiff::Timestamp;

use crate::{
    AccountId, Store, Stored,
    accounts::cap,
    lists::schedule,
    privacy::suppression::SuppressionGate,
    sql::{Result, Sql, StoreError, params, write::Write},
};

pub use event::{EventChoice, EventKind};
pub use outbox::{Delivery, DeliveryAttempt, DeliveryFilter, DeliveryStatus, NewEvent};
pub(crate) use outbox::{emit, emit_charged};
pub(crate) use receiver::ERASED_URL;
pub use receiver::{Webhook, WebhookStatus};
use receiver::{read_webhook, webhook_columns, webhook_of};
pub use sending::{Attempt, DeliveryVerdict, Sending, TakenDeliveries};
pub(crate) use sending::{end_all, update_next_due};

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
    /// The kinds of events that it is sent; none leaves those of a webhook that is there, and sends a new one all.
    pub events: Option<EventChoice>,
}

fn change_secret(sql: &mut dyn Sql, id: &str, secret: &str, old_until: i64, now: i64) -> Result<()> {
    sql.execute(
        "UPDATE webhook SET old_secret = secret, old_secret_until = ?3, secret = ?2, updated_at = ?4
         WHERE id = ?1 AND secret <> ?2",
        params![id, secret, old_until, now],
    )?;
    Ok(())
}

fn choose_events(sql: &mut dyn Sql, id: &str, events: &EventChoice, now: i64) -> Result<()> {
    sql.execute(
        "UPDATE webhook SET events = ?2, updated_at = ?3 WHERE id = ?1",
        params![id, events.stored().as_deref(), now],
    )?;
    Ok(())
}

impl Store {
    /// The account's webhook at an address; made when there is none. A secret that the owner chose replaces the
    /// one before, which goes on being used beside it until `old_until`.
    pub fn ensure_webhook(
        &self,
        account: &AccountId,
        new: NewWebhook,
        old_until: Timestamp,
        now: Timestamp,
    ) -> Write<Webhook> {
        let account = account.to_owned();
        self.change(move |sql| {
            if SuppressionGate::open(sql)?.is_in(sql, &new.url)? {
                return Err(StoreError::Refused(
                    "an address of a webhook must not hold contact data of a person",
                ));
            }
            let events = new.events.as_ref().and_then(EventChoice::stored);
            let made = sql.execute(
                "INSERT INTO webhook (id, account_id, url, secret, status, created_at, updated_at, events)
                 VALUES (?1, ?2, ?3, ?4, 'enabled', ?5, ?5, ?6) ON CONFLICT (account_id, url) DO UPDATE
                 SET secret = excluded.secret, status = 'enabled', failing_since = NULL, events = excluded.events,
                     created_at = excluded.created_at, updated_at = excluded.updated_at
                 WHERE webhook.status = 'deleted'",
                params![
                    &new.id,
                    &account,
                    &new.url,
                    &new.secret,
                    now.as_microsecond(),
                    events.as_deref()
                ],
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
            if let Some(events) = new.events.as_ref().filter(|_| made == 0) {
                choose_events(sql, &id, events, now.as_microsecond())?;
            }
            schedule::wake_resting(sql, &account, now.as_microsecond())?;
            if new.is_chosen {
                change_secret(sql, &id, &new.secret, old_until.as_microsecond(), now.as_microsecond())?;
            }
            webhook_of(sql, &account, &id)
        })
    }

    /// An account's webhook.
    pub fn webhook(&self, account: &AccountId, id: &str) -> Result<Webhook> {
        self.read(|sql| webhook_of(sql, account, id))
    }

    /// Every webhook of an account, oldest first.
    pub fn webhooks(&self, account: &AccountId) -> Result<Vec<Webhook>> {
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
        account: &AccountId,
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

    /// Chooses the kinds of events that a webhook is sent from now on. Lists that rest for want of one are run again.
    pub fn choose_webhook_events(
        &self,
        account: &AccountId,
        id: &str,
        events: EventChoice,
        now: Timestamp,
    ) -> Write<Webhook> {
        let (account, id, now) = (account.to_owned(), id.to_owned(), now.as_microsecond());
        self.change(move |sql| {
            webhook_of(sql, &account, &id)?;
            choose_events(sql, &id, &events, now)?;
            schedule::wake_resting(sql, &account, now)?;
            webhook_of(sql, &account, &id)
        })
    }

    /// Enables or disables a webhook. Once enabled, its pending events are sent immediately.
    pub fn set_webhook_enabled(
        &self,
        account: &AccountId,
        id: &str,
        enabled: bool,
        now: Timestamp,
    ) -> Write<Webhook> {
        let (account, id) = (account.to_owned(), id.to_owned());
        self.change(move |sql| {
            let webhook = webhook_of(sql, &account, &id)?;
            // Its address named a person who was erased: no other leads to the receiver.
            if enabled && webhook.url.starts_with(ERASED_URL) {
                webhook.accepts_events()?;
            }
            let status = if enabled { WebhookStatus::Enabled } else { WebhookStatus::Disabled };
            sql.execute(
                "UPDATE webhook SET status = ?2, failing_since = NULL, updated_at = ?3 WHERE id = ?1",
                params![&id, status.as_str(), now.as_microsecond()],
            )?;
            if enabled {
                schedule::wake_resting(sql, &account, now.as_microsecond())?;
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
    pub fn delete_webhook(
        &self,
        account: &AccountId,
        id: &str,
        now: Timestamp,
    ) -> Write<(Webhook, Vec<String>)> {
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
