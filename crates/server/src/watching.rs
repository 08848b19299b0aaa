//! Watch lists that watch by themselves: matches become events, priced as a run, within the owner's budget.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp, ToSpan, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, Effect, NewEvent, Settled, StoreError, WatchList, WatchTarget, Watching};

use crate::{
    app::App,
    catalogue::{Endpoint, Outcome, Price},
    context::Context,
    endpoints::{
        me::history::PAGE_MAX,
        quiet_power_users::{CHANGE_PRICE, PowerUser, QuietPowerUsers, unpaid},
        watch_lists::run::{MATCH_PRICE, Run, RunWatchListRequest},
    },
    errand::Errand,
    metering::Refused,
    problem::Problem,
    scheduler::{Next, TaskError},
    validate::Faults,
    webhook::WebhookInput,
};

/// How often signals are looked for; a live list hears of one within this time.
pub const LOOK_EVERY: SignedDuration = SignedDuration::from_secs(1);
/// Lists run by one turn of the task.
const LISTS_A_TURN: usize = 20;
/// When a list is tried again whose account has no credits left.
const SHORT_WAIT: SignedDuration = SignedDuration::from_hours(1);
/// When a list is tried again whose run failed.
const FAILED_WAIT: SignedDuration = SignedDuration::from_mins(1);

/// How a list is to watch by itself.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct WatchingInput {
    /// Whether the webhook is told of matches as their signals arrive.
    pub live: Option<bool>,
    /// Tell the webhook of matches every so many minutes; 0 for never.
    #[schemars(range(min = 0, max = 43_200))]
    pub every_minutes: Option<u32>,
    /// Credits that these runs may cost in a calendar month (UTC). What does not fit waits for the next.
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub monthly_budget: Option<u32>,
    /// Who is told: `watch_list.matched`, or `quiet_power_user.matched` for contacts. Part of the plan pro and above.
    pub webhook: Option<WebhookInput>,
}

/// How a list watches by itself.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WatchingView {
    /// Whether the webhook is told of matches as their signals arrive.
    pub live: bool,
    /// How often the webhook is told besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every_minutes: Option<i64>,
    /// Credits that these runs may cost in a calendar month.
    pub monthly_budget: Credits,
    /// What they have cost this month.
    pub spent_this_month: Credits,
    /// The webhook that is told.
    pub webhook: String,
    /// When the list is run next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_run_at: Option<Timestamp>,
}

impl WatchingView {
    /// How a list of the caller's watches, if it does.
    pub fn of(context: &Context, list: &str) -> Result<Option<Self>, Problem> {
        let watching = context.store().watching(context.account_id(), list)?;
        let month = month(context.now);
        Ok(watching.filter(|watching| watching.live || watching.every.is_some()).map(|watching| Self {
            live: watching.live,
            every_minutes: watching.every.map(|every| every.as_mins()),
            monthly_budget: watching.budget,
            spent_this_month: watching.budget.checked_sub(watching.left(month)).unwrap_or_default(),
            webhook: watching.webhook,
            next_run_at: watching.next_run_at,
        }))
    }
}

impl WatchingInput {
    fn is_empty(&self) -> bool {
        self.live.is_none()
            && self.every_minutes.is_none()
            && self.monthly_budget.is_none()
            && self.webhook.is_none()
    }

    /// How the list watches from now on; none when nothing was said about it. Nothing is written but the webhook.
    pub async fn prepare(self, context: &Context, list: &str) -> Result<Option<Watching>, Problem> {
        if self.is_empty() {
            return Ok(None);
        }
        let known = context.store().watching(context.account_id(), list)?;
        let live = self.live.unwrap_or(known.as_ref().is_some_and(|known| known.live));
        let every = match self.every_minutes {
            Some(0) => None,
            Some(minutes) => Some(SignedDuration::from_mins(i64::from(minutes))),
            None => known.as_ref().and_then(|known| known.every),
        };
        let budget = self.monthly_budget.map(|credits| Credits::whole(i64::from(credits)));
        let budget = budget.or(known.as_ref().map(|known| known.budget));
        let webhook = match self.webhook {
            Some(webhook) => Some(webhook.ensure(context, "/webhook").await?.id),
            None => known.as_ref().map(|known| known.webhook.clone()),
        };
        let mut faults = Faults::default();
        if webhook.is_none() {
            faults.add("/webhook", "required", "A list that watches by itself needs a webhook to tell.");
        }
        if budget.is_none() {
            faults.add(
                "/monthly_budget",
                "required",
                "A list that watches by itself needs a monthly_budget.",
            );
        }
        let (Some(webhook), Some(budget)) = (webhook, budget) else {
            return Err(Problem::of_faults(faults.into_vec()));
        };
        Ok(Some(Watching {
            list: list.to_owned(),
            account_id: context.account_id().to_owned(),
            key_id: context.caller.as_ref().map(|caller| caller.key.id.clone()).unwrap_or_default(),
            webhook,
            live,
            every,
            budget,
            spent: Credits::ZERO,
            spent_month: 0,
            // What has happened so far is told at once.
            next_run_at: (live || every.is_some()).then_some(context.now),
        }))
    }
}

/// Runs the lists that are due.
pub async fn work(app: Arc<App>) -> Result<Next, TaskError> {
    let now = app.clock.now();
    if app.store.rouse_live_lists(now).await? {
        return Ok(Next::AtOnce);
    }
    let due = app.store.due_watchings(now, LISTS_A_TURN)?;
    let more = due.len() == LISTS_A_TURN;
    for watching in due {
        let next = match run(&app, &watching).await {
            Ok(next) => next,
            Err(problem) => {
                tracing::warn!(
                    list = watching.list,
                    detail = problem.detail,
                    "a watch list could not be run"
                );
                Some(now + FAILED_WAIT)
            }
        };
        app.store.rest_watching(&watching, next).await?;
    }
    Ok(if more { Next::AtOnce } else { Next::Usual })
}

/// Runs a list once and says when it is due again.
async fn run(app: &Arc<App>, watching: &Watching) -> Result<Option<Timestamp>, Problem> {
    let now = app.clock.now();
    let usual = watching.every.map(|every| now + every);
    let list = app.store.watch_list(&watching.account_id, &watching.list)?;
    let (endpoint, price) = match list.target {
        WatchTarget::Contacts => (QuietPowerUsers::SPEC.id, CHANGE_PRICE),
        WatchTarget::Profiles | WatchTarget::Domains => (Run::SPEC.id, MATCH_PRICE),
    };
    let affordable = watching.left(month(now)).fits(price).min(u64::from(PAGE_MAX)) as usize;
    if affordable == 0 {
        return Ok(Some(next_month(now)));
    }
    let caller = Arc::new(app.store.key_owner_by_id(&watching.account_id, &watching.key_id)?);
    let account = caller.account.id.clone();
    let (hold, limit) = match app.holds.hold_some(&app.store, &account, price, affordable).await {
        Ok(held) => held,
        Err(Refused::Short(_)) => return Ok(Some(now + SHORT_WAIT)),
        Err(Refused::Failed(error)) => return Err(error.into()),
    };
    let errand = Errand::new(app.clone(), caller, endpoint, Price::PerUnit(price));
    let found = match list.target {
        WatchTarget::Contacts => changes(&errand.context(), &list, limit).await?,
        WatchTarget::Profiles | WatchTarget::Domains => matches(&errand.context(), &list, limit).await?,
    };
    if found.outcome.units == 0 {
        return Ok(usual);
    }
    let event = NewEvent {
        webhook: watching.webhook.clone(),
        kind: found.kind,
        subject: list.id.clone(),
        data: json!({
            "watch_list": { "id": list.id, "name": list.name },
            "matches": found.matches,
            "credits": Price::PerUnit(price).due(found.outcome.units),
        }),
    };
    let spent = Effect::WatchListSpent { list: list.id, month: month(now) };
    let settled = errand.settle(found.outcome, vec![spent, Effect::Event(Box::new(event))]).await;
    drop(hold);
    match settled {
        Ok(Settled::Short { .. }) => Ok(Some(now + SHORT_WAIT)),
        // Another run has answered the same, or spent the budget, just now.
        Err(StoreError::Duplicate(_) | StoreError::OutOfRange) => Ok(Some(now + FAILED_WAIT)),
        Err(error) => Err(error.into()),
        Ok(_) => {
            app.wake_webhooks();
            Ok(if found.more { Some(now) } else { usual })
        }
    }
}

/// What a list has to tell.
struct Found {
    kind: &'static str,
    matches: Value,
    more: bool,
    outcome: Outcome<()>,
}

/// Signals about the entries of a list.
async fn matches(context: &Context, list: &WatchList, limit: usize) -> Result<Found, Problem> {
    let request = RunWatchListRequest { id: list.id.clone(), limit: u32::try_from(limit).ok() };
    let Outcome { answer, units, people, cache, effects, upstream } =
        Run::run(context.clone(), request).await?;
    Ok(Found {
        kind: "watch_list.matched",
        matches: json!(answer.matches),
        more: answer.more,
        outcome: Outcome { answer: (), units, people, cache, effects, upstream },
    })
}

/// What changed about the contacts of a list.
async fn changes(context: &Context, list: &WatchList, limit: usize) -> Result<Found, Problem> {
    let kept = context.store().watch_entries(context.account_id(), &list.id)?;
    let contacts = kept.iter().filter_map(|entry| serde_json::from_str(entry).ok()).collect();
    let (found, more) = unpaid(context, contacts, limit).await?;
    let (items, changes): (Vec<String>, Vec<PowerUser>) = found.into_iter().unzip();
    let named = changes.iter().filter_map(|change| change.person.as_ref());
    let people = named.map(|person| person.id.clone()).collect();
    let units = items.len() as u64;
    let effects = vec![Effect::ItemsCharged { items }];
    Ok(Found {
        kind: "quiet_power_user.matched",
        matches: json!(changes),
        more,
        outcome: Outcome { people, effects, ..Outcome::resolved((), units) },
    })
}

/// Months since the year 0.
fn month(now: Timestamp) -> i64 {
    let date = now.to_zoned(TimeZone::UTC).date();
    i64::from(date.year()) * 12 + i64::from(date.month())
}

fn next_month(now: Timestamp) -> Timestamp {
    let zoned = now.to_zoned(TimeZone::UTC);
    let first = zoned.first_of_month().and_then(|day| day.start_of_day());
    let next = first.and_then(|first| first.checked_add(1.month()));
    next.map_or(now + SignedDuration::from_hours(24), |next| next.timestamp())
}
