//! Work on an account's behalf that nobody waits for: held for, answered and settled as a call is.

use std::{sync::Arc, time::Instant};

use jiff::{SignedDuration, Timestamp};
use store::{Effect, KeyOwner, Settled, SettledAnswer, Settlement, StoreError, new_id};

use crate::{
    app::App,
    background::scheduler::{Next, TaskError},
    call::context::Context,
    endpoint::{Outcome, Price},
    telemetry,
};

/// How long a worker that says nothing keeps what it has taken.
const LEASE: SignedDuration = SignedDuration::from_secs(10);
/// How often leases are renewed.
pub const RENEW_EVERY: SignedDuration = SignedDuration::from_secs(3);

/// Until when something that is taken now is kept.
pub fn lease_until(app: &App) -> Timestamp {
    app.clock.now() + LEASE
}

/// Keeps what this process has taken.
pub async fn renew_leases(app: Arc<App>) -> Result<Next, TaskError> {
    app.store.renew_leases(&app.worker, lease_until(&app)).await?;
    Ok(Next::Usual)
}

/// One question that is asked on an account's behalf.
pub struct BackgroundCall {
    /// The running server.
    pub app: Arc<App>,
    /// On whose behalf.
    pub caller: Arc<KeyOwner>,
    /// The endpoint it is charged and recorded as.
    pub endpoint: &'static str,
    /// What it costs.
    pub price: Price,
    started: Instant,
    now: Timestamp,
}

impl BackgroundCall {
    /// An call that begins now.
    pub fn new(app: Arc<App>, caller: Arc<KeyOwner>, endpoint: &'static str, price: Price) -> Self {
        Self { now: app.clock.now(), started: Instant::now(), app, caller, endpoint, price }
    }

    /// What the endpoint that answers is given.
    pub fn context(&self) -> Context {
        Context {
            services: self.app.services.clone(),
            caller: Some(self.caller.clone()),
            now: self.now,
            client: None,
            sandbox: false,
            wants_events: false,
            last_event_id: None,
        }
    }

    /// Charges and records the answer together with everything that becomes true with it.
    pub async fn settle<T>(self, outcome: Outcome<T>, effects: Vec<Effect>) -> Result<Settled, StoreError> {
        let app = &self.app;
        let credits = self.price.due(outcome.units);
        let settlement = Settlement {
            request_id: new_id("req", &app.clock, &app.entropy),
            account_id: self.caller.account.id.clone(),
            key_id: self.caller.key.id.clone(),
            at: self.now,
            endpoint: self.endpoint,
            status: 200,
            credits,
            latency_us: i64::try_from(self.started.elapsed().as_micros()).unwrap_or(i64::MAX),
            cache: outcome.cache,
            resolved: outcome.units,
            upstream: outcome.upstream,
            people: outcome.people,
            effects: [outcome.effects, effects].concat(),
            reply: None,
            // What is kept of the answer is in the effects.
            keeps_answer: false,
            lock: None,
            answer: SettledAnswer::Bytes(Vec::new()),
            render: Box::new(|answer, _| answer),
        };
        let settled = app.store.settle(settlement).await?;
        if matches!(settled, Settled::Done { .. }) {
            telemetry::settled(self.endpoint, credits, outcome.cache);
        }
        Ok(settled)
    }
}
