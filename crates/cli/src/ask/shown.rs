//! Answers as people read them on a terminal.

use serde_json::Value;

/// Longest text in a cell of a table.
const CELL_MAX: usize = 48;

/// The text at a place of an answer, fit for a terminal: no control characters, which could change what it shows.
pub(super) fn text(value: &Value, place: &str) -> String {
    match value.pointer(place) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => plain(text),
        Some(Value::Array(items)) => {
            let items: Vec<String> = items.iter().map(|item| text(item, "")).collect();
            items.join(", ")
        }
        Some(other) => plain(&other.to_string()),
    }
}

/// The same, short enough for a table.
pub(super) fn cell(value: &Value, place: &str) -> String {
    let text = text(value, place);
    if text.chars().count() <= CELL_MAX {
        return text;
    }
    text.chars().take(CELL_MAX - 1).chain(['…']).collect()
}

/// The employees of a company, as a number or a band.
pub(super) fn employees(company: &Value) -> String {
    let range = &company["employeeRange"];
    match (text(company, "/employeeCount"), text(range, "/min"), text(range, "/max")) {
        (count, ..) if !count.is_empty() => count,
        (_, min, max) if !max.is_empty() => format!("{min}-{max}"),
        (_, min, _) if !min.is_empty() => format!("{min}+"),
        _ => String::new(),
    }
}

/// A text without control characters.
pub(super) fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Labelled lines, without those that say nothing.
pub(super) fn lines(labelled: &[(&str, String)]) -> String {
    let said: Vec<&(&str, String)> = labelled.iter().filter(|(_, text)| !text.is_empty()).collect();
    let width = said.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
    said.iter().map(|(label, text)| format!("{label:<width$}  {text}")).collect::<Vec<_>>().join("\n")
}

/// Texts that are there, joined.
pub(super) fn joined(parts: &[String], between: &str) -> String {
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(between)
}

/// Where a record is.
pub(super) fn place(record: &Value) -> String {
    let parts = ["city", "region", "country"].map(|part| text(record, &format!("/location/{part}")));
    joined(&parts, ", ")
}

/// What an answer cost, or would cost.
pub(super) fn cost(answer: &Value) -> String {
    if let Some(price) = answer.get("would_cost") {
        let total = text(answer, "/total");
        let total = if total.is_empty() { total } else { format!(" ({total} match)") };
        let (most, estimated) = (text(price, "/max_credits"), text(price, "/estimated_credits"));
        return format!("at most {most} credits, probably {estimated}{total}");
    }
    let credits = text(answer, "/cost/credits");
    if credits.is_empty() {
        return String::new();
    }
    if answer["sandbox"] == true {
        return format!("{credits} credits, had it not been the sandbox");
    }
    format!("{credits} credits, {} left", text(answer, "/cost/balance_remaining"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn no_text_of_an_answer_controls_the_terminal() {
        let answer =
            json!({ "name": "A\u{1b}[31m\nB", "list": ["x\t", { "y": 1 }], "long": "x".repeat(100) });
        assert_eq!(text(&answer, "/name"), "A [31m B");
        assert_eq!(text(&answer, "/list"), "x , {\"y\":1}");
        assert_eq!(cell(&answer, "/long").chars().count(), CELL_MAX);
        assert_eq!(text(&answer, "/nothing"), "");
    }

    #[test]
    fn a_price_and_a_charge_are_told_apart() {
        let price = json!({ "would_cost": { "max_credits": 3, "estimated_credits": 2.5 }, "total": 40 });
        assert_eq!(cost(&price), "at most 3 credits, probably 2.5 (40 match)");
        let charge = json!({ "cost": { "credits": 1, "balance_remaining": 9 } });
        assert_eq!(cost(&charge), "1 credits, 9 left");
    }
}
