//! Shared parts of the recipes: options, paging, and the conversion of a walk to an outcome.
//!
//! A recipe defines the source of its candidates, the data attached to each, and when a candidate is resolved. The
//! engine walks the candidates; unresolved ones are neither returned nor charged.

pub(crate) mod alike;
pub(crate) mod answer;
pub(crate) mod company_input;
pub(crate) mod contact_points;
pub(crate) mod contacts;
pub(crate) mod funded;
pub(crate) mod moves;
pub(crate) mod owned_business;
pub(crate) mod paging;
pub(crate) mod person_input;
pub(crate) mod person_lookup;
pub(crate) mod role;
pub(crate) mod stack;
pub(crate) mod table;
pub(crate) mod time;

use engine::{CompanyFilters, EngineError, RoleSelector, WhyNot};
use jiff::Timestamp;
use records::Employer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::SignalFilter;

use crate::recipe::time::days_back;
use crate::{
    call::{
        context::Context,
        request::{fault_code::FaultCode, validate::Faults},
    },
    recipe::{
        answer::rates::Rates,
        person_input::check_filters,
        role::{RoleOptions, check_role, role_or},
    },
};
use time::last_days;

/// Maximum number of results per page of a recipe.
pub const LIST_MAX: u32 = 100;
const LIST_DEFAULT: u32 = 10;
/// Rows per page of any other list if no limit is given.
pub const PAGE_DEFAULT: u32 = 25;
/// Maximum number of rows per page of any other list.
pub const PAGE_MAX: u32 = 100;
/// Maximum time window of a recipe, in days.
const DAYS_BACK_MAX: u32 = 730;

/// Page options of a list.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct ListOptions {
    /// Maximum number of results per page.
    #[schemars(range(min = 1, max = LIST_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page; send it with otherwise the same request.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
    /// Leave out what this endpoint has already answered to this account. With or without it, an item is charged once per
    /// account and endpoint.
    #[serde(default)]
    pub new_only: bool,
}

/// Filters for companies, and the role to find there.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct AccountOptions {
    /// Only companies that match these filters, the same as in `search/companies`.
    pub icp: Option<CompanyFilters>,
    /// Role to find there: a title, a function, or a question such as `who buys security tooling`.
    #[schemars(length(min = 1, max = 200))]
    pub role: Option<String>,
    /// What is accepted as an answer for the role.
    #[serde(flatten)]
    pub accepted: RoleOptions,
}

/// Filters for companies, without a role.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct IcpOptions {
    /// Only results at companies that match these filters, the same as in `search/companies`.
    pub icp: Option<CompanyFilters>,
}

/// Time window.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct TimeOptions {
    /// Only events at or after this time.
    pub since: Option<Timestamp>,
    /// Only events within this many days before now.
    #[schemars(range(min = 1, max = DAYS_BACK_MAX))]
    pub within_days: Option<u32>,
    /// Only events that became known at or after this time, whenever they happened. Without `since` and `within_days`,
    /// events of any age.
    pub observed_since: Option<Timestamp>,
}

/// A page of a recipe's answer.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}List")]
pub struct ListAnswer<T> {
    /// The results, in order. Each has all data that the endpoint promises.
    pub results: Vec<T>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
    /// How far the list was examined.
    #[serde(flatten)]
    pub progress: Progress,
    /// Effect of each filter on companies and the nearest filters with results, if the filters leave none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<WhyNot>,
    /// Rates at which amounts were compared, if amounts were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rates: Option<Rates>,
}

/// How far a list was examined.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
pub struct Progress {
    /// Number of candidates examined for this page.
    pub looked_at: u64,
    /// Whether no candidate is left after this page.
    pub exhausted: bool,
    /// The time limit, in seconds, if it ended the page early; the cursor continues where it stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit_seconds: Option<u64>,
}

impl ListOptions {
    /// Maximum number of results that may be charged.
    pub fn units(&self) -> u64 {
        u64::from(self.limit.unwrap_or(LIST_DEFAULT))
    }
}

impl AccountOptions {
    /// Adds the faults of the filters and the role.
    pub fn check(&self, faults: &mut Faults) {
        check_role(self.role.as_deref(), "/role", faults);
        if let Some(icp) = &self.icp {
            check_filters(icp, "/icp", faults);
        }
    }

    /// The filters; matches everything if none are given.
    pub fn icp(&self) -> CompanyFilters {
        self.icp.clone().unwrap_or_default()
    }

    /// The requested role, or else the default.
    pub fn role(&self, otherwise: impl FnOnce() -> RoleSelector) -> RoleSelector {
        role_or(self.role.as_deref(), otherwise)
    }
}

impl IcpOptions {
    /// Adds the faults of the filters.
    pub fn check(&self, faults: &mut Faults) {
        if let Some(icp) = &self.icp {
            check_filters(icp, "/icp", faults);
        }
    }

    /// Whether a company matches; a company without a record matches only if no filters are given.
    /// Blocks on the database.
    pub fn pass(&self, context: &Context, company: Option<&Employer>) -> Result<bool, EngineError> {
        let Some(icp) = &self.icp else { return Ok(true) };
        let Some(employer) = company else { return Ok(false) };
        let company = context.engine().company_of(employer, None)?;
        Ok(company.is_some_and(|company| icp.matches(&company, context.now)))
    }
}

impl TimeOptions {
    /// Adds a fault if both `since` and `within_days` are set.
    pub fn check(&self, faults: &mut Faults) {
        if self.since.is_some() && self.within_days.is_some() {
            faults.add("/within_days", FaultCode::Contradiction, "Send either \"since\" or \"within_days\".");
        }
    }

    /// Signal filter for the requested window, or for the last `days` days.
    pub fn filter(&self, now: Timestamp, days: u32) -> SignalFilter {
        let (since, observed_since) = (Some(self.start(now, days)), self.observed_since);
        SignalFilter { since, observed_since, ..last_days(now, days) }
    }

    /// Start of the requested window, or of the last `days` days. What became known lately may have happened at any time.
    pub fn start(&self, now: Timestamp, days: u32) -> Timestamp {
        match (self.since, self.within_days, self.observed_since) {
            (Some(since), ..) => since,
            (None, None, Some(_)) => Timestamp::UNIX_EPOCH,
            (None, within, _) => days_back(now, within.unwrap_or(days)),
        }
    }
}
