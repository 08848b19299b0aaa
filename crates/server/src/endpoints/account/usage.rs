//! What the account used, added up by day, endpoint, both, or key.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, Key, Scope, UsageBy, UsageRow};

use super::KeyCapView;
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    recipe::answer::call::CallNames,
    sandbox::sample::Sample,
};

const SECONDS_PER_DAY: i64 = 86_400;

/// `GET /v1/me/usage`
pub struct Usage;

/// How usage is grouped, and the time range.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct UsageRequest {
    /// What to group by; `day` if omitted.
    pub by: Option<UsageBy>,
    /// Only calls at or after this time.
    pub since: Option<Timestamp>,
    /// Only calls before this time.
    pub until: Option<Timestamp>,
}

/// Usage in groups, and in total.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UsageAnswer {
    /// What it is grouped by.
    pub by: UsageBy,
    /// The groups: days oldest first, endpoints and keys by id. A day without calls is no group.
    pub results: Vec<UsageView>,
    /// All groups together.
    pub total: UsageTotals,
}

/// One group.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UsageView {
    /// The day in UTC, if grouped by day or by day and endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<Date>,
    /// Operation id of the endpoint, if grouped by endpoint or by day and endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
    /// Path of the endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Key id, if grouped by key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_id: Option<String>,
    /// Name of the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_name: Option<String>,
    /// The monthly cap of the key and what was used of it; absent if it has none.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub cap: Option<KeyCapView>,
    /// What the group adds up to.
    #[serde(flatten)]
    pub totals: UsageTotals,
}

/// What calls add up to. Calls that cost nothing count as long as the history keeps them.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct UsageTotals {
    /// Number of calls.
    pub requests: u64,
    /// Of these, calls that were charged.
    pub charged_requests: u64,
    /// Items resolved.
    pub resolved: u64,
    /// Credits charged.
    pub credits: Credits,
    /// Credits refunded of those charged.
    pub refunded: Credits,
    /// Calls answered entirely from stored records.
    pub cache_hits: u64,
    /// Calls answered at once whose price depends on what they find. Previews, replays, refused and failed calls, submitted
    /// jobs and free endpoints are not among them; each item of a job counts as a call.
    pub looked_up: u64,
    /// Of the calls in `looked_up`, those that resolved at least one item. The hit rate is `found` divided by `looked_up`.
    pub found: u64,
}

impl UsageTotals {
    fn of(row: &UsageRow) -> Self {
        Self {
            requests: row.requests,
            charged_requests: row.charged_requests,
            resolved: row.resolved,
            credits: row.credits,
            refunded: row.refunded,
            cache_hits: row.cache_hits,
            looked_up: row.looked_up,
            found: row.found,
        }
    }

    fn add(&mut self, row: &UsageRow) {
        self.requests += row.requests;
        self.charged_requests += row.charged_requests;
        self.resolved += row.resolved;
        self.credits = self.credits.checked_add(row.credits).unwrap_or(self.credits);
        self.refunded = self.refunded.checked_add(row.refunded).unwrap_or(self.refunded);
        self.cache_hits += row.cache_hits;
        self.looked_up += row.looked_up;
        self.found += row.found;
    }
}

fn view(names: &CallNames, by: UsageBy, row: UsageRow) -> UsageView {
    let totals = UsageTotals::of(&row);
    let mut view =
        UsageView { day: None, endpoint: None, path: None, key_id: None, key_name: None, cap: None, totals };
    match by {
        UsageBy::Day => view.day = day(&row.group),
        UsageBy::Endpoint => {
            view.path = names.path(&row.group);
            view.endpoint = Some(row.group);
        }
        UsageBy::DayAndEndpoint => {
            let (days, endpoint) = row.group.split_once(' ').unwrap_or_default();
            view.day = day(days);
            view.path = names.path(endpoint);
            view.endpoint = Some(endpoint.to_owned());
        }
        UsageBy::Key => {
            view.key_name = names.key(&row.group);
            view.key_id = Some(row.group);
        }
    }
    view
}

/// Adds the caps of keys.
fn add_caps(results: &mut [UsageView], keys: &[Key], now: Timestamp) {
    for view in results {
        let key = keys.iter().find(|key| view.key_id.as_deref() == Some(key.id.as_str()));
        view.cap = key.and_then(|key| key.cap.as_ref()).map(|cap| KeyCapView::of(cap, now));
    }
}

/// A day from the days since 1970.
fn day(days: &str) -> Option<Date> {
    let start = Timestamp::from_second(days.parse::<i64>().ok()?.checked_mul(SECONDS_PER_DAY)?).ok()?;
    Some(start.to_zoned(TimeZone::UTC).date())
}

impl Endpoint for Usage {
    const SPEC: Spec = Spec::own(
        "usage",
        Method::Get,
        "/v1/me/usage",
        Scope::Read,
        "Calls, hits and credits added up by day, endpoint, both, or key",
    );
    type Request = UsageRequest;
    type Answer = UsageAnswer;

    async fn run(context: Context, request: UsageRequest) -> Result<Outcome<UsageAnswer>, Problem> {
        context.services.history.settle(context.store()).await;
        let by = request.by.unwrap_or(UsageBy::Day);
        let rows = context.store().usage(context.account_id(), by, request.since, request.until)?;
        let mut total = UsageTotals::default();
        rows.iter().for_each(|row| total.add(row));
        let names = CallNames::of(&context)?;
        let mut results: Vec<UsageView> = rows.into_iter().map(|row| view(&names, by, row)).collect();
        if by == UsageBy::Key {
            add_caps(&mut results, &context.store().keys(context.account_id())?, context.now);
        }
        Ok(Outcome::free(UsageAnswer { by, results, total }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "by": "endpoint" })
    }
}
