//! The server's settings and their defaults.

mod caps;
mod network;
mod shown;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Plan;

pub use caps::StorageCaps;
pub use network::Network;
pub use shown::ShownSetting;

/// Settings of the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Sign-up settings.
    pub signup: Signup,
    /// Trial of a new account.
    pub trial: Trial,
    /// Terms of each plan.
    pub plans: BTreeMap<Plan, PlanTerms>,
    /// Request limits.
    pub limits: Limits,
    /// How long the call history is kept.
    pub history: HistoryKeeping,
    /// How long a sign-in to the pages lasts.
    pub sessions: SessionLimits,
    /// Addresses and networks of proxies whose `X-Forwarded-For` is trusted. The cap on connections per client does not
    /// apply to them, because they carry the connections of many clients.
    #[schemars(with = "Vec<String>")]
    pub trusted_proxies: Vec<Network>,
    /// Access to `/metrics`.
    pub metrics: MetricsAccess,
    /// Whether the server is reachable through TLS only; responses then carry `Strict-Transport-Security`, and cookies
    /// `Secure`.
    pub behind_tls: bool,
}

/// How long the call history is kept. The ledger keeps every charge for good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct HistoryKeeping {
    /// Days after which calls that cost nothing, and the questions of those that did, are deleted; 0 means never.
    pub kept_days: u32,
    /// Ended months whose charged calls are kept beside the running one; 0 means for good.
    pub kept_months: u32,
}

/// How long a sign-in to the pages lasts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SessionLimits {
    /// Hours after which a session that is not used ends.
    pub idle_hours: u32,
    /// Hours after which a session ends, however much it is used.
    pub hours: u32,
}

/// Access to `/metrics`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MetricsAccess {
    /// Only keys with the scope `operate`.
    #[default]
    Operator,
    /// No key needed: for a server whose port only the operator can reach.
    Open,
}

/// Sign-up settings.
///
/// Email addresses are not verified. Where trial credits attract abuse, use the mode `invite` and give each code to a
/// person you know, or keep `trial.credits` low.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Signup {
    /// `open`, `invite` or `closed`.
    pub mode: SignupMode,
    /// Codes accepted in the mode `invite`.
    pub invite_codes: Vec<String>,
    /// New accounts per day and client network; 0 means no limit.
    pub per_client_day: u32,
}

/// Who may sign up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignupMode {
    /// Anyone may sign up.
    Open,
    /// Anyone with an invite code.
    Invite,
    /// Only the operator creates accounts.
    #[default]
    Closed,
}

/// Trial of a new account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Trial {
    /// Duration in days.
    pub days: u16,
    /// Credits granted.
    pub credits: u32,
}

/// Terms of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanTerms {
    /// Credits granted per month.
    pub monthly_credits: u32,
    /// Price per credit in thousandths of a currency unit.
    pub price_per_credit_thousandths: u32,
    /// Requests per second; 0 means no limit. A burst may be twice as large.
    pub requests_per_second: u32,
    /// Whether the plan includes webhooks.
    pub webhooks: bool,
    /// Storage caps of an account.
    #[serde(default)]
    pub stored: StorageCaps,
}

/// Request limits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Maximum body of a call with a key, in bytes.
    pub body_bytes: usize,
    /// Maximum body of a call without a key, in bytes.
    pub keyless_body_bytes: usize,
    /// Memory for all bodies being received, in bytes.
    pub all_bodies_bytes: usize,
    /// Maximum open connections; lowered if the process's file-descriptor limit requires it.
    pub connections: usize,
    /// Maximum open connections per client network; does not apply to trusted proxies.
    pub connections_per_client: usize,
    /// Login attempts per minute for an account from one client network; three times as many from that network in all, ten
    /// times as many for that account in all.
    pub logins_per_minute: u32,
    /// Sandbox calls per day and client.
    pub sandbox_calls_per_day: u64,
    /// Masked rows that previews show an account per day, so that they are not collected in place of answers; 0 shows none.
    pub preview_rows_per_day: u64,
    /// Largest file that an operator may send for an import on the pages, in bytes; 0 takes none.
    pub import_bytes: u64,
    /// Time limit of a call, in seconds.
    pub call_seconds: u64,
    /// Calls with an invalid key per minute and client before it is throttled.
    pub refused_keys_per_minute: u32,
    /// Privacy requests per hour and client.
    pub privacy_requests_per_hour: u32,
    /// Maximum open live feeds, not counting those of the sandbox.
    pub live_feeds: usize,
    /// Maximum open live feeds per account.
    pub live_feeds_per_account: usize,
    /// Maximum open live feeds per client address.
    pub live_feeds_per_client: usize,
    /// Maximum open live feeds of the sandbox.
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
            history: HistoryKeeping::default(),
            sessions: SessionLimits::default(),
            trusted_proxies: Vec::new(),
            metrics: MetricsAccess::Operator,
            behind_tls: false,
        }
    }
}

impl Default for HistoryKeeping {
    fn default() -> Self {
        Self { kept_days: 90, kept_months: 0 }
    }
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self { idle_hours: 72, hours: 720 }
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
            preview_rows_per_day: 2_000,
            import_bytes: 256 << 20,
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
    /// The terms of a plan; defaults apply to a plan missing from the configuration.
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

    /// Whether an address belongs to a trusted proxy.
    pub fn trusts(&self, address: std::net::IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.holds(address))
    }

    /// The storage caps of every plan, in the form the store uses.
    pub fn storage_caps(&self) -> Vec<(Plan, store::Stored, u64)> {
        let of_plan = |plan: Plan| self.terms(plan).stored.list().map(move |(what, most)| (plan, what, most));
        Plan::ALL.into_iter().flat_map(of_plan).collect()
    }
}
