//! Connection pools per mail server: limits the number and rate of connections, and reuses idle ones.

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

use crate::{options::Manners, smtp::session::Session};

/// Maximum number of pools; beyond it, pools without users are dropped.
const POOL_LIMIT: usize = 4_096;

/// The pools of all mail servers.
#[derive(Default)]
pub(crate) struct ConnectionPools {
    pools: Mutex<HashMap<SocketAddr, Arc<HostPool>>>,
}

struct HostPool {
    permits: Arc<Semaphore>,
    state: Mutex<PoolState>,
}

struct PoolState {
    next_start: Instant,
    idle: Vec<IdleSession>,
    is_sweeping: bool,
}

struct IdleSession {
    session: Session,
    since: Instant,
}

/// Permit for one connection to one mail server.
pub(crate) struct PoolPermit {
    pool: Arc<HostPool>,
    manners: Manners,
    _permit: OwnedSemaphorePermit,
}

impl ConnectionPools {
    /// Waits for a permit; `None` if none becomes free in time.
    ///
    /// An idle connection holds no permit, but connections never exceed permits, because a permit holder reuses an idle
    /// one before opening another.
    pub(crate) async fn acquire(
        &self,
        address: SocketAddr,
        manners: Manners,
        until: Instant,
    ) -> Option<PoolPermit> {
        let pool = self.pool(address, manners);
        let permits = Arc::clone(&pool.permits);
        let permit = timeout_at(until, permits.acquire_owned()).await.ok()?.ok()?;
        Some(PoolPermit { pool, manners, _permit: permit })
    }

    fn pool(&self, address: SocketAddr, manners: Manners) -> Arc<HostPool> {
        let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        if pools.len() >= POOL_LIMIT && !pools.contains_key(&address) {
            pools.retain(|_, pool| Arc::strong_count(pool) > 1);
        }
        let pool = pools.entry(address).or_insert_with(|| {
            Arc::new(HostPool {
                permits: Arc::new(Semaphore::new(manners.connections_per_host.max(1))),
                state: Mutex::new(PoolState {
                    next_start: Instant::now(),
                    idle: Vec::new(),
                    is_sweeping: false,
                }),
            })
        });
        Arc::clone(pool)
    }
}

impl HostPool {
    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes connections that have been idle for too long.
    async fn sweep(self: Arc<Self>, idle: Duration) {
        loop {
            sleep(idle).await;
            let mut state = self.state();
            let now = Instant::now();
            let (stale, kept) = std::mem::take(&mut state.idle)
                .into_iter()
                .partition(|idle_session| now.duration_since(idle_session.since) >= idle);
            state.idle = kept;
            for IdleSession { session, .. } in stale {
                session.quit();
            }
            if state.idle.is_empty() {
                state.is_sweeping = false;
                return;
            }
        }
    }
}

impl PoolPermit {
    /// Takes an idle session of an earlier call through this exit.
    pub(crate) fn idle_session(&self, exit: usize) -> Option<Session> {
        let idle = &mut self.pool.state().idle;
        let place = idle.iter().rposition(|idle| idle.session.key().exit == exit)?;
        Some(idle.remove(place).session)
    }

    /// Waits for the connection interval; false if it ends after the deadline.
    pub(crate) async fn pace(&self, until: Instant) -> bool {
        let start = {
            let mut state = self.pool.state();
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

    /// Whether a session may send another RCPT.
    pub(crate) fn is_reusable(&self, session: &Session) -> bool {
        !session.is_closing()
            && session.recipients() < self.manners.recipients_per_connection
            && session.refused() < self.manners.refusals_per_connection
    }

    /// Returns a session, with its open transaction, to the pool.
    pub(crate) fn park(self, session: Session) {
        if !self.is_reusable(&session) || self.manners.idle.is_zero() {
            session.quit();
            return;
        }
        let mut state = self.pool.state();
        state.idle.push(IdleSession { session, since: Instant::now() });
        if !state.is_sweeping {
            state.is_sweeping = true;
            tokio::spawn(Arc::clone(&self.pool).sweep(self.manners.idle));
        }
    }
}
