//! Filters over people and companies.
//!
//! A record must pass every filter of a set. A list filter `x` matches when any of its values matches, `x_all` when all
//! do, `exclude_x` when none does. A record without the field does not pass a filter that requires it.

mod companies;
mod dates;
mod fault;
mod near;
mod people;
mod ranges;
mod reading;

use serde::{Serialize, de::DeserializeOwned};

use crate::plan::Node;
use reading::Reading;

pub use companies::CompanyFilters;
pub use fault::{FilterFault, FilterFaultKind};
pub use near::{Near, RADIUS_KM_MAX};
pub use people::PeopleFilters;
pub use ranges::{MoneyRange, NumberRange};

/// Maximum number of values in a list.
pub const LIST_VALUES_MAX: usize = 500;

/// Maximum number of characters in a value.
pub const VALUE_CHARACTERS_MAX: usize = 200;

/// Maximum number of words in a free text.
pub const TEXT_WORDS_MAX: usize = 32;

/// Maximum number of days a filter may look back.
pub const DAYS_BACK_MAX: u32 = 36_500;

/// A set of filters over people or over companies.
pub trait Filters: private::Sealed + Clone + Default + PartialEq + Serialize + DeserializeOwned {
    /// Validates the values and returns all faults; an empty list means the filters are valid.
    fn check(&self) -> Vec<FilterFault>;

    /// The ranges of amounts that are given.
    fn money_ranges(&self) -> Vec<&MoneyRange>;

    /// Whether a filter asks for words of the name or for another value that belongs to one record.
    fn names_a_record(&self) -> bool;

    /// Whether a count of matches could be compared with another one to learn a value of one record: it is named by one
    /// filter, and asked about by another. Words of the text count as a name if `text_is_name`.
    fn isolates_a_record(&self, text_is_name: bool) -> bool;

    /// Whether no filter is given, so that every record passes.
    fn is_empty(&self) -> bool {
        self == &Self::default()
    }
}

/// Sealed trait: its types are not nameable outside this crate.
pub(crate) mod private {
    use jiff::Timestamp;

    use crate::plan::{FilterPlan, Node};

    /// A value of a list whose vocabulary is open: any word is accepted.
    pub struct OpenValue {
        /// Name of the filter.
        pub(crate) filter: &'static str,
        /// The value as given.
        pub(crate) value: String,
        /// Its condition.
        pub(crate) node: Node,
        /// Known values like it, best match first.
        pub(crate) suggest: fn(&str) -> Vec<String>,
    }

    /// Filters that can be converted to a query plan.
    pub trait Sealed {
        /// The query plan of these filters at a point in time.
        fn plan(&self, now: Timestamp) -> FilterPlan;

        /// The values of industries, technologies, regions and cities that are asked for.
        fn open_values(&self) -> Vec<OpenValue>;
    }
}

/// How many values of a list must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Any,
    All,
    None,
}

/// One list filter with its given values.
pub(crate) struct ListFilter<'f> {
    name: &'static str,
    mode: Mode,
    reading: Reading,
    values: &'f [String],
}

impl ListFilter<'_> {
    /// The values of the list, if its vocabulary is open and they are asked for.
    fn open_values(&self) -> Vec<private::OpenValue> {
        let Some(suggest) = self.reading.suggestions().filter(|_| self.mode != Mode::None) else {
            return Vec::new();
        };
        let open = |value: &String| {
            let node = self.reading.node(value)?;
            Some(private::OpenValue { filter: self.name, value: value.clone(), node, suggest })
        };
        self.values.iter().filter_map(open).collect()
    }

    /// The condition of the list; `None` if it is empty.
    fn node(&self) -> Option<Node> {
        if self.values.is_empty() {
            return None;
        }
        // An invalid value matches nothing.
        let nodes = self.values.iter().map(|value| self.reading.node(value).unwrap_or(Node::Any(Vec::new())));
        let nodes: Vec<Node> = nodes.collect();
        Some(match self.mode {
            Mode::Any => Node::Any(nodes),
            Mode::All => Node::All(nodes),
            Mode::None => Node::Not(Box::new(Node::Any(nodes))),
        })
    }
}

/// Declares a set of filters: lists with their `_all` and `exclude_` variants and the parser of a value, then the
/// scalar filters.
macro_rules! filters {
    (
        $(#[$doc:meta])* $name:ident
        lists { $($(#[$list_doc:meta])* $any:ident $all:ident $none:ident = $reading:expr;)+ }
        others { $($(#[$other_doc:meta])* $other:ident: $type:ty;)+ }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name {
            $(
                $(#[$list_doc])*
                #[serde(skip_serializing_if = "Vec::is_empty")]
                #[schemars(length(max = 500))]
                pub $any: Vec<String>,
                #[doc = concat!("Like `", stringify!($any), "`, but every value must match.")]
                #[serde(skip_serializing_if = "Vec::is_empty")]
                #[schemars(length(max = 500))]
                pub $all: Vec<String>,
                #[doc = concat!("Like `", stringify!($any), "`, but no value may match.")]
                #[serde(skip_serializing_if = "Vec::is_empty")]
                #[schemars(length(max = 500))]
                pub $none: Vec<String>,
            )+
            $(
                $(#[$other_doc])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $other: Option<$type>,
            )+
        }

        impl $name {
            /// All lists, including empty ones.
            fn lists(&self) -> Vec<$crate::filter::ListFilter<'_>> {
                use $crate::filter::{ListFilter, Mode};
                vec![$(
                    ListFilter { name: stringify!($any), mode: Mode::Any, reading: $reading, values: &self.$any },
                    ListFilter { name: stringify!($all), mode: Mode::All, reading: $reading, values: &self.$all },
                    ListFilter { name: stringify!($none), mode: Mode::None, reading: $reading, values: &self.$none },
                )+]
            }
        }
    };
}
use filters;
