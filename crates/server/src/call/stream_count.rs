//! Counters of open event streams, by limit.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Counts open streams.
#[derive(Default)]
pub struct Streams(pub Mutex<HashMap<String, usize>>);

/// A stream that counts as open until this is dropped.
pub struct OpenStream {
    pub streams: Arc<Streams>,
    pub owners: Vec<String>,
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
        for owner in &self.owners {
            if let Some(count) = open.get_mut(owner) {
                *count -= 1;
                if *count == 0 {
                    open.remove(owner);
                }
            }
        }
    }
}
