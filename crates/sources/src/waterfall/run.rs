//! Asking one vendor after the other, or one beside the other.

use std::collections::VecDeque;

use futures_util::{StreamExt, future::BoxFuture, stream::FuturesUnordered};
use tokio::time::{Instant, sleep_until};

use super::{Attempt, Gathered, Hit, Inner, Plan, StopRule};
use crate::vendor::{Cost, Outcome, Question, Reply};

/// Vendors asked beside each other at most.
const BESIDE_LIMIT: usize = 4;

/// A vendor that is being asked, and the place of its attempt in the log.
struct Asked {
    desk: usize,
    place: usize,
    started: Instant,
}

type Asking<'a> = FuturesUnordered<BoxFuture<'a, (usize, Reply, u64)>>;

/// One question on its way.
struct Run<'a> {
    inner: &'a Inner,
    question: &'a Question,
    plan: Plan,
    queue: VecDeque<usize>,
    gathered: Gathered,
    asked: Vec<Asked>,
    /// What the question has cost and may yet cost.
    committed: Cost,
}

impl Inner {
    pub(super) async fn run(&self, question: &Question) -> Gathered {
        let plan = self.plan(question.fact);
        let deadline = Instant::now() + plan.deadline();
        let gathered = Gathered {
            fact: question.fact,
            fingerprint: question.fingerprint(),
            answers: Vec::new(),
            attempts: Vec::new(),
        };
        let queue = self.order(question).into();
        let run = Run { inner: self, question, plan, queue, gathered, asked: Vec::new(), committed: Cost(0) };
        run.finished_by(deadline).await
    }
}

impl<'a> Run<'a> {
    async fn finished_by(mut self, deadline: Instant) -> Gathered {
        let mut asking: Asking<'a> = FuturesUnordered::new();
        let mut is_next_due = true;
        let mut last_start = Instant::now();
        loop {
            if is_next_due || asking.is_empty() {
                if let Some(desk) = self.next() {
                    asking.push(self.start(desk));
                    last_start = Instant::now();
                } else if asking.is_empty() {
                    break;
                }
                is_next_due = false;
            }
            let beside =
                self.plan.hedge_after().filter(|_| !self.queue.is_empty() && asking.len() < BESIDE_LIMIT);
            let beside_at = beside.map_or(deadline, |wait| last_start + wait);
            tokio::select! {
                biased;
                Some((desk, reply, latency_ms)) = asking.next() => {
                    self.finish(desk, reply, latency_ms);
                    if self.is_enough() {
                        break;
                    }
                }
                () = sleep_until(beside_at.min(deadline)) => {
                    if Instant::now() >= deadline {
                        self.close(Outcome::TimedOut);
                        break;
                    }
                    is_next_due = true;
                }
            }
        }
        self.close(Outcome::Overtaken);
        self.gathered
    }

    /// The next vendor that may be asked; why the others before it may not is written down.
    fn next(&mut self) -> Option<usize> {
        while let Some(desk) = self.queue.pop_front() {
            match self.obstacle(desk) {
                None => return Some(desk),
                Some(outcome) => self.note(desk, outcome),
            }
        }
        None
    }

    fn obstacle(&self, desk: usize) -> Option<Outcome> {
        let now = Instant::now();
        let price = self.price(desk);
        if self.inner.misses.knows(desk, &self.gathered.fingerprint, now) {
            return Some(Outcome::KnownMiss);
        }
        if self.committed.0 + price.0 > self.plan.budget.0 {
            return Some(Outcome::OverBudget);
        }
        (!self.inner.desks[desk].is_open(now)).then_some(Outcome::LeftAlone)
    }

    fn price(&self, desk: usize) -> Cost {
        self.inner.desks[desk].vendor.price(self.question).unwrap_or_default()
    }

    fn start(&mut self, desk: usize) -> BoxFuture<'a, (usize, Reply, u64)> {
        self.committed.0 += self.price(desk).0;
        self.asked.push(Asked { desk, place: self.gathered.attempts.len(), started: Instant::now() });
        // Its outcome is written over when it is known.
        self.note(desk, Outcome::Overtaken);
        let (inner, question) = (self.inner, self.question);
        Box::pin(async move {
            let (reply, latency_ms) = inner.desks[desk].ask(&inner.client, question).await;
            (desk, reply, latency_ms)
        })
    }

    fn note(&mut self, desk: usize, outcome: Outcome) {
        let provider = self.inner.desks[desk].name().to_owned();
        self.gathered.attempts.push(Attempt { provider, outcome, latency_ms: 0, cost: Cost(0) });
    }

    fn finish(&mut self, desk: usize, reply: Reply, latency_ms: u64) {
        let Some(index) = self.asked.iter().position(|asked| asked.desk == desk) else { return };
        let asked = self.asked.swap_remove(index);
        let attempt = &mut self.gathered.attempts[asked.place];
        (attempt.outcome, attempt.latency_ms, attempt.cost) = (reply.outcome, latency_ms, reply.cost);
        self.committed.0 += reply.cost.0 - self.price(desk).0;
        if reply.outcome == Outcome::Miss {
            let lifetime = self.plan.miss_ttl();
            self.inner.misses.keep(desk, &self.gathered.fingerprint, Instant::now(), lifetime);
        }
        if let Some(answer) = reply.answer {
            let provider = self.inner.desks[desk].name().to_owned();
            self.gathered.answers.push(Hit { provider, answer, is_hit: reply.outcome == Outcome::Hit });
        }
    }

    fn is_enough(&self) -> bool {
        match self.plan.stop {
            StopRule::First => self.gathered.answers.iter().any(|answer| answer.is_hit),
            StopRule::Confirmed => {
                self.gathered.answers.iter().any(|answer| self.gathered.is_confirmed(answer))
            }
        }
    }

    /// Gives up on whoever is still being asked. They may charge nonetheless, so it is counted as if they did.
    fn close(&mut self, outcome: Outcome) {
        for asked in std::mem::take(&mut self.asked) {
            let cost = self.price(asked.desk);
            let attempt = &mut self.gathered.attempts[asked.place];
            attempt.outcome = outcome;
            attempt.latency_ms = u64::try_from(asked.started.elapsed().as_millis()).unwrap_or(u64::MAX);
            attempt.cost = cost;
        }
    }
}
