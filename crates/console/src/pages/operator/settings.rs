//! Settings, each with where it comes from.

use axum::{body::Body, http::Response};
use maud::{Markup, html};
use serde_json::Value;

use super::{guard::Operator, shown};
use crate::{
    here::status_of,
    parts::{
        layout::{self, Nav},
        note, vessel,
    },
};

/// Where a value comes from that was not set.
const DEFAULT: &str = "default";

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    let found = here.read("operator_settings", &[]).await;
    let (set, unset): (Vec<&Value>, Vec<&Value>) =
        shown::rows(&found).into_iter().partition(|setting| shown::text(&setting["from"]) != DEFAULT);
    let body = html! {
        div.head { div { h1 { "Settings" } p.q { "As this server started with them. Change brimful.toml, a variable or a flag, and start it again." } } }
        @if !found.is_ok() { (note::problem(&found)) }
        @else if set.is_empty() {
            (vessel::empty("Nothing was changed", "Every setting has its default; brimful.toml, BRIMFUL_ variables and flags change them.",
                html! { a.btn href="/operator/health" { span { "See health" } } }))
        } @else { (table("Set here", &set)) }
        @if !unset.is_empty() { (table("Left at their default", &unset)) }
    };
    layout::with_status(&here, status_of(&found), Nav::Settings, "Settings", body)
}

fn table(title: &str, settings: &[&Value]) -> Markup {
    html! {
        section.card.flush {
            div.row.sp { h2 { (title) } span.s.q { (settings.len()) } }
            table.cards.tight {
                thead { tr { th { "Setting" } th { "Value" } th { "From" } } }
                tbody { @for setting in settings {
                    tr {
                        td.brk.mono { (shown::text(&setting["setting"])) }
                        td.brk data-l="Value" { (value(&setting["value"])) }
                        td.brk.q data-l="From" { (shown::text(&setting["from"])) }
                    }
                } }
            }
        }
    }
}

/// A value as the configuration would have it.
fn value(value: &Value) -> String {
    match value {
        Value::String(text) if text.is_empty() => "–".to_owned(),
        Value::String(text) => text.clone(),
        Value::Null => "–".to_owned(),
        other => other.to_string(),
    }
}
