//! Cells, rows and small forms that several of these pages have.

use jiff::Timestamp;
use maud::{Markup, html};
use serde_json::{Number, Value};

use crate::{
    form,
    here::{Answer, Here},
    parts::{field, words},
};

/// A JSON text; empty if it is none.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The results of an answer.
pub(crate) fn rows(answer: &Answer) -> Vec<&Value> {
    answer.body["results"].as_array().into_iter().flatten().collect()
}

/// Query parameters that have a value.
pub(crate) fn given<'a, const N: usize>(query: [(&'a str, &'a str); N]) -> Vec<(&'a str, &'a str)> {
    query.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

/// A time as an age, with the exact time beside it.
pub(crate) fn time(value: &Value, now: Timestamp, without: &str) -> Markup {
    html! {
        @match words::timestamp(value) {
            Some(at) => { time datetime=(at) title=(format!("{} UTC", words::clock(at))) { (words::ago(at, now)) } }
            None => { (without) }
        }
    }
}

/// A span of seconds in its largest unit.
pub(crate) fn span(seconds: i64) -> String {
    match seconds {
        ..60 => format!("{} s", words::number(seconds as f64)),
        60..3_600 => format!("{} min", words::number((seconds / 60) as f64)),
        3_600..172_800 => format!("{} h", words::number((seconds / 3_600) as f64)),
        _ => format!("{} days", words::number((seconds / 86_400) as f64)),
    }
}

/// A signed amount of credits: `+5 cr`, `−7 cr`.
pub(crate) fn signed(value: &Value) -> String {
    let is_gain = value.as_f64().is_some_and(|amount| amount > 0.0);
    format!("{}{}", if is_gain { "+" } else { "" }, words::credits(value))
}

/// A number that was typed. What is none is sent as it was typed, so that the answer says what is wrong with it.
pub(crate) fn amount(typed: &str) -> Value {
    form::plain_number(typed).parse::<Number>().map_or_else(|_| typed.into(), Value::Number)
}

/// A number of things.
pub(crate) fn counted(count: &Value, one: &str, many: &str) -> String {
    format!("{} {}", words::count(count), if count.as_f64() == Some(1.0) { one } else { many })
}

/// A form of one button.
pub(crate) fn act(here: &Here, action: &str, label: &str, class: &str) -> Markup {
    html! {
        form method="post" action=(action) { (field::token(here)) (field::once(here))
            button class={ "btn sm " (class) } type="submit" { span { (label) } } }
    }
}

/// The foot of a list: how much it shows, and the way to the next page.
pub(crate) fn foot(
    here: &Here,
    answer: &Answer,
    what: (&str, &str),
    action: &str,
    hidden: &Markup,
) -> Markup {
    let count = rows(answer).len().into();
    html! {
        div.pages {
            span { (counted(&count, what.0, what.1)) }
            @if let Some(cursor) = answer.body["next_cursor"].as_str() {
                form method="post" action=(action) { (field::token(here)) (hidden)
                    input type="hidden" name="cursor" value=(cursor);
                    button.btn.sm type="submit" { span { "More" } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_typed_is_a_number_or_stays_as_it_is() {
        assert_eq!(amount("1,000.5"), json!(1000.5));
        assert_eq!(amount("−7"), json!(-7));
        assert_eq!(amount("seven"), json!("seven"));
    }

    #[test]
    fn spans_and_credits_have_their_unit() {
        assert_eq!([59, 90, 7_200, 200_000].map(span), ["59 s", "1 min", "2 h", "2 days"]);
        assert_eq!([json!(5), json!(-7), json!(0)].map(|value| signed(&value)), ["+5 cr", "−7 cr", "0 cr"]);
    }
}
