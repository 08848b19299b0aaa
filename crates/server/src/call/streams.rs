//! Limits on open event streams per account and client, with a separate limit for the sandbox.

use std::sync::PoisonError;

use crate::access::rights;
use crate::{
    call::{
        context::Context,
        problem::{Code, Problem},
        stream_count::OpenStream,
    },
    settings::Limits,
};

/// One limit that a stream counts against.
struct Share {
    owner: String,
    limit: usize,
    full: Problem,
}

impl OpenStream {
    /// Counts a stream of the caller, or refuses it if one of its limits is reached.
    pub fn open(context: &Context) -> Result<Self, Problem> {
        let shares = shares(context, &context.services.settings.limits);
        let mut open = context.services.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = |owner: &str| open.get(owner).copied().unwrap_or(0);
        let is_full = |share: &&Share| count(&share.owner) >= share.limit;
        if let Some(share) = shares.iter().find(is_full) {
            return Err(share.full.clone());
        }
        let owners: Vec<String> = shares.into_iter().map(|share| share.owner).collect();
        for owner in &owners {
            *open.entry(owner.clone()).or_default() += 1;
        }
        Ok(Self { streams: context.services.streams.clone(), owners })
    }
}

/// The limits of a caller's stream. The sandbox and accounts have separate totals, so that neither can exhaust the
/// other's.
fn shares(context: &Context, limits: &Limits) -> Vec<Share> {
    let overloaded = || {
        Problem::new(Code::Overloaded, "Too many live feeds are open on this server. Try again.")
            .retry_after(5)
    };
    let too_many = |whose: &str, limit: usize| {
        let detail = format!("At most {limit} live feeds may be open {whose}. Close one first.");
        Problem::new(Code::RateLimited, detail).retry_after(5)
    };
    let mut shares = Vec::new();
    let mut share = |owner: String, limit, full| shares.push(Share { owner, limit, full });
    match &context.caller {
        Some(caller) if !context.sandbox => {
            let limit = limits.live_feeds_per_account;
            share(format!("account {}", caller.account.id), limit, too_many("for one account", limit));
            share("paying".into(), limits.live_feeds, overloaded());
        }
        _ => share("sandbox".into(), limits.sandbox_live_feeds, overloaded()),
    }
    if let Some(client) = context.client {
        let limit = limits.live_feeds_per_client;
        let owner = format!("client {}", rights::client_network(client));
        share(owner, limit, too_many("from one address", limit));
    }
    shares
}
