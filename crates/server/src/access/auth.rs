//! Authentication and authorization of callers.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::http::{HeaderMap, header};
use jiff::Timestamp;
use store::{AccountId, KeyId, KeyOwner, Scope};

use crate::access::rights::{client_network, in_force, require_scope};
use crate::services::Services;
use crate::{
    access::{
        api_key,
        rate::{Rate, Taken},
    },
    app::App,
    call::problem::{Code, Problem},
    endpoint::{Access, Spec},
};

/// Pages that an account opens per second, whatever its plan.
const PAGES_PER_SECOND: u32 = 20;
const PAGES_BURST: u32 = 100;

/// How old what is known of a key and its account may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Age {
    /// As of now.
    Current,
    /// As of a moment ago, except for what this process has changed. For calls that settle: the settlement reads what
    /// decides about money again.
    Recent,
}

/// Authenticates a call. Clients that send many invalid keys are throttled, so that keys cannot be guessed.
pub fn authenticate(
    app: &App,
    headers: &HeaderMap,
    client: IpAddr,
    now: Timestamp,
    age: Age,
) -> Result<Arc<KeyOwner>, Problem> {
    identify(app, headers, now, age).inspect(|owner| app.key_used(&owner.key.id, now)).map_err(|problem| {
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

/// The bearer token of a call, valid or not.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let text = values.next()?.to_str().ok()?;
    let (scheme, secret) = text.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && values.next().is_none()).then(|| secret.trim())
}

fn identify(app: &App, headers: &HeaderMap, now: Timestamp, age: Age) -> Result<Arc<KeyOwner>, Problem> {
    let missing = || Problem::new(Code::MissingKey, "Send your key as `Authorization: Bearer <key>`.");
    let secret = bearer(headers).ok_or_else(missing)?;
    let unknown = || Problem::new(Code::InvalidKey, "This key is not known. Check that it was copied whole.");
    if !api_key::is_well_formed(secret) {
        return Err(unknown());
    }
    let hash = api_key::hash(secret);
    let owner = match age {
        Age::Current => app.store.key_owner(&hash)?.map(Arc::new),
        Age::Recent => app.key_cache.owner(&app.store, &hash)?,
    };
    let owner = owner.ok_or_else(unknown)?;
    in_force(&owner, now)?;
    Ok(owner)
}

/// The caller of a call that needs no key, if it has a valid one.
pub fn caller_of(app: &App, headers: &HeaderMap, now: Timestamp) -> Option<Arc<KeyOwner>> {
    identify(app, headers, now, Age::Current).ok()
}

/// Authorizes background work under a key by the same rules as a call to this endpoint. Called before each unit of
/// work, because the key, the plan or the trial may have ended since the work was set up.
pub fn authorize_again(
    services: &Services,
    account: &AccountId,
    key: &KeyId,
    spec: &Spec,
) -> Result<KeyOwner, Problem> {
    let (owner, now) = (services.store.key_owner_by_id(account, key)?, services.clock.now());
    in_force(&owner, now)?;
    authorize(&owner, spec, now)?;
    Ok(owner)
}

/// Checks that the caller may use this endpoint.
pub fn authorize(owner: &KeyOwner, spec: &Spec, now: Timestamp) -> Result<(), Problem> {
    let Access::Key(scope) = spec.access else { return Ok(()) };
    require_scope(owner, scope)?;
    let expired = owner.account.trial_expired(now);
    if expired && (scope == Scope::Spend || spec.plan > owner.account.effective_plan(now)) {
        return Err(Problem::new(Code::TrialExpired, "The trial is over. Choose a plan to go on."));
    }
    if spec.plan > owner.account.effective_plan(now) {
        return Err(Problem::new(
            Code::PlanRequired,
            format!("This needs the plan {} or higher.", spec.plan),
        )
        .with("required_plan", spec.plan.as_str()));
    }
    Ok(())
}

/// Takes a token from the caller's rate-limit bucket.
pub async fn throttle(app: &App, owner: &KeyOwner, now: Timestamp) -> Result<(Rate, Taken), Problem> {
    let per_second = app.settings.terms(owner.account.effective_plan(now)).requests_per_second;
    let rate = Rate { per_window: per_second, window_seconds: 1, burst: per_second.saturating_mul(2) };
    let account = owner.account.id.as_str();
    let taken = if app.store.is_shared() {
        app.shared_rates.take(&app.store, account, rate).await?
    } else {
        app.account_rates.take(account, rate, now)
    };
    Ok((rate, taken))
}

/// Takes a token from the bucket of the pages that an account opens. It is taken once for a page, before its first read: a
/// page of which some reads were refused would show what is bought as if it were for sale.
pub fn throttle_page(app: &App, owner: &KeyOwner, now: Timestamp) -> Taken {
    let rate = Rate { per_window: PAGES_PER_SECOND, window_seconds: 1, burst: PAGES_BURST };
    app.account_rates.take(&format!("pages {}", owner.account.id), rate, now)
}

/// Takes a token from a client's bucket, for costly work that needs no key.
pub fn throttle_client(app: &App, what: &str, client: IpAddr, now: Timestamp) -> Result<(), Problem> {
    let per_minute = app.settings.limits.refused_keys_per_minute;
    let rate = Rate { per_window: per_minute, window_seconds: 60, burst: per_minute };
    let taken = app.client_rates.take(&format!("{what} {}", client_network(client)), rate, now);
    if taken.allowed {
        return Ok(());
    }
    Err(Problem::new(Code::RateLimited, "Too many calls from this address. Wait, then go on.")
        .retry_after(taken.retry_seconds))
}

/// The client address of a call; a forwarded address is trusted only from a trusted proxy.
pub fn client_address(app: &App, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
    let trusted = |address: &IpAddr| app.settings.trusts(*address);
    let mut client = peer.ip().to_canonical();
    let forwarded: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    // Read from the right: only entries appended by a trusted proxy count.
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

/// A client network as stored: a keyed hash, because an address is personal data, and an unkeyed hash of so few
/// addresses could be reversed by trying them all.
pub fn client_digest(app: &App, address: IpAddr) -> [u8; 32] {
    app.secret.mac("client", client_network(address).as_bytes())
}
