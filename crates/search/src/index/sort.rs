//! Sort orders, and keys that are comparable between segments.

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
pub(crate) enum Key {
    Number(u64),
    Text(String),
}

impl Order {
    /// Number of orders.
    pub(super) const COUNT: usize = 1 + Number::ALL.len();

    pub(super) fn number(self) -> usize {
        match self {
            Self::Name => 0,
            Self::Highest(number) => 1 + number as usize,
        }
    }
}
