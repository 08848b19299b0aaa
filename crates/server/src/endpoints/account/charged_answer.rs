//! Returns a stored charged answer by its request id, free of charge for one day.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Scope;

use crate::{
    call::{
        context::Context,
        problem::{Code, Problem},
    },
    endpoint::{Content, Endpoint, EndpointAnswer, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// `GET /v1/me/history/{request_id}/answer`
pub struct ChargedAnswer;

/// Request id of a charged call.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ChargedAnswerRequest {
    /// Request id, as in `X-Request-Id` and in `GET /v1/me/history`.
    #[schemars(length(min = 1, max = 64))]
    pub request_id: String,
}

/// The stored answer, byte for byte as it was first returned.
pub struct KeptAnswer(Vec<u8>);

impl JsonSchema for KeptAnswer {
    fn schema_name() -> Cow<'static, str> {
        "ChargedAnswer".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "The answer of the endpoint that was called, byte for byte.",
            "additionalProperties": true
        })
    }
}

impl EndpointAnswer for KeptAnswer {
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Self>()
    }

    fn content(self) -> Result<Content, Problem> {
        Ok(Content::Json(self.0))
    }
}

impl Endpoint for ChargedAnswer {
    const SPEC: Spec = Spec {
        problems: &[Code::NotFound],
        ..Spec::own(
            "charged_answer",
            Method::Get,
            "/v1/me/history/{request_id}/answer",
            Scope::Read,
            "The answer of a charged call once more, for 24 hours, free",
        )
    };
    type Request = ChargedAnswerRequest;
    type Answer = KeptAnswer;

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<KeptAnswer>, Problem> {
        let kept = context.store().charged_reply(context.account_id(), &request.request_id, context.now)?;
        let kept = kept.filter(|kept| !kept.sealed).ok_or_else(|| {
            Problem::new(
                Code::NotFound,
                "There is no charged answer of this id from the last 24 hours. Items of bulk jobs are at \
                 /v1/bulk/{id}, matches of watch lists at /v1/me/webhooks/deliveries.",
            )
        })?;
        Ok(Outcome::free(KeptAnswer(kept.body)))
    }

    fn example(_: &Sample) -> Value {
        json!({ "request_id": "req_01hx3v5k2m8q9r7t6w4y1z0abc" })
    }
}
