//! Conditions on dates.

use crate::{document::day_number, field::Number, plan::Node};

/// The date is at most this many days ago and not in the future.
pub(super) fn within(field: Number, days: u32, today: jiff::civil::Date) -> Node {
    Node::Between(field, day_number(today) - i64::from(days), day_number(today))
}
