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

    /// Whether calls are written as fast as they come in.
    pub fn has_room(&self) -> bool {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.calls.len() < CALLS_MAX / 2 && waiting.bytes < BYTES_MAX / 2
    }

    /// Writes all calls that wait.
    pub async fn write(&self, store: &Store) -> Result<(), StoreError> {
        // One writer at a time: who waits for it finds the calls that it has taken in the store.
        let mut erasures = self.writing.lock().await;
        loop {
            // A batch at a time: if the caller that waits here is gone, the others are still in the queue.
            let (batch, is_last) = self.take_batch();
            if batch.is_empty() {
                return Ok(());
            }
            let batch = Arc::new(batch);
            match store.note_calls(batch.clone(), *erasures).await {
                Ok(ended) if is_last => *erasures = Some(ended),
                Ok(_) => {}
                Err(error) => {
                    self.put_back(Arc::unwrap_or_clone(batch), &error);
                    return Err(error);
                }
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// The calls that wait longest, and whether no others do.
    fn take_batch(&self) -> (Vec<UnbilledCall>, bool) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let count = waiting.calls.len().min(CALLS_PER_WRITE);
        let batch: Vec<UnbilledCall> = waiting.calls.drain(..count).collect();
        waiting.bytes -= batch.iter().map(size).sum::<usize>();
        (batch, waiting.calls.is_empty())
    }

    /// Keeps calls for another attempt where the store takes no writes for a while; others are dropped and counted.
    fn put_back(&self, calls: Vec<UnbilledCall>, error: &StoreError) {
        let is_passing =
            matches!(error, StoreError::Busy | StoreError::DiskFull | StoreError::Unavailable(_));
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let room = if is_passing { CALLS_MAX.saturating_sub(waiting.calls.len()) } else { 0 };
        telemetry::calls_not_noted(calls.len().saturating_sub(room) as u64);
        let kept: Vec<UnbilledCall> = calls.into_iter().take(room).collect();
        waiting.bytes += kept.iter().map(size).sum::<usize>();
        waiting.calls.splice(0..0, kept);
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

#[cfg(test)]
mod tests {
    use store::CallOutcome;

    use super::*;

    fn call(number: usize) -> UnbilledCall {
        UnbilledCall {
            request_id: format!("req_{number}"),
            account_id: "acc_ada".into(),
            key_id: "key_ada".into(),
            at: jiff::Timestamp::UNIX_EPOCH,
            endpoint: "me",
            status: 200,
            outcome: CallOutcome::Answered,
            code: None,
            latency_us: 1,
            cache: None,
            upstream: Vec::new(),
            asked: Some("{}".into()),
            found: Vec::new(),
            replays: None,
        }
    }

    fn waiting(queue: &HistoryQueue) -> Vec<String> {
        queue.waiting.lock().unwrap().calls.iter().map(|call| call.request_id.clone()).collect()
    }

    #[test]
    fn the_queue_is_bounded_and_wakes_its_writer_once() {
        let queue = HistoryQueue::default();
        let woken = (0..CALLS_MAX + 10).filter(|number| queue.push(call(*number))).count();
        assert_eq!((woken, waiting(&queue).len()), (1, CALLS_MAX));
        let large = HistoryQueue::default();
        let asked = Some("x".repeat(BYTES_MAX / 2));
        for number in 0..5 {
            large.push(UnbilledCall { asked: asked.clone(), ..call(number) });
        }
        assert_eq!(waiting(&large).len(), 1);
    }

    #[test]
    fn calls_that_the_store_does_not_take_for_a_while_stay_in_their_order() {
        let queue = HistoryQueue::default();
        queue.push(call(3));
        queue.put_back(vec![call(1), call(2)], &StoreError::Busy);
        assert_eq!(waiting(&queue), ["req_1", "req_2", "req_3"]);
        queue.put_back(vec![call(0)], &StoreError::Halted);
        assert_eq!(waiting(&queue).len(), 3);
    }

    #[tokio::test]
    async fn calls_that_the_store_refuses_are_dropped() {
        let store = Store::temporary().unwrap();
        let queue = HistoryQueue::default();
        for number in 0..=CALLS_PER_WRITE * 2 {
            queue.push(call(number));
        }
        // The account does not exist, so that each batch fails and is not tried again.
        for left in [CALLS_PER_WRITE + 1, 1, 0] {
            assert!(queue.write(&store).await.is_err());
            assert_eq!(waiting(&queue).len(), left);
        }
    }
}
