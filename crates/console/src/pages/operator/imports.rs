//! Imports that are under way or were cut off.

use axum::{body::Body, http::Response};
use maud::{Markup, html};

use super::{guard::Operator, shown};
use crate::{
    here::{Answer, Here, status_of},
    parts::{
        layout::{self, Nav},
        note, vessel, words,
    },
};

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    let found = here.read("operator_imports", &[]).await;
    let body = html! {
        div.head { div { h1 { "Imports" } p.q { "Files that are being read, and those that were cut off. A finished import leaves the list." } } }
        @if found.is_ok() { (table(&here, &found)) } @else { (note::problem(&found)) }
    };
    layout::with_status(&here, status_of(&found), Nav::Imports, "Imports", body)
}

fn table(here: &Here, found: &Answer) -> Markup {
    let (rows, now) = (shown::rows(found), here.app.clock.now());
    if rows.is_empty() {
        let text = "brimful import people FILE reads one beside this server; with --dry-run it only shows the columns.";
        let next = html! { a.btn href="/operator/review" { span { "See the review list" } } };
        return vessel::empty("No import is under way", text, next);
    }
    html! {
        section.card.flush aria-label="Imports" {
            table.cards {
                thead { tr { th { "File, by its fingerprint" } th.n { "Rows stored" } th { "Last batch" } } }
                tbody { @for import in rows {
                    tr {
                        td.brk.mono { (shown::text(&import["file"])) }
                        td.n data-l="Rows stored" { (words::count(&import["rows"])) }
                        td.nw data-l="Last batch" { (shown::time(&import["at"], now, "")) }
                    }
                } }
            }
        }
        p.hint { "The same command on the same file goes on where it was cut off." }
    }
}
