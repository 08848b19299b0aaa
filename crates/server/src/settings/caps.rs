//! Storage caps of an account, by plan.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Plan, Stored};

/// Storage caps of an account, by kind; 0 means no limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StorageCaps {
    /// Watch lists.
    pub watch_lists: u64,
    /// Entries of all watch lists in total.
    pub watch_entries: u64,
    /// Saved ICPs.
    pub saved_icps: u64,
    /// Items of all stored bulk jobs in total.
    pub bulk_items: u64,
    /// Bulk jobs that are not completed.
    pub open_bulk_jobs: u64,
    /// Stored engagement events.
    pub engagement_events: u64,
    /// Webhooks.
    pub webhooks: u64,
    /// Keys that are neither revoked nor expired.
    pub keys: u64,
}

impl StorageCaps {
    /// The default caps of a plan.
    pub fn of(plan: Plan) -> Self {
        // A free account stores at no cost, so its caps are low; those of paid plans grow with the price. The store
        // counts entries and events on every insert, which limits how high the caps can be.
        let [size, rows] = match plan {
            Plan::Free => [1, 10_000],
            Plan::Indie => [5, 25_000],
            Plan::Starter => [10, 50_000],
            Plan::Pro => [50, 200_000],
            Plan::Scale => [200, 500_000],
        };
        Self {
            watch_lists: 10 * size,
            watch_entries: rows,
            saved_icps: 20 * size,
            bulk_items: 10_000 * size,
            open_bulk_jobs: 25 * size,
            engagement_events: rows,
            webhooks: 100,
            keys: if plan == Plan::Free { 200 } else { 1_000 },
        }
    }

    /// Each cap with its kind.
    pub fn list(&self) -> impl Iterator<Item = (Stored, u64)> + use<> {
        [
            (Stored::WatchLists, self.watch_lists),
            (Stored::WatchEntries, self.watch_entries),
            (Stored::SavedIcps, self.saved_icps),
            (Stored::BulkItems, self.bulk_items),
            (Stored::OpenBulkJobs, self.open_bulk_jobs),
            (Stored::EngagementEvents, self.engagement_events),
            (Stored::Webhooks, self.webhooks),
            (Stored::Keys, self.keys),
        ]
        .into_iter()
    }
}

impl Default for StorageCaps {
    /// Caps missing from a plan's table are those of the lowest plan.
    fn default() -> Self {
        Self::of(Plan::Free)
    }
}
