//! How a fact is asked for.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};

use crate::vendor::{Cost, Fact};

/// When enough is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopRule {
    /// When one vendor gave the fact.
    #[default]
    First,
    /// When a vendor vouches for what it gave, or two gave the same.
    Confirmed,
}

/// How a fact is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Plan {
    /// Vendors to ask, in this order; empty for all that give the fact.
    pub order: Vec<String>,
    /// Whether the order follows what each vendor costs per hit.
    pub adaptive: bool,
    /// Of a hundred questions, how many begin with a vendor drawn by lot, so that a better one is noticed.
    pub explore_percent: u8,
    /// When enough is known.
    pub stop: StopRule,
    /// What one question may cost in all, in US dollars.
    #[serde(rename = "budget_usd")]
    pub budget: Cost,
    /// How long one question may take in all.
    pub deadline_ms: u64,
    /// How long a vendor is waited for before the next is asked beside it; 0 to wait it out.
    pub hedge_after_ms: u64,
    /// How long a vendor that did not know is not asked the same again.
    pub miss_ttl_seconds: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            order: Vec::new(),
            adaptive: true,
            explore_percent: 5,
            stop: StopRule::First,
            budget: Cost(2_000_000),
            deadline_ms: 15_000,
            hedge_after_ms: 0,
            miss_ttl_seconds: 24 * 3_600,
        }
    }
}

impl Plan {
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

/// The plan of each fact; those without one of their own have the default.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Plans(pub BTreeMap<Fact, Plan>);

impl Plans {
    /// The plan of a fact.
    pub fn of(&self, fact: Fact) -> Plan {
        self.0.get(&fact).cloned().unwrap_or_default()
    }
}
