//! The list of accounts.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{AccountUse, Plan};

use super::{OperatorAccountView, spec};
use crate::{
    call::{context::Context, cursor, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    recipe::{PAGE_DEFAULT, PAGE_MAX},
    sandbox::sample::Sample,
};

/// `GET /v1/operator/accounts`
pub struct ListAccounts;

/// Filter and page of accounts.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListAccountsRequest {
    /// Only accounts whose address or id contains this text.
    #[schemars(length(min = 1, max = 100))]
    pub q: Option<String>,
    /// Accounts per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of accounts.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListAccountsAnswer {
    /// Oldest first.
    pub results: Vec<ListedAccountView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// An account and its use.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedAccountView {
    /// The account.
    #[serde(flatten)]
    pub account: OperatorAccountView,
    /// Address that it signs in with.
    pub email: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// The plan in effect, as the account sees it: while a trial runs, indie.
    pub effective_plan: Plan,
    /// When its trial ends; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial_ends_at: Option<Timestamp>,
    /// Keys that are not revoked.
    pub keys: u64,
    /// When one of its keys was last used, accurate to some seconds; absent if none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Timestamp>,
}

impl ListedAccountView {
    fn of(used: AccountUse, now: Timestamp) -> Self {
        let AccountUse { account, keys, last_used_at } = used;
        Self {
            email: account.email.clone(),
            created_at: account.created_at,
            effective_plan: account.effective_plan(now),
            trial_ends_at: account.trial_ends_at,
            account: account.into(),
            keys,
            last_used_at,
        }
    }
}

impl Endpoint for ListAccounts {
    const SPEC: Spec = spec(
        "operator_accounts",
        Method::Get,
        "/v1/operator/accounts",
        "Lists accounts with plan, credits and last use",
    );
    type Request = ListAccountsRequest;
    type Answer = ListAccountsAnswer;

    async fn run(
        context: Context,
        request: ListAccountsRequest,
    ) -> Result<Outcome<ListAccountsAnswer>, Problem> {
        let after = cursor::time_and_id(&context, request.cursor.as_deref())?;
        let after = after.as_ref().map(|(at, id)| (*at, id.as_str()));
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut found = context.store().account_page(request.q.as_deref(), after, limit + 1)?;
        let more = found.len() > limit;
        found.truncate(limit);
        let last = found.last().filter(|_| more).map(|last| &last.account);
        let next_cursor = last.map(|last| cursor::after(&context, last.created_at, last.id.as_str()));
        let results = found.into_iter().map(|used| ListedAccountView::of(used, context.now)).collect();
        Ok(Outcome::free(ListAccountsAnswer { results, next_cursor }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}
