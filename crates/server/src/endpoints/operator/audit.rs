//! The audit log: what operators have changed.

use std::collections::HashMap;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{AccountId, ActOutcome, KeyId, OperatorAct, Store, StoreError};

use super::spec;
use crate::{
    call::{context::Context, cursor, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    recipe::{PAGE_DEFAULT, PAGE_MAX},
    sandbox::sample::Sample,
};

/// `GET /v1/operator/audit`
pub struct ReadAudit;

/// Page of the audit log.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct AuditRequest {
    /// Entries per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of the audit log.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditAnswer {
    /// Newest first. Entries are kept for three years.
    pub results: Vec<AuditView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// Where a change came from.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorKind {
    /// A call with a key.
    Key,
    /// A command on the server's machine.
    CommandLine,
}

/// A change by an operator.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AuditView {
    /// When it began.
    pub at: Timestamp,
    /// Where it came from.
    pub by: ActorKind,
    /// Account of the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_id: Option<AccountId>,
    /// Email of the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_email: Option<String>,
    /// Who ran the command, by the operating system's name for them; `ada as root` if it ran through sudo. Absent for commands
    /// of earlier versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_user: Option<String>,
    /// The key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_id: Option<KeyId>,
    /// What was done: the operation id of the endpoint, also for the command that does the same.
    pub action: String,
    /// Ids of what it was done to, with spaces between. `(erased)` in the place of the ids of a person who was erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// How it ended.
    pub outcome: ActOutcome,
    /// Problem code, if it was refused or failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Request id of the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

impl AuditView {
    /// An entry, with the email of its account if that is among these.
    fn new(act: OperatorAct, emails: &HashMap<AccountId, String>) -> Self {
        let OperatorAct { at, by, system_user, action, subject, request_id, outcome, code, .. } = act;
        let kind = if by.is_some() { ActorKind::Key } else { ActorKind::CommandLine };
        let (account_id, key_id) = by.unzip();
        Self {
            at,
            by: kind,
            account_email: account_id.as_ref().and_then(|account| emails.get(account).cloned()),
            account_id,
            system_user,
            key_id,
            action,
            subject,
            outcome,
            code,
            request_id,
        }
    }
}

/// Emails of the accounts that made these entries.
fn emails(store: &Store, acts: &[OperatorAct]) -> Result<HashMap<AccountId, String>, StoreError> {
    let mut emails = HashMap::new();
    for (account, _) in acts.iter().filter_map(|act| act.by.as_ref()) {
        if !emails.contains_key(account)
            && let Some(known) = store.account(account)?
        {
            emails.insert(account.clone(), known.email);
        }
    }
    Ok(emails)
}

impl Endpoint for ReadAudit {
    const SPEC: Spec = spec(
        "operator_audit",
        Method::Get,
        "/v1/operator/audit",
        "What operators have changed, over the API and on the command line: who, what, on what, when",
    );
    type Request = AuditRequest;
    type Answer = AuditAnswer;

    async fn run(context: Context, request: AuditRequest) -> Result<Outcome<AuditAnswer>, Problem> {
        let before = request.cursor.map(|cursor| cursor::decode(&context, &cursor)).transpose()?;
        let before = cursor::number(before.as_deref())?;
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut found = context.store().operator_acts(before, limit + 1)?;
        let more = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| more).map(|last| cursor::encode(&context, &last.no.to_string()));
        let emails = emails(context.store(), &found)?;
        let results = found.into_iter().map(|act| AuditView::new(act, &emails)).collect();
        Ok(Outcome::free(AuditAnswer { results, next_cursor: next }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}
