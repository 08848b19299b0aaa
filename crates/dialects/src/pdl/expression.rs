//! A search's conditions, whichever language they were written in.

use serde_json::Value;

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    /// All hold.
    All(Vec<Expression>),
    /// At least one holds.
    Any(Vec<Expression>),
    /// It does not hold.
    Not(Box<Expression>),
    /// A test of one field.
    Test(Test),
}

/// A test of one field.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Test {
    pub(super) field: String,
    pub(super) how: How,
}

/// What is tested.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum How {
    /// The value is one of these.
    OneOf(Vec<Value>),
    /// The value has these words.
    Contains(String),
    /// The number is in this range, both ends included.
    Between(Option<i64>, Option<i64>),
    /// There is a value.
    Exists,
}

impl Expression {
    /// A test of a field.
    pub(super) fn test(field: &str, how: How) -> Self {
        Self::Test(Test { field: field.to_owned(), how })
    }

    /// The names of the fields in it, in order.
    pub(super) fn fields(&self) -> Vec<&str> {
        match self {
            Self::All(inner) | Self::Any(inner) => inner.iter().flat_map(Self::fields).collect(),
            Self::Not(inner) => inner.fields(),
            Self::Test(test) => vec![&test.field],
        }
    }
}
