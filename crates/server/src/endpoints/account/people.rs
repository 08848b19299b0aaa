//! The people the account has resolved.

use jiff::Timestamp;
use records::Person;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{BoughtKind, OwnedContact, Scope, SeenPerson};

use crate::{
    call::{context::Context, cursor, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    recipe::{PAGE_DEFAULT, PAGE_MAX},
    sandbox::sample::Sample,
};

/// `GET /v1/me/people`
pub struct People;

/// Filter and page of people.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct PeopleRequest {
    /// Only people whose name, company, company domain, or bought email or phone contains this text.
    #[schemars(length(min = 1, max = 100))]
    pub q: Option<String>,
    /// Only the person of this id.
    #[schemars(length(min = 1, max = 64))]
    pub id: Option<String>,
    /// People per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of people.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PeopleAnswer {
    /// Ordered by first resolution, newest first.
    pub results: Vec<SeenPersonView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// A person, and when the account resolved them.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SeenPersonView {
    /// The person as currently known, without contact values; those paid for are in `bought`.
    pub person: Person,
    /// When first resolved.
    pub first_resolved_at: Timestamp,
    /// Endpoint of the first resolution.
    pub first_resolved_by: String,
    /// When last resolved.
    pub last_resolved_at: Timestamp,
    /// Endpoint of the last resolution.
    pub last_resolved_by: String,
    /// Number of times resolved.
    pub times: u64,
    /// Operation ids of all endpoints that resolved them.
    pub endpoints: Vec<String>,
    /// Contact values that were paid for, oldest first.
    pub bought: Vec<BoughtView>,
}

/// A contact value that was paid for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BoughtView {
    /// Kind of the value.
    pub kind: BoughtKind,
    /// The value as it was answered.
    pub value: String,
    /// Operation id of the endpoint that answered it first.
    pub endpoint: String,
    /// Id of the request that paid for it first.
    pub request_id: String,
    /// When it was bought.
    pub bought_at: Timestamp,
}

impl From<OwnedContact> for BoughtView {
    fn from(contact: OwnedContact) -> Self {
        let OwnedContact { kind, value, endpoint, request_id, at } = contact;
        Self { kind, value, endpoint, request_id, bought_at: at }
    }
}

impl From<SeenPerson> for SeenPersonView {
    fn from(seen: SeenPerson) -> Self {
        Self {
            person: seen.record.person,
            first_resolved_at: seen.first_at,
            first_resolved_by: seen.first_endpoint,
            last_resolved_at: seen.last_at,
            last_resolved_by: seen.last_endpoint,
            times: seen.times,
            endpoints: seen.endpoints,
            bought: seen.bought.into_iter().map(BoughtView::from).collect(),
        }
    }
}

impl Endpoint for People {
    const SPEC: Spec = Spec::own(
        "people_seen",
        Method::Get,
        "/v1/me/people",
        Scope::Read,
        "Every person ever resolved, once each, with the contacts that were paid for",
    );
    type Request = PeopleRequest;
    type Answer = PeopleAnswer;

    async fn run(context: Context, request: PeopleRequest) -> Result<Outcome<PeopleAnswer>, Problem> {
        if let Some(id) = &request.id {
            let seen = context.store().person_seen(context.account_id(), id)?;
            let results = seen.into_iter().map(SeenPersonView::from).collect();
            return Ok(Outcome::free(PeopleAnswer { results, next_cursor: None }));
        }
        let position = cursor::time_and_id(&context, request.cursor.as_deref())?;
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        // Looking for a text reads every record of the account, so it must not hold up other calls.
        let (store, account) = (context.store().clone(), context.account_id().clone());
        let q = request.q;
        let reading = move || {
            let before = position.as_ref().map(|(at, id)| (*at, id.as_str()));
            store.people_seen(&account, q.as_deref(), before, limit + 1)
        };
        let read = tokio::task::spawn_blocking(reading).await;
        let mut people = read.map_err(|error| Problem::internal(&error))??;
        let more = people.len() > limit;
        people.truncate(limit);
        let next = people
            .last()
            .filter(|_| more)
            .map(|last| cursor::after(&context, last.first_at, &last.record.person.id));
        Ok(Outcome::free(PeopleAnswer {
            results: people.into_iter().map(SeenPersonView::from).collect(),
            next_cursor: next,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}
