//! What is known of one connection while it is open: what it waits for, and since when.

use std::{
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    task::Waker,
    time::{Duration, Instant},
};

use tokio::sync::Notify;

use super::framing::Violation;

/// How long a request head may take from its first byte, and a new connection to its first byte.
pub const HEAD_WAIT_MAX: Duration = Duration::from_secs(10);
/// How long a connection may stand idle between two requests.
pub const IDLE_WAIT_MAX: Duration = Duration::from_secs(75);
/// How long a receiver may take for [`WRITE_BYTES_MIN`] of an answer once it has stopped taking all of it.
pub const WRITE_WAIT_MAX: Duration = Duration::from_secs(30);
/// What a slow receiver has to take within [`WRITE_WAIT_MAX`].
pub const WRITE_BYTES_MIN: usize = 32 << 10;

/// The state of a connection, shared by its socket, its task and the register of all connections.
#[derive(Debug)]
pub struct Line {
    /// Where it comes from.
    pub peer: IpAddr,
    state: Mutex<State>,
    closing: Notify,
}

#[derive(Debug)]
struct State {
    /// Requests whose head has arrived and whose answer is not yet made.
    calls: usize,
    /// Since when the head of the next request is awaited or read.
    waiting_since: Instant,
    /// Whether a part of a head has arrived, or nothing has arrived at all.
    in_head: bool,
    /// Since when the receiver has taken too little, and how much it has taken since.
    blocked: Option<(Instant, usize)>,
    /// What was wrong with the bytes that came last.
    violation: Option<Violation>,
    /// Woken when the last call has ended.
    reader: Option<Waker>,
    /// Whether it was asked to close.
    is_closing: bool,
}

impl Line {
    /// A connection that has just been accepted.
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

    /// Notes what arrived: `heads` were completed, and the next head has begun or not.
    pub fn arrived(&self, heads: usize, inside_head: bool) {
        let mut state = self.state();
        state.calls += heads;
        if heads > 0 || inside_head != state.in_head {
            state.waiting_since = Instant::now();
        }
        state.in_head = inside_head;
    }

    /// Notes that an answer was made to its end, or given up.
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

    /// Whether a call runs; if one does, `reader` is woken when none does any more.
    pub fn is_busy(&self, reader: &Waker) -> bool {
        let mut state = self.state();
        if state.calls > 0 {
            state.reader = Some(reader.clone());
        }
        state.calls > 0
    }

    /// Notes that the bytes which arrived must not be read as a request.
    pub fn violate(&self, violation: Violation) {
        self.state().violation = Some(violation);
    }

    /// What was wrong with the bytes, where no call is left that has to be answered first.
    pub fn violation(&self) -> Option<Violation> {
        let state = self.state();
        state.violation.filter(|_| state.calls == 0)
    }

    /// Notes that the receiver does not take more at present.
    pub fn write_blocked(&self) {
        self.state().blocked.get_or_insert_with(|| (Instant::now(), 0));
    }

    /// Notes that the receiver has taken bytes; enough of them begin a new span of patience.
    pub fn wrote(&self, bytes: usize) {
        let mut state = self.state();
        if let Some((_, taken)) = &mut state.blocked {
            *taken += bytes;
            if *taken >= WRITE_BYTES_MIN {
                state.blocked = None;
            }
        }
    }

    /// Notes that the receiver has taken everything there is.
    pub fn flushed(&self) {
        self.state().blocked = None;
    }

    /// Since when nothing but a request is awaited; none while a call runs, an answer is being sent, or it closes.
    pub fn waiting_since(&self) -> Option<Instant> {
        let state = self.state();
        let is_waiting = state.calls == 0 && state.blocked.is_none() && !state.is_closing;
        is_waiting.then_some(state.waiting_since)
    }

    /// When the connection has to be closed if nothing changes until then.
    pub fn deadline(&self) -> Option<Instant> {
        let state = self.state();
        if let Some((since, _)) = state.blocked {
            return Some(since + WRITE_WAIT_MAX);
        }
        let patience = if state.in_head { HEAD_WAIT_MAX } else { IDLE_WAIT_MAX };
        (state.calls == 0).then(|| state.waiting_since + patience)
    }

    /// Asks the task of the connection to close it.
    pub fn close(&self) {
        self.state().is_closing = true;
        self.closing.notify_one();
    }

    /// Resolves when the connection is to be closed: asked for, or its deadline has passed.
    pub async fn must_close(&self) {
        /// How often a connection that has no deadline now is looked at again.
        const LOOK_AGAIN: Duration = Duration::from_secs(5);
        loop {
            let now = Instant::now();
            let deadline = self.deadline();
            if deadline.is_some_and(|deadline| deadline <= now) {
                return;
            }
            // A deadline can also come nearer while this sleeps, so the sleep is short.
            let wait = deadline.map_or(LOOK_AGAIN, |deadline| (deadline - now).min(LOOK_AGAIN));
            tokio::select! {
                () = self.closing.notified() => return,
                () = tokio::time::sleep(wait) => {}
            }
        }
    }
}
