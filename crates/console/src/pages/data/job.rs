//! One bulk job: how far it is, what it found, and its download.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};
use server::PageCall;

use super::bulk;
use crate::{
    form::Sent,
    here::Here,
    pages::public::not_found,
    parts::{
        chart, field,
        layout::{self, Nav},
        note, tag, vessel, words,
    },
};

/// Seconds after which a running job is asked for again.
const RELOAD_SECONDS: u32 = 2;

pub(crate) async fn show(here: Here, Path(id): Path<String>) -> Response<Body> {
    draw(&here, &id, html! {}).await
}

/// Cancels, resumes or downloads the job.
pub(crate) async fn act(Path((id, act)): Path<(String, String)>, sent: Sent) -> Response<Body> {
    let here = &sent.here;
    let endpoint = match act.as_str() {
        "download" | "workbook" => {
            let format = if act == "workbook" { "xlsx" } else { "csv" };
            let call = PageCall {
                parts: vec![("id".to_owned(), id)],
                query: vec![("format".to_owned(), format.to_owned())],
                ..PageCall::default()
            };
            return match here.account() {
                Some(_) => here.app.call_for(&here.visitor, "export_bulk_job", call).await,
                None => here.to_login(),
            };
        }
        "cancel" => "cancel_bulk_job",
        "resume" => "resume_bulk_job",
        _ => return not_found::show(here),
    };
    let answer = here.post_to(endpoint, &id, json!({}), Some(sent.get("once"))).await;
    let told = if answer.is_ok() { note::done(html! { p { "Done." } }) } else { note::problem(&answer) };
    draw(here, &id, told).await
}

async fn draw(here: &Here, id: &str, told: Markup) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let answer = here.read_one("read_bulk_job", "id", id, &[("limit", "50")]).await;
    if !answer.is_ok() {
        return match answer.status {
            404 | 422 => not_found::show(here),
            _ => layout::with_status(here, StatusCode::OK, Nav::Bulk, "Job", note::problem(&answer)),
        };
    }
    let job = &answer.body;
    let (done, total) =
        (job["processed"].as_f64().unwrap_or(0.0), job["total"].as_f64().unwrap_or(1.0).max(1.0));
    let status = job["status"].as_str().unwrap_or_default();
    let is_open = matches!(status, "queued" | "running");
    let endpoint = job["endpoint"].as_str().unwrap_or_default();
    let rows: Vec<&Value> = job["results"].as_array().into_iter().flatten().collect();
    let act = |name: &str, label: &str, class: &str, price: &str| {
        html! {
            form method="post" action=(format!("/bulk/{id}/{name}")) { (field::token(here)) (field::once(here))
                button class={ "btn " (class) } type="submit" { span { (label) } @if !price.is_empty() { b { (price) } } } }
        }
    };
    let body = html! {
        div.head { div { h1 { (bulk::label(endpoint)) } p.q.mono.s { (id) } } }
        (told)
        div.stack.l5 #job data-reload=[is_open.then_some(RELOAD_SECONDS)] data-at=(format!("/bulk/{id}")) {
            section.card {
                div.row {
                    (vessel::gauge("job-gauge", 64, done / total, &format!("{} done", words::per_cent(done, total))))
                    dl.stat { dt { (words::number(done)) " of " (words::number(total)) " rows" } dd { (words::per_cent(done, total)) } }
                    // Inside of what is asked for again while it runs.
                    (tag::state(status))
                }
                progress.vh max=(total) value=(done) aria-label="Rows done" { (words::per_cent(done, total)) }
                (chart::bar("c1", done / total))
                dl.kv {
                    dt { "Found" } dd { (words::count(&job["resolved"])) " (" (words::per_cent(job["resolved"].as_f64().unwrap_or(0.0), done)) ")" }
                    dt { "Spent" } dd { (words::credits(&job["credits"])) ", " (bulk::item_price(here, endpoint)) }
                    @if job["invalid"].as_f64() > Some(0.0) { dt { "Not valid" } dd { (words::count(&job["invalid"])) ", free" } }
                    @if job["insufficient_credits"].as_f64() > Some(0.0) { dt { "Not covered by the balance" } dd { (words::count(&job["insufficient_credits"])) } }
                }
                div.row {
                    (act("download", if is_open { "Download csv so far" } else { "Download csv" }, "pri", "free"))
                    (act("workbook", if is_open { "Download xlsx so far" } else { "Download xlsx" }, "", "free"))
                    @if is_open { (act("cancel", "Cancel", "bad", "")) }
                    @if status == "paused" || job["insufficient_credits"].as_f64() > Some(0.0) || job["failed"].as_f64() > Some(0.0) { (act("resume", "Go on", "", "")) }
                    a.btn href="/bulk" { span { "All jobs" } }
                    @if is_open { noscript { a.btn href=(format!("/bulk/{id}")) { span { "Reload" } } } }
                }
            }
            @if !rows.is_empty() {
                section.card.flush {
                    div.row.sp { h2 { "First rows" } span.s.q { "the file has all" } }
                    table.cards.tight {
                        thead { tr { th.n { "Row" } th { "Outcome" } th { "Found" } th.n { "Cost" } } }
                        tbody { @for row in rows {
                            tr { td.n.q data-l="Row" { (row["ref"].as_str().map_or_else(|| words::count(&row["index"]), str::to_owned)) } td { (bulk::state(row["status"].as_str().unwrap_or_default())) }
                                td { (found(row)) } td.n.r.nw { (words::credits(&row["credits"])) } }
                        } }
                    }
                }
            }
        }
    };
    layout::page(here, Nav::Bulk, "Bulk job", body)
}

fn found(row: &Value) -> Markup {
    let person = &row["person"];
    let company = &row["company"];
    html! {
        @if let Some(name) = person["fullName"].as_str() { a href=(format!("/people/{}", person["id"].as_str().unwrap_or_default())) { (name) } small { (person["title"].as_str().unwrap_or_default()) } }
        @else if let Some(name) = company["name"].as_str() { @if let Some(path) = words::company_path(company) { a href=(path) { (name) } } @else { (name) } small { (company["industry"].as_str().unwrap_or_default()) } }
        @else if let Some(value) = ["email", "phone"].iter().find_map(|name| row[name].as_str().or(row["answer"][name].as_str())) { span.mono.s { (value) } }
        @else { span.q { (row["detail"].as_str().unwrap_or("–")) } }
    }
}
