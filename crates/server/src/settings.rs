//! What an operator may set about the server, with its defaults.

use std::{collections::BTreeMap, net::IpAddr};

use serde::{Deserialize, Serialize};
use store::Plan;

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
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
}

/// Who may sign up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Signup {
    /// `open`, `invite` or `closed`.
    pub mode: SignupMode,
    /// Codes that open sign-up in the mode `invite`.
    pub invite_codes: Vec<String>,
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
}

/// Limits on requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Largest body in bytes.
    pub body_bytes: usize,
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
        };
        Self {
            signup: Signup::default(),
            trial: Trial::default(),
            plans: BTreeMap::from([
                (Plan::Free, plan(0, 0, 1, false)),
                (Plan::Indie, plan(1_000, 29, 5, false)),
                (Plan::Starter, plan(5_000, 20, 10, false)),
                (Plan::Pro, plan(25_000, 16, 50, true)),
                (Plan::Scale, plan(100_000, 12, 200, true)),
            ]),
            limits: Limits::default(),
            trusted_proxies: Vec::new(),
        }
    }
}

impl Default for Signup {
    fn default() -> Self {
        Self { mode: SignupMode::Closed, invite_codes: Vec::new() }
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
            })
        })
    }
}
