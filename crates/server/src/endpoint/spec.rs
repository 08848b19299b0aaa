//! The declaration of an endpoint: where it is, who may call it and what an answer costs.

use std::fmt;

use store::{ChargeLine, ChargedFor, Credits, Plan, Scope};

use crate::call::problem::Code;

/// HTTP method of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Method {
    Get,
    Post,
    Patch,
    Delete,
}

impl Method {
    /// As it is sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// The group of an endpoint in the documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Group {
    Resolve,
    Find,
    Search,
    Signals,
    Combos,
    NicheCombos,
    Bundles,
    Sticky,
    Bulk,
    Account,
    Operator,
    Privacy,
    Sandbox,
}

impl Group {
    /// The name used in `sandbox/info` and as an OpenAPI tag.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Resolve => "resolve",
            Self::Find => "find",
            Self::Search => "search",
            Self::Signals => "signals",
            Self::Combos => "combos",
            Self::NicheCombos => "niche_combos",
            Self::Bundles => "bundles",
            Self::Sticky => "sticky",
            Self::Bulk => "bulk",
            Self::Account => "account",
            Self::Operator => "operator",
            Self::Privacy => "privacy",
            Self::Sandbox => "sandbox",
        }
    }
}

/// Price of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Price {
    /// Free of charge.
    Free,
    /// A flat price, charged if anything was resolved.
    Flat(Credits),
    /// A price per resolved item.
    PerUnit(Credits),
    /// A base price, charged even if nothing is found, and a price per resolved item.
    BasePlus(Credits, Credits),
    /// A base price and a price per resolved item, charged if anything was resolved.
    FoundPlus(Credits, Credits),
}

impl fmt::Display for Price {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Free => write!(to, "free"),
            Self::Flat(credits) => write!(to, "{credits} cr when resolved"),
            Self::PerUnit(credits) => write!(to, "{credits} cr per item resolved"),
            Self::BasePlus(base, credits) => write!(to, "{base} cr, and {credits} cr per result"),
            Self::FoundPlus(base, credits) => {
                write!(to, "{base} cr and {credits} cr per result, when any is found")
            }
        }
    }
}

impl Price {
    /// The price of `units` resolved items. A price beyond the range of credits saturates, above any balance.
    pub fn due(self, units: u64) -> Credits {
        match self {
            Self::Free => Credits::ZERO,
            Self::Flat(price) if units > 0 => price,
            Self::Flat(_) => Credits::ZERO,
            Self::PerUnit(price) => price.checked_mul(units).unwrap_or(Credits::from_thousandths(i64::MAX)),
            Self::FoundPlus(..) if units == 0 => Credits::ZERO,
            Self::BasePlus(base, price) | Self::FoundPlus(base, price) => price
                .checked_mul(units)
                .and_then(|items| items.checked_add(base))
                .unwrap_or(Credits::from_thousandths(i64::MAX)),
        }
    }

    /// What a charge is made of: the lines add up to [`Price::due`].
    pub fn lines(self, units: u64) -> Vec<ChargeLine> {
        let line = |charged_for, quantity, credits_each: Credits| ChargeLine {
            charged_for,
            quantity,
            credits_each,
            credits: credits_each.checked_mul(quantity).unwrap_or(Credits::from_thousandths(i64::MAX)),
        };
        let lines = match self {
            Self::Free => Vec::new(),
            Self::Flat(price) => vec![line(ChargedFor::Answer, units.min(1), price)],
            Self::PerUnit(price) => vec![line(ChargedFor::Item, units, price)],
            Self::FoundPlus(..) if units == 0 => Vec::new(),
            Self::BasePlus(base, price) | Self::FoundPlus(base, price) => {
                vec![line(ChargedFor::Base, 1, base), line(ChargedFor::Item, units, price)]
            }
        };
        lines.into_iter().filter(|line| line.credits > Credits::ZERO).collect()
    }

    /// The price of an answer with `found` items of which `new` are charged now. The base of a price is that of the query:
    /// it is not charged for an answer all of whose items are paid for already.
    pub fn charge(self, found: u64, new: u64) -> Credits {
        if found > 0 && new == 0 { Credits::ZERO } else { self.due(new) }
    }

    /// The price if only what is new was asked for: without anything new, the base is not charged either.
    pub fn of_new(self) -> Self {
        match self {
            Self::BasePlus(base, price) => Self::FoundPlus(base, price),
            price => price,
        }
    }

    /// Whether the price depends on the number of items.
    pub fn is_per_item(self) -> bool {
        matches!(self, Self::PerUnit(_) | Self::BasePlus(..) | Self::FoundPlus(..))
    }

    /// The price of an answer with `found` items and what it is made of, by how many of them are charged now.
    pub fn once(self, found: u64) -> Box<dyn Fn(u64) -> (Credits, Vec<ChargeLine>) + Send> {
        Box::new(move |new| {
            let credits = self.charge(found, new);
            (credits, if credits > Credits::ZERO { self.lines(new) } else { Vec::new() })
        })
    }

    /// Number of items a balance pays for; none if the price does not depend on the number of items.
    pub fn affordable(self, balance: Credits) -> Option<u64> {
        match self {
            Self::PerUnit(price) => Some(balance.fits(price)),
            Self::BasePlus(base, price) | Self::FoundPlus(base, price) => {
                Some(balance.checked_sub(base).unwrap_or_default().fits(price))
            }
            Self::Free | Self::Flat(_) => None,
        }
    }

    /// Whether a call can be charged.
    pub fn charges(self) -> bool {
        self != Self::Free
    }
}

/// Authentication that an endpoint requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// No key.
    Public,
    /// A key with this scope.
    Key(Scope),
}

/// The declaration of an endpoint.
#[derive(Debug)]
pub struct Spec {
    /// Operation id; also the endpoint's name in history and metrics.
    pub id: &'static str,
    /// HTTP method.
    pub method: Method,
    /// Path, with `{name}` for each parameter.
    pub path: &'static str,
    /// Group in the documentation.
    pub group: Group,
    /// One-line summary for the documentation.
    pub summary: &'static str,
    /// Price of an answer.
    pub price: Price,
    /// Required authentication.
    pub access: Access,
    /// The lowest plan that includes it.
    pub plan: Plan,
    /// HTTP status of a successful answer.
    pub status: u16,
    /// Media type of a successful answer.
    pub media: &'static str,
    /// Whether the answer contains a secret that is shown once; a reply stored for a replay is then encrypted.
    pub secret: bool,
    /// The endpoint that answers each item of a call that submits items. Each is charged when it is answered, instead of
    /// the call.
    pub items_of: Option<&'static str>,
    /// Problem codes specific to this endpoint.
    pub problems: &'static [Code],
}

impl Method {
    /// Whether requests have a body.
    pub fn has_body(self) -> bool {
        matches!(self, Self::Post | Self::Patch)
    }
}

impl Spec {
    /// The usual endpoint: a POST charged to a key with the scope `spend`.
    pub const fn charging(
        id: &'static str,
        path: &'static str,
        group: Group,
        price: Price,
        summary: &'static str,
    ) -> Self {
        Self {
            id,
            method: Method::Post,
            path,
            group,
            summary,
            price,
            access: Access::Key(Scope::Spend),
            plan: Plan::Free,
            status: 200,
            media: "application/json",
            secret: false,
            items_of: None,
            problems: &[],
        }
    }

    /// A free endpoint for the caller's own account.
    pub const fn own(
        id: &'static str,
        method: Method,
        path: &'static str,
        scope: Scope,
        summary: &'static str,
    ) -> Self {
        Self {
            id,
            method,
            path,
            group: Group::Account,
            summary,
            price: Price::Free,
            access: Access::Key(scope),
            plan: Plan::Free,
            status: 200,
            media: "application/json",
            secret: false,
            items_of: None,
            problems: &[],
        }
    }

    /// A free endpoint without authentication.
    pub const fn public(
        id: &'static str,
        method: Method,
        path: &'static str,
        group: Group,
        summary: &'static str,
    ) -> Self {
        Self { group, access: Access::Public, ..Self::own(id, method, path, Scope::Read, summary) }
    }

    /// Whether it is a change by an operator, which the audit log names.
    pub fn is_operators_change(&self) -> bool {
        self.access == Access::Key(Scope::Operate) && self.method != Method::Get
    }

    /// Whether the endpoint has a sandbox twin.
    pub fn has_twin(&self) -> bool {
        match self.group {
            Group::Resolve
            | Group::Find
            | Group::Search
            | Group::Signals
            | Group::Combos
            | Group::NicheCombos
            | Group::Bundles => true,
            // Lists and saved filters belong to an account; without one, only running them is useful.
            Group::Sticky => self.price.charges(),
            Group::Bulk | Group::Account | Group::Operator | Group::Privacy | Group::Sandbox => false,
        }
    }

    /// The path of its sandbox twin.
    pub fn twin_path(&self) -> String {
        self.path.replacen("/v1/", "/v1/sandbox/", 1)
    }
}
