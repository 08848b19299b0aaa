//! Notices that the SMTP port is closed for all servers, as in most clouds, so that calls do not wait for it.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// Domains without any connection after which the port counts as blocked.
const SILENT_DOMAINS: usize = 3;
/// A connection within this time proves that the port is open.
const PROVEN_OPEN: Duration = Duration::from_secs(600);
/// Time to connect while the port counts as blocked: enough for an open port, and short for the caller.
const CONNECT_WHILE_BLOCKED: Duration = Duration::from_millis(300);

/// While the port counts as blocked, one call in this time waits as long as usual: a slow way out may need it.
const PATIENT_EVERY: Duration = Duration::from_secs(60);

/// Whether connections to the SMTP port are possible at all.
#[derive(Default)]
pub(crate) struct PortHealth {
    state: Mutex<PortState>,
}

#[derive(Default)]
struct PortState {
    /// Domains none of whose servers could be connected to since the last connection.
    silent: Vec<String>,
    last_connection: Option<Instant>,
    last_patient: Option<Instant>,
}

impl PortHealth {
    fn state(&self) -> MutexGuard<'_, PortState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a connection: the port is open.
    pub(crate) fn connected(&self) {
        let mut state = self.state();
        state.last_connection = Some(Instant::now());
        if state.silent.len() >= SILENT_DOMAINS {
            tracing::info!("a mail server was reached again: the SMTP port is open");
        }
        state.silent.clear();
    }

    /// Notes that no server of a domain could be connected to.
    pub(crate) fn silent(&self, domain: &str) {
        let mut state = self.state();
        let is_open = state.last_connection.is_some_and(|at| at.elapsed() < PROVEN_OPEN);
        if !is_open
            && state.silent.len() < SILENT_DOMAINS
            && !state.silent.iter().any(|known| known == domain)
        {
            state.silent.push(domain.to_owned());
            if state.silent.len() == SILENT_DOMAINS {
                tracing::warn!(
                    "no mail server of {SILENT_DOMAINS} domains could be reached: the SMTP port seems to be closed for \
                     this machine; emails are answered from what is known. Have the port opened, or set network.exits"
                );
            }
        }
    }

    pub(crate) fn is_blocked(&self) -> bool {
        self.state().silent.len() >= SILENT_DOMAINS
    }

    /// Time to connect to the servers of a domain.
    pub(crate) fn connect_limit(&self, limit: Duration, in_background: bool) -> Duration {
        if in_background || !self.is_blocked() {
            return limit;
        }
        let mut state = self.state();
        if state.last_patient.is_none_or(|at| at.elapsed() >= PATIENT_EVERY) {
            state.last_patient = Some(Instant::now());
            return limit;
        }
        limit.min(CONNECT_WHILE_BLOCKED)
    }
}
