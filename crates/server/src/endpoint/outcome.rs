//! What a call has come to: the answer, and what is charged and recorded of it.

use serde_json::{Map, Value};
use store::{BoughtContact, CacheUse, Effect, UpstreamCall};

use super::Price;

/// The result of an endpoint.
pub struct Outcome<T> {
    /// The answer.
    pub answer: T,
    /// Resolved items, which are charged.
    pub units: u64,
    /// Ids of the resolved items, each of which an account pays for once at this endpoint; none if the price does not
    /// depend on them, or if something else keeps the endpoint from answering one twice.
    pub items: Option<Vec<String>>,
    /// Whether only what is new to the account was asked for: an answer without any is free.
    pub only_new: bool,
    /// Ids of the people in the answer.
    pub people: Vec<String>,
    /// Contacts of people in the answer, which a charge pays for.
    pub bought: Vec<BoughtContact>,
    /// Whether the answer came from stored records.
    pub cache: CacheUse,
    /// Writes made in the same transaction as the settlement.
    pub effects: Vec<Effect>,
    /// Upstream calls that were made.
    pub upstream: Vec<UpstreamCall>,
    /// Whether the answer may be stored for a later download. False for an answer about a suppressed person.
    pub may_be_kept: bool,
    /// Value of a `Set-Cookie` header that goes with the answer, and with no replay of it.
    pub cookie: Option<String>,
}

impl<T> Outcome<T> {
    /// An answer with this many resolved items, all from stored records.
    pub fn resolved(answer: T, units: u64) -> Self {
        let cache = if units > 0 { CacheUse::Hit } else { CacheUse::Miss };
        Self {
            answer,
            units,
            items: None,
            only_new: false,
            people: Vec::new(),
            bought: Vec::new(),
            cache,
            effects: Vec::new(),
            upstream: Vec::new(),
            may_be_kept: true,
            cookie: None,
        }
    }

    /// An answer with these resolved items, each of which is charged once.
    pub fn of_items(answer: T, items: Vec<String>) -> Self {
        let units = items.len() as u64;
        Self { items: Some(items), ..Self::resolved(answer, units) }
    }

    /// An answer that resolved nothing or is free.
    pub fn free(answer: T) -> Self {
        Self::resolved(answer, 0)
    }

    /// The same outcome with another answer.
    pub(crate) fn with<U>(self, answer: U) -> Outcome<U> {
        let (_, rest) = self.split();
        Outcome {
            answer,
            units: rest.units,
            items: rest.items,
            only_new: rest.only_new,
            people: rest.people,
            bought: rest.bought,
            cache: rest.cache,
            effects: rest.effects,
            upstream: rest.upstream,
            may_be_kept: rest.may_be_kept,
            cookie: rest.cookie,
        }
    }

    /// The answer, and the rest of the outcome.
    pub(crate) fn split(self) -> (T, Outcome<()>) {
        let Self {
            answer,
            units,
            items,
            only_new,
            people,
            bought,
            cache,
            effects,
            upstream,
            may_be_kept,
            cookie,
        } = self;
        let rest = Outcome {
            answer: (),
            units,
            items,
            only_new,
            people,
            bought,
            cache,
            effects,
            upstream,
            may_be_kept,
            cookie,
        };
        (answer, rest)
    }

    /// The price of this answer at an endpoint with this one.
    pub(crate) fn price(&self, price: Price) -> Price {
        if self.only_new { price.of_new() } else { price }
    }
}

/// What a request would resolve.
#[derive(Debug, Clone)]
pub struct Estimate {
    /// Items that the request would resolve, at most.
    pub units: u64,
    /// The same by their ids, if these are certain: those that are paid for already cost nothing.
    pub items: Option<Vec<String>>,
    /// Whether only what is new to the account is asked for.
    pub only_new: bool,
    /// Items that match in total, if they were counted.
    pub total: Option<u64>,
    /// What the preview shows beside the price, as the endpoint's preview schema says.
    pub shown: Map<String, Value>,
}

impl Estimate {
    /// At most this many items, of which it is not known whether they are resolved.
    pub fn at_most(units: u64) -> Self {
        Self { units, items: None, only_new: false, total: None, shown: Map::new() }
    }
}
