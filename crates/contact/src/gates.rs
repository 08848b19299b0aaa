//! Manners towards one mail server: how many connections at once, how often, and their re-use.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, sleep, sleep_until, timeout_at},
};

use crate::{options::Manners, session::Session};

/// Servers remembered; beyond it those that nobody is talking to are forgotten.
const GATE_LIMIT: usize = 4_096;

/// The gates of all mail servers.
pub(crate) struct Gates {
    manners: Manners,
    gates: Mutex<HashMap<SocketAddr, Arc<Gate>>>,
}

struct Gate {
    permits: Arc<Semaphore>,
    state: Mutex<GateState>,
}

struct GateState {
    next_start: Instant,
    idle: Vec<Parked>,
    is_swept: bool,
}

struct Parked {
    session: Session,
    since: Instant,
}

/// The right to talk to one mail server over one connection.
pub(crate) struct Admission {
    gate: Arc<Gate>,
    manners: Manners,
    _permit: OwnedSemaphorePermit,
}

impl Gates {
    pub(crate) fn new(manners: Manners) -> Self {
        Self { manners, gates: Mutex::new(HashMap::new()) }
    }

    /// Waits for a free connection; absent when none comes free in time.
    ///
    /// An idle connection holds no permit, yet connections never exceed permits: whoever is admitted takes an
    /// idle one before opening another.
    pub(crate) async fn admit(&self, address: SocketAddr, until: Instant) -> Option<Admission> {
        let gate = self.gate(address);
        let permits = Arc::clone(&gate.permits);
        let permit = timeout_at(until, permits.acquire_owned()).await.ok()?.ok()?;
        Some(Admission { gate, manners: self.manners, _permit: permit })
    }

    fn gate(&self, address: SocketAddr) -> Arc<Gate> {
        let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        if gates.len() >= GATE_LIMIT && !gates.contains_key(&address) {
            gates.retain(|_, gate| Arc::strong_count(gate) > 1);
        }
        let gate = gates.entry(address).or_insert_with(|| {
            Arc::new(Gate {
                permits: Arc::new(Semaphore::new(self.manners.connections_per_host.max(1))),
                state: Mutex::new(GateState {
                    next_start: Instant::now(),
                    idle: Vec::new(),
                    is_swept: false,
                }),
            })
        });
        Arc::clone(gate)
    }
}

impl Gate {
    fn state(&self) -> MutexGuard<'_, GateState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Parts with connections that nobody came back for.
    async fn sweep(self: Arc<Self>, idle: Duration) {
        loop {
            sleep(idle).await;
            let mut state = self.state();
            let now = Instant::now();
            let (stale, kept) = std::mem::take(&mut state.idle)
                .into_iter()
                .partition(|parked| now.duration_since(parked.since) >= idle);
            state.idle = kept;
            for Parked { session, .. } in stale {
                session.part();
            }
            if state.idle.is_empty() {
                state.is_swept = false;
                return;
            }
        }
    }
}

impl Admission {
    /// A connection that an earlier call left open.
    pub(crate) fn idle_session(&self) -> Option<Session> {
        self.gate.state().idle.pop().map(|parked| parked.session)
    }

    /// Waits until another connection may begin; false when that is not in time.
    pub(crate) async fn pace(&self, until: Instant) -> bool {
        let start = {
            let mut state = self.gate.state();
            let start = state.next_start.max(Instant::now());
            if start > until {
                return false;
            }
            state.next_start = start + self.manners.connection_interval;
            start
        };
        sleep_until(start).await;
        true
    }

    /// Whether a connection may carry another question.
    pub(crate) fn is_fit(&self, session: &Session) -> bool {
        !session.is_closing()
            && session.asked() < self.manners.recipients_per_connection
            && session.refused() < self.manners.refusals_per_connection
    }

    /// Leaves a connection, with the transaction open on it, for the next call.
    pub(crate) fn park(self, session: Session) {
        if !self.is_fit(&session) || self.manners.idle.is_zero() {
            session.part();
            return;
        }
        let mut state = self.gate.state();
        state.idle.push(Parked { session, since: Instant::now() });
        if !state.is_swept {
            state.is_swept = true;
            tokio::spawn(Arc::clone(&self.gate).sweep(self.manners.idle));
        }
    }
}
