//! Counts of what filing a batch of claims changed.

use serde::Serialize;

/// What filing a batch of claims changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct IngestReport {
    /// Claims with new facts.
    pub claims: u64,
    /// Claims that repeated earlier facts of their source.
    pub unchanged: u64,
    /// Records made.
    pub created: u64,
    /// Records that claims were added to.
    pub updated: u64,
    /// Records that turned out to be one and were joined.
    pub joined: u64,
    /// Claims about a person on the suppression list: not stored.
    pub suppressed: u64,
}
impl std::ops::AddAssign for IngestReport {
    fn add_assign(&mut self, other: Self) {
        self.claims += other.claims;
        self.unchanged += other.unchanged;
        self.created += other.created;
        self.updated += other.updated;
        self.joined += other.joined;
        self.suppressed += other.suppressed;
    }
}
