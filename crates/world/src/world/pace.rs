//! How often things happen in a world.

/// Events a day, by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pace {
    /// People who joined another company.
    pub job_changes: f64,
    /// People who were promoted.
    pub promotions: f64,
    /// Rounds announced.
    pub rounds: f64,
    /// Companies bought.
    pub purchases: f64,
    /// Companies that posted positions.
    pub openings: f64,
}

impl Pace {
    /// Events a day, of all kinds.
    pub fn total(&self) -> f64 {
        self.kinds().iter().sum()
    }

    pub(crate) fn kinds(&self) -> [f64; 5] {
        [self.job_changes, self.promotions, self.rounds, self.purchases, self.openings]
    }
}
