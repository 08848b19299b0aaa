//! What an account can store, as far as a plan limits how much.

use serde::Serialize;

/// Something of which an account can store only so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Stored {
    WatchLists,
    WatchEntries,
    SavedIcps,
    BulkItems,
    OpenBulkJobs,
    EngagementEvents,
    Webhooks,
    Keys,
}

impl Stored {
    /// Everything that is capped.
    pub const ALL: [Self; 8] = [
        Self::WatchLists,
        Self::WatchEntries,
        Self::SavedIcps,
        Self::BulkItems,
        Self::OpenBulkJobs,
        Self::EngagementEvents,
        Self::Webhooks,
        Self::Keys,
    ];

    /// The name of the cap.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WatchLists => "watch_lists",
            Self::WatchEntries => "watch_entries",
            Self::SavedIcps => "saved_icps",
            Self::BulkItems => "bulk_items",
            Self::OpenBulkJobs => "open_bulk_jobs",
            Self::EngagementEvents => "engagement_events",
            Self::Webhooks => "webhooks",
            Self::Keys => "keys",
        }
    }

    /// Counts what an account stores: parameters are the account and the time.
    pub(crate) const fn count(self) -> &'static str {
        match self {
            Self::WatchLists => {
                "SELECT COUNT(*) FROM watch_list WHERE account_id = ?1 AND CAST(?2 AS BIGINT) > 0"
            }
            Self::WatchEntries => {
                "SELECT COUNT(*) FROM watch_entry e JOIN watch_list l ON l.id = e.list
                 WHERE l.account_id = ?1 AND CAST(?2 AS BIGINT) > 0"
            }
            Self::SavedIcps => {
                "SELECT COUNT(*) FROM saved_icp WHERE account_id = ?1 AND CAST(?2 AS BIGINT) > 0"
            }
            Self::BulkItems => {
                "SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM bulk_job WHERE account_id = ?1 AND CAST(?2 AS BIGINT) > 0"
            }
            Self::OpenBulkJobs => {
                "SELECT COUNT(*) FROM bulk_job WHERE account_id = ?1 AND finished_at IS NULL AND CAST(?2 AS BIGINT) > 0"
            }
            Self::EngagementEvents => {
                "SELECT COUNT(*) FROM engagement WHERE account_id = ?1 AND CAST(?2 AS BIGINT) > 0"
            }
            Self::Webhooks => {
                "SELECT COUNT(*) FROM webhook WHERE account_id = ?1 AND status <> 'deleted' AND CAST(?2 AS BIGINT) > 0"
            }
            Self::Keys => {
                "SELECT COUNT(*) FROM api_key WHERE account_id = ?1 AND for_pages = 0 AND revoked_at IS NULL
                   AND (expires_at IS NULL OR expires_at > ?2)"
            }
        }
    }
}

impl std::fmt::Display for Stored {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.as_str().replace('_', " "))
    }
}
