//! Sort orders of documents, and those that a request can name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::field::Number;

/// A sort order of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By name, ascending.
    Name,
    /// By a number, descending; documents without it come last.
    Highest(Number),
}

/// A sort key that is comparable between segments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SortKey {
    Number(u64),
    Text(String),
}

impl Order {
    /// Number of orders.
    pub(crate) const COUNT: usize = 1 + Number::ALL.len();

    pub(crate) fn number(self) -> usize {
        match self {
            Self::Name => 0,
            Self::Highest(number) => 1 + number as usize,
        }
    }
}

/// Declares the sort orders of one kind of record.
macro_rules! sorts {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal => $order:expr,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// All sort orders.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name used in requests.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            pub(crate) const fn order(self) -> Order {
                match self { $(Self::$variant => $order),+ }
            }
        }
    };
}

sorts! {
    /// Sort order of people; ties are ordered by id.
    PeopleSort {
        /// Matches in name, title or employer first, then records with more known facts, then newer ones.
        #[default]
        Relevance = "relevance" => Order::Highest(Number::Relevance),
        /// By name.
        Name = "name" => Order::Name,
        /// The most recently updated record first.
        RecentlyUpdated = "recently_updated" => Order::Highest(Number::UpdatedAt),
        /// The most recent change of employer first.
        RecentlyChanged = "recently_changed" => Order::Highest(Number::JoinedDay),
        /// The largest employer first.
        EmployeeCount = "employee_count" => Order::Highest(Number::EmployeeCount),
    }
}

sorts! {
    /// Sort order of companies; ties are ordered by id.
    CompanySort {
        /// Matches in the name first, then records with more known facts, then newer ones.
        #[default]
        Relevance = "relevance" => Order::Highest(Number::Relevance),
        /// By name.
        Name = "name" => Order::Name,
        /// The most recently updated record first.
        RecentlyUpdated = "recently_updated" => Order::Highest(Number::UpdatedAt),
        /// The largest company first.
        EmployeeCount = "employee_count" => Order::Highest(Number::EmployeeCount),
        /// The most recently founded company first.
        FoundedYear = "founded_year" => Order::Highest(Number::FoundedYear),
        /// The most money raised first.
        FundingAmount = "funding_amount" => Order::Highest(Number::FundingTotal),
        /// The most recently funded first.
        RecentlyFunded = "recently_funded" => Order::Highest(Number::FundedDay),
        /// The most open positions first.
        Openings = "openings" => Order::Highest(Number::Openings),
    }
}
