//! Watch lists: create, list, read, update, delete.

pub mod run;

use jiff::Timestamp;
use records::SignalKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Scope, WatchList, WatchListChange, WatchSchedule, WatchTarget, Write, new_id};

use crate::{
    background::watching::{WatchingInput, WatchingView},
    call::{
        context::Context,
        cursor,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Group, Method, Outcome, Spec, Written},
    recipe::{
        PAGE_DEFAULT, PAGE_MAX,
        contacts::{CONTACTS_MAX, Contact},
        person_input::{DomainName, ProfileUrl},
    },
    sandbox::sample::Sample,
};

/// A watch list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WatchListView {
    /// List id.
    pub id: String,
    /// Your name for it, for display.
    pub name: String,
    /// What it watches: profiles, domains or contacts.
    pub target: WatchTarget,
    /// Signal kinds that match.
    pub signals: Vec<SignalKind>,
    /// Number of entries.
    pub entries: u64,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// When it was last run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_run_at: Option<Timestamp>,
    /// Schedule of automatic runs; absent if it is only run on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watching: Option<WatchingView>,
}

impl WatchListView {
    fn of(context: &Context, list: WatchList) -> Result<Self, Problem> {
        let watching = context.store().watching(context.account_id(), &list.id)?;
        Ok(Self::new(list, WatchingView::of(watching, context.now)))
    }

    /// View of a list that is written in one transaction with its schedule.
    fn written(
        list: Write<WatchList>,
        watching: Write<Option<WatchSchedule>>,
        now: Timestamp,
    ) -> Write<Self> {
        list.and_then(move |list| {
            watching.map(move |watching| Self::new(list, WatchingView::of(watching, now)))
        })
    }

    fn new(list: WatchList, watching: Option<WatchingView>) -> Self {
        Self {
            watching,
            id: list.id,
            name: list.name,
            target: list.target,
            signals: list.kinds,
            entries: list.entries,
            created_at: list.created_at,
            updated_at: list.updated_at,
            last_run_at: list.last_run_at,
        }
    }
}

/// Schedule of a caller's list. A list with automatic runs can be changed or deleted only with the scope `spend`,
/// because its entries determine what it charges.
fn running_list(context: &Context, id: &str) -> Result<Option<WatchSchedule>, Problem> {
    let known = context.store().watching(context.account_id(), id)?;
    if known.as_ref().is_some_and(WatchSchedule::runs) {
        context.require_scope(Scope::Spend)?;
    }
    Ok(known)
}

const fn spec(id: &'static str, method: Method, path: &'static str, summary: &'static str) -> Spec {
    Spec { group: Group::Sticky, ..Spec::own(id, method, path, Scope::Read, summary) }
}

/// `POST /v1/watch-lists`
pub struct Create;

/// The watch list to create: of profiles, domains or contacts.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CreateWatchListRequest {
    /// Your name for it, for display.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// URLs of professional-network profiles, in any spelling.
    #[schemars(length(min = 1, max = 10_000))]
    pub profiles: Option<Vec<ProfileUrl>>,
    /// Company domains or websites.
    #[schemars(length(min = 1, max = 10_000))]
    pub domains: Option<Vec<DomainName>>,
    /// Champions, as for `/v1/quiet-power-users`; their changes are sent to the webhook as `quiet_power_user.matched`.
    #[schemars(length(min = 1, max = CONTACTS_MAX))]
    pub contacts: Option<Vec<Contact>>,
    /// Signal kinds that match; all if omitted.
    #[schemars(length(min = 1, max = 6))]
    pub signals: Option<Vec<SignalKind>>,
    /// Schedule of automatic runs.
    #[serde(flatten)]
    pub watching: WatchingInput,
}

impl Endpoint for Create {
    const SPEC: Spec = Spec {
        status: 201,
        ..spec(
            "create_watch_list",
            Method::Post,
            "/v1/watch-lists",
            "Makes a watch list of profiles or companies",
        )
    };
    type Request = CreateWatchListRequest;
    type Answer = Written<WatchListView>;

    fn check(request: &CreateWatchListRequest, faults: &mut Faults) {
        let given = [request.profiles.is_some(), request.domains.is_some(), request.contacts.is_some()];
        if given.iter().filter(|given| **given).count() != 1 {
            faults.add("/profiles", FaultCode::Required, "Send either profiles or domains or contacts.");
        }
        Contact::check_all(request.contacts.as_deref().unwrap_or_default(), faults);
    }

    async fn run(
        context: Context,
        request: CreateWatchListRequest,
    ) -> Result<Outcome<Self::Answer>, Problem> {
        let (target, entries) = match (request.profiles, request.domains, request.contacts) {
            (Some(profiles), _, _) => (WatchTarget::Profiles, normal(profiles, ProfileUrl::normal)),
            (None, Some(domains), _) => (WatchTarget::Domains, normal(domains, DomainName::normal)),
            (None, None, contacts) => {
                (WatchTarget::Contacts, normal(contacts.unwrap_or_default(), Contact::kept))
            }
        };
        let list = WatchList {
            id: new_id("wl", &context.services.clock, &context.services.entropy),
            name: request.name,
            target,
            kinds: request.signals.unwrap_or_else(|| SignalKind::ALL.to_vec()),
            entries: 0,
            created_at: context.now,
            updated_at: context.now,
            last_run_at: None,
        };
        let watching = request.watching.prepare(&context, &list.id, None).await?;
        let made = context.store().create_watch_list(context.account_id(), list, entries);
        Ok(Written::free(WatchListView::written(made, watching, context.now)))
    }

    fn example(sample: &Sample) -> Value {
        json!({ "name": "key accounts", "domains": [sample.company_domain], "signals": ["funding", "hiring"] })
    }
}

/// Normalises and deduplicates entries.
fn normal<T>(entries: Vec<T>, normal_form: impl Fn(&T) -> Option<String>) -> Vec<String> {
    let mut normal: Vec<String> = entries.iter().filter_map(normal_form).collect();
    normal.sort();
    normal.dedup();
    normal
}

/// `GET /v1/watch-lists`
pub struct List;

/// Page of watch lists.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListWatchListsRequest {
    /// Lists per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of watch lists.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListWatchListsAnswer {
    /// Newest first.
    pub results: Vec<WatchListView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

impl Endpoint for List {
    const SPEC: Spec = spec("list_watch_lists", Method::Get, "/v1/watch-lists", "Lists your watch lists");
    type Request = ListWatchListsRequest;
    type Answer = ListWatchListsAnswer;

    async fn run(
        context: Context,
        request: ListWatchListsRequest,
    ) -> Result<Outcome<ListWatchListsAnswer>, Problem> {
        let position = cursor::time_and_id(&context, request.cursor.as_deref())?;
        let before = position.as_ref().map(|(at, id)| (*at, id.as_str()));
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut lists = context.store().watch_lists(context.account_id(), before, limit + 1)?;
        let more = lists.len() > limit;
        lists.truncate(limit);
        let next =
            lists.last().filter(|_| more).map(|last| cursor::after(&context, last.created_at, &last.id));
        Ok(Outcome::free(ListWatchListsAnswer {
            results: lists
                .into_iter()
                .map(|list| WatchListView::of(&context, list))
                .collect::<Result<_, _>>()?,
            next_cursor: next,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}

/// `GET /v1/watch-lists/{id}`
pub struct Read;

/// Id of a watch list.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct WatchListRequest {
    /// List id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

/// A watch list with its entries.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WatchListAnswer {
    /// The list.
    #[serde(flatten)]
    pub list: WatchListView,
    /// Profiles, domains, or contacts as JSON, in normal form.
    pub watched: Vec<String>,
}

impl Endpoint for Read {
    const SPEC: Spec =
        spec("read_watch_list", Method::Get, "/v1/watch-lists/{id}", "A watch list with its entries");
    type Request = WatchListRequest;
    type Answer = WatchListAnswer;

    async fn run(context: Context, request: WatchListRequest) -> Result<Outcome<WatchListAnswer>, Problem> {
        let list = context.store().watch_list(context.account_id(), &request.id)?;
        let watched = context.store().watch_entries(context.account_id(), &request.id)?;
        Ok(Outcome::free(WatchListAnswer { list: WatchListView::of(&context, list)?, watched }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "wl_01hx3v5k2m8q9r7t6w4y1z0abc" })
    }
}

/// `PATCH /v1/watch-lists/{id}`
pub struct Change;

/// The changes; omitted fields stay unchanged.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ChangeWatchListRequest {
    /// List id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// New name.
    #[schemars(length(min = 1, max = 200))]
    pub name: Option<String>,
    /// Profiles that replace the current ones.
    #[schemars(length(min = 1, max = 10_000))]
    pub profiles: Option<Vec<ProfileUrl>>,
    /// Domains that replace the current ones.
    #[schemars(length(min = 1, max = 10_000))]
    pub domains: Option<Vec<DomainName>>,
    /// Contacts that replace the current ones.
    #[schemars(length(min = 1, max = CONTACTS_MAX))]
    pub contacts: Option<Vec<Contact>>,
    /// Signal kinds that replace the current ones.
    #[schemars(length(min = 1, max = 6))]
    pub signals: Option<Vec<SignalKind>>,
    /// Schedule of automatic runs.
    #[serde(flatten)]
    pub watching: WatchingInput,
}

impl Endpoint for Change {
    const SPEC: Spec =
        spec("change_watch_list", Method::Patch, "/v1/watch-lists/{id}", "Changes a watch list");
    type Request = ChangeWatchListRequest;
    type Answer = Written<WatchListView>;

    fn check(request: &ChangeWatchListRequest, faults: &mut Faults) {
        Contact::check_all(request.contacts.as_deref().unwrap_or_default(), faults);
    }

    async fn run(
        context: Context,
        request: ChangeWatchListRequest,
    ) -> Result<Outcome<Self::Answer>, Problem> {
        let target = context.store().watch_list(context.account_id(), &request.id)?.target;
        let known = running_list(&context, &request.id)?;
        let given = [
            (WatchTarget::Profiles, "profiles", request.profiles.map(|all| normal(all, ProfileUrl::normal))),
            (WatchTarget::Domains, "domains", request.domains.map(|all| normal(all, DomainName::normal))),
            (WatchTarget::Contacts, "contacts", request.contacts.map(|all| normal(all, Contact::kept))),
        ];
        let mut faults = Faults::default();
        for (_, field, _) in given.iter().filter(|(of, _, entries)| *of != target && entries.is_some()) {
            let message = format!("This list does not watch {field}; make another list for them.");
            faults.add(format!("/{field}"), FaultCode::NotApplicable, message);
        }
        if !faults.is_empty() {
            return Err(Problem::of_faults(faults.into_vec()));
        }
        let entries = given.into_iter().find_map(|(of, _, entries)| entries.filter(|_| of == target));
        let watching = request.watching.prepare(&context, &request.id, known).await?;
        let change = WatchListChange { name: request.name, kinds: request.signals, entries };
        let changed =
            context.store().change_watch_list(context.account_id(), &request.id, change, context.now);
        Ok(Written::free(WatchListView::written(changed, watching, context.now)))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "wl_01hx3v5k2m8q9r7t6w4y1z0abc", "name": "key accounts, Europe" })
    }
}

/// `DELETE /v1/watch-lists/{id}`
pub struct Delete;

impl Endpoint for Delete {
    const SPEC: Spec =
        spec("delete_watch_list", Method::Delete, "/v1/watch-lists/{id}", "Deletes a watch list");
    type Request = WatchListRequest;
    type Answer = WatchListView;

    async fn run(context: Context, request: WatchListRequest) -> Result<Outcome<WatchListView>, Problem> {
        running_list(&context, &request.id)?;
        let list = context.store().delete_watch_list(context.account_id(), &request.id).await?;
        Ok(Outcome::free(WatchListView::new(list, None)))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "wl_01hx3v5k2m8q9r7t6w4y1z0abc" })
    }
}
