//! Saved ICPs: stored filters that can be run repeatedly.

pub mod run;

use std::sync::LazyLock;

use engine::{CompanyFilters, PeopleFilters};
use jiff::Timestamp;
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use store::{IcpTarget, SavedIcp, Scope, new_id};

use crate::{
    call::{
        context::Context,
        cursor,
        problem::Problem,
        request::{
            fault_code::FaultCode,
            validate::{Faults, validate_at},
        },
    },
    endpoint::{Endpoint, Group, Method, Outcome, Spec, Written},
    recipe::{PAGE_DEFAULT, PAGE_MAX, person_input::check_filters},
    sandbox::sample::Sample,
};

static PEOPLE_SCHEMA: LazyLock<Value> = LazyLock::new(|| schema_for!(PeopleFilters).to_value());
static COMPANY_SCHEMA: LazyLock<Value> = LazyLock::new(|| schema_for!(CompanyFilters).to_value());

/// A saved ICP.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SavedIcpView {
    /// ICP id.
    pub id: String,
    /// Your name for it, for display.
    pub name: String,
    /// What it searches: people or companies.
    pub target: IcpTarget,
    /// The filters, as in a search request.
    pub filters: Map<String, Value>,
    /// When it was saved.
    pub created_at: Timestamp,
    /// When it was last run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_run_at: Option<Timestamp>,
}

impl From<SavedIcp> for SavedIcpView {
    fn from(icp: SavedIcp) -> Self {
        Self {
            id: icp.id,
            name: icp.name,
            target: icp.target,
            filters: serde_json::from_str(&icp.filters).unwrap_or_default(),
            created_at: icp.created_at,
            last_run_at: icp.last_run_at,
        }
    }
}

const fn spec(id: &'static str, method: Method, path: &'static str, summary: &'static str) -> Spec {
    Spec { group: Group::Sticky, ..Spec::own(id, method, path, Scope::Read, summary) }
}

/// Maximum size of the filters of one saved ICP.
const FILTER_BYTES_MAX: usize = 128 << 10;

/// `POST /v1/saved-icps`
pub struct Save;

/// The ICP to save.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SaveIcpRequest {
    /// Your name for it, for display.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// What it searches: people or companies.
    pub target: IcpTarget,
    /// The filters of `search/people` or `search/companies`.
    pub filters: Map<String, Value>,
}

impl Endpoint for Save {
    const SPEC: Spec = Spec {
        status: 201,
        ..spec("save_icp", Method::Post, "/v1/saved-icps", "Saves a filter to run again")
    };
    type Request = SaveIcpRequest;
    type Answer = Written<SavedIcpView>;

    fn check(request: &SaveIcpRequest, faults: &mut Faults) {
        let filters = Value::Object(request.filters.clone());
        if filters.to_string().len() > FILTER_BYTES_MAX {
            let message = format!("Filters to keep may take at most {FILTER_BYTES_MAX} bytes as JSON.");
            faults.add("/filters", FaultCode::TooLong, message);
            return;
        }
        let schema = match request.target {
            IcpTarget::People => &PEOPLE_SCHEMA,
            IcpTarget::Companies => &COMPANY_SCHEMA,
        };
        validate_at(&filters, schema, "/filters", faults);
        if !faults.is_empty() {
            return;
        }
        match request.target {
            IcpTarget::People => check_read::<PeopleFilters>(filters, faults),
            IcpTarget::Companies => check_read::<CompanyFilters>(filters, faults),
        }
    }

    async fn run(context: Context, request: SaveIcpRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let icp = SavedIcp {
            id: new_id("icp", &context.services.clock, &context.services.entropy),
            name: request.name,
            target: request.target,
            filters: Value::Object(request.filters).to_string(),
            created_at: context.now,
            last_run_at: None,
        };
        Ok(Written::free(context.store().save_icp(context.account_id(), icp).map(SavedIcpView::from)))
    }

    fn example(_: &Sample) -> Value {
        json!({ "name": "sales leaders", "target": "people", "filters": { "departments": ["sales"] } })
    }
}

fn check_read<F: engine::Filters>(filters: Value, faults: &mut Faults) {
    match serde_json::from_value::<F>(filters) {
        Ok(filters) => check_filters(&filters, "/filters", faults),
        Err(error) => faults.add("/filters", FaultCode::InvalidValue, error.to_string()),
    }
}

/// `GET /v1/saved-icps`
pub struct List;

/// Page of saved ICPs.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListIcpsRequest {
    /// ICPs per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of saved ICPs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListIcpsAnswer {
    /// Newest first.
    pub results: Vec<SavedIcpView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

impl Endpoint for List {
    const SPEC: Spec = spec("list_icps", Method::Get, "/v1/saved-icps", "Lists your saved ICPs");
    type Request = ListIcpsRequest;
    type Answer = ListIcpsAnswer;

    async fn run(context: Context, request: ListIcpsRequest) -> Result<Outcome<ListIcpsAnswer>, Problem> {
        let position = cursor::time_and_id(&context, request.cursor.as_deref())?;
        let before = position.as_ref().map(|(at, id)| (*at, id.as_str()));
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut icps = context.store().saved_icps(context.account_id(), before, limit + 1)?;
        let more = icps.len() > limit;
        icps.truncate(limit);
        let next =
            icps.last().filter(|_| more).map(|last| cursor::after(&context, last.created_at, &last.id));
        Ok(Outcome::free(ListIcpsAnswer {
            results: icps.into_iter().map(SavedIcpView::from).collect(),
            next_cursor: next,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}

/// Id of a saved ICP.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct IcpRequest {
    /// ICP id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

/// `GET /v1/saved-icps/{id}`
pub struct Read;

impl Endpoint for Read {
    const SPEC: Spec = spec("read_icp", Method::Get, "/v1/saved-icps/{id}", "A saved ICP");
    type Request = IcpRequest;
    type Answer = SavedIcpView;

    async fn run(context: Context, request: IcpRequest) -> Result<Outcome<SavedIcpView>, Problem> {
        Ok(Outcome::free(context.store().saved_icp(context.account_id(), &request.id)?.into()))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "icp_01hx3v5k2m8q9r7t6w4y1z0abc" })
    }
}

/// `DELETE /v1/saved-icps/{id}`
pub struct Delete;

impl Endpoint for Delete {
    const SPEC: Spec = spec("delete_icp", Method::Delete, "/v1/saved-icps/{id}", "Deletes a saved ICP");
    type Request = IcpRequest;
    type Answer = SavedIcpView;

    async fn run(context: Context, request: IcpRequest) -> Result<Outcome<SavedIcpView>, Problem> {
        Ok(Outcome::free(context.store().delete_icp(context.account_id(), &request.id).await?.into()))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "icp_01hx3v5k2m8q9r7t6w4y1z0abc" })
    }
}
