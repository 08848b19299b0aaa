//! The caller's account: sign-up, login, keys, history, usage, ledger, people, webhooks.

crate::endpoint::endpoints! {
    signup: Signup;
    login: Login;
    me: Me;
    keys: List, Create, Revoke, Rotate;
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
use store::{Key, KeyId, Scope};

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
}

impl From<Key> for KeyView {
    fn from(key: Key) -> Self {
        Self {
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
