//! Rules for querying vendors, per fact.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};

use crate::vendor::{Cost, Fact};

/// When no further vendor is queried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopRule {
    /// After the first hit.
    First,
    /// After a hit that its vendor verified, or that two vendors agree on.
    Confirmed,
}

/// Rules for querying vendors for one fact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WaterfallPlan {
    /// Names of the vendors in this order; empty for all that offer the fact.
    pub order: Vec<String>,
    /// Whether to reorder the vendors by expected cost per hit.
    pub adaptive: bool,
    /// Percentage of questions that start with a random vendor, to notice one that has become better.
    pub explore_percent: u8,
    /// When to stop. If absent, after the first hit; but a mobile that its vendor did not verify is not sold, so the next
    /// vendor is queried, unless there is a vendor that checks lines.
    pub stop: Option<StopRule>,
    /// Most that one question may cost, in US dollars.
    #[serde(rename = "budget_usd")]
    pub budget: Cost,
    /// Time limit of one question.
    pub deadline_ms: u64,
    /// Wait before the next vendor is queried in parallel (hedging); 0 to query one at a time.
    pub hedge_after_ms: u64,
    /// How long a miss is cached.
    pub miss_ttl_seconds: u64,
}

impl Default for WaterfallPlan {
    fn default() -> Self {
        Self {
            order: Vec::new(),
            adaptive: true,
            explore_percent: 5,
            stop: None,
            budget: Cost(2_000_000),
            deadline_ms: 12_000,
            hedge_after_ms: 0,
            miss_ttl_seconds: 24 * 3_600,
        }
    }
}

impl WaterfallPlan {
    pub(crate) fn deadline(&self) -> Duration {
        Duration::from_millis(self.deadline_ms)
    }

    pub(crate) fn hedge_after(&self) -> Option<Duration> {
        (self.hedge_after_ms > 0).then(|| Duration::from_millis(self.hedge_after_ms))
    }

    pub(crate) fn miss_ttl(&self) -> Duration {
        Duration::from_secs(self.miss_ttl_seconds)
    }
}

/// An order that an operator chose while servers run, in the place of the plan's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VendorOrder {
    /// Names of the vendors in this order; others are not asked. All that offer the fact if empty. Names that are not
    /// configured are passed over, and the plan holds where none of them is.
    pub order: Vec<String>,
    /// Whether to reorder them by expected cost per hit.
    pub adaptive: bool,
}

/// The chosen order of facts that have one.
pub type VendorOrders = BTreeMap<Fact, VendorOrder>;

/// The plan of each fact; facts without one use the default.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Plans(pub BTreeMap<Fact, WaterfallPlan>);

impl Default for Plans {
    fn default() -> Self {
        Self(Fact::ALL.into_iter().map(|fact| (fact, WaterfallPlan::default())).collect())
    }
}

impl Plans {
    /// The plan of a fact, or the default.
    pub fn of(&self, fact: Fact) -> WaterfallPlan {
        self.0.get(&fact).cloned().unwrap_or_default()
    }
}
