//! Public erasure requests, and the operator's decisions on them.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{ErasureTarget, PrivacyRequest, PrivacyRequestStatus, Scope, new_id};

use super::{ErasedView, NamedBy, erase_target};
use crate::access::rights;
use crate::{
    access::rate::Rate,
    call::{
        context::Context,
        cursor,
        problem::{Code, Problem},
        request::validate::Faults,
    },
    endpoint::{Endpoint, Group, Method, Outcome, Spec, Written},
    recipe::{PAGE_DEFAULT, PAGE_MAX},
    sandbox::sample::Sample,
};

const HOUR_SECONDS: u32 = 3_600;

const fn spec(id: &'static str, method: Method, path: &'static str, summary: &'static str) -> Spec {
    Spec { group: Group::Privacy, ..Spec::own(id, method, path, Scope::Operate, summary) }
}

/// `POST /v1/privacy/requests`
pub struct File;

/// An erasure request.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FilePrivacyRequest {
    /// Your identifier.
    #[serde(flatten)]
    pub named: NamedBy,
}

/// Confirmation; the same whether or not any record matches.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FiledPrivacyRequest {
    /// Id of the request.
    pub id: String,
    /// Next steps.
    pub message: &'static str,
}

impl Endpoint for File {
    const SPEC: Spec = Spec {
        status: 202,
        problems: &[Code::RateLimited, Code::Overloaded],
        ..Spec::public(
            "file_privacy_request",
            Method::Post,
            "/v1/privacy/requests",
            Group::Privacy,
            "Asks to be erased and kept out; anyone may",
        )
    };
    type Request = FilePrivacyRequest;
    type Answer = Written<FiledPrivacyRequest>;

    fn check(request: &FilePrivacyRequest, faults: &mut Faults) {
        request.named.check(0, faults);
    }

    async fn run(context: Context, request: FilePrivacyRequest) -> Result<Outcome<Self::Answer>, Problem> {
        throttle(&context)?;
        let who = request.named.identifier();
        let who = who.ok_or_else(|| Problem::internal(&"a request without an identifier was accepted"))?;
        let id = new_id("prq", &context.services.clock, &context.services.entropy);
        let filed = context.store().file_privacy_request(id, who, context.now);
        Ok(Written::free(filed.map(|id| FiledPrivacyRequest {
            id,
            message: "The operator of this server will look at it. If anything is kept about you, it will be erased.",
        })))
    }

    fn example(_: &Sample) -> Value {
        json!({ "email": "unknown@nowhere.example" })
    }
}

/// Rate limit per client network and hour, so that the operator's queue cannot be flooded.
fn throttle(context: &Context) -> Result<(), Problem> {
    let Some(client) = context.client else { return Ok(()) };
    let per_hour = context.services.settings.limits.privacy_requests_per_hour;
    let rate = Rate { per_window: per_hour, window_seconds: HOUR_SECONDS, burst: per_hour };
    let owner = format!("privacy {}", rights::client_network(client));
    let taken = context.services.client_rates.take(&owner, rate, context.now);
    if taken.allowed {
        return Ok(());
    }
    Err(Problem::new(Code::RateLimited, "Too many requests from this address. Wait, then ask again.")
        .retry_after(taken.retry_seconds))
}

/// A request in operator answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PrivacyRequestView {
    /// Id of the request.
    pub id: String,
    /// Kind of identifier: `email`, `phone`, `profile` or `domain`.
    pub kind: String,
    /// The identifier; deleted once the request is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Status of the request.
    pub status: PrivacyRequestStatus,
    /// When it was received.
    pub created_at: Timestamp,
    /// When it was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Timestamp>,
    /// Counts of erased rows; only in the answer to an approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub erased: Option<ErasedView>,
}

impl From<PrivacyRequest> for PrivacyRequestView {
    fn from(request: PrivacyRequest) -> Self {
        let PrivacyRequest { id, kind, value, status, created_at, decided_at } = request;
        Self { id, kind, value, status, created_at, decided_at, erased: None }
    }
}

/// `GET /v1/privacy/requests`
pub struct List;

/// Filter and page of requests.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListPrivacyRequests {
    /// Only requests with this status; open requests if omitted.
    pub status: Option<PrivacyRequestStatus>,
    /// Requests per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of requests.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListPrivacyRequestsAnswer {
    /// Newest first.
    pub results: Vec<PrivacyRequestView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

impl Endpoint for List {
    const SPEC: Spec =
        spec("list_privacy_requests", Method::Get, "/v1/privacy/requests", "What people have asked for");
    type Request = ListPrivacyRequests;
    type Answer = ListPrivacyRequestsAnswer;

    async fn run(
        context: Context,
        request: ListPrivacyRequests,
    ) -> Result<Outcome<ListPrivacyRequestsAnswer>, Problem> {
        let status = request.status.unwrap_or(PrivacyRequestStatus::Open);
        let before = cursor::time_and_id(&context, request.cursor.as_deref())?;
        let before = before.as_ref().map(|(at, id)| (*at, id.as_str()));
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut found = context.store().privacy_requests(Some(status), before, limit + 1)?;
        let more = found.len() > limit;
        found.truncate(limit);
        let last = found.last().filter(|_| more);
        let next_cursor = last.map(|last| cursor::after(&context, last.created_at, &last.id));
        let results = found.into_iter().map(PrivacyRequestView::from).collect();
        Ok(Outcome::free(ListPrivacyRequestsAnswer { results, next_cursor }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}

/// Id of a request.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct DecidePrivacyRequest {
    /// Id of the request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

/// `POST /v1/privacy/requests/{id}/approve`
pub struct Approve;

impl Endpoint for Approve {
    const SPEC: Spec = spec(
        "approve_privacy_request",
        Method::Post,
        "/v1/privacy/requests/{id}/approve",
        "Approves a request: erases the person and suppresses their identifiers",
    );
    type Request = DecidePrivacyRequest;
    type Answer = PrivacyRequestView;

    async fn run(
        context: Context,
        request: DecidePrivacyRequest,
    ) -> Result<Outcome<PrivacyRequestView>, Problem> {
        let store = context.store();
        let Some(who) = store.privacy_request(&request.id)?.identifier() else {
            return Ok(Outcome::free(store.privacy_request(&request.id)?.into()));
        };
        let reason = format!("asked for in {}", request.id);
        let (erased, _) = erase_target(&context, ErasureTarget::Identifier(who), Some(reason)).await?;
        let approved = PrivacyRequestStatus::Approved;
        let decided = store.decide_privacy_request(&request.id, approved, context.now).await?;
        Ok(Outcome::free(PrivacyRequestView { erased: Some(erased), ..decided.into() }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "prq_01kaw2m5d0x7ah9zqk3v8n4r6t" })
    }
}

/// `POST /v1/privacy/requests/{id}/refuse`
pub struct Refuse;

impl Endpoint for Refuse {
    const SPEC: Spec = spec(
        "refuse_privacy_request",
        Method::Post,
        "/v1/privacy/requests/{id}/refuse",
        "Does nothing of what was asked, and forgets who asked",
    );
    type Request = DecidePrivacyRequest;
    type Answer = Written<PrivacyRequestView>;

    async fn run(context: Context, request: DecidePrivacyRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let refused = PrivacyRequestStatus::Refused;
        let decided = context.store().decide_privacy_request(&request.id, refused, context.now);
        Ok(Written::free(decided.map(PrivacyRequestView::from)))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "prq_01kaw2m5d0x7ah9zqk3v8n4r6t" })
    }
}
