//! What people and companies can be searched by.
//!
//! Every filter of a set must hold. A list filter `x` holds when one of its values does, `x_all` when all do,
//! `exclude_x` when none does. A record that says nothing about a filter's subject does not pass it.

mod companies;
mod fault;
mod near;
mod people;
mod ranges;
mod reading;

use serde::{Serialize, de::DeserializeOwned};

use crate::plan::Node;
use reading::Reading;

pub use companies::CompanyFilters;
pub use fault::FilterFault;
pub use near::{Near, RADIUS_KM_MAX};
pub use people::PeopleFilters;
pub use ranges::{MoneyRange, NumberRange};

/// Values one list may have.
pub const LIST_VALUES_MAX: usize = 500;

/// Characters one value may have.
pub const VALUE_CHARACTERS_MAX: usize = 200;

/// Words a free text may have.
pub const TEXT_WORDS_MAX: usize = 32;

/// Days a filter may look back.
pub const DAYS_BACK_MAX: u32 = 36_500;

/// A set of filters over people or over companies.
pub trait Filters: private::Sealed + Clone + Default + PartialEq + Serialize + DeserializeOwned {
    /// Everything that is wrong with the values; an empty list means they can be searched with.
    fn check(&self) -> Vec<FilterFault>;

    /// Whether no filter is given, so that everything passes.
    fn is_empty(&self) -> bool {
        self == &Self::default()
    }
}

/// What only this crate can ask of filters: its types have no name outside.
pub(crate) mod private {
    use jiff::Timestamp;

    use crate::plan::Plan;

    /// Filters that can be put as questions.
    pub trait Sealed {
        /// The questions these filters ask at a moment.
        fn plan(&self, now: Timestamp) -> Plan;
    }
}

/// Which values of a list must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Any,
    All,
    None,
}

/// One list filter as given.
pub(crate) struct List<'f> {
    name: &'static str,
    mode: Mode,
    reading: Reading,
    values: &'f [String],
}

impl List<'_> {
    /// The question of the list; none when it is empty.
    fn node(&self) -> Option<Node> {
        if self.values.is_empty() {
            return None;
        }
        // A value that cannot be read holds for nobody.
        let nodes = self.values.iter().map(|value| self.reading.node(value).unwrap_or(Node::Any(Vec::new())));
        let nodes: Vec<Node> = nodes.collect();
        Some(match self.mode {
            Mode::Any => Node::Any(nodes),
            Mode::All => Node::All(nodes),
            Mode::None => Node::Not(Box::new(Node::Any(nodes))),
        })
    }
}

/// Declares a set of filters: lists with their twins and how a value is read, then the other filters.
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
                #[doc = concat!("As `", stringify!($any), "`, but every value must hold.")]
                #[serde(skip_serializing_if = "Vec::is_empty")]
                #[schemars(length(max = 500))]
                pub $all: Vec<String>,
                #[doc = concat!("As `", stringify!($any), "`, but no value may hold.")]
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
            /// Every list, given or not.
            fn lists(&self) -> Vec<$crate::filter::List<'_>> {
                use $crate::filter::{List, Mode};
                vec![$(
                    List { name: stringify!($any), mode: Mode::Any, reading: $reading, values: &self.$any },
                    List { name: stringify!($all), mode: Mode::All, reading: $reading, values: &self.$all },
                    List { name: stringify!($none), mode: Mode::None, reading: $reading, values: &self.$none },
                )+]
            }
        }
    };
}
use filters;
