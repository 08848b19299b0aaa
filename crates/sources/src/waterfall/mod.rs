//! Queries several vendors for one fact, in order, until one answers well enough, within a budget and a deadline.
//!
//! A [`Waterfall`] starts with the vendor of the lowest expected cost per hit and updates these estimates from the
//! outcomes. Circuit breakers skip failing vendors, equal concurrent questions share one run, and misses are cached.
//! Every attempt is recorded with its latency and cost.

mod breaker;
mod bucket;
mod fact_order;
mod gathered;
mod misses;
mod order;
mod plan;
mod run;
mod throttled_vendor;

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

use egress::Client;
use futures_util::{
    FutureExt,
    future::{BoxFuture, Shared, WeakShared},
};

pub use breaker::BreakerLimits;
pub use fact_order::{FactOrder, OrderOrigin, OrderedVendor};
pub use gathered::{Hit, VendorAttempt, WaterfallResult};
pub use plan::{Plans, StopRule, VendorOrder, VendorOrders, WaterfallPlan};
pub use throttled_vendor::VendorHealth;

use crate::vendor::{Fact, Vendor, VendorQuestion};
use misses::MissCache;
use throttled_vendor::ThrottledVendor;

type Flight = BoxFuture<'static, Arc<WaterfallResult>>;

/// Vendors and the plans by which they are queried. Cheap to clone.
#[derive(Clone)]
pub struct Waterfall {
    inner: Arc<WaterfallInner>,
}

struct WaterfallInner {
    client: Client,
    vendors: Vec<ThrottledVendor>,
    plans: Plans,
    /// What an operator chose in the place of their order.
    chosen: RwLock<VendorOrders>,
    misses: MissCache,
    flights: Mutex<HashMap<VendorQuestion, WeakShared<Flight>>>,
    seed: u64,
    query_count: AtomicU64,
}

impl Waterfall {
    /// Creates a waterfall. The seed decides which questions start with a vendor that is not the best (exploration).
    pub fn new(
        client: Client,
        vendors: Vec<Vendor>,
        plans: Plans,
        breaker: BreakerLimits,
        seed: u64,
    ) -> Self {
        let vendors = vendors.into_iter().map(|vendor| ThrottledVendor::new(vendor, breaker)).collect();
        let inner = WaterfallInner {
            client,
            vendors,
            plans,
            chosen: RwLock::default(),
            misses: MissCache::default(),
            flights: Mutex::default(),
            seed,
            query_count: AtomicU64::new(0),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Whether any vendor offers a fact.
    pub fn gives(&self, fact: Fact) -> bool {
        self.inner.gives(fact)
    }

    /// Queries the vendors. Equal concurrent questions share one run and its result.
    pub async fn ask(&self, question: VendorQuestion) -> Arc<WaterfallResult> {
        self.flight(question).await
    }

    /// Keeps to the part of each vendor's limits that one of so many nodes may use.
    pub fn share_among(&self, nodes: usize) {
        self.inner.vendors.iter().for_each(|vendor| vendor.share_among(nodes));
    }

    /// Queries vendors in these orders from the next question on, and other facts as their plans say.
    pub fn choose_orders(&self, chosen: VendorOrders) {
        *self.inner.chosen.write().unwrap_or_else(PoisonError::into_inner) = chosen;
    }

    /// In which order the vendors of each fact are queried at present, and why.
    pub fn orders(&self) -> Vec<FactOrder> {
        Fact::ALL
            .into_iter()
            .filter(|fact| self.gives(*fact))
            .map(|fact| self.inner.fact_order(fact))
            .collect()
    }

    /// Statistics of each vendor.
    pub fn health(&self) -> Vec<VendorHealth> {
        self.inner.vendors.iter().map(ThrottledVendor::health).collect()
    }

    fn flight(&self, question: VendorQuestion) -> Shared<Flight> {
        let mut flights = self.inner.flights.lock().unwrap_or_else(PoisonError::into_inner);
        // A run that all its callers have dropped makes no progress: start a new one instead of joining it.
        if let Some(flight) = flights.get(&question).and_then(WeakShared::upgrade) {
            return flight;
        }
        let (inner, key) = (Arc::clone(&self.inner), question.clone());
        let run = async move {
            let gathered = Arc::new(inner.run(&key).await);
            inner.flights.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
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

impl WaterfallInner {
    fn gives(&self, fact: Fact) -> bool {
        self.vendors.iter().any(|throttled| throttled.vendor.gives(fact))
    }

    /// The plan of a fact, with the order that an operator chose.
    fn plan(&self, fact: Fact) -> WaterfallPlan {
        let mut plan = self.plans.of(fact);
        let chosen = self.chosen.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(VendorOrder { order, adaptive }) = chosen.get(&fact) {
            let gives = |throttled: &ThrottledVendor, name: &str| {
                throttled.name() == name && throttled.vendor.gives(fact)
            };
            let is_known = |name: &&String| self.vendors.iter().any(|throttled| gives(throttled, name));
            let known: Vec<String> = order.iter().filter(is_known).cloned().collect();
            if order.is_empty() || !known.is_empty() {
                (plan.order, plan.adaptive) = (known, *adaptive);
            }
        }
        plan
    }

    /// Indices of the vendors that a plan names and that may be asked, in its order.
    fn listed(&self, plan: &WaterfallPlan, may_ask: impl Fn(&ThrottledVendor) -> bool) -> Vec<usize> {
        let places: BTreeMap<&str, usize> =
            plan.order.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
        let mut candidates: Vec<(usize, usize)> = self
            .vendors
            .iter()
            .enumerate()
            .filter(|(_, throttled)| may_ask(throttled))
            .filter_map(|(index, throttled)| {
                let name = throttled.vendor.description().name.as_str();
                let place = places.get(name).copied();
                place.or_else(|| places.is_empty().then_some(index)).map(|place| (place, index))
            })
            .collect();
        candidates.sort_unstable();
        candidates.into_iter().map(|(_, index)| index).collect()
    }

    /// Indices of the vendors to query, in order.
    fn order(&self, question: &VendorQuestion) -> Vec<usize> {
        let plan = self.plan(question.fact);
        let listed = self.listed(&plan, |throttled| throttled.vendor.price(question).is_some());
        if !plan.adaptive {
            return listed;
        }
        let query_number = self.query_count.fetch_add(1, Ordering::Relaxed);
        let score = |index: usize| self.vendors[index].expected_cost_per_hit(question);
        order::adaptive(listed, score, plan.explore_percent, self.seed, query_number)
    }
}
