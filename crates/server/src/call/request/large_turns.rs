//! Concurrency limit for parsing large bodies.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Large bodies parsed concurrently.
const LARGE_AT_ONCE_MAX: usize = 2;

/// Semaphore for parsing large bodies.
pub struct LargeTurns(pub Arc<Semaphore>);

impl Default for LargeTurns {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(LARGE_AT_ONCE_MAX)))
    }
}
