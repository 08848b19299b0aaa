//! What the recipes have in common: their options, their pages, and how a walk becomes an outcome.
//!
//! A recipe says where its candidates come from, what is attached to each, and what makes one resolved. The engine
//! walks; whatever is not resolved is neither answered nor charged.

pub(crate) mod contact_points;
pub(crate) mod contacts;
pub(crate) mod csv;
pub(crate) mod person_input;
pub(crate) mod person_lookup;
pub(crate) mod time;

use std::fmt::Debug;

use engine::{CompanyFilters, EngineError, RoleSelector, Walk, read_role};
use jiff::Timestamp;
use records::Employer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::SignalFilter;

use crate::recipe::time::days_back;
use crate::{
    call::{context::Context, cursor, problem::Problem, request::validate::Faults},
    endpoint::Outcome,
    recipe::person_input::check_filters,
};
use time::last_days;

/// Results a recipe answers at most.
pub const LIST_MAX: u32 = 100;
const LIST_DEFAULT: u32 = 10;
/// How far back a recipe can look.
const DAYS_BACK_MAX: u32 = 730;

/// Which page of a list is wanted.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct ListOptions {
    /// Results at most.
    #[schemars(range(min = 1, max = LIST_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the page before; with the same question.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// Which companies, and whom there.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct AccountOptions {
    /// Only companies that pass these filters, the same as in `search/companies`.
    pub icp: Option<CompanyFilters>,
    /// Whom to find there: a title, a function, or a question such as `who buys security tooling`.
    #[schemars(length(min = 1, max = 200))]
    pub role: Option<String>,
}

/// Which companies, where nobody is sought there.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct IcpOptions {
    /// Only what happened at companies that pass these filters, the same as in `search/companies`.
    pub icp: Option<CompanyFilters>,
}

/// How far back.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct TimeOptions {
    /// Happened at or after this time.
    pub since: Option<Timestamp>,
    /// Happened within this many days.
    #[schemars(range(min = 1, max = DAYS_BACK_MAX))]
    pub within_days: Option<u32>,
}

/// A page of a recipe's answer.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}List")]
pub struct ListAnswer<T> {
    /// What was found, in order. Everything here has all that the endpoint promises.
    pub results: Vec<T>,
    /// Where the next page starts; null at the end.
    pub next_cursor: Option<String>,
}

impl ListOptions {
    /// Results the caller may be charged for.
    pub fn units(&self) -> u64 {
        u64::from(self.limit.unwrap_or(LIST_DEFAULT))
    }
}

impl AccountOptions {
    /// Faults in the filters.
    pub fn check(&self, faults: &mut Faults) {
        if let Some(icp) = &self.icp {
            check_filters(icp, "/icp", faults);
        }
    }

    /// The filters; everything passes where none are given.
    pub fn icp(&self) -> CompanyFilters {
        self.icp.clone().unwrap_or_default()
    }

    /// The role asked for, or the one that goes without saying.
    pub fn role(&self, otherwise: impl FnOnce() -> RoleSelector) -> RoleSelector {
        self.role.as_deref().map_or_else(otherwise, read_role)
    }
}

impl IcpOptions {
    /// Faults in the filters.
    pub fn check(&self, faults: &mut Faults) {
        if let Some(icp) = &self.icp {
            check_filters(icp, "/icp", faults);
        }
    }

    /// Whether a company passes; one without a record passes only where no filters are given.
    pub async fn pass(&self, context: &Context, company: Option<&Employer>) -> Result<bool, EngineError> {
        let Some(icp) = &self.icp else { return Ok(true) };
        let domain = company.and_then(|company| company.domain.as_deref());
        let company = context.engine().company_by_domain(domain).await?;
        Ok(company.is_some_and(|company| icp.matches(&company, context.now)))
    }
}

impl TimeOptions {
    /// Faults in how the two go together.
    pub fn check(&self, faults: &mut Faults) {
        if self.since.is_some() && self.within_days.is_some() {
            faults.add("/within_days", "contradiction", "Send either \"since\" or \"within_days\".");
        }
    }

    /// What happened in the window up to now: as asked for, or so many days back.
    pub fn filter(&self, now: Timestamp, days: u32) -> SignalFilter {
        SignalFilter { since: Some(self.start(now, days)), ..last_days(now, days) }
    }

    /// The start of the window: as asked for, or so many days back.
    pub fn start(&self, now: Timestamp, days: u32) -> Timestamp {
        self.since.unwrap_or_else(|| days_back(now, self.within_days.unwrap_or(days)))
    }
}

/// The page a request asks for.
pub struct Paging {
    /// Results at most.
    pub limit: usize,
    /// Where the page before ended.
    pub after: Option<String>,
    question: String,
    context: Context,
}

impl Paging {
    /// Takes the page out of a request; what is left is the question that its cursors belong to.
    pub fn of<R: Debug>(
        context: &Context,
        request: &mut R,
        list: impl FnOnce(&mut R) -> &mut ListOptions,
    ) -> Result<Self, Problem> {
        let options = std::mem::take(list(request));
        let question = format!("{request:?}");
        let decode = |cursor: &str| cursor::decode(context, &question, cursor);
        let after = options.cursor.as_deref().map(decode).transpose()?;
        Ok(Self { limit: options.units() as usize, after, question, context: context.clone() })
    }

    /// What was found, to be charged for item by item.
    pub fn outcome<T>(
        &self,
        walk: Walk<T>,
        people: impl Fn(&T) -> Option<&records::Person>,
    ) -> Outcome<ListAnswer<T>> {
        let seen = walk.items.iter().filter_map(people).map(|person| person.id.clone()).collect();
        let units = walk.items.len() as u64;
        Outcome { people: seen, ..Outcome::resolved(self.answer(walk), units) }
    }

    /// What was found, apart from what each was found under.
    pub fn paired<K, T>(&self, walk: Walk<(K, T)>) -> (Vec<K>, ListAnswer<T>) {
        let (keys, items) = walk.items.into_iter().unzip();
        (keys, self.answer(Walk { items, next: walk.next }))
    }

    fn answer<T>(&self, walk: Walk<T>) -> ListAnswer<T> {
        let next_cursor = walk.next.map(|place| cursor::encode(&self.context, &self.question, &place));
        ListAnswer { results: walk.items, next_cursor }
    }
}
