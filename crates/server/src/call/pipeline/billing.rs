//! What a call costs: its quote, its hold, its settlement, and refusals for want of credits.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{Response, StatusCode},
};
use serde_json::json;
use store::{
    CallDetail, CallOutcome, ChargedOnce, Cost, Credits, KeyOwner, Settled, SettledAnswer, Settlement,
    StoreError,
};

use super::{Run, replies::Proof};
use crate::{
    access::rights,
    app::App,
    call::{
        history_entry, idempotency,
        metering::Refused,
        problem::{Code, Problem},
        response::{EVENT_STREAM, streamed, with_cookie, with_members},
    },
    endpoint::{Content, Outcome, Prepared, Price, Written},
    telemetry,
};

/// When to try again while running calls hold the credits of an account.
const HELD_RETRY_SECONDS: u64 = 5;

impl Run {
    /// Answers with the price of the call and what its preview shows, without charging it.
    pub(super) async fn quote(
        &mut self,
        app: Arc<App>,
        caller: Option<Arc<KeyOwner>>,
        prepared: Box<dyn Prepared>,
    ) -> Result<Response<Body>, Problem> {
        let price = self.entry.spec.price;
        let most = price.due(prepared.units());
        let context = self.context(app.clone(), caller);
        let (store, account) = (context.store().clone(), context.account_id().clone());
        let estimate = self.within_time(&app, &account, prepared.estimate(context)).await?;
        let price = if estimate.only_new { price.of_new() } else { price };
        let estimated = match &estimate.items {
            Some(items) => {
                let paid = store.charged_items(&account, self.entry.spec.id, items)?;
                price.charge(estimate.units, items.iter().filter(|item| !paid.contains(*item)).count() as u64)
            }
            None => price.due(estimate.units),
        };
        let mut quote = json!({
            "preview": true,
            "would_cost": { "max_credits": most, "estimated_credits": estimated },
        });
        if let Some(total) = estimate.total {
            quote["total"] = total.into();
        }
        for (name, shown) in estimate.shown {
            quote[name] = shown;
        }
        let mark = if self.call.sandbox { "\"sandbox\":true" } else { "" };
        self.noted.outcome = Some(CallOutcome::Preview);
        let mut response = self.json(with_members(quote.to_string().into_bytes(), mark));
        // A price is an answer at once, also of a call that is itself only accepted.
        *response.status_mut() = StatusCode::OK;
        Ok(response)
    }

    /// Public endpoints and the sandbox: nothing is charged or recorded in the history.
    pub(super) async fn unbilled(
        &self,
        app: Arc<App>,
        prepared: Box<dyn Prepared>,
    ) -> Result<Response<Body>, Problem> {
        let (content, outcome) = self.run(app.clone(), None, prepared).await?.split();
        let answer = match content {
            Content::Json(answer) => answer,
            Content::Written(Written { change, then }) => {
                let answer = change.await?;
                then.inspect(|then| then(&app));
                answer
            }
            Content::File { name, media, chunks } => {
                return Ok(streamed(chunks, media, Some(&name)));
            }
            Content::Events(chunks) => return Ok(streamed(chunks, EVENT_STREAM, None)),
        };
        let members = match (self.call.sandbox, self.entry.spec.price) {
            (false, _) => String::new(),
            (true, Price::Free) => "\"sandbox\":true".to_owned(),
            (true, price) => {
                let credits = outcome.price(price).due(outcome.units);
                format!("\"sandbox\":true,\"cost\":{{\"credits\":{credits}}}")
            }
        };
        Ok(with_cookie(self.json(with_members(answer, &members)), outcome.cookie))
    }

    pub(super) async fn billed(
        &mut self,
        app: &Arc<App>,
        caller: &Arc<KeyOwner>,
        prepared: Box<dyn Prepared>,
        proof: Option<Proof>,
    ) -> Result<Response<Body>, Problem> {
        let price = self.entry.spec.price;
        // Submitted items are charged later one by one; the balance must cover at least the first.
        let units = if self.entry.spec.items_of.is_some() { 1 } else { prepared.units() };
        let most = price.due(units);
        rights::within_cap(caller, most, self.now)?;
        let hold = match app.holds.hold(&app.store, &caller.account.id, most).await {
            Ok(hold) => hold,
            Err(Refused::Failed(error)) => return Err(error.into()),
            Err(Refused::InsufficientBalance(balance)) => return Err(self.short(app, most, balance)),
            Err(Refused::HeldByOthers) => {
                let detail = "Calls that are being answered hold the credits of the account. Try again when they are \
                              settled.";
                return Err(Problem::new(Code::RateLimited, detail).retry_after(HELD_RETRY_SECONDS));
            }
        };
        let (content, outcome) = self.run(app.clone(), Some(caller.clone()), prepared).await?.split();
        if let Some(traced) = &mut self.traced_sources {
            traced.clone_from(&outcome.upstream);
        }
        let highest = outcome.price(price).due(outcome.units);
        if highest > most {
            return Err(Problem::internal(&"an endpoint resolved more than it had announced"));
        }
        let (answer, then) = match content {
            Content::Json(answer) => (SettledAnswer::Bytes(answer), None),
            Content::Written(Written { change, then }) => (SettledAnswer::Write(change), then),
            Content::File { name, media, chunks } => {
                return Ok(streamed(chunks, media, Some(&name)));
            }
            Content::Events(chunks) => return Ok(streamed(chunks, EVENT_STREAM, None)),
        };
        if !price.charges() && proof.is_none() && outcome.effects.is_empty() {
            let answer = match answer {
                SettledAnswer::Bytes(answer) => answer,
                SettledAnswer::Write(change) => change.await?,
            };
            then.inspect(|then| then(app));
            self.noted.found = history_entry::found(&outcome.people, &answer);
            self.noted.upstream = outcome.upstream;
            return Ok(self.json(answer));
        }
        let cache = outcome.cache;
        let answer = match answer {
            // Nothing is charged, and nothing becomes true: the history is written with that of other free calls.
            SettledAnswer::Bytes(answer)
                if highest == Credits::ZERO
                    && proof.is_none()
                    && is_bare(&outcome)
                    && app.history.has_room() =>
            {
                drop(hold);
                let balance = app.store.balance(&caller.account.id)?;
                self.noted.asked = self.noted.asked.take().filter(|_| outcome.may_be_kept);
                self.noted.found = history_entry::found(&outcome.people, &answer);
                self.noted.upstream = outcome.upstream;
                self.noted.cache = Some(cache);
                telemetry::settled(self.entry.spec.id, Credits::ZERO, cache);
                return Ok(self.json(with_cost(answer, price, Cost { credits: Credits::ZERO, balance })));
            }
            answer => answer,
        };
        let settlement = self.settlement(app, caller, proof.as_ref(), answer, outcome);
        let settled = app.store.settle(settlement).await;
        drop(hold);
        if matches!(settled, Err(StoreError::Erased)) {
            // The question names the person who was erased meanwhile.
            self.noted.asked = None;
        }
        match settled? {
            Settled::Done { body, cost } => {
                self.noted.is_written = true;
                telemetry::settled(self.entry.spec.id, cost.credits, cache);
                then.inspect(|then| then(app));
                Ok(self.json(body))
            }
            Settled::InsufficientBalance { balance } => Err(self.short(app, highest, balance)),
            // A concurrent call may have used the key since the check, possibly with a different request.
            Settled::Replayed(kept) => match proof {
                Some(proof) => self.replay(kept, &proof),
                None => Err(idempotency::mismatch()),
            },
        }
    }

    /// What is charged and recorded of an answered call.
    fn settlement(
        &self,
        app: &Arc<App>,
        caller: &KeyOwner,
        proof: Option<&Proof>,
        answer: SettledAnswer,
        outcome: Outcome<()>,
    ) -> Settlement {
        let price = outcome.price(self.entry.spec.price);
        let (found, highest) = (outcome.units, price.due(outcome.units));
        let answered = match &answer {
            SettledAnswer::Bytes(bytes) => bytes.as_slice(),
            SettledAnswer::Write(_) => &[],
        };
        // A question about a person on the suppression list is not kept.
        let asked = self.noted.asked.as_deref().filter(|_| outcome.may_be_kept);
        let detail = CallDetail {
            asked: asked.and_then(|asked| app.store.storable(asked).ok().flatten()),
            found: history_entry::found(&outcome.people, answered),
            lines: price.lines(found),
            bought: outcome.bought,
        };
        let once = outcome.items.map(|items| ChargedOnce { items, price: price.once(found) });
        Settlement {
            detail,
            request_id: self.request_id.clone(),
            account_id: caller.account.id.clone(),
            key_id: caller.key.id.clone(),
            at: self.now,
            endpoint: self.entry.spec.id,
            status: self.entry.spec.status,
            credits: highest,
            once,
            latency_us: i64::try_from(self.started.elapsed().as_micros()).unwrap_or(i64::MAX),
            // A free call and one whose items are answered later look nothing up.
            cache: Some(outcome.cache).filter(|_| price.charges() && self.entry.spec.items_of.is_none()),
            resolved: outcome.units,
            upstream: outcome.upstream,
            people: outcome.people,
            effects: outcome.effects,
            reply: proof.map(|proof| proof.reply.clone()),
            keeps_answer: highest > Credits::ZERO && outcome.may_be_kept,
            lock: proof.and_then(|proof| match outcome.may_be_kept {
                true => self.lock(app, proof.seal.clone()),
                // About a person on the suppression list: sealed with the caller's key, so that it can be replayed to
                // the caller but not read on the server.
                false => self.lock(app, self.bearer()),
            }),
            answer,
            render: Box::new(move |answer, cost| with_cost(answer, price, cost)),
        }
    }

    /// The 402 problem, with the largest affordable `limit` if there is one.
    fn short(&self, app: &App, required: Credits, balance: Credits) -> Problem {
        let problem = Problem::new(
            Code::InsufficientCredits,
            format!("This call may cost {required} credits and the balance is {balance}."),
        )
        .with("required", required)
        .with("balance", balance);
        self.with_affordable(app, problem, balance)
    }

    /// Refuses a call whose highest price exceeds what its caller allows, in the sandbox as with a key.
    pub(super) fn check_max(&self, app: &App, units: u64, max: Option<Credits>) -> Result<(), Problem> {
        let most = self.entry.spec.price.due(units);
        let Some(max) = max.filter(|max| most > *max) else { return Ok(()) };
        let detail = format!(
            "This call may cost {most} credits and Max-Credits allows {max}. Nothing was charged. Allow more, or ask \
             for less."
        );
        let problem = Problem::new(Code::MaxCreditsExceeded, detail);
        let problem = problem.with("required", most).with("max_credits", max);
        Err(self.with_affordable(app, problem, max))
    }

    /// Adds how many items so many credits pay for, if the price depends on their number.
    fn with_affordable(&self, app: &App, problem: Problem, credits: Credits) -> Problem {
        let takes_limit = app.schemas.request(self.entry.spec.id).pointer("/properties/limit").is_some();
        match self.entry.spec.price.affordable(credits) {
            // A limit below 1 cannot be sent.
            Some(0) if takes_limit => problem,
            Some(units) if takes_limit => problem.with("largest_affordable_limit", units),
            Some(units) => problem.with("affordable_items", units),
            None => problem,
        }
    }
}

/// Whether an outcome leaves no trace but its row in the history.
fn is_bare(outcome: &Outcome<()>) -> bool {
    outcome.people.is_empty()
        && outcome.effects.is_empty()
        && outcome.items.as_ref().is_none_or(Vec::is_empty)
}

/// The bytes of an answer with what it cost.
fn with_cost(answer: Vec<u8>, price: Price, Cost { credits, balance }: Cost) -> Vec<u8> {
    let cost = format!("\"cost\":{{\"credits\":{credits},\"balance_remaining\":{balance}}}");
    with_members(answer, if price.charges() { &cost } else { "" })
}
