//! The account's ledger: every movement of credits, with the balance after it.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Scope;

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    recipe::{PAGE_MAX, answer::ledger::LedgerAnswer},
    sandbox::sample::Sample,
};

/// `GET /v1/me/ledger`
pub struct Ledger;

/// Page of the ledger.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LedgerRequest {
    /// Movements per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

impl Endpoint for Ledger {
    const SPEC: Spec = Spec::own(
        "ledger",
        Method::Get,
        "/v1/me/ledger",
        Scope::Read,
        "Every movement of credits, with the balance after it",
    );
    type Request = LedgerRequest;
    type Answer = LedgerAnswer;

    async fn run(context: Context, request: LedgerRequest) -> Result<Outcome<LedgerAnswer>, Problem> {
        let LedgerRequest { limit, cursor } = request;
        let page = LedgerAnswer::page(&context, context.account_id(), limit, cursor.as_deref())?;
        Ok(Outcome::free(page))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}
