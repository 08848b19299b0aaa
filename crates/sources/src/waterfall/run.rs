//! Queries vendors one after the other, or in parallel when hedging.

use std::collections::VecDeque;

use futures_util::{StreamExt, future::BoxFuture, stream::FuturesUnordered};
use tokio::time::{Instant, sleep_until};

use super::{
    Hit, StopRule, VendorAttempt, WaterfallInner, WaterfallPlan, WaterfallResult,
    throttled_vendor::elapsed_ms,
};
use crate::vendor::{Cost, Fact, VendorOutcome, VendorQuestion, VendorReply};

/// Most vendors queried in parallel.
const PARALLEL_LIMIT: usize = 4;

/// A vendor with a request in flight, and the index of its entry in the attempts.
struct InFlightCall {
    vendor: usize,
    attempt: usize,
    started: Instant,
}

type PendingCalls<'a> = FuturesUnordered<BoxFuture<'a, (usize, VendorReply, u64)>>;

/// One question being answered.
struct WaterfallRun<'a> {
    inner: &'a WaterfallInner,
    question: &'a VendorQuestion,
    plan: WaterfallPlan,
    stop: StopRule,
    queue: VecDeque<usize>,
    gathered: WaterfallResult,
    in_flight: Vec<InFlightCall>,
    /// Cost so far, plus the price of requests in flight.
    committed: Cost,
}

impl WaterfallInner {
    pub(super) async fn run(&self, question: &VendorQuestion) -> WaterfallResult {
        let plan = self.plan(question.fact);
        let began = Instant::now();
        let deadline = began + plan.deadline();
        let gathered = WaterfallResult {
            fact: question.fact,
            began,
            fingerprint: question.fingerprint(),
            answers: Vec::new(),
            attempts: Vec::new(),
        };
        let queue = self.order(question).into();
        let is_unchecked = question.fact == Fact::Mobile && !self.gives(Fact::PhoneCheck);
        let usual = if is_unchecked { StopRule::Confirmed } else { StopRule::First };
        let run = WaterfallRun {
            inner: self,
            question,
            stop: plan.stop.unwrap_or(usual),
            plan,
            queue,
            gathered,
            in_flight: Vec::new(),
            committed: Cost(0),
        };
        run.run_until(deadline).await
    }
}

impl<'a> WaterfallRun<'a> {
    async fn run_until(mut self, deadline: Instant) -> WaterfallResult {
        let mut calls: PendingCalls<'a> = FuturesUnordered::new();
        let mut start_next = true;
        let mut last_start = Instant::now();
        loop {
            if start_next || calls.is_empty() {
                if let Some(vendor) = self.next() {
                    calls.push(self.start(vendor));
                    last_start = Instant::now();
                } else if calls.is_empty() {
                    break;
                }
                start_next = false;
            }
            let hedge_after =
                self.plan.hedge_after().filter(|_| !self.queue.is_empty() && calls.len() < PARALLEL_LIMIT);
            let hedge_at = hedge_after.map_or(deadline, |wait| last_start + wait);
            tokio::select! {
                biased;
                Some((vendor, reply, latency_ms)) = calls.next() => {
                    self.finish(vendor, reply, latency_ms);
                    if self.should_stop() {
                        break;
                    }
                }
                () = sleep_until(hedge_at.min(deadline)) => {
                    if Instant::now() >= deadline {
                        self.abandon_pending(VendorOutcome::TimedOut);
                        break;
                    }
                    start_next = true;
                }
            }
        }
        self.abandon_pending(VendorOutcome::Overtaken);
        self.gathered
    }

    /// The next vendor that may be queried. Those skipped before it are recorded with the reason.
    fn next(&mut self) -> Option<usize> {
        while let Some(vendor) = self.queue.pop_front() {
            match self.skip_reason(vendor) {
                None => return Some(vendor),
                Some(outcome) => self.record_attempt(vendor, outcome),
            }
        }
        None
    }

    fn skip_reason(&self, vendor: usize) -> Option<VendorOutcome> {
        let now = Instant::now();
        let price = self.price(vendor);
        if self.inner.misses.contains(vendor, &self.gathered.fingerprint, now) {
            return Some(VendorOutcome::KnownMiss);
        }
        if self.committed.0 + price.0 > self.plan.budget.0 {
            return Some(VendorOutcome::OverBudget);
        }
        (!self.inner.vendors[vendor].allows_call(now)).then_some(VendorOutcome::LeftAlone)
    }

    fn price(&self, vendor: usize) -> Cost {
        self.inner.vendors[vendor].vendor.price(self.question).unwrap_or_default()
    }

    fn start(&mut self, vendor: usize) -> BoxFuture<'a, (usize, VendorReply, u64)> {
        self.committed.0 += self.price(vendor).0;
        self.in_flight.push(InFlightCall {
            vendor,
            attempt: self.gathered.attempts.len(),
            started: Instant::now(),
        });
        // Placeholder until the outcome is known.
        self.record_attempt(vendor, VendorOutcome::Overtaken);
        let (inner, question) = (self.inner, self.question);
        Box::pin(async move {
            let (reply, latency_ms) = inner.vendors[vendor].ask(&inner.client, question).await;
            (vendor, reply, latency_ms)
        })
    }

    fn record_attempt(&mut self, vendor: usize, outcome: VendorOutcome) {
        let provider = self.inner.vendors[vendor].name().to_owned();
        let started_ms = elapsed_ms(self.gathered.began);
        let attempt = VendorAttempt { provider, outcome, started_ms, latency_ms: 0, cost: Cost(0) };
        self.gathered.attempts.push(attempt);
    }

    fn finish(&mut self, vendor: usize, reply: VendorReply, latency_ms: u64) {
        let Some(index) = self.in_flight.iter().position(|call| call.vendor == vendor) else { return };
        let call = self.in_flight.swap_remove(index);
        let attempt = &mut self.gathered.attempts[call.attempt];
        (attempt.outcome, attempt.latency_ms, attempt.cost) = (reply.outcome, latency_ms, reply.cost);
        self.committed.0 += reply.cost.0 - self.price(vendor).0;
        if reply.outcome == VendorOutcome::Miss {
            let lifetime = self.plan.miss_ttl();
            self.inner.misses.insert(vendor, &self.gathered.fingerprint, Instant::now(), lifetime);
        }
        if let Some(answer) = reply.answer {
            let provider = self.inner.vendors[vendor].name().to_owned();
            self.gathered.answers.push(Hit { provider, answer, is_hit: reply.outcome == VendorOutcome::Hit });
        }
    }

    fn should_stop(&self) -> bool {
        match self.stop {
            StopRule::First => self.gathered.answers.iter().any(|answer| answer.is_hit),
            StopRule::Confirmed => {
                self.gathered.answers.iter().any(|answer| self.gathered.is_confirmed(answer))
            }
        }
    }

    /// Abandons the requests in flight. Their vendors may charge nonetheless, so the full price is recorded.
    fn abandon_pending(&mut self, outcome: VendorOutcome) {
        for call in std::mem::take(&mut self.in_flight) {
            let cost = self.price(call.vendor);
            let attempt = &mut self.gathered.attempts[call.attempt];
            attempt.outcome = outcome;
            attempt.latency_ms = elapsed_ms(call.started);
            attempt.cost = cost;
        }
    }
}
