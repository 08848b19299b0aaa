//! What operators read that takes long to make: made in the background, and the last result read at once.

pub(crate) mod calibration;
pub(crate) mod kept;
pub(crate) mod sources;

use self::{kept::Kept, sources::SourceFigures};
use crate::serve::health::Check;

/// The last results.
#[derive(Default)]
pub struct Measured {
    /// What `brimful doctor` checks.
    pub health: Kept<Vec<Check>>,
    /// Runs that measure whether stated confidences are true; their result is in the store.
    pub calibration: Kept<()>,
    /// What sources brought and cost, by period in the order of [`sources::Period::ALL`].
    pub sources: [Kept<SourceFigures>; sources::Period::ALL.len()],
}
