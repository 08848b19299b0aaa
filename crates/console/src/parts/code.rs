//! Code and JSON with a button that copies it.

use maud::{Markup, PreEscaped, html};
use serde_json::Value;

/// A text to copy. `id` is unique on the page.
pub(crate) fn block(id: &str, label: &str, text: &str) -> Markup {
    around(id, label, html! { (text) })
}

/// JSON with names and literals told apart.
pub(crate) fn json(id: &str, label: &str, value: &Value) -> Markup {
    around(id, label, PreEscaped(coloured(value)))
}

fn around(id: &str, label: &str, content: Markup) -> Markup {
    html! {
        div.code {
            pre id=(id) tabindex="0" role="region" aria-label=(label) { (content) }
            button.btn.sm type="button" data-copy=(id) { span { "Copy" } }
        }
    }
}

/// JSON as escaped markup. Lines are made by the serializer, so that a name can only stand at the start of one.
fn coloured(value: &Value) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    let line = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        let (space, rest) = line.split_at(indent);
        let (name, value) = match rest.find("\": ").filter(|_| rest.starts_with('"')) {
            Some(end) => (&rest[..=end], &rest[end + 1..]),
            None => ("", rest),
        };
        let bare = value.trim_start_matches(": ").trim_end_matches(',');
        let is_literal = matches!(bare, "true" | "false" | "null")
            || bare
                .parse::<f64>()
                .is_ok_and(|_| bare.starts_with(|first: char| first == '-' || first.is_ascii_digit()));
        html! {
            (space)
            @if !name.is_empty() { i { (name) } }
            @if is_literal {
                @if value.starts_with(": ") { ": " } u { (bare) } @if value.ends_with(',') { "," }
            } @else { (value) }
        }
        .into_string()
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn markup_in_json_is_escaped() {
        let shown = json("a", "Answer", &json!({ "<b>": "</pre><script>\": 1" })).into_string();
        assert!(
            !shown.contains("<script>") && !shown.contains("<b>") && shown.contains("&lt;script&gt;"),
            "{shown}"
        );
    }
}
