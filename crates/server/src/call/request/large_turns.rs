//! Turns for reading large bodies.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Large bodies that are read at the same time.
const LARGE_AT_ONCE_MAX: usize = 2;

/// Turns for reading large bodies.
pub struct LargeTurns(pub Arc<Semaphore>);

impl Default for LargeTurns {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(LARGE_AT_ONCE_MAX)))
    }
}
