//! Tables that people open in a spreadsheet: csv lines and workbooks made of the same cells.

pub mod csv;
pub mod workbook;

use std::{borrow::Cow, collections::HashSet};

use serde_json::Value;

/// The text of a cell; lists and objects as JSON.
pub fn text(cell: &Value) -> Cow<'_, str> {
    match cell {
        Value::Null => Cow::Borrowed(""),
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(other.to_string()),
    }
}

/// The headings of a caller's own columns and of those that are added behind them. An added one of a name that is there
/// already is numbered, because the caller's own keep their names.
pub fn headings<'n>(own: &[String], added: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut seen: HashSet<String> = own.iter().cloned().collect();
    let mut names = own.to_vec();
    for name in added {
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !seen.contains(name));
        let free = free.unwrap_or_default();
        seen.insert(free.clone());
        names.push(free);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_columns_keep_their_names() {
        let own = ["email", "Owner", "email_2"].map(str::to_owned);
        assert_eq!(headings(&own, ["status", "email"]), ["email", "Owner", "email_2", "status", "email_3"]);
        assert_eq!(headings(&[], ["a", "b"]), ["a", "b"]);
    }
}
