//! Calls made for an account by a background task: credits are held and settled as for an API call.

use std::{sync::Arc, time::Instant};

use jiff::{SignedDuration, Timestamp};
use store::{
    CallDetail, ChargedOnce, Effect, KeyOwner, Settled, SettledAnswer, Settlement, StoreError, new_id,
};

use crate::{
    app::App,
    background::scheduler::{Next, TaskError},
    call::{context::Context, history_entry},
    endpoint::{Outcome, Price},
    telemetry,
};

/// Lease duration; an item of a worker that stops renewing is available again after it.
const LEASE: SignedDuration = SignedDuration::from_secs(10);
/// Interval of lease renewal.
pub const RENEW_EVERY: SignedDuration = SignedDuration::from_secs(3);

/// Expiry of a lease taken now.
pub fn lease_until(app: &App) -> Timestamp {
    app.clock.now() + LEASE
}

/// Task: renews the leases of this process.
pub async fn renew_leases(app: Arc<App>) -> Result<Next, TaskError> {
    app.store.renew_leases(&app.worker, lease_until(&app)).await?;
    Ok(Next::Usual)
}

/// One call made for an account by a background task.
pub struct BackgroundCall {
    /// The running server.
    pub app: Arc<App>,
    /// The key and account that the call is charged to.
    pub caller: Arc<KeyOwner>,
    /// Id of the endpoint that the call is charged and recorded as.
    pub endpoint: &'static str,
    /// Price of the call.
    pub price: Price,
    started: Instant,
    now: Timestamp,
}

impl BackgroundCall {
    /// A background call that starts now.
    pub fn new(app: Arc<App>, caller: Arc<KeyOwner>, endpoint: &'static str, price: Price) -> Self {
        Self { now: app.clock.now(), started: Instant::now(), app, caller, endpoint, price }
    }

    /// The context for the endpoint that answers.
    pub fn context(&self) -> Context {
        let (services, caller) = (self.app.services.clone(), self.caller.clone());
        Context::new(services, Some(caller), self.endpoint, (self.now, self.started), false)
    }

    /// Charges and records the answer in one transaction with `effects`. The history keeps the question and which records
    /// the answer names.
    pub async fn settle(
        self,
        asked: String,
        outcome: Outcome<Vec<u8>>,
        effects: Vec<Effect>,
    ) -> Result<Settled, StoreError> {
        let app = &self.app;
        let (price, found) = (outcome.price(self.price), outcome.units);
        let detail = CallDetail {
            asked: if outcome.may_be_kept { app.store.storable(&asked)? } else { None },
            found: history_entry::found(&outcome.people, &outcome.answer),
            lines: price.lines(found),
            bought: outcome.bought,
        };
        let once = outcome.items.map(|items| ChargedOnce { items, price: price.once(found) });
        let settlement = Settlement {
            request_id: new_id("req", &app.clock, &app.entropy),
            account_id: self.caller.account.id.clone(),
            key_id: self.caller.key.id.clone(),
            at: self.now,
            endpoint: self.endpoint,
            status: 200,
            credits: price.due(found),
            once,
            latency_us: i64::try_from(self.started.elapsed().as_micros()).unwrap_or(i64::MAX),
            cache: Some(outcome.cache),
            resolved: outcome.units,
            upstream: outcome.upstream,
            people: outcome.people,
            detail,
            effects: [outcome.effects, effects].concat(),
            reply: None,
            // The effects store what is needed of the answer.
            keeps_answer: false,
            lock: None,
            answer: SettledAnswer::Bytes(Vec::new()),
            render: Box::new(|answer, _| answer),
        };
        let settled = app.store.settle(settlement).await?;
        if let Settled::Done { cost, .. } = &settled {
            telemetry::settled(self.endpoint, cost.credits, outcome.cache);
        }
        Ok(settled)
    }
}
