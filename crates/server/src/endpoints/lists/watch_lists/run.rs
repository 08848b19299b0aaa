//! Runs a watch list: new signals of its entries.

use jiff::SignedDuration;
use records::{Company, Person, Signal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, Effect, WatchList, WatchMatch, WatchTarget};

use crate::{
    call::{
        context::Context,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    recipe::PAGE_MAX,
    sandbox::sample::Sample,
};

/// Age up to which an event counts, and age up to which one counts that became known after the list was made.
const LOOK_BACK_DAYS: [i64; 2] = [90, 365];
const MATCHES_DEFAULT: u32 = 10;
/// Price of a match.
pub const MATCH_PRICE: Credits = Credits::whole(2);

/// `POST /v1/watch-lists/{id}/run`
pub struct Run;

/// The list, and the maximum number of matches.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RunWatchListRequest {
    /// List id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Maximum number of matches; the next run returns the rest.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
}

/// Matches since the last run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunWatchListAnswer {
    /// Newest first. A list returns a match once, and an account pays for it once, also where several lists return it.
    pub matches: Vec<WatchMatchView>,
    /// Whether more matches are available for another run.
    pub more: bool,
}

/// A signal of an entry.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WatchMatchView {
    /// The profile or domain that matched.
    pub entry: String,
    /// The signal.
    pub signal: Signal,
    /// The person concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
    /// The company concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Company>,
}

/// The list, if it can be run.
fn list_to_run(context: &Context, id: &str) -> Result<WatchList, Problem> {
    let list = context.store().watch_list(context.account_id(), id)?;
    if list.target == WatchTarget::Contacts {
        let mut faults = Faults::default();
        let message = "A list of contacts tells its webhook. Ask at once with POST /v1/quiet-power-users.";
        faults.add("/id", FaultCode::NotApplicable, message);
        return Err(Problem::of_faults(faults.into_vec()));
    }
    Ok(list)
}

impl Endpoint for Run {
    const SPEC: Spec = Spec::charging(
        "run_watch_list",
        "/v1/watch-lists/{id}/run",
        Group::Sticky,
        Price::PerUnit(MATCH_PRICE),
        "What is new about a watch list's entries since its last run, with the people and companies",
    );
    type Request = RunWatchListRequest;
    type Answer = RunWatchListAnswer;

    fn units(request: &RunWatchListRequest) -> u64 {
        u64::from(request.limit.unwrap_or(MATCHES_DEFAULT))
    }

    /// Nothing, or the highest price: how much is new about a few entries is the answer.
    async fn estimate(context: Context, request: RunWatchListRequest) -> Result<Estimate, Problem> {
        let list = list_to_run(&context, &request.id)?;
        let found = new_signals(&context, &list, Self::units(&request) as usize)?;
        let ids: Vec<String> = found.into_iter().map(|found| found.signal.id).collect();
        let paid = context.store().charged_items(context.account_id(), Self::SPEC.id, &ids)?;
        let is_free = ids.iter().all(|id| paid.contains(id));
        Ok(Estimate::at_most(if is_free { 0 } else { Self::units(&request) }))
    }

    async fn run(
        context: Context,
        request: RunWatchListRequest,
    ) -> Result<Outcome<RunWatchListAnswer>, Problem> {
        let limit = request.limit.unwrap_or(MATCHES_DEFAULT) as usize;
        let list = list_to_run(&context, &request.id)?;
        matches(&context, &list, limit, limit)
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "demo", "limit": 2 })
    }
}

/// The newest signals of a list's entries that it has not returned yet. Blocks on the database.
fn new_signals(context: &Context, list: &WatchList, limit: usize) -> Result<Vec<WatchMatch>, Problem> {
    let since = LOOK_BACK_DAYS.map(|days| context.now - SignedDuration::from_hours(24 * days));
    Ok(context.store().watch_matches(context.account_id(), &list.id, since, limit)?)
}

/// Up to `limit` matches of a list, of which at most `unpaid` are charged: others were paid for with another list of the
/// account. Blocks on the database.
pub fn matches(
    context: &Context,
    list: &WatchList,
    limit: usize,
    unpaid: usize,
) -> Result<Outcome<RunWatchListAnswer>, Problem> {
    let found = new_signals(context, list, limit + 1)?;
    let (count, mut left) = (found.len(), unpaid);
    let paid = match unpaid < limit.min(count) {
        true => {
            let ids: Vec<String> = found.iter().map(|found| found.signal.id.clone()).collect();
            context.store().charged_items(context.account_id(), Run::SPEC.id, &ids)?
        }
        // All of them may be charged.
        false => Default::default(),
    };
    let mut matches = Vec::with_capacity(count.min(limit));
    for found in found.into_iter().take(limit) {
        if !paid.contains(&found.signal.id) {
            if left == 0 {
                continue;
            }
            left -= 1;
        }
        let company = match &found.signal.company {
            Some(employer) => context.engine().company_of(employer, None)?,
            None => None,
        };
        matches.push(WatchMatchView {
            person: context.engine().person_by_id(&found.subject_id)?,
            company,
            entry: found.entry,
            signal: found.signal,
        });
    }
    let more = count > matches.len();
    let signals: Vec<String> = matches.iter().map(|found| found.signal.id.clone()).collect();
    let people = matches.iter().filter_map(|found| Some(found.person.as_ref()?.id.clone())).collect();
    Ok(Outcome {
        people,
        effects: vec![Effect::WatchListAnswered { list: list.id.clone(), signals: signals.clone() }],
        ..Outcome::of_items(RunWatchListAnswer { matches, more }, signals)
    })
}
