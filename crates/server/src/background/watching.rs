//! Automatic watch-list runs: matches are sent as webhook events, priced as a manual run, within the monthly budget.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{
    Credits, Effect, EventKind, KeyId, KeyOwner, NewEvent, Scope, Settled, StoreError, WatchList,
    WatchSchedule, WatchTarget, Webhook, Write, month_of, next_month,
};

use crate::access::rights;
use crate::{
    access::auth,
    app::App,
    background::{
        call::BackgroundCall,
        scheduler::{Next, TaskError},
        webhook::{self, WebhookInput},
    },
    call::{
        context::Context,
        metering::Refused,
        problem::{Code, Problem},
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Outcome, Price, Spec},
    endpoints::{
        lists::watch_lists::run::{MATCH_PRICE, Run, matches},
        niche::quiet_power_users::{CHANGE_PRICE, QuietPowerUsers},
    },
    recipe::{
        PAGE_MAX,
        contacts::changes::{PowerUser, unpaid},
    },
};

/// Polling interval for new signals; the maximum delay of a live list.
pub const LOOK_EVERY: SignedDuration = SignedDuration::from_secs(1);
/// Lists run per task run.
const LISTS_A_TURN: usize = 20;
/// Retry delay of a list whose account has an insufficient balance.
const SHORT_WAIT: SignedDuration = SignedDuration::from_hours(1);
/// How often a resting list is rechecked whose key, plan or webhook does not allow a run.
const RESTING_LOOK: SignedDuration = SignedDuration::from_mins(10);
/// Retry delay after a failed run.
const FAILED_WAIT: SignedDuration = SignedDuration::from_mins(1);

/// Automatic runs of a list.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct WatchingInput {
    /// Whether to send matches to the webhook as their signals arrive.
    pub live: Option<bool>,
    /// Interval of scheduled runs in minutes, at most 43,200 (30 days). 0 turns them off.
    #[schemars(range(min = 0, max = 43_200))]
    pub every_minutes: Option<u32>,
    /// Credits that automatic runs may spend per calendar month (UTC). Matches beyond it wait for the next month.
    #[schemars(range(min = 0, max = 1_000_000_000))]
    pub monthly_budget: Option<u32>,
    /// Webhook that receives the events: `watch_list.matched`, or `quiet_power_user.matched` for lists of contacts.
    /// Requires the plan pro or above.
    pub webhook: Option<WebhookInput>,
}

/// State of a list's automatic runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WatchingState {
    /// Runs on schedule.
    Watching,
    /// Does not run and charges nothing; `reason` gives the cause.
    Resting,
}

/// Automatic runs of a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WatchingView {
    /// Whether the list runs or rests.
    pub state: WatchingState,
    /// Why the list rests: the problem code that a call with its key would get, or `insufficient_credits`,
    /// `monthly_budget_spent`, `webhook_deleted`, `webhook_disabled` or `webhook_gone`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When the list stopped running.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resting_since: Option<Timestamp>,
    /// Whether matches are sent to the webhook as their signals arrive.
    pub live: bool,
    /// Interval of scheduled runs in minutes. Absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every_minutes: Option<i64>,
    /// Credits that automatic runs may spend per calendar month (UTC).
    pub monthly_budget: Credits,
    /// Credits that automatic runs have spent this calendar month (UTC).
    pub spent_this_month: Credits,
    /// Id of the webhook that receives the events.
    pub webhook: String,
    /// When the list runs next or, while it rests, when it is checked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_run_at: Option<Timestamp>,
}

impl WatchingView {
    /// The view of a schedule; none if the list has no automatic runs.
    pub fn of(watching: Option<WatchSchedule>, now: Timestamp) -> Option<Self> {
        let watching = watching.filter(WatchSchedule::runs)?;
        let spent = watching.spent_in(month_of(now));
        let (reason, resting_since) = watching.resting.unzip();
        Some(Self {
            state: if reason.is_some() { WatchingState::Resting } else { WatchingState::Watching },
            reason,
            resting_since,
            live: watching.live,
            every_minutes: watching.every.map(|every| every.as_mins()),
            monthly_budget: watching.budget,
            spent_this_month: spent,
            webhook: watching.webhook,
            next_run_at: watching.next_run_at,
        })
    }
}

impl WatchingInput {
    fn spends(&self) -> bool {
        self.live.is_some() || self.every_minutes.is_some() || self.monthly_budget.is_some()
    }

    /// The write that changes the schedule as requested; no write for an empty request. Settings that spend credits
    /// require the scope `spend`, a webhook requires `manage`; each run checks both again.
    pub async fn prepare(
        self,
        context: &Context,
        list: &str,
        known: Option<WatchSchedule>,
    ) -> Result<Write<Option<WatchSchedule>>, Problem> {
        if !self.spends() && self.webhook.is_none() {
            return Ok(context.store().unchanged(known));
        }
        if self.spends() {
            context.require_scope(Scope::Spend)?;
        }
        let live = self.live.unwrap_or(known.as_ref().is_some_and(|known| known.live));
        let every = match self.every_minutes {
            Some(0) => None,
            Some(minutes) => Some(SignedDuration::from_mins(i64::from(minutes))),
            None => known.as_ref().and_then(|known| known.every),
        };
        let budget = self.monthly_budget.map(|credits| Credits::whole(i64::from(credits)));
        let budget = budget.or(known.as_ref().map(|known| known.budget));
        let webhook = match self.webhook {
            Some(webhook) => Some(webhook.ensure(context, "/webhook").await?.map(|webhook| webhook.id)),
            None => known.as_ref().map(|known| context.store().unchanged(known.webhook.clone())),
        };
        let mut faults = Faults::default();
        if webhook.is_none() {
            faults.add(
                "/webhook",
                FaultCode::Required,
                "A list that watches by itself needs a webhook to tell.",
            );
        }
        if budget.is_none() {
            faults.add(
                "/monthly_budget",
                FaultCode::Required,
                "A list that watches by itself needs a monthly_budget.",
            );
        }
        let (Some(webhook), Some(budget)) = (webhook, budget) else {
            return Err(Problem::of_faults(faults.into_vec()));
        };
        let watching = WatchSchedule {
            list: list.to_owned(),
            account_id: context.account_id().to_owned(),
            key_id: key_of_runs(context, known),
            webhook: String::new(),
            live,
            every,
            budget,
            spent: Credits::ZERO,
            spent_month: 0,
            // Due now, so that the first run sends the matches found so far.
            next_run_at: (live || every.is_some()).then_some(context.now),
            resting: None,
        };
        let store = context.store().clone();
        Ok(webhook
            .and_then(move |webhook| store.set_watching(WatchSchedule { webhook, ..watching }).map(Some)))
    }
}

/// The key that the list runs under: the last one that changed its schedule and had both scopes. A change by a key
/// without `manage` keeps the previous key.
fn key_of_runs(context: &Context, known: Option<WatchSchedule>) -> KeyId {
    let has_both =
        [Scope::Spend, Scope::Manage].into_iter().all(|scope| context.require_scope(scope).is_ok());
    let previous = known.filter(|_| !has_both).map(|known| known.key_id);
    previous.unwrap_or_else(|| context.key_id().clone())
}

/// Result of one run of a list.
struct Turn {
    next: Option<Timestamp>,
    /// Why the list rests until `next`.
    resting: Option<&'static str>,
    /// The reason to send to the webhook, if any.
    event: Option<&'static str>,
}

impl Turn {
    fn ran(next: Option<Timestamp>) -> Self {
        Self { next, resting: None, event: None }
    }

    /// Rests until the owner fixes the cause; the webhook is notified.
    fn rest(reason: &'static str, now: Timestamp) -> Self {
        Self { next: Some(now + RESTING_LOOK), resting: Some(reason), event: Some(reason) }
    }

    /// Rests until credits or budget are available, then resumes automatically; the webhook is notified.
    fn wait(reason: &'static str, until: Timestamp) -> Self {
        Self { next: Some(until), resting: Some(reason), event: Some(reason) }
    }

    /// The same, looked at by a time at the latest.
    fn by(self, latest: Timestamp) -> Self {
        Self { next: self.next.map(|next| next.min(latest)), ..self }
    }
}

/// Task: runs the lists that are due.
pub async fn work(app: Arc<App>) -> Result<Next, TaskError> {
    let now = app.clock.now();
    if app.store.mark_live_lists_due(now).await? {
        return Ok(Next::AtOnce);
    }
    let due = app.store.due_watchings(now, LISTS_A_TURN)?;
    let more = due.len() == LISTS_A_TURN;
    for watching in due {
        let turn = match run(&app, &watching).await {
            Ok(turn) => turn,
            Err(problem) => {
                tracing::warn!(
                    list = watching.list,
                    detail = problem.detail,
                    "a watch list could not be run"
                );
                Turn::ran(Some(now + FAILED_WAIT))
            }
        };
        let event = turn.event.and_then(|reason| resting_event(&app, &watching, reason));
        app.store.reschedule_watching(&watching, turn.next, turn.resting, event, now).await?;
        if turn.event.is_some() {
            app.wake_webhooks();
        }
    }
    Ok(if more { Next::AtOnce } else { Next::Usual })
}

/// Re-checks the key of a list before a run: scopes, plan, and a webhook that accepts events. The inner error is the
/// reason to rest.
fn authorize(
    app: &App,
    watching: &WatchSchedule,
    (spec, told): (&Spec, EventKind),
) -> Result<Result<KeyOwner, &'static str>, Problem> {
    let authorized = auth::authorize_again(app, &watching.account_id, &watching.key_id, spec)
        .and_then(|owner| rights::require_scope(&owner, Scope::Manage).map(|()| owner))
        .and_then(|owner| webhook::includes_webhooks(app, &owner, app.clock.now()).map(|()| owner));
    let owner = match authorized {
        Ok(owner) => owner,
        Err(problem) if problem.code.status() < 500 => return Ok(Err(problem.code.as_str())),
        Err(problem) => return Err(problem),
    };
    match app.store.webhook(&watching.account_id, &watching.webhook).map(|webhook| webhook.accepts(told)) {
        Ok(Ok(())) => Ok(Ok(owner)),
        Ok(Err(StoreError::NoReceiver(reason))) => Ok(Err(reason)),
        Err(StoreError::NotFound(_)) => Ok(Err(Webhook::DELETED)),
        Ok(Err(error)) | Err(error) => Err(error.into()),
    }
}

/// The `watch_list.resting` event; none if the plan has no webhooks, the account is closed or the webhook accepts no
/// events.
fn resting_event(app: &App, watching: &WatchSchedule, reason: &'static str) -> Option<NewEvent> {
    let webhook = app.store.webhook(&watching.account_id, &watching.webhook).ok()?;
    let account = app.store.account(&watching.account_id).ok()??;
    let terms = app.settings.terms(account.effective_plan(app.clock.now()));
    if webhook.accepts_events().is_err() || !terms.webhooks || account.closed_at.is_some() {
        return None;
    }
    Some(NewEvent {
        webhook: webhook.id,
        kind: EventKind::WatchListResting,
        subject: watching.list.clone(),
        data: json!({ "watch_list": { "id": watching.list }, "reason": reason }),
    })
}

/// Runs a list once: hold, query, settle together with the event.
async fn run(app: &Arc<App>, watching: &WatchSchedule) -> Result<Turn, Problem> {
    let now = app.clock.now();
    let usual = watching.every.map(|every| now + every);
    let list = app.store.watch_list(&watching.account_id, &watching.list)?;
    let (spec, price, told) = match list.target {
        WatchTarget::Contacts => (&QuietPowerUsers::SPEC, CHANGE_PRICE, EventKind::QuietPowerUserMatched),
        WatchTarget::Profiles | WatchTarget::Domains => {
            (&Run::SPEC, MATCH_PRICE, EventKind::WatchListMatched)
        }
    };
    let caller = match authorize(app, watching, (spec, told))? {
        Ok(owner) => Arc::new(owner),
        Err(reason) => return Ok(Turn::rest(reason, now)),
    };
    let affordable = watching.left(month_of(now)).fits(price).min(u64::from(PAGE_MAX)) as usize;
    let account = caller.account.id.clone();
    let next_month = next_month(now);
    let short = || Turn::wait(Code::InsufficientCredits.as_str(), now + SHORT_WAIT);
    // A list that can pay for nothing still tells of what another list of the account has paid for, and rests then.
    let until = usual.map_or(next_month, |usual| usual.min(next_month));
    let (hold, unpaid, rest) = if affordable == 0 {
        (None, 0, Some(Turn::wait("monthly_budget_spent", until)))
    } else if rights::within_cap(&caller, price, now).is_err() {
        (None, 0, Some(Turn::wait(Code::KeyCapReached.as_str(), until)))
    } else {
        match app.holds.hold_some(&app.store, &account, price, affordable).await {
            Ok((hold, unpaid)) => (Some(hold), unpaid, None),
            Err(Refused::InsufficientBalance(_)) => (None, 0, Some(short())),
            Err(Refused::HeldByOthers) => return Ok(Turn::ran(Some(now + FAILED_WAIT))),
            Err(Refused::Failed(error)) => return Err(error.into()),
        }
    };
    let call = BackgroundCall::new(app.clone(), caller, spec.id, Price::PerUnit(price));
    let found = match list.target {
        WatchTarget::Contacts => changes(&call.context(), &list, unpaid)?,
        WatchTarget::Profiles | WatchTarget::Domains => matches_of(&call.context(), &list, unpaid)?,
    };
    // What it cannot pay for may be paid for with another list meanwhile.
    let rest = rest.map(|rest| if found.more { rest.by(now + RESTING_LOOK) } else { rest });
    if found.outcome.units == 0 {
        return Ok(rest.unwrap_or(Turn::ran(usual)));
    }
    let items = found.outcome.items.as_deref().unwrap_or_default();
    // What another list of the account has answered is paid for.
    let paid = app.store.charged_items(&account, spec.id, items)?.len() as u64;
    let event = NewEvent {
        webhook: watching.webhook.clone(),
        kind: told,
        subject: list.id.clone(),
        data: json!({
            "watch_list": { "id": list.id, "name": list.name },
            "matches": found.matches,
            "credits": Price::PerUnit(price).due(found.outcome.units - paid),
        }),
    };
    let asked = json!({ "id": list.id }).to_string();
    let spent = Effect::WatchListSpent { list: list.id, month: month_of(now) };
    let outcome = found.outcome.with(event.data.to_string().into_bytes());
    let settled = call.settle(asked, outcome, vec![spent, Effect::Event(Box::new(event))]).await;
    drop(hold);
    match settled {
        Ok(Settled::InsufficientBalance { .. }) => Ok(short()),
        Err(StoreError::KeyCapReached { .. }) => Ok(Turn::wait(Code::KeyCapReached.as_str(), next_month)),
        // The webhook was deleted or disabled during the run: nothing was charged, and no match was recorded as
        // delivered.
        Err(StoreError::NoReceiver(reason)) => Ok(Turn::rest(reason, now)),
        // A concurrent run delivered the same matches or spent the budget.
        Err(StoreError::Duplicate(_) | StoreError::OutOfRange) => Ok(Turn::ran(Some(now + FAILED_WAIT))),
        Err(error) => Err(error.into()),
        Ok(_) => {
            app.wake_webhooks();
            Ok(rest.unwrap_or(Turn::ran(if found.more { Some(now) } else { usual })))
        }
    }
}

/// Result of querying a list.
struct FoundMatch {
    matches: Value,
    more: bool,
    outcome: Outcome<()>,
}

/// Signals that match the entries of a list, of which at most `unpaid` are charged. Blocks on the database.
fn matches_of(context: &Context, list: &WatchList, unpaid: usize) -> Result<FoundMatch, Problem> {
    let (answer, outcome) = matches(context, list, PAGE_MAX as usize, unpaid)?.split();
    Ok(FoundMatch { matches: json!(answer.matches), more: answer.more, outcome })
}

/// Job, title and engagement changes of the contacts of a list. Blocks on the database.
fn changes(context: &Context, list: &WatchList, limit: usize) -> Result<FoundMatch, Problem> {
    let kept = context.store().watch_entries(context.account_id(), &list.id)?;
    let contacts = kept.iter().filter_map(|entry| serde_json::from_str(entry).ok()).collect();
    let (found, more) = unpaid(context, QuietPowerUsers::SPEC.id, contacts, limit)?;
    let (items, changes): (Vec<String>, Vec<PowerUser>) = found.into_iter().unzip();
    let named = changes.iter().filter_map(|change| change.person.as_ref());
    let people = named.map(|person| person.id.clone()).collect();
    let units = items.len() as u64;
    let effects = vec![Effect::ItemsCharged { items }];
    Ok(FoundMatch {
        matches: json!(changes),
        more,
        outcome: Outcome { people, effects, ..Outcome::resolved((), units) },
    })
}
