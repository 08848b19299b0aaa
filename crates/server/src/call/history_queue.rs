//! Calls that cost nothing, on their way to the history: written in batches, so that none waits for the disk.
//!
//! The queue is bounded and in memory. A killed process loses what it holds, which is at most what came in within about a
//! second and was never charged: charged calls are written by their settlement. A server that stops writes the rest.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use store::{Store, StoreError, UnbilledCall};

use crate::telemetry;

/// Calls that wait at most; more are dropped and counted.
const CALLS_MAX: usize = 20_000;
/// Bytes of their questions and answers at most.
const BYTES_MAX: usize = 16 << 20;
/// Calls after which the writer is woken before its next turn.
const WAKE_AT: usize = 1_000;
/// Calls written by one job of the store's writer, which bounds how long a charged call waits for it.
const CALLS_PER_WRITE: usize = 200;
/// How long a reader of the history waits for calls that are being written.
const WRITE_WAIT_MAX: Duration = Duration::from_secs(2);

/// Calls that wait to be written.
#[derive(Default)]
pub struct HistoryQueue {
    waiting: Mutex<Waiting>,
    /// Held while calls are written, with the number of the last erasure that was known then.
    writing: tokio::sync::Mutex<Option<i64>>,
}

#[derive(Default)]
struct Waiting {
    calls: Vec<UnbilledCall>,
    bytes: usize,
}

impl HistoryQueue {
    /// Adds a call; true if the writer should be woken.
    pub fn push(&self, call: UnbilledCall) -> bool {
        let bytes = size(&call);
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.calls.len() >= CALLS_MAX || waiting.bytes + bytes > BYTES_MAX {
            telemetry::calls_not_noted(1);
            return false;
        }
        waiting.bytes += bytes;
        waiting.calls.push(call);
        waiting.calls.len() == WAKE_AT
    }

    /// Writes all calls that wait.
    pub async fn write(&self, store: &Store) -> Result<(), StoreError> {
        // One writer at a time: who waits for it finds the calls that it has taken in the store.
        let mut erasures = self.writing.lock().await;
        let mut calls = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.bytes = 0;
            std::mem::take(&mut waiting.calls)
        };
        while !calls.is_empty() {
            let rest = calls.split_off(calls.len().min(CALLS_PER_WRITE));
            let count = calls.len();
            match store.note_calls(Arc::new(calls), *erasures).await {
                Ok(ended) if rest.is_empty() => *erasures = Some(ended),
                Ok(_) => {}
                Err(error) => {
                    telemetry::calls_not_noted((count + rest.len()) as u64);
                    return Err(error);
                }
            }
            calls = rest;
        }
        Ok(())
    }

    /// The same before the history is read, so that it holds every call answered before. Gives up after a while: a read
    /// must not depend on whether the disk takes writes.
    pub async fn settle(&self, store: &Store) {
        match tokio::time::timeout(WRITE_WAIT_MAX, self.write(store)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(%error, "calls that cost nothing were not written to the history")
            }
            Err(_) => tracing::warn!("calls that cost nothing are still being written to the history"),
        }
    }
}

fn size(call: &UnbilledCall) -> usize {
    let asked = call.asked.as_ref().map_or(0, String::len);
    let found: usize = call.found.iter().map(String::len).sum();
    size_of::<UnbilledCall>() + asked + found
}
