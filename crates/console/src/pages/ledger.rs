//! The table of an account's movements of credits, as the account and operators see it.

use maud::{Markup, html};
use serde_json::Value;

use super::operator::shown;
use crate::{
    here::{Answer, Here},
    parts::{layout, tag, words},
};

/// Movements of a page.
pub(crate) const ROWS: &str = "50";
/// Query parameter of the page with the cursor.
pub(crate) const CURSOR: &str = "cursor";

/// A page of the ledger, newest first, with the way to older ones at `path`. `act` makes the last cell of a row.
pub(crate) fn table(here: &Here, ledger: &Answer, path: &str, act: impl Fn(&Value) -> Markup) -> Markup {
    html! {
        section.card.flush #statement aria-label="Statement" {
            table.cards {
                thead { tr { th { "Time" } th { "Kind" } th { "For" } th.n { "Credits" } th.n { "Balance after" } th { span.vh { "Actions" } } } }
                tbody { @for movement in shown::rows(ledger) {
                    tr {
                        td.nw.q { (time(&movement["at"])) }
                        td.r { (kind(movement)) }
                        td.brk { (reason(movement)) small.mono { (names(movement)) } }
                        td.n.nw data-l="Credits" { (shown::signed(&movement["credits"])) }
                        td.n.nw.b data-l="Balance after" { (words::credits(&movement["balance_after"])) }
                        td { (act(movement)) }
                    }
                } }
            }
            (layout::older(here, ledger, path, CURSOR))
        }
    }
}

/// The day and the time of a movement.
fn time(at: &Value) -> Markup {
    html! { @if let Some(at) = words::timestamp(at) { time datetime=(at) title="UTC" { (words::moment(at)) } } }
}

fn kind(movement: &Value) -> Markup {
    match shown::text(&movement["kind"]) {
        "charge" => tag::tag("", "charge"),
        "withdrawal" => tag::tag("warn", "taken back"),
        other => tag::tag("ok", other),
    }
}

/// What a movement is for: the endpoint of a charge in the words of its path, else the text it was booked with.
fn reason(movement: &Value) -> String {
    let reason = shown::text(&movement["reason"]);
    if movement["kind"] == "charge" { reason.replace('_', "-") } else { reason.to_owned() }
}

/// What a movement is known by.
fn names(movement: &Value) -> String {
    let refunds = movement["refunds"].as_str().map(|request| format!("refunds {request}"));
    let named = [movement["request_id"].as_str(), refunds.as_deref(), movement["reference"].as_str()];
    named.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
