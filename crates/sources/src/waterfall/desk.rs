//! A vendor as the waterfall deals with it: its limits, its moods and its record.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use egress::Client;
use serde::Serialize;
use tokio::{
    sync::Semaphore,
    time::{Instant, sleep, timeout},
};

use super::{
    breaker::{Breaker, BreakerLimits},
    bucket::Bucket,
    order::Record,
};
use crate::vendor::{Charged, Cost, Fact, Outcome, Question, Reply, Vendor};

/// How long a question waits for its turn at a vendor before the next vendor is asked instead.
const TURN_LIMIT: Duration = Duration::from_millis(250);

/// How a vendor has been doing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VendorHealth {
    /// The vendor.
    pub provider: String,
    /// Times it was asked.
    pub asked: u64,
    /// How that ended, by outcome.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// Of a hundred questions, how many it answered lately, by fact.
    pub hit_percent: BTreeMap<Fact, u8>,
    /// How long it takes lately, by fact.
    pub latency_ms: BTreeMap<Fact, u64>,
    /// What it took in all, in millionths of a US dollar.
    pub cost_micros: i64,
    /// Whether it is left alone at the moment.
    pub is_left_alone: bool,
}

pub(crate) struct Desk {
    pub(crate) vendor: Vendor,
    turns: Semaphore,
    state: Mutex<State>,
}

struct State {
    bucket: Bucket,
    breaker: Breaker,
    records: BTreeMap<Fact, Record>,
    outcomes: BTreeMap<&'static str, u64>,
    cost: Cost,
}

impl Desk {
    pub(crate) fn new(vendor: Vendor, breaker: BreakerLimits) -> Self {
        let limits = vendor.description().limits;
        let state = State {
            bucket: Bucket::new(limits.requests_per_second),
            breaker: Breaker::new(breaker),
            records: BTreeMap::new(),
            outcomes: BTreeMap::new(),
            cost: Cost(0),
        };
        Self { vendor, turns: Semaphore::new(limits.concurrency), state: Mutex::new(state) }
    }

    pub(crate) fn name(&self) -> &str {
        &self.vendor.description().name
    }

    /// Whether the vendor may be asked at all now.
    pub(crate) fn is_open(&self, now: Instant) -> bool {
        self.state().breaker.lets_through(now)
    }

    /// Asks when it is the question's turn, and remembers how it went.
    pub(crate) async fn ask(&self, client: &Client, question: &Question) -> (Reply, u64) {
        let started = Instant::now();
        let Some(_turn) = self.turn().await else {
            return (Reply::without_answer(Outcome::Busy), elapsed_ms(started));
        };
        let asked = Instant::now();
        let reply = self.vendor.ask(client, question).await;
        self.remember(question.fact, &reply, elapsed_ms(asked));
        (reply, elapsed_ms(started))
    }

    async fn turn(&self) -> Option<tokio::sync::SemaphorePermit<'_>> {
        let started = Instant::now();
        let turn = timeout(TURN_LIMIT, self.turns.acquire()).await.ok()?.ok()?;
        let wait = self.state().bucket.take(Instant::now());
        if started.elapsed() + wait > TURN_LIMIT {
            self.state().bucket.give_back();
            return None;
        }
        sleep(wait).await;
        Some(turn)
    }

    fn remember(&self, fact: Fact, reply: &Reply, latency_ms: u64) {
        let now = Instant::now();
        let mut state = self.state();
        *state.outcomes.entry(reply.outcome.word()).or_default() += 1;
        state.cost.0 += reply.cost.0;
        if let Some(pause) = reply.pause {
            state.breaker.rest(now, pause);
        } else if reply.outcome.is_fault() {
            state.breaker.failed(now);
        } else {
            state.breaker.succeeded();
        }
        let is_hit = reply.outcome == Outcome::Hit;
        if reply.outcome.is_answer() || reply.outcome.is_fault() {
            state.records.entry(fact).or_default().add(is_hit, latency_ms);
        }
    }

    /// What a hit is expected to cost here, in money and in waiting.
    pub(crate) fn expected_cost_per_hit(&self, question: &Question) -> f64 {
        let record = self.state().records.get(&question.fact).copied().unwrap_or_default();
        let price = self.vendor.price(question).unwrap_or_default();
        let lookups = &self.vendor.description().lookups;
        let always = lookups
            .iter()
            .any(|lookup| lookup.facts.contains(&question.fact) && lookup.charged == Charged::Call);
        record.cost_per_hit(price.0, always)
    }

    pub(crate) fn health(&self) -> VendorHealth {
        let state = self.state();
        let percent = |record: &Record| (record.hit_rate() * 100.0).round() as u8;
        let latency = |record: &Record| record.latency_ms.round() as u64;
        VendorHealth {
            provider: self.name().to_owned(),
            asked: state.outcomes.values().sum(),
            outcomes: state.outcomes.clone(),
            hit_percent: state.records.iter().map(|(fact, record)| (*fact, percent(record))).collect(),
            latency_ms: state.records.iter().map(|(fact, record)| (*fact, latency(record))).collect(),
            cost_micros: state.cost.0,
            is_left_alone: state.breaker.is_open(Instant::now()),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn elapsed_ms(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
