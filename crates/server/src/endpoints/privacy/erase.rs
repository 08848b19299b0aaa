//! Erasing somebody for good.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{ErasureTarget, Scope};

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Method, Outcome, Spec},
    endpoints::privacy::target::{self, ErasedView, NamedBy},
    sandbox::sample::Sample,
};

/// `POST /v1/erase`
pub struct Erase;

/// Whom to erase.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct EraseRequest {
    /// By what they are named.
    #[serde(flatten)]
    pub named: NamedBy,
    /// The id of their record, in place of anything else.
    #[schemars(length(min = 1, max = 64))]
    pub id: Option<String>,
    /// Whether sources may not bring them back; they may when left out.
    pub keep_out: Option<bool>,
    /// Why, for the suppression list.
    #[schemars(length(min = 1, max = 200))]
    pub reason: Option<String>,
}

/// What was erased.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EraseAnswer {
    /// How much.
    pub erased: ErasedView,
    /// The entry of the suppression list that keeps them out.
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
            "Erases somebody from records, index, caches, lists, jobs and events",
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
        let (erased, suppression) = target::erase(&context, whom, keep_out).await?;
        Ok(Outcome::free(EraseAnswer { erased, suppression }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "email": "somebody@nowhere.example" })
    }
}
