//! Watch lists and saved searches.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};
use server::PageCall;

use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    pages::public::not_found,
    parts::{
        field::{self, Input},
        layout::{self, Nav},
        note, price, readable, vessel, words,
    },
};

const SIGNALS: [&str; 4] = ["funding", "acquisition", "hiring", "job-change"];

/// What was typed into the form of a new list.
#[derive(Default)]
struct Typed {
    name: String,
    entries: String,
}

pub(crate) async fn show(here: Here) -> Response<Body> {
    draw(&here, StatusCode::OK, html! {}, &Typed::default()).await
}

pub(crate) async fn create(sent: Sent) -> Response<Body> {
    let typed = Typed { name: sent.get("name").to_owned(), entries: sent.get("entries").to_owned() };
    let lines: Vec<&str> =
        typed.entries.split(['\n', ',']).map(str::trim).filter(|line| !line.is_empty()).collect();
    // A profile has a path behind its host; a company is its domain alone.
    let are_profiles =
        lines.iter().any(|line| line.trim_start_matches("https://").trim_end_matches('/').contains('/'));
    let mut body = json!({ "name": typed.name });
    body[if are_profiles { "profiles" } else { "domains" }] = json!(lines);
    let signals = sent.all("signal");
    if !signals.is_empty() {
        body["signals"] = json!(signals);
    }
    let answer = sent.here.post("create_watch_list", body, Some(sent.get("once"))).await;
    match answer.is_ok() {
        true => {
            draw(
                &sent.here,
                StatusCode::OK,
                note::done(html! { p { "The list is made." } }),
                &Typed::default(),
            )
            .await
        }
        false => draw(&sent.here, status_of(&answer), note::problem(&answer), &typed).await,
    }
}

/// Saves the filters of a search.
pub(crate) async fn save(sent: Sent) -> Response<Body> {
    let filters: Value = serde_json::from_str(sent.get("filters")).unwrap_or_else(|_| json!({}));
    let body = json!({ "name": sent.get("icp_name"), "target": sent.get("target"), "filters": filters });
    let answer = sent.here.post("save_icp", body, Some(sent.get("once"))).await;
    match answer.is_ok() {
        true => {
            draw(
                &sent.here,
                StatusCode::OK,
                note::done(html! { p { "The search is saved." } }),
                &Typed::default(),
            )
            .await
        }
        false => draw(&sent.here, status_of(&answer), note::problem(&answer), &Typed::default()).await,
    }
}

/// Runs or deletes a watch list or a saved search.
pub(crate) async fn act(Path((kind, id, act)): Path<(String, String, String)>, sent: Sent) -> Response<Body> {
    let here = &sent.here;
    let (run, delete) = match kind.as_str() {
        "watch" => ("run_watch_list", "delete_watch_list"),
        "icp" => ("run_icp", "delete_icp"),
        _ => return not_found::show(here),
    };
    let answer = match act.as_str() {
        "run" => here.post_to(run, &id, json!({}), Some(sent.get("once"))).await,
        "delete" => {
            here.call(delete, PageCall { parts: vec![("id".to_owned(), id)], ..PageCall::default() }).await
        }
        _ => return not_found::show(here),
    };
    let told = match (answer.is_ok(), act.as_str()) {
        (false, _) => note::problem(&answer),
        (true, "run") => ran(&answer),
        _ => note::done(html! { p { "Deleted." } }),
    };
    draw(here, if answer.is_ok() { StatusCode::OK } else { status_of(&answer) }, told, &Typed::default())
        .await
}

fn ran(answer: &Answer) -> Markup {
    let found =
        ["matches", "results"].iter().find_map(|name| answer.body[name].as_array()).map_or(0, Vec::len);
    html! {
        (note::done(html! { p { (found) " new, charged " (words::credits(&answer.body["cost"]["credits"])) ". " a href=(format!("/log/{}", answer.request_id)) { "See the request" } } }))
        @if found > 0 { section.card { (readable::answer(&answer.body)) } }
    }
}

async fn draw(here: &Here, status: StatusCode, told: Markup, typed: &Typed) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let (lists, icps) = tokio::join!(
        here.read("list_watch_lists", &[("limit", "50")]),
        here.read("list_icps", &[("limit", "50")])
    );
    let body = html! {
        div.head { div { h1 { "Lists" } p.q { "Whom and what you watch, and searches to run again. A run answers what is new, and only that is charged." } } }
        (told)
        (table(here, "watch", "Watch lists", "run_watch_list", &lists))
        (table(here, "icp", "Saved searches", "run_icp", &icps))
        form.card method="post" action="/lists" {
            (field::token(here)) (field::once(here))
            h2 { "Make a watch list" }
            div.g2.near {
                (Input { name: "name", label: "Name", value: &typed.name, required: true, ..Input::default() }.draw())
                fieldset { legend { "Tell about" } @for kind in SIGNALS { (field::tick("signal", kind, html! { (words::label(kind).replace('-', " ")) }, "", true)) } }
            }
            div.f { label for="entries" { "Profiles or companies" } textarea #entries name="entries" rows="5" spellcheck="false" required placeholder="one in a line: https://network.example/in/… or acme.example" { (typed.entries) } }
            div.row { (price::button("pri", "Make the list", "free")) }
        }
    };
    layout::with_status(here, status, Nav::Lists, "Lists", body)
}

fn table(here: &Here, kind: &str, title: &str, run: &str, answer: &Answer) -> Markup {
    let now = here.app.clock.now();
    let rows: Vec<&Value> = answer.body["results"].as_array().into_iter().flatten().collect();
    let price = here.entry(run).map(|entry| price::short(entry.spec.price)).unwrap_or_default();
    if !answer.is_ok() {
        return note::problem(answer);
    }
    if rows.is_empty() {
        return vessel::empty(
            &format!("No {} yet", title.to_lowercase()),
            "Save a search, or name people and companies below.",
            html! { a.btn href="/search" { span { "Search" } b { "free" } } },
        );
    }
    html! {
        section.card.flush {
            div.row.sp { h2 { (title) } }
            table.cards {
                thead { tr { th { "Name" } th { "What" } th { "Last run" } th { span.vh { "Actions" } } } }
                tbody { @for row in rows {
                    @let id = row["id"].as_str().unwrap_or_default();
                    tr {
                        td { span.b { (row["name"].as_str().unwrap_or_default()) } small { (row["target"].as_str().unwrap_or_default()) } }
                        td.q.s data-l="What" { @if kind == "watch" { (words::count(&row["entries"])) " entries, " (row["signals"].as_array().into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")) } @else { (row["filters"].as_object().into_iter().flatten().map(|(name, _)| name.replace('_', " ")).collect::<Vec<_>>().join(", ")) } }
                        td.nw.q data-l="Last run" { (words::timestamp(&row["last_run_at"]).map_or_else(|| "never".to_owned(), |at| words::ago(at, now))) }
                        td { span.row.nw {
                            form method="post" action=(format!("/lists/{kind}/{id}/run")) { (field::token(here)) (field::once(here)) (price::button("sm", "Run", &price)) }
                            form method="post" action=(format!("/lists/{kind}/{id}/delete")) { (field::token(here)) button.btn.sm.bad type="submit" { span { "Delete" } } }
                        } }
                    }
                } }
            }
        }
    }
}
