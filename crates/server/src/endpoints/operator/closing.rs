//! Closes and reopens an account.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::AccountId;

use super::{OperatorAccountView, spec};
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// The account.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct OperatorAccountRequest {
    /// Account id.
    #[schemars(length(min = 1, max = 64))]
    pub id: AccountId,
}

async fn close(
    context: Context,
    request: OperatorAccountRequest,
    closed: bool,
) -> Result<Outcome<OperatorAccountView>, Problem> {
    let account = context.store().close_account(&request.id, closed, context.now).await?;
    Ok(Outcome::free(account.into()))
}

/// `POST /v1/operator/accounts/{id}/close`
pub struct Close;

impl Endpoint for Close {
    const SPEC: Spec = spec(
        "operator_close_account",
        Method::Post,
        "/v1/operator/accounts/{id}/close",
        "Closes an account: every call of its keys is refused, its balance and history stay",
    );
    type Request = OperatorAccountRequest;
    type Answer = OperatorAccountView;

    async fn run(
        context: Context,
        request: OperatorAccountRequest,
    ) -> Result<Outcome<OperatorAccountView>, Problem> {
        close(context, request, true).await
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "acc_01kaw2m5d0x7ah9zqk3v8n4r6t" })
    }
}

/// `POST /v1/operator/accounts/{id}/reopen`
pub struct Reopen;

impl Endpoint for Reopen {
    const SPEC: Spec = spec(
        "operator_reopen_account",
        Method::Post,
        "/v1/operator/accounts/{id}/reopen",
        "Opens a closed account again",
    );
    type Request = OperatorAccountRequest;
    type Answer = OperatorAccountView;

    async fn run(
        context: Context,
        request: OperatorAccountRequest,
    ) -> Result<Outcome<OperatorAccountView>, Problem> {
        close(context, request, false).await
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "acc_01kaw2m5d0x7ah9zqk3v8n4r6t" })
    }
}
