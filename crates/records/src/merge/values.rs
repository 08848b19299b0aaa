//! Comparison of texts and of partial dates.

use crate::PartialDate;

/// The trimmed text, if it is not blank.
pub(super) fn non_blank(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

pub(super) fn same_text(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || a.to_lowercase() == b.to_lowercase()
}

/// The newest date, or a more precise one within its range.
pub(super) fn most_exact(dates: impl Iterator<Item = PartialDate>) -> Option<PartialDate> {
    dates.reduce(|kept, other| if within(other, kept) { other } else { kept })
}

fn within(inner: PartialDate, outer: PartialDate) -> bool {
    inner.earliest() >= outer.earliest() && inner.latest() <= outer.latest()
}

/// The minimum number of days between two partial dates.
pub(super) fn days_apart(a: PartialDate, b: PartialDate) -> i32 {
    let (early, late) = if a.earliest() <= b.earliest() { (a, b) } else { (b, a) };
    early.latest().until(late.earliest()).map_or(i32::MAX, |span| span.get_days().max(0))
}
