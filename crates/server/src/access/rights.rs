//! Checks of what a key and an account allow.

use std::net::IpAddr;

use jiff::Timestamp;
use store::{Credits, KeyOwner, Scope, StoreError};

use crate::call::problem::{Code, Problem};

/// Refuses a key that is revoked or expired, and every key of a closed account.
pub fn in_force(owner: &KeyOwner, now: Timestamp) -> Result<(), Problem> {
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
    Ok(())
}

/// Refuses a key that lacks a scope.
pub fn require_scope(owner: &KeyOwner, scope: Scope) -> Result<(), Problem> {
    if owner.key.scopes.has(scope) {
        return Ok(());
    }
    let detail = format!("This key lacks the scope `{}`. Use a key that has it.", scope.as_str());
    Err(Problem::new(Code::ScopeRequired, detail).with("required_scope", scope.as_str()))
}

/// Refuses a call that may cost more than the key's monthly cap has left. The settlement decides; this spares the work of a
/// call that it would refuse.
pub fn within_cap(owner: &KeyOwner, most: Credits, now: Timestamp) -> Result<(), Problem> {
    let Some(cap) = owner.key.cap.as_ref().filter(|cap| most > Credits::ZERO && most > cap.left(now)) else {
        return Ok(());
    };
    let reached = StoreError::KeyCapReached { monthly: cap.monthly, spent: cap.spent(now), required: most };
    Err(Problem::from(reached).with("resets_at", store::next_month(now)))
}

/// The unit that counts as one client: an IPv4 address, or the /64 network of an IPv6 address.
pub fn client_network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}
