//! The suppression list: people and companies that must not be stored.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{ErasureTarget, Scope, Suppression};

use super::{ErasedView, NamedBy, erase_target};
use crate::{
    call::{context::Context, cursor, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Method, Outcome, Spec},
    recipe::{PAGE_DEFAULT, PAGE_MAX},
    sandbox::sample::Sample,
};

const fn spec(id: &'static str, method: Method, path: &'static str, summary: &'static str) -> Spec {
    Spec { group: Group::Privacy, ..Spec::own(id, method, path, Scope::Operate, summary) }
}

/// An entry of the suppression list. Identifiers are stored as hashes, so it does not reveal the person.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SuppressionView {
    /// Entry id.
    pub id: String,
    /// Kind of identifier it was created from: `email`, `phone`, `profile`, `domain` or `id`.
    pub kind: String,
    /// Reason.
    pub reason: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// Number of suppressed identifiers, stored as hashes.
    pub identifiers: u64,
}

impl From<Suppression> for SuppressionView {
    fn from(entry: Suppression) -> Self {
        let Suppression { id, kind, reason, created_at, identifiers } = entry;
        Self { id, kind, reason, created_at, identifiers }
    }
}

/// `POST /v1/suppressions`
pub struct Add;

/// The person or company to suppress.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct AddSuppressionRequest {
    /// Identifier of the person or company.
    #[serde(flatten)]
    pub named: NamedBy,
    /// Reason for the suppression.
    #[schemars(length(min = 1, max = 200))]
    pub reason: Option<String>,
}

/// The new entry, and the erased records.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AddSuppressionAnswer {
    /// The entry.
    #[serde(flatten)]
    pub entry: SuppressionView,
    /// Counts of erased rows.
    pub erased: ErasedView,
}

impl Endpoint for Add {
    const SPEC: Spec = Spec {
        status: 201,
        ..spec(
            "add_suppression",
            Method::Post,
            "/v1/suppressions",
            "Erases a person or company and suppresses its identifiers in later imports",
        )
    };
    type Request = AddSuppressionRequest;
    type Answer = AddSuppressionAnswer;

    fn check(request: &AddSuppressionRequest, faults: &mut Faults) {
        request.named.check(0, faults);
    }

    async fn run(
        context: Context,
        request: AddSuppressionRequest,
    ) -> Result<Outcome<AddSuppressionAnswer>, Problem> {
        let whom = request.named.identifier().map(ErasureTarget::Identifier);
        let whom = whom.ok_or_else(|| Problem::internal(&"a request without a subject was accepted"))?;
        let reason = request.reason.unwrap_or_else(|| "set by the operator".to_owned());
        let (erased, id) = erase_target(&context, whom, Some(reason)).await?;
        let entry = context.store().suppression(&id.unwrap_or_default())?.into();
        Ok(Outcome::free(AddSuppressionAnswer { entry, erased }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "email": "unknown@nowhere.example", "reason": "asked by mail" })
    }
}

/// `GET /v1/suppressions`
pub struct List;

/// Page of the suppression list.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListSuppressionsRequest {
    /// Entries per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of the suppression list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListSuppressionsAnswer {
    /// Newest first.
    pub results: Vec<SuppressionView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

impl Endpoint for List {
    const SPEC: Spec = spec(
        "list_suppressions",
        Method::Get,
        "/v1/suppressions",
        "The list of those who must not be kept, without who they are",
    );
    type Request = ListSuppressionsRequest;
    type Answer = ListSuppressionsAnswer;

    async fn run(
        context: Context,
        request: ListSuppressionsRequest,
    ) -> Result<Outcome<ListSuppressionsAnswer>, Problem> {
        let before = cursor::time_and_id(&context, request.cursor.as_deref())?;
        let before = before.as_ref().map(|(at, id)| (*at, id.as_str()));
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut found = context.store().suppressions(before, limit + 1)?;
        let more = found.len() > limit;
        found.truncate(limit);
        let last = found.last().filter(|_| more);
        let next_cursor = last.map(|last| cursor::after(&context, last.created_at, &last.id));
        let results = found.into_iter().map(SuppressionView::from).collect();
        Ok(Outcome::free(ListSuppressionsAnswer { results, next_cursor }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}

/// `DELETE /v1/suppressions/{id}`
pub struct Remove;

/// The entry to remove.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RemoveSuppressionRequest {
    /// Entry id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

impl Endpoint for Remove {
    const SPEC: Spec = spec(
        "remove_suppression",
        Method::Delete,
        "/v1/suppressions/{id}",
        "Takes an entry off the list; sources may tell of them again",
    );
    type Request = RemoveSuppressionRequest;
    type Answer = SuppressionView;

    async fn run(
        context: Context,
        request: RemoveSuppressionRequest,
    ) -> Result<Outcome<SuppressionView>, Problem> {
        Ok(Outcome::free(context.store().remove_suppression(&request.id).await?.into()))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "sup_01kaw2m5d0x7ah9zqk3v8n4r6t" })
    }
}
