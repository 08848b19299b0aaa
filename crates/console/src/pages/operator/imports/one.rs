//! One import: its columns before it is started, then how far it is, and which rows were rejected.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
    response::{IntoResponse, Redirect},
};
use maud::{Markup, html};
use serde_json::{Map, Value, json};
use server::PageCall;

use super::{size, state};
use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    pages::{
        operator::{
            guard::{Operator, OperatorForm},
            shown,
        },
        public::not_found,
    },
    parts::{
        field::{self, Input},
        layout::{self, Nav},
        note, readable, words,
    },
};

/// Seconds after which a running import is asked for again.
const RELOAD_SECONDS: u32 = 2;
/// Value of the option that leaves a column out. It is no empty value, so that a column is known to have been sent.
const LEFT_OUT: &str = "-";

/// What was typed into the form.
#[derive(Default)]
struct Typed {
    source: String,
    /// Value of each select in the order of the columns; empty before the form was sent.
    columns: Vec<String>,
}

pub(crate) async fn show(Operator(here): Operator, Path(id): Path<String>) -> Response<Body> {
    let subject = here.param("subject").unwrap_or_default().to_owned();
    draw(&here, StatusCode::OK, &id, &subject, html! {}, &Typed::default()).await
}

pub(crate) async fn rejects(Operator(here): Operator, Path(id): Path<String>) -> Response<Body> {
    let call = PageCall { parts: vec![("id".to_owned(), id)], ..PageCall::default() };
    here.app.call_for(&here.visitor, "operator_import_rejects", call).await
}

/// Starts the import, guesses its columns for another subject, or removes it.
pub(crate) async fn act(
    Path((id, act)): Path<(String, String)>,
    OperatorForm(sent): OperatorForm,
) -> Response<Body> {
    let here = &sent.here;
    match act.as_str() {
        "start" if sent.get("do") == "guess" => {
            let subject = sent.get("subject");
            Redirect::to(&format!("/operator/imports/{}?subject={}", encoded(&id), encoded(subject)))
                .into_response()
        }
        "start" => start(&sent, &id).await,
        "remove" => {
            let call = PageCall { parts: vec![("id".to_owned(), id.clone())], ..PageCall::default() };
            let answer = here.call("operator_remove_import", call).await;
            match answer.is_ok() {
                true => Redirect::to("/operator/imports").into_response(),
                false => {
                    draw(here, status_of(&answer), &id, "", note::problem(&answer), &Typed::default()).await
                }
            }
        }
        _ => not_found::show(here),
    }
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

async fn start(sent: &Sent, id: &str) -> Response<Body> {
    let here = &sent.here;
    let columns: Vec<(String, String)> = (0..)
        .map_while(|place| {
            let field = sent.get(&format!("col-{place}"));
            (!field.is_empty()).then(|| (sent.exactly(&format!("head-{place}")).to_owned(), field.to_owned()))
        })
        .collect();
    let used = columns.iter().filter(|(_, field)| field != LEFT_OUT);
    let used: Map<String, Value> =
        used.map(|(column, field)| (column.clone(), field.as_str().into())).collect();
    let (subject, source) = (sent.get("subject"), sent.get("source"));
    let body = json!({ "subject": subject, "source": source, "columns": used });
    let answer = here.post_to("operator_start_import", id, body, Some(sent.get("once"))).await;
    if answer.is_ok() {
        return Redirect::to(&format!("/operator/imports/{}", encoded(id))).into_response();
    }
    let typed =
        Typed { source: source.to_owned(), columns: columns.into_iter().map(|(_, field)| field).collect() };
    draw(here, status_of(&answer), id, subject, note::problem(&answer), &typed).await
}

async fn draw(
    here: &Here,
    status: StatusCode,
    id: &str,
    subject: &str,
    told: Markup,
    typed: &Typed,
) -> Response<Body> {
    let query = shown::given([("subject", subject)]);
    let found = here.read_one("operator_import", "id", id, &query).await;
    if !found.is_ok() {
        return match found.status {
            404 | 422 => not_found::show(here),
            _ => layout::with_status(here, status_of(&found), Nav::Imports, "Import", note::problem(&found)),
        };
    }
    let import = &found.body;
    let is_open = matches!(shown::text(&import["state"]), "waiting" | "running");
    let can_start = matches!(shown::text(&import["state"]), "received" | "failed");
    let chosen = if subject.is_empty() { shown::text(&import["subject"]) } else { subject };
    let subject = if chosen == "companies" { "companies" } else { "people" };
    let body = html! {
        div.head {
            div { h1.brk { (shown::text(&import["name"])) } p.q { (size(&import["bytes"])) " · received " (shown::time(&import["received_at"], here.app.clock.now(), "")) } }
            @if can_start { div.row { (state(shown::text(&import["state"]))) } }
        }
        (told)
        div.stack.l5 #import data-reload=[is_open.then_some(RELOAD_SECONDS)] {
            @if !can_start || import["rows"].as_u64() > Some(0) { (progress(here, id, import, is_open)) }
            @if let Some(fault) = import["fault"].as_str() {
                (note::caution(&format!("The import was interrupted: {fault}. Start it again; rows that are stored already stay as they are.")))
            }
            @if can_start { (columns(here, id, &found, subject, typed)) }
            (rejected(import))
        }
    };
    layout::with_status(here, status, Nav::Imports, "Import", body)
}

fn progress(here: &Here, id: &str, import: &Value, is_open: bool) -> Markup {
    let counts = &import["counts"];
    let some = |name: &str| counts[name].as_u64() > Some(0);
    html! {
        section.card aria-label="Progress" {
            // Inside of what is asked for again while it runs.
            div.row { (state(shown::text(&import["state"]))) }
            dl.stat { dt { "Rows read" } dd { (words::count(&import["rows"])) }
                dd.s { @if is_open { "the file is read in the background; this page may be closed" } @else { "ended " (shown::time(&import["ended_at"], here.app.clock.now(), "")) } } }
            dl.kv {
                dt { "Source" } dd { (shown::text(&import["source"])) }
                dt { "New facts" } dd { (shown::counted(&counts["accepted"], "row", "rows")) }
                dt { "Known already" } dd { (shown::counted(&counts["unchanged"], "row", "rows")) }
                dt { "Records" } dd { (words::count(&counts["created"])) " made, " (words::count(&counts["updated"])) " updated, " (words::count(&counts["joined"])) " joined" }
                @if some("suppressed") { dt { "Kept out" } dd { (shown::counted(&counts["suppressed"], "row", "rows")) " about people on the suppression list" } }
                @if !is_open { dt { "Rejected" } dd { (shown::counted(&counts["rejected"], "row", "rows")) } }
                dt { "Started by" } dd.mono { (shown::text(&import["started_by"])) }
            }
            div.row {
                a.btn href="/operator/imports" { span { "All imports" } }
                a.btn href="/operator/review" { span { "See the review list" } }
                @if is_open {
                    noscript { a.btn href=(format!("/operator/imports/{id}")) { span { "Reload" } } }
                    (shown::act(here, &format!("/operator/imports/{id}/remove"), "Stop", "bad"))
                } @else if shown::text(&import["state"]) == "done" {
                    (shown::act(here, &format!("/operator/imports/{id}/remove"), "Remove from the list", ""))
                }
            }
        }
    }
}

/// The columns with samples, what each is used as, and the button that starts.
fn columns(here: &Here, id: &str, found: &Answer, subject: &str, typed: &Typed) -> Markup {
    let import = &found.body;
    let columns: Vec<&Value> = import["columns"].as_array().into_iter().flatten().collect();
    let mut options = vec![(LEFT_OUT.to_owned(), "leave out".to_owned())];
    options.extend(
        import["fields"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(|name| (name.to_owned(), readable::key_label(name))),
    );
    let source = if typed.source.is_empty() { shown::text(&import["source"]) } else { &typed.source };
    let use_as = |place: usize, column: &Value| {
        let guessed = column["field"].as_str().unwrap_or(LEFT_OUT).to_owned();
        typed.columns.get(place).cloned().unwrap_or(guessed)
    };
    html! {
        form.gr method="post" action=(format!("/operator/imports/{id}/start")) {
            div.stack.l5 {
                (field::token(here)) (field::once(here))
                // The refusal of what was sent says the same.
                @if let Some(missing) = import["missing"].as_str().filter(|_| typed.columns.is_empty()) { (note::caution(missing)) }
                section.card.flush {
                    div.row.sp { h2 { "Columns" } span.s.q {
                        @match import["preset"].as_str() { Some(preset) => { "those of " (preset) }, None => "guessed from names and values" }
                    } }
                    table.cards {
                        thead { tr { th { "In the file" } th { "Samples" } th { "Use as" } } }
                        tbody { @for (place, column) in columns.iter().enumerate() {
                            @let heading = shown::text(&column["column"]);
                            @let samples: Vec<&str> = column["samples"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                            tr {
                                td { span.b.brk { (heading) } @if let Some(reason) = column["reason"].as_str() { small { (reason) } } }
                                td.q.s.brk data-l="Samples" { @if samples.is_empty() { "all empty" } @else { (samples.join(" · ")) } }
                                td {
                                    input type="hidden" name=(format!("head-{place}")) value=(heading);
                                    (field::select(&format!("col-{place}"), &format!("Use column {heading} as"), &options, &use_as(place, column)))
                                }
                            }
                        } }
                    }
                }
            }
            section.card {
                h2 { "Import" }
                div.f { label for="subject" { "Each row is" } select #subject name="subject" {
                    @for (value, label) in [("people", "a person"), ("companies", "a company")] { option value=(value) selected[value == subject] { (label) } }
                } }
                (Input { name: "source", label: "Name of the source", value: source, placeholder: "our-crm", required: true, hint: "Shown with each fact. A row replaces the earlier row of this source with the same id; a row without an id is identified by its number.", ..Input::default() }.draw())
                button.btn.pri.wide type="submit" name="do" value="start" { span { "Start the import" } }
                button.btn.wide type="submit" name="do" value="guess" formnovalidate { span { "Guess the columns again" } }
                p.hint { "It runs in the background, beside calls, and goes on after a restart. Sending the same file again changes nothing." }
                button.btn.wide.bad type="submit" formaction=(format!("/operator/imports/{id}/remove")) formnovalidate { span { "Throw the file away" } }
            }
        }
    }
}

fn rejected(import: &Value) -> Markup {
    let rows: Vec<&Value> = import["rejects"].as_array().into_iter().flatten().collect();
    let id = shown::text(&import["id"]);
    let cells = |row: &Value| {
        let cells = row["cells"].as_object().into_iter().flatten();
        cells
            .filter_map(|(name, cell)| Some(format!("{name}: {}", cell.as_str()?)))
            .collect::<Vec<_>>()
            .join(" · ")
    };
    html! {
        @if !rows.is_empty() {
            section.card.flush #rejects aria-label="Rejected rows" {
                div.row.sp { h2 { "Rejected rows" } a.btn.sm href=(format!("/operator/imports/{id}/rejects")) { span { "Download all as csv" } } }
                table.cards {
                    thead { tr { th.n { "Line" } th { "Why" } th { "Row" } } }
                    tbody { @for row in rows {
                        tr { td.n data-l="Line" { (words::count(&row["line"])) } td { (shown::text(&row["reason"])) } td.q.s.brk { (cells(row)) } }
                    } }
                }
            }
            p.hint { "Correct them in the file of rejected rows and send that; it is kept for a week after the import." }
        }
    }
}
