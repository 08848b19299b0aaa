//! What an operator may set about the server, with its defaults.

mod caps;
mod network;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use store::Plan;

pub use caps::StorageCaps;
pub use network::Network;

/// Settings of the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Who may sign up.
    pub signup: Signup,
    /// The trial a new account gets.
    pub trial: Trial,
    /// What each plan includes.
    pub plans: BTreeMap<Plan, PlanTerms>,
    /// Limits on requests.
    pub limits: Limits,
    /// Addresses and networks of proxies whose `X-Forwarded-For` is believed. The cap on connections of one client
    /// does not hold for them, because they carry the connections of many.
    pub trusted_proxies: Vec<Network>,
    /// Who may read `/metrics`.
    pub metrics: MetricsAccess,
    /// Whether callers reach the server through TLS only; answers then carry `Strict-Transport-Security`.
    pub behind_tls: bool,
}

/// Who may read `/metrics`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MetricsAccess {
    /// Callers with a key of the scope `operate`.
    #[default]
    Operator,
    /// Anyone: for a server whose port only the operator reaches.
    Open,
}

/// Who may sign up.
///
/// Addresses are not confirmed by mail: where trial credits are worth something to a stranger, use the mode `invite`
/// and give each code to a person you know, or keep `trial.credits` low.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Signup {
    /// `open`, `invite` or `closed`.
    pub mode: SignupMode,
    /// Codes that open sign-up in the mode `invite`.
    pub invite_codes: Vec<String>,
    /// Accounts that may be opened a day and client network; 0 is no limit.
    pub per_client_day: u32,
}

/// How sign-up is guarded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignupMode {
    /// Anyone may sign up.
    Open,
    /// Whoever has a code.
    Invite,
    /// Only the operator makes accounts.
    #[default]
    Closed,
}

/// The trial a new account gets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Trial {
    /// How long it lasts.
    pub days: u16,
    /// Credits it comes with.
    pub credits: u32,
}

/// What a plan includes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanTerms {
    /// Credits a month.
    pub monthly_credits: u32,
    /// Price of a credit in thousandths of a currency unit.
    pub price_per_credit_thousandths: u32,
    /// Requests a second; 0 is no limit. Twice as many may come in a burst.
    pub requests_per_second: u32,
    /// Whether jobs may notify a webhook.
    pub webhooks: bool,
    /// How much an account may store.
    #[serde(default)]
    pub stored: StorageCaps,
}

/// Limits on requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Largest body of a call with a key, in bytes.
    pub body_bytes: usize,
    /// Largest body of a call without one, in bytes.
    pub keyless_body_bytes: usize,
    /// Memory for all bodies that are being received, in bytes.
    pub all_bodies_bytes: usize,
    /// Connections open at the same time; fewer where the process may have fewer file descriptors.
    pub connections: usize,
    /// Connections of one client network; trusted proxies have no such limit.
    pub connections_per_client: usize,
    /// Attempts to sign in a minute for one account, and three times as many for one client network.
    pub logins_per_minute: u32,
    /// Sandbox calls a day and client.
    pub sandbox_calls_per_day: u64,
    /// Time a call may take, in seconds.
    pub call_seconds: u64,
    /// Refused keys a minute and client before it has to wait.
    pub refused_keys_per_minute: u32,
    /// Privacy requests an hour and client.
    pub privacy_requests_per_hour: u32,
    /// Live feeds that may be open at the same time, those of the sandbox not counted.
    pub live_feeds: usize,
    /// Of these, feeds of one account.
    pub live_feeds_per_account: usize,
    /// Live feeds that one client address may have open.
    pub live_feeds_per_client: usize,
    /// Live feeds of the sandbox that may be open at the same time.
    pub sandbox_live_feeds: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let plan = |monthly_credits, price, requests_per_second, webhooks| PlanTerms {
            monthly_credits,
            price_per_credit_thousandths: price,
            requests_per_second,
            webhooks,
            stored: StorageCaps::default(),
        };
        let mut plans = BTreeMap::from([
            (Plan::Free, plan(0, 0, 1, false)),
            (Plan::Indie, plan(1_000, 29, 5, false)),
            (Plan::Starter, plan(5_000, 20, 10, false)),
            (Plan::Pro, plan(25_000, 16, 50, true)),
            (Plan::Scale, plan(100_000, 12, 200, true)),
        ]);
        plans.iter_mut().for_each(|(plan, terms)| terms.stored = StorageCaps::of(*plan));
        Self {
            signup: Signup::default(),
            trial: Trial::default(),
            plans,
            limits: Limits::default(),
            trusted_proxies: Vec::new(),
            metrics: MetricsAccess::Operator,
            behind_tls: false,
        }
    }
}

impl Default for Signup {
    fn default() -> Self {
        Self { mode: SignupMode::Closed, invite_codes: Vec::new(), per_client_day: 5 }
    }
}

impl Default for Trial {
    fn default() -> Self {
        Self { days: 7, credits: 100 }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 4 << 20,
            keyless_body_bytes: 64 << 10,
            all_bodies_bytes: 256 << 20,
            connections: 10_000,
            connections_per_client: 1_000,
            logins_per_minute: 5,
            sandbox_calls_per_day: 50,
            call_seconds: 30,
            refused_keys_per_minute: 60,
            privacy_requests_per_hour: 10,
            live_feeds: 2_000,
            live_feeds_per_account: 50,
            live_feeds_per_client: 50,
            sandbox_live_feeds: 200,
        }
    }
}

impl Settings {
    /// The terms of a plan; a plan left out of the configuration has its defaults.
    pub fn terms(&self, plan: Plan) -> PlanTerms {
        self.plans.get(&plan).cloned().unwrap_or_else(|| {
            Self::default().plans.remove(&plan).unwrap_or(PlanTerms {
                monthly_credits: 0,
                price_per_credit_thousandths: 0,
                requests_per_second: 1,
                webhooks: false,
                stored: StorageCaps::of(plan),
            })
        })
    }

    /// Whether an address is that of a trusted proxy.
    pub fn trusts(&self, address: std::net::IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.holds(address))
    }

    /// The storage caps of every plan, as the store keeps them.
    pub fn storage_caps(&self) -> Vec<(Plan, store::Stored, u64)> {
        let of_plan = |plan: Plan| self.terms(plan).stored.list().map(move |(what, most)| (plan, what, most));
        Plan::ALL.into_iter().flat_map(of_plan).collect()
    }
}
