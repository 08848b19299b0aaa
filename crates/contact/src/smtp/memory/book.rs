//! What was learned of mail servers as it is kept beside the process: with times of day, and without the addresses of people.

use std::{collections::BTreeMap, net::SocketAddr, time::Duration};

use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::verdict::Reason;

/// Most servers and most domains in a book.
pub(crate) const PAGES_MAX: usize = 4_096;
/// How long a refused name, a decoy and a wording are of use.
pub(crate) const NOTE_KEPT: Duration = Duration::from_secs(3_600);

/// What a process learned of mail servers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MailBook {
    /// Servers that are left alone, or that refused names within the last hour.
    pub hosts: Vec<HostPage>,
    /// How the servers of domains answered unknown names within the last hour.
    pub domains: Vec<DomainPage>,
}

/// A mail server as seen through one exit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostPage {
    /// Name of the exit, without credentials.
    pub exit: String,
    /// Address of the server.
    pub address: SocketAddr,
    /// When it refused names, in Unix seconds.
    pub refused: Vec<i64>,
    /// The time in which it is left alone.
    pub rest: Option<Rest>,
    /// The same for single domains.
    pub resting_domains: BTreeMap<String, Rest>,
}

/// A time in which a server is left alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// Why.
    pub reason: Reason,
    /// Its end, in Unix seconds.
    pub until: i64,
    /// How often it was renewed.
    pub renewals: u32,
    /// Whether the domain's next server may be asked instead.
    pub may_fail_over: bool,
}

/// How the server of a domain answered unknown names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DomainPage {
    /// The domain.
    pub domain: String,
    /// Decoys, which are made-up names.
    pub decoys: Vec<DecoyNote>,
    /// Hashes of the wordings of refusals, and when they were heard, in Unix seconds.
    pub wordings: Vec<(u64, i64)>,
}

/// The reply to a decoy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecoyNote {
    /// Separator of its words.
    pub separator: Option<char>,
    /// Number of its characters.
    pub length: usize,
    /// Whether it was accepted.
    pub accepted: bool,
    /// When, in Unix seconds.
    pub at: i64,
}

impl MailBook {
    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.hosts.is_empty() && self.domains.is_empty()
    }

    /// Whether anything in it is still of use at a time in Unix milliseconds.
    pub fn lasts(&self, now_millis: i64) -> bool {
        let now = now_millis.div_euclid(1_000);
        let is_recent = |at: &i64| now - at < NOTE_KEPT.as_secs() as i64;
        let host_lasts = |host: &HostPage| {
            let mut rests = host.rest.iter().chain(host.resting_domains.values());
            host.refused.iter().any(is_recent) || rests.any(|rest| rest.until > now)
        };
        let domain_lasts = |domain: &DomainPage| {
            domain.decoys.iter().any(|decoy| is_recent(&decoy.at))
                || domain.wordings.iter().any(|(_, at)| is_recent(at))
        };
        self.hosts.iter().any(host_lasts) || self.domains.iter().any(domain_lasts)
    }
}

/// Converts between the monotonic clock and the time of day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TimeOfDay {
    millis: i64,
    pub(crate) now: Instant,
}

impl TimeOfDay {
    /// The conversion at a time in Unix milliseconds.
    pub(crate) fn at(millis: i64) -> Self {
        Self { millis, now: Instant::now() }
    }

    /// Unix seconds of an instant.
    pub(crate) fn seconds(self, at: Instant) -> i64 {
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let before = millis(self.now.saturating_duration_since(at));
        let after = millis(at.saturating_duration_since(self.now));
        (self.millis - before + after + 500).div_euclid(1_000)
    }

    /// The instant of Unix seconds; none if it is before the clock began.
    pub(crate) fn instant(self, seconds: i64) -> Option<Instant> {
        let away = seconds.saturating_mul(1_000) - self.millis;
        let span = Duration::from_millis(away.unsigned_abs());
        if away < 0 { self.now.checked_sub(span) } else { self.now.checked_add(span) }
    }
}
