//! A vendor behind its rate limit, concurrency limit and circuit breaker, with statistics of its replies.

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
    breaker::{BreakerLimits, CircuitBreaker},
    bucket::TokenBucket,
    order::VendorStats,
};
use crate::vendor::{Charged, Cost, Fact, Vendor, VendorOutcome, VendorQuestion, VendorReply};

/// Longest wait for the vendor's rate and concurrency limits; after that the next vendor is queried instead.
const QUEUE_LIMIT: Duration = Duration::from_millis(250);

/// Statistics of one vendor.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VendorHealth {
    /// Name of the vendor.
    pub provider: String,
    /// Number of requests sent.
    pub asked: u64,
    /// Number of replies by outcome.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// Recent hit rate in percent, by fact.
    pub hit_percent: BTreeMap<Fact, u8>,
    /// Recent mean latency, by fact.
    pub latency_ms: BTreeMap<Fact, u64>,
    /// Total cost, in millionths of a US dollar.
    pub cost_micros: i64,
    /// Consecutive failures.
    pub failures: u32,
    /// How long the circuit breaker stays open; nothing while it is closed.
    pub left_alone: Option<Duration>,
    /// Whether its description or the configuration names a price; without one every cost is recorded as zero.
    pub is_priced: bool,
}

pub(crate) struct ThrottledVendor {
    pub(crate) vendor: Vendor,
    permits: Semaphore,
    state: Mutex<VendorState>,
}

struct VendorState {
    bucket: TokenBucket,
    breaker: CircuitBreaker,
    stats: BTreeMap<Fact, VendorStats>,
    outcomes: BTreeMap<&'static str, u64>,
    cost: Cost,
    /// Permits in all, those in use included.
    permits: usize,
}

impl ThrottledVendor {
    pub(crate) fn new(vendor: Vendor, breaker: BreakerLimits) -> Self {
        let limits = vendor.description().limits;
        let state = VendorState {
            bucket: TokenBucket::new(limits.requests_per_second),
            breaker: CircuitBreaker::new(breaker),
            stats: BTreeMap::new(),
            outcomes: BTreeMap::new(),
            cost: Cost(0),
            permits: limits.concurrency,
        };
        Self { vendor, permits: Semaphore::new(limits.concurrency), state: Mutex::new(state) }
    }

    /// Keeps to the part of the vendor's limits that one of so many nodes may use: the vendor counts all of them together.
    /// Permits that are in use are given up when this is called again.
    pub(crate) fn share_among(&self, nodes: usize) {
        let (limits, nodes, mut state) = (self.vendor.description().limits, nodes.max(1), self.state());
        state.bucket.set_rate(limits.requests_per_second / nodes as f64);
        let wanted = (limits.concurrency / nodes).max(1);
        if wanted >= state.permits {
            self.permits.add_permits(wanted - state.permits);
            state.permits = wanted;
        } else {
            state.permits -= self.permits.forget_permits(state.permits - wanted);
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.vendor.description().name
    }

    /// Whether the circuit breaker allows a request now.
    pub(crate) fn allows_call(&self, now: Instant) -> bool {
        self.state().breaker.allows_call(now)
    }

    /// Queries the vendor within its limits and stats the outcome; returns the reply and the latency in ms.
    pub(crate) async fn ask(&self, client: &Client, question: &VendorQuestion) -> (VendorReply, u64) {
        let started = Instant::now();
        let Some(_permit) = self.permit().await else {
            return (VendorReply::without_answer(VendorOutcome::Busy), elapsed_ms(started));
        };
        let sent = Instant::now();
        let reply = self.vendor.ask(client, question).await;
        self.record_reply(question.fact, &reply, elapsed_ms(sent));
        (reply, elapsed_ms(started))
    }

    async fn permit(&self) -> Option<tokio::sync::SemaphorePermit<'_>> {
        let started = Instant::now();
        let permit = timeout(QUEUE_LIMIT, self.permits.acquire()).await.ok()?.ok()?;
        let wait = self.state().bucket.reserve(Instant::now());
        if started.elapsed() + wait > QUEUE_LIMIT {
            self.state().bucket.release();
            return None;
        }
        sleep(wait).await;
        Some(permit)
    }

    fn record_reply(&self, fact: Fact, reply: &VendorReply, latency_ms: u64) {
        let now = Instant::now();
        let mut state = self.state();
        *state.outcomes.entry(reply.outcome.as_str()).or_default() += 1;
        state.cost.0 += reply.cost.0;
        if let Some(pause) = reply.pause {
            state.breaker.pause_for(now, pause);
        } else if reply.outcome.is_fault() {
            state.breaker.failed(now);
        } else {
            state.breaker.succeeded();
        }
        let is_hit = reply.outcome == VendorOutcome::Hit;
        if reply.outcome.is_answer() || reply.outcome.is_fault() {
            state.stats.entry(fact).or_default().add(is_hit, latency_ms);
        }
    }

    /// Expected cost of a hit, in money and waiting time.
    pub(crate) fn expected_cost_per_hit(&self, question: &VendorQuestion) -> f64 {
        self.expected_cost(question.fact, self.vendor.price(question).unwrap_or_default())
    }

    /// The same for a fact at a price.
    pub(crate) fn expected_cost(&self, fact: Fact, price: Cost) -> f64 {
        self.stats(fact).unwrap_or_default().cost_per_hit(price.0, self.is_charged_always(fact))
    }

    /// Whether an answer without the fact is charged, too.
    pub(crate) fn is_charged_always(&self, fact: Fact) -> bool {
        let lookups = &self.vendor.description().lookups;
        lookups.iter().any(|lookup| lookup.facts.contains(&fact) && lookup.charged == Charged::Call)
    }

    /// Recent statistics for a fact; none before the first request.
    pub(crate) fn stats(&self, fact: Fact) -> Option<VendorStats> {
        self.state().stats.get(&fact).copied()
    }

    pub(crate) fn health(&self) -> VendorHealth {
        let state = self.state();
        let percent = |stats: &VendorStats| (stats.hit_rate() * 100.0).round() as u8;
        let latency = |stats: &VendorStats| stats.latency_ms.round() as u64;
        VendorHealth {
            provider: self.name().to_owned(),
            asked: state.outcomes.values().sum(),
            outcomes: state.outcomes.clone(),
            hit_percent: state.stats.iter().map(|(fact, stats)| (*fact, percent(stats))).collect(),
            latency_ms: state.stats.iter().map(|(fact, stats)| (*fact, latency(stats))).collect(),
            cost_micros: state.cost.0,
            failures: state.breaker.failures(),
            left_alone: state.breaker.pause_left(Instant::now()),
            is_priced: self.vendor.description().lookups.iter().any(|lookup| lookup.price > Cost(0)),
        }
    }

    fn state(&self) -> MutexGuard<'_, VendorState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whole milliseconds since an instant.
pub(super) fn elapsed_ms(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
