//! In which order vendors are queried for a fact, and why, as operators see it.

use super::{PoisonError, WaterfallInner, order::VendorStats, plan::WaterfallPlan};
use crate::vendor::{Cost, Fact};

/// Where an order comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderOrigin {
    /// Nothing was set: all vendors by their expected cost of a hit.
    Default,
    /// The configuration of the server.
    Configuration,
    /// An operator chose it while the server runs.
    Operator,
}

/// The vendors of a fact in the order in which they are queried at present.
#[derive(Debug, Clone, PartialEq)]
pub struct FactOrder {
    /// The fact.
    pub fact: Fact,
    /// Where the order comes from.
    pub origin: OrderOrigin,
    /// Whether it is by expected cost per hit; otherwise as listed.
    pub adaptive: bool,
    /// Percentage of questions that start with another vendor, where it is by expected cost.
    pub explore_percent: u8,
    /// Those that are queried, in order.
    pub vendors: Vec<OrderedVendor>,
    /// Those that offer the fact and are not queried.
    pub left_out: Vec<OrderedVendor>,
}

/// A vendor that offers a fact.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderedVendor {
    /// Name of the vendor.
    pub name: String,
    /// Price of an answer.
    pub price: Cost,
    /// Whether an answer without the fact is charged, too.
    pub is_charged_always: bool,
    /// Recent hit rate in percent; none before the first request.
    pub hit_percent: Option<u8>,
    /// Recent mean latency; none before the first request.
    pub latency_ms: Option<u64>,
    /// Expected cost of a hit, in money and waiting time; with assumed values before the first request.
    pub expected_cost: Cost,
    /// Whether the circuit breaker is open.
    pub is_left_alone: bool,
}

impl WaterfallInner {
    pub(super) fn fact_order(&self, fact: Fact) -> FactOrder {
        let plan = self.plan(fact);
        let is_chosen = self.chosen.read().unwrap_or_else(PoisonError::into_inner).contains_key(&fact);
        let configured = self.plans.of(fact);
        let is_default = |plan: &WaterfallPlan| {
            let usual = WaterfallPlan::default();
            (&plan.order, plan.adaptive) == (&usual.order, usual.adaptive)
        };
        let origin = match (is_chosen, is_default(&configured)) {
            (true, _) => OrderOrigin::Operator,
            (false, false) => OrderOrigin::Configuration,
            (false, true) => OrderOrigin::Default,
        };
        let listed = self.listed(&plan, |throttled| throttled.vendor.gives(fact));
        let mut vendors: Vec<OrderedVendor> =
            listed.into_iter().map(|index| self.ordered(index, fact)).collect();
        if plan.adaptive {
            vendors.sort_by_key(|vendor| vendor.expected_cost);
        }
        let is_left_out = |index: &usize| {
            let throttled = &self.vendors[*index];
            throttled.vendor.gives(fact) && !vendors.iter().any(|vendor| vendor.name == throttled.name())
        };
        let left_out = (0..self.vendors.len()).filter(is_left_out).map(|index| self.ordered(index, fact));
        FactOrder {
            fact,
            origin,
            adaptive: plan.adaptive,
            explore_percent: plan.explore_percent,
            left_out: left_out.collect(),
            vendors,
        }
    }

    fn ordered(&self, index: usize, fact: Fact) -> OrderedVendor {
        let throttled = &self.vendors[index];
        let lookups = &throttled.vendor.description().lookups;
        let lookup = lookups.iter().find(|lookup| lookup.facts.contains(&fact));
        let price = lookup.map(|lookup| lookup.price).unwrap_or_default();
        let stats = throttled.stats(fact);
        OrderedVendor {
            name: throttled.name().to_owned(),
            price,
            is_charged_always: throttled.is_charged_always(fact),
            hit_percent: stats.map(|stats| (VendorStats::hit_rate(&stats) * 100.0).round() as u8),
            latency_ms: stats.map(|stats| stats.latency_ms.round() as u64),
            expected_cost: Cost(throttled.expected_cost(fact, price).round() as i64),
            is_left_alone: throttled.health().left_alone.is_some(),
        }
    }
}
