//! The caller's account: sign-up, login, keys, history, usage, ledger, people, webhooks.

crate::endpoint::endpoints! {
    signup: Signup;
    login: Login;
    me: Me;
    keys: List, Create, Change, Revoke, Rotate;
    webhooks: List, Create, deliveries::List, deliveries::Read, deliveries::RedeliverSince, deliveries::Redeliver, Read, Change, Delete, Rotate, Test;
    history: History;
    history_export: HistoryExport;
    history_detail: HistoryDetail;
    charged_answer: ChargedAnswer;
    usage: Usage;
    ledger: Ledger;
    people: People;
}

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use store::{Credits, Key, KeyCap, KeyId, Scope, next_month};

/// An API key. The secret itself is only in the answer that created it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct KeyView {
    /// Key id.
    pub id: KeyId,
    /// Name of the key.
    pub name: String,
    /// Last characters of the key.
    pub hint: String,
    /// Scopes of the key.
    pub scopes: Vec<Scope>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// When it was revoked; absent if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<Timestamp>,
    /// When it was last used, accurate to some seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Timestamp>,
    /// What its calls may cost in a month, and what they have cost; absent if it has no cap.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub cap: Option<KeyCapView>,
}

/// The monthly cap of a key.
#[derive(Debug, Serialize, JsonSchema)]
pub struct KeyCapView {
    /// Credits that calls with the key may cost in a month of the calendar, in UTC.
    pub monthly_cap: Credits,
    /// Credits charged in this month, by this key and by those that share its cap.
    pub used_this_month: Credits,
    /// When the next month begins.
    pub cap_resets_at: Timestamp,
}

impl KeyCapView {
    /// A cap at a time.
    pub fn of(cap: &KeyCap, now: Timestamp) -> Self {
        Self { monthly_cap: cap.monthly, used_this_month: cap.spent(now), cap_resets_at: next_month(now) }
    }
}

impl KeyView {
    /// A key at a time.
    pub fn of(key: Key, now: Timestamp) -> Self {
        Self {
            cap: key.cap.as_ref().map(|cap| KeyCapView::of(cap, now)),
            id: key.id,
            name: key.name,
            hint: key.hint,
            scopes: key.scopes.list(),
            created_at: key.created_at,
            expires_at: key.expires_at,
            revoked_at: key.revoked_at,
            last_used_at: key.last_used_at,
        }
    }
}
