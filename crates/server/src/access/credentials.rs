//! Email and password of an account: how often they may be tried, and one refusal for whatever does not fit.

use std::net::IpAddr;

use jiff::Timestamp;
use store::Account;

use crate::{
    access::{rate::Rate, rights::client_network},
    call::problem::{Code, Problem},
    services::Services,
};

/// Attempts of a client network, as a multiple of the limit for one account.
const ACCOUNTS_PER_CLIENT: u32 = 3;
/// Attempts for an account from all networks, as the same multiple. Higher than that of a client: wrong passwords
/// from one network must not keep the owner out.
const CLIENTS_PER_ACCOUNT: u32 = 10;

/// Who tries, and when.
#[derive(Debug, Clone, Copy)]
pub struct Attempt<'a> {
    /// Address of the account in normal form.
    pub email: &'a str,
    /// Address of the client.
    pub client: Option<IpAddr>,
    /// Time of the attempt.
    pub now: Timestamp,
}

impl Attempt<'_> {
    /// Takes a rate-limit token for the client, one for the account, and one for the two together, whether or not the
    /// account exists.
    pub fn throttle(&self, services: &Services) -> Result<(), Problem> {
        let client = format!("login client {}", self.network());
        self.take(services, &client, ACCOUNTS_PER_CLIENT)?;
        self.throttle_account(services)
    }

    /// The same without the token for the client, where the client has another limit.
    pub fn throttle_account(&self, services: &Services) -> Result<(), Problem> {
        let email = self.email;
        self.take(services, &format!("login account {email} from {}", self.network()), 1)?;
        self.take(services, &format!("login account {email}"), CLIENTS_PER_ACCOUNT)
    }

    fn network(&self) -> String {
        self.client.map(client_network).unwrap_or_default()
    }

    fn take(&self, services: &Services, owner: &str, times: u32) -> Result<(), Problem> {
        let per_window = services.settings.limits.logins_per_minute.saturating_mul(times);
        let rate = Rate { per_window, window_seconds: 60, burst: per_window };
        let taken = services.login_rates.take(owner, rate, self.now);
        if taken.allowed {
            return Ok(());
        }
        let problem = Problem::new(Code::RateLimited, "Too many attempts to sign in. Wait, then try again.");
        Err(problem.retry_after(taken.retry_seconds))
    }

    /// The open account that these credentials belong to. Refused with the same message and after the same time whether or
    /// not there is such an account.
    pub async fn account(&self, services: &Services, password: String) -> Result<Account, Problem> {
        let known = services.store.password_of(self.email)?;
        let (account, hash) = known.filter(|(account, _)| account.closed_at.is_none()).unzip();
        if !services.passwords.fits(password, hash).await? {
            return Err(Problem::wrong_credentials());
        }
        account.ok_or_else(Problem::wrong_credentials)
    }
}
