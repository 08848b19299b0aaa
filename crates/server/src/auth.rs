//! Who is calling, and whether they may.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, header};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use store::{KeyOwner, Scope};

use crate::{
    api_key,
    app::App,
    catalogue::{Access, Spec},
    problem::{Code, Problem},
    rate::{Rate, Taken},
};

/// Finds out who calls. Clients that send many refused keys have to wait, so that keys cannot be guessed.
pub fn authenticate(
    app: &App,
    headers: &HeaderMap,
    client: IpAddr,
    now: Timestamp,
) -> Result<KeyOwner, Problem> {
    identify(app, headers, now).inspect(|owner| app.key_used(&owner.key.id, now)).map_err(|problem| {
        let per_minute = app.settings.limits.refused_keys_per_minute;
        let rate = Rate { per_window: per_minute, window_seconds: 60, burst: per_minute };
        if problem.code.status() != 401 {
            return problem;
        }
        let taken = app.client_rates.take(&client_network(client), rate, now);
        if taken.allowed {
            return problem;
        }
        Problem::new(
            Code::RateLimited,
            "Too many refused keys from this address. Wait, then send a valid key.",
        )
        .retry_after(taken.retry_seconds)
    })
}

/// The key a call carries, known or not.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let text = values.next()?.to_str().ok()?;
    let (scheme, secret) = text.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && values.next().is_none()).then(|| secret.trim())
}

fn identify(app: &App, headers: &HeaderMap, now: Timestamp) -> Result<KeyOwner, Problem> {
    let missing = || Problem::new(Code::MissingKey, "Send your key as `Authorization: Bearer <key>`.");
    let secret = bearer(headers).ok_or_else(missing)?;
    let unknown = || Problem::new(Code::InvalidKey, "This key is not known. Check that it was copied whole.");
    if !api_key::is_well_formed(secret) {
        return Err(unknown());
    }
    let owner = app.store.key_owner(&api_key::hash(secret))?.ok_or_else(unknown)?;
    if owner.key.revoked_at.is_some() {
        return Err(Problem::new(Code::RevokedKey, "This key was revoked. Use another key of the account."));
    }
    if owner.key.expires_at.is_some_and(|end| end <= now) {
        return Err(Problem::new(Code::ExpiredKey, "This key has expired. Make or rotate to a new one."));
    }
    if owner.account.closed_at.is_some() {
        return Err(Problem::new(
            Code::AccountClosed,
            "This account is closed. Ask the operator of this service to open it again.",
        ));
    }
    Ok(owner)
}

/// Whether this caller may use this endpoint.
pub fn authorize(owner: &KeyOwner, spec: &Spec, now: Timestamp) -> Result<(), Problem> {
    let Access::Key(scope) = spec.access else { return Ok(()) };
    if !owner.key.scopes.has(scope) {
        return Err(Problem::new(
            Code::ScopeRequired,
            format!("This key lacks the scope `{}`. Use a key that has it.", scope.word()),
        )
        .with("required_scope", scope.word()));
    }
    let expired = owner.account.trial_expired(now);
    if expired && (scope == Scope::Spend || spec.plan > owner.account.effective_plan(now)) {
        return Err(Problem::new(Code::TrialExpired, "The trial is over. Choose a plan to go on."));
    }
    if spec.plan > owner.account.effective_plan(now) {
        return Err(Problem::new(
            Code::PlanRequired,
            format!("This needs the plan {} or higher.", spec.plan),
        )
        .with("required_plan", spec.plan.word()));
    }
    Ok(())
}

/// Takes a token from the caller's bucket.
pub fn throttle(app: &App, owner: &KeyOwner, now: Timestamp) -> (Rate, Taken) {
    let per_second = app.settings.terms(owner.account.effective_plan(now)).requests_per_second;
    let rate = Rate { per_window: per_second, window_seconds: 1, burst: per_second.saturating_mul(2) };
    (rate, app.account_rates.take(&owner.account.id, rate, now))
}

/// The address a call comes from; a forwarded one is believed only when a trusted proxy says it.
pub fn client_address(app: &App, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
    let trusted = |address: &IpAddr| app.settings.trusted_proxies.contains(&address.to_canonical());
    let mut client = peer.ip().to_canonical();
    let forwarded: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    // Read from the right: only what a trusted proxy itself has written down counts.
    for hop in forwarded.iter().rev() {
        if !trusted(&client) {
            break;
        }
        match hop.trim().parse::<IpAddr>() {
            Ok(address) => client = address.to_canonical(),
            Err(_) => break,
        }
    }
    client
}

/// What counts as one client: an IPv4 address, or the /64 an IPv6 host can hop about in.
pub fn client_network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// A client's network as it is stored: hashed, because an address is personal data.
pub fn client_digest(address: IpAddr) -> [u8; 32] {
    Sha256::digest(client_network(address)).into()
}
