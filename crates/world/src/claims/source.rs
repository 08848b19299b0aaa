//! The sources of the world, and when they observe it.

use jiff::Timestamp;

use crate::{calendar::Day, world::World};

/// Public profiles of all people, refreshed every few weeks.
pub const DIRECTORY: &str = "directory";
/// A sales team's CRM: some people, some facts, some out of date.
pub const CRM_EXPORT: &str = "crm-export";
/// Badges scanned at conferences.
pub const CONFERENCE_LIST: &str = "conference-list";
/// Private addresses and mobiles.
pub const CONTACT_PANEL: &str = "contact-panel";
/// The register of companies.
pub const REGISTRY: &str = "registry";
/// Facts from company websites and mail records.
pub const TECH_SCAN: &str = "tech-scan";
/// Announcements of funding rounds and acquisitions.
pub const NEWS_DESK: &str = "news-desk";
/// Open positions.
pub const JOB_BOARD: &str = "job-board";

impl World {
    /// A time on a day, but never after the current time of the world.
    pub(super) fn moment(&self, day: Day, second: u64) -> Timestamp {
        day.at(second as i64).min(self.as_of)
    }
}
