//! One question, many vendors: asked in an order, until one answers well enough, within a budget and a deadline.
//!
//! A [`Waterfall`] asks the vendor that is expected to cost least per hit first, learns from what comes of it,
//! leaves vendors alone that fail, asks nobody twice at the same time or for what they did not know a moment ago,
//! and writes down whom it asked, how long it took and what it cost.

mod breaker;
mod bucket;
mod desk;
mod gathered;
mod misses;
mod order;
mod plan;
mod run;

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use egress::Client;
use futures_util::{
    FutureExt,
    future::{BoxFuture, Shared, WeakShared},
};

pub use breaker::BreakerLimits;
pub use desk::VendorHealth;
pub use gathered::{Attempt, Gathered, Hit};
pub use plan::{Plan, Plans, StopRule};

use crate::vendor::{Fact, Question, Vendor};
use desk::Desk;
use misses::Misses;

type Flight = BoxFuture<'static, Arc<Gathered>>;

/// Vendors and the rules by which they are asked. Cheap to clone.
#[derive(Clone)]
pub struct Waterfall {
    inner: Arc<Inner>,
}

struct Inner {
    client: Client,
    desks: Vec<Desk>,
    plans: Plans,
    misses: Misses,
    flights: Mutex<HashMap<Question, WeakShared<Flight>>>,
    seed: u64,
    turns: AtomicU64,
}

impl Waterfall {
    /// Sets a waterfall up. The seed decides which questions are used to try vendors that are not the best.
    pub fn new(
        client: Client,
        vendors: Vec<Vendor>,
        plans: Plans,
        breaker: BreakerLimits,
        seed: u64,
    ) -> Self {
        let desks = vendors.into_iter().map(|vendor| Desk::new(vendor, breaker)).collect();
        let inner = Inner {
            client,
            desks,
            plans,
            misses: Misses::default(),
            flights: Mutex::default(),
            seed,
            turns: AtomicU64::new(0),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Whether any vendor may ever give a fact.
    pub fn gives(&self, fact: Fact) -> bool {
        self.inner.desks.iter().any(|desk| desk.vendor.gives(fact))
    }

    /// Asks. Whoever asks the same while it is being asked gets the same answer.
    pub async fn ask(&self, question: Question) -> Arc<Gathered> {
        self.flight(question).await
    }

    /// How each vendor has been doing.
    pub fn health(&self) -> Vec<VendorHealth> {
        self.inner.desks.iter().map(Desk::health).collect()
    }

    fn flight(&self, question: Question) -> Shared<Flight> {
        let mut flights = self.inner.flights.lock().unwrap_or_else(PoisonError::into_inner);
        // A flight that all who waited for it gave up on stands still; it is not joined but begun anew.
        if let Some(flight) = flights.get(&question).and_then(WeakShared::upgrade) {
            return flight;
        }
        let (inner, asked) = (Arc::clone(&self.inner), question.clone());
        let run = async move {
            let gathered = Arc::new(inner.run(&asked).await);
            inner.flights.lock().unwrap_or_else(PoisonError::into_inner).remove(&asked);
            gathered
        };
        let flight = run.boxed().shared();
        flights.retain(|_, flight| flight.upgrade().is_some());
        if let Some(weak) = flight.downgrade() {
            flights.insert(question, weak);
        }
        flight
    }
}

impl Inner {
    fn plan(&self, fact: Fact) -> Plan {
        self.plans.of(fact)
    }

    /// The vendors to ask, in order.
    fn order(&self, question: &Question) -> Vec<usize> {
        let plan = self.plan(question.fact);
        let places: BTreeMap<&str, usize> =
            plan.order.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
        let mut candidates: Vec<(usize, usize)> = self
            .desks
            .iter()
            .enumerate()
            .filter(|(_, desk)| desk.vendor.price(question).is_some())
            .filter_map(|(index, desk)| {
                let name = desk.vendor.description().name.as_str();
                let place = places.get(name).copied();
                place.or_else(|| places.is_empty().then_some(index)).map(|place| (place, index))
            })
            .collect();
        candidates.sort_unstable();
        let listed: Vec<usize> = candidates.into_iter().map(|(_, index)| index).collect();
        if !plan.adaptive {
            return listed;
        }
        let turn = self.turns.fetch_add(1, Ordering::Relaxed);
        let score = |index: usize| self.desks[index].expected_cost_per_hit(question);
        order::adaptive(listed, score, plan.explore_percent, self.seed, turn)
    }
}
