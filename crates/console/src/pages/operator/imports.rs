//! Imports: a file from the browser, those that were sent, and those of commands that are under way or were cut off.

pub(crate) mod one;
pub(crate) mod upload;

use axum::{
    body::Body,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::Value;

use super::{guard::Operator, shown};
use crate::{
    here::{Answer, Here, status_of},
    parts::{
        field,
        layout::{self, Nav},
        note, tag, words,
    },
};

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    draw_list(&here, StatusCode::OK, html! {}, "").await
}

/// The list with the form for a file.
async fn draw_list(here: &Here, status: StatusCode, told: Markup, subject: &str) -> Response<Body> {
    let found = here.read("operator_imports", &[]).await;
    let status = if found.is_ok() { status } else { status_of(&found) };
    let body = html! {
        div.head { div { h1 { "Imports" } p.q { "A table of people or companies in. You see its columns before anything is stored." } } }
        (told)
        (form(here, subject))
        @if found.is_ok() { (files(here, &found)) (table(here, &found)) } @else { (note::problem(&found)) }
    };
    layout::with_status(here, status, Nav::Imports, "Imports", body)
}

fn form(here: &Here, subject: &str) -> Markup {
    let most = words::number((here.app.settings.limits.import_bytes >> 20) as f64);
    html! {
        form.card method="post" action="/operator/imports" enctype="multipart/form-data" {
            // Before the file, which is not received without it.
            (field::token(here))
            div.g2.near {
                div.f { label for="subject" { "Each row is" } select #subject name="subject" {
                    @for (value, label) in [("people", "a person"), ("companies", "a company")] { option value=(value) selected[value == subject] { (label) } }
                } }
                div.f { label for="file" { "The table" } input #file type="file" name="file" accept=".csv,.tsv,.txt,.xlsx" required; small { "csv or xlsx with a line of headings, up to " (most) " MB" } }
            }
            div.row { button.btn.pri type="submit" { span { "See the columns" } } }
        }
    }
}

/// Files that were sent.
fn files(here: &Here, found: &Answer) -> Markup {
    let (now, files) = (here.app.clock.now(), found.body["files"].as_array());
    let files: Vec<&Value> = files.into_iter().flatten().collect();
    html! {
        @if !files.is_empty() {
            section.card.flush aria-label="Files" {
                div.row.sp { h2 { "Files" } span.s.q { "those that are over stay for a week" } }
                table.cards {
                    thead { tr { th { "File" } th { "State" } th { "Source" } th.n { "Rows" } th.n { "Rejected" } th { "Received" } } }
                    tbody { @for file in files {
                        tr {
                            td.brk { a.b href=(format!("/operator/imports/{}", shown::text(&file["id"]))) { (shown::text(&file["name"])) } small { (size(&file["bytes"])) } }
                            td.r { (state(shown::text(&file["state"]))) }
                            td.brk data-l="Source" { (file["source"].as_str().unwrap_or("–")) }
                            td.n data-l="Rows" { (words::count(&file["rows"])) }
                            td.n data-l="Rejected" { (words::count(&file["counts"]["rejected"])) }
                            td.nw data-l="Received" { (shown::time(&file["received_at"], now, "")) }
                        }
                    } }
                }
            }
        }
    }
}

/// The state of an import in words.
fn state(state: &str) -> Markup {
    match state {
        "received" => tag::tag("", "not started"),
        "done" => tag::tag("ok", "done"),
        "failed" => tag::tag("bad", "interrupted"),
        open => tag::tag("acc", open),
    }
}

/// The size of a file.
fn size(bytes: &Value) -> String {
    let bytes = bytes.as_f64().unwrap_or(0.0);
    match bytes {
        ..1e4 => format!("{} bytes", words::number(bytes)),
        1e4..1e6 => format!("{} kB", words::number((bytes / 1e3).round())),
        _ => format!("{} MB", words::number((bytes / 1e5).round() / 10.0)),
    }
}

/// Imports of commands that are under way or were cut off.
fn table(here: &Here, found: &Answer) -> Markup {
    let (rows, now) = (shown::rows(found), here.app.clock.now());
    html! {
        @if rows.is_empty() {
            p.hint { "brimful import people FILE reads larger files and other formats beside this server; it is listed here while it runs." }
        } @else {
            section.card.flush aria-label="Under way" {
                div.row.sp { h2 { "Under way or cut off" } span.s.q { "a finished import leaves the list" } }
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
}
