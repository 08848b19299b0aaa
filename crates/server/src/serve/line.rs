//! State of one open connection: what it waits for, and since when.

use std::{
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    task::Waker,
    time::{Duration, Instant},
};

use tokio::sync::Notify;

use super::framing::Violation;

/// Time limit for a request head from its first byte, and for the first byte on a new connection.
pub const HEAD_WAIT_MAX: Duration = Duration::from_secs(10);
/// Idle timeout between two requests.
pub const IDLE_WAIT_MAX: Duration = Duration::from_secs(75);
/// Time limit for a receiver to accept [`WRITE_BYTES_MIN`] of a response once its socket buffer is full.
pub const WRITE_WAIT_MAX: Duration = Duration::from_secs(30);
/// Bytes that a slow receiver must accept within [`WRITE_WAIT_MAX`].
pub const WRITE_BYTES_MIN: usize = 32 << 10;

/// The state of a connection, shared by its socket, its task and the connection register.
#[derive(Debug)]
pub struct Line {
    /// Address of the peer.
    pub peer: IpAddr,
    state: Mutex<State>,
    closing: Notify,
}

#[derive(Debug)]
struct State {
    /// Requests whose head has arrived and whose response is not complete.
    calls: usize,
    /// When the wait for the next request head began.
    waiting_since: Instant,
    /// Whether part of a head has arrived, or nothing has arrived yet.
    in_head: bool,
    /// When writing blocked, and the bytes written since.
    blocked: Option<(Instant, usize)>,
    /// Protocol violation in the last bytes received.
    violation: Option<Violation>,
    /// Woken when the last call has ended.
    reader: Option<Waker>,
    /// Whether closing was requested.
    is_closing: bool,
}

impl Line {
    /// A newly accepted connection.
    pub fn new(peer: IpAddr) -> Self {
        let state = State {
            calls: 0,
            waiting_since: Instant::now(),
            in_head: true,
            blocked: None,
            violation: None,
            reader: None,
            is_closing: false,
        };
        Self { peer, state: Mutex::new(state), closing: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records input: `heads` were completed, and whether the next head has begun.
    pub fn arrived(&self, heads: usize, inside_head: bool) {
        let mut state = self.state();
        state.calls += heads;
        if heads > 0 || inside_head != state.in_head {
            state.waiting_since = Instant::now();
        }
        state.in_head = inside_head;
    }

    /// Records that a response was completed or aborted.
    pub fn answered(&self) {
        let mut state = self.state();
        state.calls = state.calls.saturating_sub(1);
        state.waiting_since = Instant::now();
        if state.calls == 0
            && let Some(reader) = state.reader.take()
        {
            reader.wake();
        }
    }

    /// Whether a call is running; if so, `reader` is woken when the last one ends.
    pub fn is_busy(&self, reader: &Waker) -> bool {
        let mut state = self.state();
        if state.calls > 0 {
            state.reader = Some(reader.clone());
        }
        state.calls > 0
    }

    /// Records that the received bytes must not be parsed as a request.
    pub fn violate(&self, violation: Violation) {
        self.state().violation = Some(violation);
    }

    /// The recorded violation, once no running call has to be answered first.
    pub fn violation(&self) -> Option<Violation> {
        let state = self.state();
        state.violation.filter(|_| state.calls == 0)
    }

    /// Records that the socket accepts no more bytes for now.
    pub fn write_blocked(&self) {
        self.state().blocked.get_or_insert_with(|| (Instant::now(), 0));
    }

    /// Records written bytes; [`WRITE_BYTES_MIN`] of them restart the write timeout.
    pub fn wrote(&self, bytes: usize) {
        let mut state = self.state();
        if let Some((_, taken)) = &mut state.blocked {
            *taken += bytes;
            if *taken >= WRITE_BYTES_MIN {
                state.blocked = None;
            }
        }
    }

    /// Records that all output has been written.
    pub fn flushed(&self) {
        self.state().blocked = None;
    }

    /// Since when the connection only waits for a request; none while a call runs, a response is written, or it closes.
    pub fn waiting_since(&self) -> Option<Instant> {
        let state = self.state();
        let is_waiting = state.calls == 0 && state.blocked.is_none() && !state.is_closing;
        is_waiting.then_some(state.waiting_since)
    }

    /// When the connection must be closed if its state does not change.
    pub fn deadline(&self) -> Option<Instant> {
        let state = self.state();
        if let Some((since, _)) = state.blocked {
            return Some(since + WRITE_WAIT_MAX);
        }
        let patience = if state.in_head { HEAD_WAIT_MAX } else { IDLE_WAIT_MAX };
        (state.calls == 0).then(|| state.waiting_since + patience)
    }

    /// Requests the connection's task to close it.
    pub fn close(&self) {
        self.state().is_closing = true;
        self.closing.notify_one();
    }

    /// Resolves when the connection must be closed: on request, or after its deadline.
    pub async fn must_close(&self) {
        /// Polling interval while there is no deadline.
        const LOOK_AGAIN: Duration = Duration::from_secs(5);
        loop {
            let now = Instant::now();
            let deadline = self.deadline();
            if deadline.is_some_and(|deadline| deadline <= now) {
                return;
            }
            // The deadline can move closer during the sleep, so the sleep is short.
            let wait = deadline.map_or(LOOK_AGAIN, |deadline| (deadline - now).min(LOOK_AGAIN));
            tokio::select! {
                () = self.closing.notified() => return,
                () = tokio::time::sleep(wait) => {}
            }
        }
    }
}
