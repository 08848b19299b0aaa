//! Memory of each mail server: a back-off after it blocked or failed us, and a budget of refused recipients per hour.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::Notify,
    time::{Instant, timeout_at},
};

use crate::{
    smtp::{
        classify::ReplyClass,
        exits::HostKey,
        memory::book::{HostPage, NOTE_KEPT, Rest, TimeOfDay},
    },
    verdict::Reason,
};

/// Maximum number of servers remembered; beyond it, those without a back-off or a refusal are dropped.
const HOST_LIMIT: usize = 16_384;
/// Window of the budget of refused recipients.
const BUDGET_WINDOW: Duration = NOTE_KEPT;
/// A server that answered within this time needs several failures in a row before it is left alone.
const RECENT: Duration = Duration::from_secs(600);
/// The number of failures in a row of such a server.
const FAILURES_OF_RECENT: u32 = 3;
/// The number of connections in a row that end without a reply to RCPT.
const DROPS_IN_A_ROW: u32 = 3;
/// The number of domains whose recipients a server refuses to our network before it is left alone for all of them.
const REFUSING_DOMAINS: usize = 3;
/// How long a trial connection may take before another one is admitted.
const TRIAL: Duration = Duration::from_secs(30);
/// First back-off and longest back-off of a server that blocked us.
const BLOCKED: (Duration, Duration) = (Duration::from_secs(1_800), Duration::from_secs(4 * 3_600));
/// The same for a server that asked us to slow down.
const RATE_LIMITED: (Duration, Duration) = (Duration::from_secs(300), Duration::from_secs(4 * 3_600));
/// The same for a server that turns connections away for now.
const BUSY: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(3_600));
/// The same for a server that cannot be reached or stays silent.
const SILENT: (Duration, Duration) = (Duration::from_secs(30), Duration::from_secs(1_800));

/// What was learned of all mail servers.
#[derive(Default)]
pub(crate) struct HostMemory {
    hosts: Mutex<HashMap<HostKey, Arc<Host>>>,
}

#[derive(Default)]
struct Host {
    state: Mutex<HostState>,
    /// Wakes those that wait for a reserved slot of the budget to be settled.
    settled: Notify,
}

#[derive(Default)]
struct HostState {
    refused: VecDeque<Instant>,
    reserved: usize,
    failures: u32,
    drops: u32,
    last_answer: Option<Instant>,
    backoff: Option<Backoff>,
    /// Domains that refuse our network at RCPT: a server of many domains applies the rules of each.
    refusing: HashMap<String, Backoff>,
    /// What other processes know: nodes beside this one, and this one before its last start.
    others: OthersState,
}

#[derive(Default)]
struct OthersState {
    refused: Vec<Instant>,
    backoff: Option<Backoff>,
    refusing: HashMap<String, Backoff>,
}

/// A time in which a server is left alone.
struct Backoff {
    reason: Reason,
    until: Instant,
    /// How often it was renewed; each time it doubles.
    renewals: u32,
    /// Whether the domain's next server may be asked instead. Not if this one limited us for what we asked.
    may_fail_over: bool,
    /// When the trial connection after its end began.
    trial: Option<Instant>,
}

/// At which step a server failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailedStep<'a> {
    /// Connect, greeting, EHLO or MAIL: it concerns every recipient.
    BeforeRecipient,
    /// RCPT.
    Recipient {
        /// Domain of the recipient.
        domain: &'a str,
        /// Whether the same session accepted another recipient.
        accepted_any: bool,
    },
}

/// Why a server must not be contacted now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Closed {
    pub(crate) answer: ReplyClass,
    /// Whether the domain's next server may be asked instead.
    pub(crate) may_fail_over: bool,
}

/// A reserved refusal of the hourly budget; given back when dropped, unless the recipient was refused.
pub(crate) struct RefusalSlot {
    host: Option<Arc<Host>>,
}

impl HostMemory {
    fn host(&self, key: HostKey) -> Arc<Host> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() >= HOST_LIMIT && !hosts.contains_key(&key) {
            let now = Instant::now();
            hosts.retain(|_, host| Arc::strong_count(host) > 1 || host.state().is_worth_keeping(now));
        }
        Arc::clone(hosts.entry(key).or_default())
    }

    /// Whether a server may be contacted about a domain; else the reason, with the time that is left. After a back-off,
    /// one trial connection is admitted before all others. `budget` is the number of refused recipients per hour.
    pub(crate) fn admit(
        &self,
        key: HostKey,
        domain: &str,
        budget: usize,
        now: Instant,
    ) -> Result<(), Closed> {
        let host = self.host(key);
        let state = &mut *host.state();
        if let Some(wait) = state.budget_wait(budget, now) {
            let answer = ReplyClass::Later(Reason::RateLimited, Some(wait));
            return Err(Closed { answer, may_fail_over: false });
        }
        if let Some(closed) = state.others.closed(domain, now) {
            return Err(closed);
        }
        let Some(backoff) = state.backoff.as_mut().or_else(|| state.refusing.get_mut(domain)) else {
            return Ok(());
        };
        let left = backoff.until.saturating_duration_since(now);
        let in_trial = backoff.trial.is_some_and(|begun| now.duration_since(begun) < TRIAL);
        if left.is_zero() && !in_trial {
            backoff.trial = Some(now);
            return Ok(());
        }
        let wait = if left.is_zero() { TRIAL } else { left };
        let answer = ReplyClass::Later(backoff.reason, Some(wait));
        Err(Closed { answer, may_fail_over: backoff.may_fail_over })
    }

    /// Notes that a server answered RCPT, whatever it said of the recipient.
    pub(crate) fn answered(&self, key: HostKey, domain: &str, now: Instant) {
        let host = self.host(key);
        let mut state = host.state();
        state.last_answer = Some(now);
        state.failures = 0;
        state.drops = 0;
        state.backoff = None;
        state.refusing.remove(domain);
    }

    /// Notes a failure, and begins or renews a back-off if it concerns more than one recipient.
    pub(crate) fn failed(&self, key: HostKey, step: FailedStep<'_>, answer: ReplyClass, now: Instant) {
        let host = self.host(key);
        let mut state = host.state();
        let Some((reason, limits, at_once)) = state.concern(step, answer) else { return };
        state.failures += 1;
        let is_recent = state.last_answer.is_some_and(|at| now.duration_since(at) < RECENT);
        if is_recent && !at_once && state.failures < FAILURES_OF_RECENT {
            return;
        }
        let of_domain = match step {
            FailedStep::Recipient { domain, .. } if reason == Reason::RefusedNetwork => {
                state.domain_alone(domain, now)
            }
            _ => None,
        };
        let of_others = &state.others;
        let earlier = match of_domain {
            Some(domain) => state.refusing.get(domain).or_else(|| of_others.refusing.get(domain)),
            None => state.backoff.as_ref().or(of_others.backoff.as_ref()),
        };
        let renewals = match earlier {
            // Connections that were open when the back-off began do not renew it.
            Some(backoff) if now < backoff.until => return,
            Some(backoff) => backoff.renewals + 1,
            None => 0,
        };
        let requested = if let ReplyClass::Later(_, Some(wait)) = answer { wait } else { Duration::ZERO };
        let (first, longest) = limits;
        let wait = first.saturating_mul(1 << renewals.min(16)).min(longest).max(requested);
        let may_fail_over = step == FailedStep::BeforeRecipient;
        let backoff = Backoff { reason, until: now + wait, renewals, may_fail_over, trial: None };
        match of_domain {
            Some(domain) => {
                state.refusing.insert(domain.to_owned(), backoff);
            }
            None => state.backoff = Some(backoff),
        }
    }

    /// Reserves a slot of the budget of refused recipients. Waits while other recipients hold the last slots; if all
    /// are used up, the error says when the next is free.
    pub(crate) async fn reserve(
        &self,
        key: HostKey,
        budget: usize,
        until: Instant,
    ) -> Result<RefusalSlot, ReplyClass> {
        if budget == 0 {
            return Ok(RefusalSlot { host: None });
        }
        let host = self.host(key);
        loop {
            let settled = host.settled.notified();
            {
                let mut state = host.state();
                if let Some(wait) = state.budget_wait(budget, Instant::now()) {
                    return Err(ReplyClass::Later(Reason::RateLimited, Some(wait)));
                }
                if state.refused_count() + state.reserved < budget {
                    state.reserved += 1;
                    drop(state);
                    return Ok(RefusalSlot { host: Some(Arc::clone(&host)) });
                }
            }
            if timeout_at(until, settled).await.is_err() {
                return Err(ReplyClass::Later(Reason::TimedOut, None));
            }
        }
    }
}

impl HostMemory {
    /// What is known of each server that is left alone or that refused recipients lately.
    pub(crate) fn pages(
        &self,
        time: TimeOfDay,
        limit: usize,
        exit_name: impl Fn(usize) -> String,
    ) -> Vec<HostPage> {
        let hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let page = |(key, host): (&HostKey, &Arc<Host>)| {
            let mut state = host.state();
            state.forget_old_refusals(time.now);
            let rest = |backoff: &Backoff| (time.now < backoff.until).then(|| backoff.as_rest(time));
            let domains = state.refusing.iter();
            HostPage {
                exit: exit_name(key.exit),
                address: key.address,
                refused: state.refused.iter().map(|at| time.seconds(*at)).collect(),
                rest: state.backoff.as_ref().and_then(rest),
                resting_domains: domains
                    .filter_map(|(domain, known)| Some((domain.clone(), rest(known)?)))
                    .collect(),
            }
        };
        let is_of_use = |page: &HostPage| {
            !page.refused.is_empty() || page.rest.is_some() || !page.resting_domains.is_empty()
        };
        let mut pages: Vec<HostPage> = hosts.iter().map(page).filter(is_of_use).take(limit).collect();
        pages.sort_by(|one, other| (&one.exit, one.address).cmp(&(&other.exit, other.address)));
        pages
    }

    /// Takes over what other processes know of servers, in the place of what they knew before.
    pub(crate) fn read_pages<'a>(
        &self,
        pages: impl Iterator<Item = (HostKey, &'a HostPage)>,
        time: TimeOfDay,
    ) {
        let known: Vec<Arc<Host>> =
            self.hosts.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        known.iter().for_each(|host| host.state().others = OthersState::default());
        for (key, page) in pages {
            let host = self.host(key);
            let mut state = host.state();
            let others = &mut state.others;
            others.refused.extend(page.refused.iter().filter_map(|at| time.instant(*at)));
            others.backoff = later_of(others.backoff.take(), page.rest.as_ref(), time);
            for (domain, rest) in &page.resting_domains {
                let known = others.refusing.remove(domain);
                if let Some(backoff) = later_of(known, Some(rest), time) {
                    others.refusing.insert(domain.clone(), backoff);
                }
            }
        }
    }
}

/// The back-off that ends later.
fn later_of(known: Option<Backoff>, rest: Option<&Rest>, time: TimeOfDay) -> Option<Backoff> {
    let new = rest.and_then(|rest| Backoff::of_rest(rest, time));
    [known, new].into_iter().flatten().max_by_key(|backoff| backoff.until)
}

impl Backoff {
    fn as_rest(&self, time: TimeOfDay) -> Rest {
        Rest {
            reason: self.reason,
            until: time.seconds(self.until),
            renewals: self.renewals,
            may_fail_over: self.may_fail_over,
        }
    }

    fn of_rest(rest: &Rest, time: TimeOfDay) -> Option<Self> {
        let until = time.instant(rest.until)?;
        let Rest { reason, renewals, may_fail_over, .. } = *rest;
        Some(Self { reason, until, renewals, may_fail_over, trial: None })
    }
}

impl OthersState {
    /// Why a server must not be contacted, as another process learned.
    fn closed(&self, domain: &str, now: Instant) -> Option<Closed> {
        let lasting =
            self.backoff.iter().chain(self.refusing.get(domain)).find(|backoff| now < backoff.until)?;
        let answer = ReplyClass::Later(lasting.reason, Some(lasting.until - now));
        Some(Closed { answer, may_fail_over: lasting.may_fail_over })
    }
}

impl Host {
    fn state(&self) -> MutexGuard<'_, HostState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HostState {
    fn is_worth_keeping(&mut self, now: Instant) -> bool {
        self.forget_old_refusals(now);
        let lasts = |backoff: &Backoff| now < backoff.until;
        self.refused_count() > 0
            || self.backoff.iter().chain(&self.others.backoff).any(lasts)
            || self.refusing.values().chain(self.others.refusing.values()).any(lasts)
    }

    /// Recipients refused within the window, to this process and to others.
    fn refused_count(&self) -> usize {
        self.refused.len() + self.others.refused.len()
    }

    /// How long until a recipient may be refused again; none if one may be refused now.
    fn budget_wait(&mut self, budget: usize, now: Instant) -> Option<Duration> {
        self.forget_old_refusals(now);
        let over = self.refused_count().checked_sub(budget).filter(|_| budget > 0)?;
        let mut refused: Vec<Instant> = self.refused.iter().chain(&self.others.refused).copied().collect();
        refused.sort_unstable();
        Some((refused[over] + BUDGET_WINDOW).saturating_duration_since(now))
    }

    fn forget_old_refusals(&mut self, now: Instant) {
        while self.refused.front().is_some_and(|at| now.duration_since(*at) >= BUDGET_WINDOW) {
            self.refused.pop_front();
        }
        self.others.refused.retain(|at| now.duration_since(*at) < BUDGET_WINDOW);
    }

    /// The domain, if a refusal of our network at RCPT is to be put down to it alone: until several domains of the server
    /// refuse us.
    fn domain_alone<'a>(&mut self, domain: &'a str, now: Instant) -> Option<&'a str> {
        self.refusing.retain(|known, backoff| known == domain || now < backoff.until);
        let others = self.refusing.len() - usize::from(self.refusing.contains_key(domain));
        (others + 1 < REFUSING_DOMAINS).then_some(domain)
    }

    /// The back-off that a failure calls for, and whether one failure is enough; none if it concerns one recipient.
    fn concern(
        &mut self,
        step: FailedStep<'_>,
        answer: ReplyClass,
    ) -> Option<(Reason, (Duration, Duration), bool)> {
        let (ReplyClass::Later(reason, _) | ReplyClass::Refused(reason)) = answer else { return None };
        let before = step == FailedStep::BeforeRecipient;
        match (reason, step) {
            (Reason::RefusedNetwork, FailedStep::Recipient { accepted_any: true, .. }) => None,
            (Reason::RefusedNetwork, _) => Some((reason, BLOCKED, true)),
            (Reason::RateLimited, _) => Some((reason, RATE_LIMITED, !before)),
            (Reason::Unreachable | Reason::TimedOut | Reason::ConnectionDropped, _) if before => {
                Some((reason, SILENT, false))
            }
            (Reason::ConnectionDropped, _) => {
                self.drops += 1;
                (self.drops >= DROPS_IN_A_ROW).then_some((reason, SILENT, true))
            }
            (Reason::TemporaryFailure, _) if before => Some((reason, BUSY, false)),
            _ => None,
        }
    }
}

impl RefusalSlot {
    /// Uses the slot up: the recipient was refused.
    pub(crate) fn used(mut self) {
        let Some(host) = self.host.take() else { return };
        let mut state = host.state();
        state.reserved -= 1;
        state.refused.push_back(Instant::now());
        drop(state);
        host.settled.notify_waiters();
    }
}

impl Drop for RefusalSlot {
    fn drop(&mut self) {
        if let Some(host) = self.host.take() {
            host.state().reserved -= 1;
            host.settled.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests;
