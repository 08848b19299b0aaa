//! Permanent erasure of a person or company.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{ErasureTarget, Scope};

use super::{ErasedView, NamedBy, erase_target};
use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// `POST /v1/erase`
pub struct Erase;

/// The person or company to erase.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct EraseRequest {
    /// Identifier of the person or company.
    #[serde(flatten)]
    pub named: NamedBy,
    /// Id of the record, instead of an identifier.
    #[schemars(length(min = 1, max = 64))]
    pub id: Option<String>,
    /// Whether to add them to the suppression list, so that sources cannot add them again; false if omitted.
    pub keep_out: Option<bool>,
    /// Reason, stored with the suppression entry.
    #[schemars(length(min = 1, max = 200))]
    pub reason: Option<String>,
}

/// Result of the erasure.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EraseAnswer {
    /// Counts of erased rows.
    pub erased: ErasedView,
    /// Id of the suppression entry, if one was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppression: Option<String>,
}

impl Endpoint for Erase {
    const SPEC: Spec = Spec {
        group: Group::Privacy,
        ..Spec::own(
            "erase",
            Method::Post,
            "/v1/erase",
            Scope::Operate,
            "Erases a person or company from records, index, caches, lists, jobs and events",
        )
    };
    type Request = EraseRequest;
    type Answer = EraseAnswer;

    fn check(request: &EraseRequest, faults: &mut Faults) {
        request.named.check(request.id.iter().count(), faults);
    }

    async fn run(context: Context, request: EraseRequest) -> Result<Outcome<EraseAnswer>, Problem> {
        let whom = match (request.named.identifier(), request.id) {
            (Some(identifier), _) => ErasureTarget::Identifier(identifier),
            (None, id) => ErasureTarget::Record(id.unwrap_or_default()),
        };
        let reason = request.reason.unwrap_or_else(|| "erased by the operator".to_owned());
        let keep_out = request.keep_out.unwrap_or(false).then_some(reason);
        let (erased, suppression) = erase_target(&context, whom, keep_out).await?;
        Ok(Outcome::free(EraseAnswer { erased, suppression }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "email": "unknown@nowhere.example" })
    }
}
