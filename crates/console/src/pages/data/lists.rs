//! Watch lists and saved searches.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};
use server::PageCall;

use super::{
    filters::Target,
    search::{self, Refused},
    search_page::SearchPage,
    watch_list::{self, Typed},
};
use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    kept,
    pages::public::not_found,
    parts::{
        field,
        layout::{self, Nav},
        note,
        price::{self, Quote},
        readable, vessel, words,
    },
};

/// Lists and saved searches of a page.
const ROWS: &str = "50";

pub(crate) async fn show(here: Here) -> Response<Body> {
    let run = kept::shown_or_newest(&here, &["run_watch_list", "run_icp"]).await;
    let told = html! { @if let Some(run) = run { (found(&run.body, run.purchase.told(&here))) } };
    draw(&here, StatusCode::OK, told, &Typed::new_list()).await
}

pub(crate) async fn create(sent: Sent) -> Response<Body> {
    let typed = Typed::sent(&sent);
    let answer = sent.here.post("create_watch_list", typed.creation(), Some(sent.get("once"))).await;
    match answer.is_ok() {
        true => {
            let told = note::done(html! { p { "The list is made." } });
            draw(&sent.here, StatusCode::OK, told, &Typed::new_list()).await
        }
        false => draw(&sent.here, status_of(&answer), note::problem(&answer), &typed).await,
    }
}

/// Saves the filters of a search; one that is refused is shown again with its filters and the name that was typed.
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
                &Typed::new_list(),
            )
            .await
        }
        false => {
            let (target, page) = (Target::of(sent.get("target")), SearchPage::read(&sent));
            let refused = Refused { name: sent.get("icp_name").to_owned(), ..Refused::by(&answer) };
            search::look_for(&sent.here, (target, &filters, &page), refused).await
        }
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
    let named = PageCall { parts: vec![("id".to_owned(), id)], ..PageCall::default() };
    let answer = match act.as_str() {
        "run" => sent.pay(run, PageCall { body: Some(json!({})), ..named }).await,
        "delete" => here.call(delete, named).await,
        _ => return not_found::show(here),
    };
    if let Some(way_on) = kept::way_on(here, &answer, "/lists").await {
        return way_on;
    }
    let told = match (answer.is_ok(), act.as_str()) {
        (false, _) => note::problem(&answer),
        (true, "run") => ran(&answer),
        _ => note::done(html! { p { "Deleted." } }),
    };
    draw(here, if answer.is_ok() { StatusCode::OK } else { status_of(&answer) }, told, &Typed::new_list())
        .await
}

fn ran(answer: &Answer) -> Markup {
    let cost = words::credits(&answer.body["cost"]["credits"]);
    found(
        &answer.body,
        html! { "Charged " (cost) ". " a href=(format!("/log/{}", answer.request_id)) { "See the request" } },
    )
}

/// What a run found, and what is told about its price.
fn found(body: &Value, told: Markup) -> Markup {
    let found = ["matches", "results"].iter().find_map(|name| body[name].as_array()).map_or(0, Vec::len);
    let new = body["new"].as_u64().unwrap_or(found as u64);
    html! {
        (note::done(html! { p { (new) " new. " (told) } }))
        @if found > 0 { section.card { h2 { "What the run found" } (readable::answer(body)) } }
    }
}

async fn draw(here: &Here, status: StatusCode, told: Markup, typed: &Typed) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let page = |name: &'static str| {
        let mut query = vec![("limit", ROWS)];
        query.extend(here.param(name).map(|cursor| ("cursor", cursor)));
        query
    };
    let (watch, icp) = (page("watch"), page("icp"));
    let (lists, icps, webhooks) = tokio::join!(
        here.read("list_watch_lists", &watch),
        here.read("list_icps", &icp),
        here.read("list_webhooks", &[])
    );
    let body = html! {
        div.head { div { h1 { "Lists" } p.q { "Whom and what you watch, and searches to run again. A run answers what is new, and only that is charged." } } }
        (told)
        (table(here, "watch", "Watch lists", "run_watch_list", &lists))
        (table(here, "icp", "Saved searches", "run_icp", &icps))
        form.card method="post" action="/lists" {
            (field::token(here)) (field::once(here))
            h2 { "Make a watch list" }
            (typed.fields(&webhooks))
            div.row { (price::button("pri", "Make the list", "free")) }
        }
    };
    layout::with_status(here, status, Nav::Lists, "Lists", body)
}

fn table(here: &Here, kind: &str, title: &str, run: &str, answer: &Answer) -> Markup {
    let now = here.app.clock.now();
    let rows: Vec<&Value> = answer.body["results"].as_array().into_iter().flatten().collect();
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
                        @let name = row["name"].as_str().unwrap_or_default();
                        td { @if kind == "watch" { a.b href=(format!("/lists/watch/{id}")) { (name) } } @else { span.b { (name) } }
                            small { (row["target"].as_str().unwrap_or_default()) } (watch_list::watching(row)) }
                        td.q.s data-l="What" { @if kind == "watch" { (words::count(&row["entries"])) " entries, " (row["signals"].as_array().into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")) } @else { (row["filters"].as_object().into_iter().flatten().map(|(name, _)| name.replace('_', " ")).collect::<Vec<_>>().join(", ")) } }
                        td.nw.q data-l="Last run" { (words::timestamp(&row["last_run_at"]).map_or_else(|| "never".to_owned(), |at| words::ago(at, now))) }
                        td { span.row.nw {
                            @if let Some(quote) = Quote::of(here, run, &json!({ "id": id })).filter(|_| row["target"] != "contacts") {
                                form method="post" action=(format!("/lists/{kind}/{id}/run")) { (field::token(here)) (field::once(here)) (quote.button("sm", "Run")) }
                            }
                            form method="post" action=(format!("/lists/{kind}/{id}/delete")) { (field::token(here)) button.btn.sm.bad type="submit" { span { "Delete" } } }
                        } }
                    }
                } }
            }
            (layout::older(here, answer, "/lists", kind))
        }
    }
}
