//! One request: its time line, what was asked and answered, and why it cost what it cost.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::Value;

use crate::{
    form::Sent,
    here::{Answer, Here},
    pages::public::not_found,
    parts::{
        code, field,
        layout::{self, Nav},
        note, price, readable, tag,
        timeline::{self, Step},
        words,
    },
};

pub(crate) async fn show(here: Here, Path(id): Path<String>) -> Response<Body> {
    draw(&here, &id, None).await
}

/// The answer of a charged call once more.
pub(crate) async fn again(Path(id): Path<String>, sent: Sent) -> Response<Body> {
    let kept = sent.here.read_one("charged_answer", "request_id", &id, &[]).await;
    draw(&sent.here, &id, Some(kept)).await
}

async fn draw(here: &Here, id: &str, kept: Option<Answer>) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let detail = here.read_one("history_detail", "request_id", id, &[]).await;
    match detail.status {
        200 => {}
        404 | 422 => return not_found::show(here),
        _ => return layout::with_status(here, StatusCode::OK, Nav::Log, "Request", note::problem(&detail)),
    }
    let call = &detail.body;
    let endpoint = call["endpoint"].as_str().unwrap_or_default();
    let path = call["path"].as_str().map(words::endpoint).unwrap_or(endpoint);
    let at = words::timestamp(&call["at"]);
    let body = html! {
        div.head {
            div {
                h1 { (path) }
                p.q.mono.s.brk { (id) }
            }
            div.row { (tag::outcome(call)) }
        }
        dl.g4 {
            div.card.stat { dt { "Charged" } dd { (words::count(&call["credits"])) " " small { "cr" } } dd.s { (refund(call)) } }
            div.card.stat { dt { "Took" } dd { (words::milliseconds(call["latency_ms"].as_f64().unwrap_or(0.0))) } dd.s { (cache(call)) } }
            div.card.stat { dt { "Status" } dd { (words::count(&call["status"])) } dd.s { (call["code"].as_str().unwrap_or("no error")) } }
            div.card.stat { dt { "Found" } dd { (words::count(&call["resolved"])) } dd.s { "under the key " (call["key_name"].as_str().unwrap_or("that is gone")) } }
        }
        div.g2.a {
            section.card {
                div.row.sp { h2 { "What happened" } @if let Some(at) = at { span.s.q { (words::clock(at)) " UTC" } } }
                (timeline::steps(&steps(call), call["latency_ms"].as_f64().unwrap_or(0.0)))
                @if !has_starts(call) { p.hint { "When each source was asked was not recorded; they are drawn one after the other." } }
            }
            div.stack.l5 {
                section.card { h2 { "Why it cost " (words::credits(&call["credits"])) } (charge(call)) }
                section.card {
                    div.tabs {
                        input type="radio" name="v" id="l1" checked[kept.is_none()]; label for="l1" { "Request" }
                        div { @if call["asked"].is_null() { p.s.q { "Not kept." } } @else { (code::json("r1", "Request", &call["asked"])) } }
                        @if let Some(kept) = &kept {
                            input type="radio" name="v" id="l2" checked; label for="l2" { "Answer" }
                            div { @if kept.is_ok() { (readable::answer(&kept.body)) (code::json("r2", "Answer as JSON", &kept.body)) } @else { (note::problem(kept)) } }
                        }
                        input type="radio" name="v" id="l3"; label for="l3" { "Found" }
                        div { (found(call)) }
                    }
                    div.row {
                        @if here.entry(endpoint).is_some() {
                            a.btn href=(format!("/playground/{endpoint}?request={id}")) { span { "Open in playground" } }
                        }
                        @if call["credits"].as_f64() > Some(0.0) {
                            form method="post" action=(format!("/log/{id}")) { (field::token(here)) (price::button("", "Answer again", "free")) }
                        }
                    }
                }
            }
        }
    };
    layout::page(here, Nav::Log, path, body)
}

fn refund(call: &Value) -> String {
    match call["charged"]["refunded"].as_f64().unwrap_or(0.0) {
        refunded if refunded > 0.0 => format!("{} cr of it refunded", words::number(refunded)),
        _ if call["credits"].as_f64() > Some(0.0) => "settled with the answer".to_owned(),
        _ => "not charged".to_owned(),
    }
}

fn cache(call: &Value) -> &'static str {
    match call["cache"].as_str() {
        Some("hit") => "from stored records",
        Some("partial") => "partly from stored records",
        Some("miss") => "not in the records",
        _ => "nothing was looked up",
    }
}

/// The steps of a call: its own work, and each source from when it was asked until it answered. Sources overlap where several
/// are asked at once. Calls of earlier versions have no start of their sources, which are then drawn one after the other.
fn steps(call: &Value) -> Vec<Step> {
    let total = call["latency_ms"].as_f64().unwrap_or(0.0);
    let asked: Vec<&Value> = call["upstream"].as_array().into_iter().flatten().collect();
    let told = match call["outcome"].as_str() {
        Some("refused") => "refused",
        Some("failed") => "failed",
        Some("preview") => "price only",
        Some("accepted") => "queued, done in the background",
        _ if !asked.is_empty() => "then asked outside",
        _ => cache(call),
    };
    if asked.is_empty() {
        return vec![own_work("key, balance, records", told, 0.0, total)];
    }
    if !has_starts(call) {
        let outside: f64 = asked.iter().map(|step| took(step)).sum();
        let own = (total - outside).max(0.0);
        let mut steps = vec![own_work("key, balance, records", told, 0.0, own)];
        let mut from_ms = own;
        for step in asked {
            steps.push(source(step, from_ms));
            from_ms += took(step);
        }
        return steps;
    }
    let starts = || asked.iter().map(|step| started(step).unwrap_or(0.0));
    let first = starts().fold(total, f64::min);
    let last = asked.iter().zip(starts()).map(|(step, from)| from + took(step)).fold(0.0, f64::max);
    let mut steps = vec![own_work("key, balance, records", told, 0.0, first)];
    steps.extend(asked.iter().zip(starts()).map(|(step, from)| source(step, from)));
    if total > last {
        steps.push(own_work("answer", "made of what was found", last, total - last));
    }
    steps
}

/// When a source was asked, after the arrival of the call.
fn started(step: &Value) -> Option<f64> {
    step["started_ms"].as_f64()
}

fn took(step: &Value) -> f64 {
    step["latency_ms"].as_f64().unwrap_or(0.0)
}

/// Whether the time line of a call is as it was recorded; true if nothing was asked outside.
fn has_starts(call: &Value) -> bool {
    call["upstream"].as_array().into_iter().flatten().all(|step| started(step).is_some())
}

fn own_work(name: &str, told: &str, from_ms: f64, ms: f64) -> Step {
    Step { name: name.to_owned(), told: told.to_owned(), class: "c5", from_ms, ms }
}

fn source(step: &Value, from_ms: f64) -> Step {
    let outcome = step["outcome"].as_str().unwrap_or_default();
    let class = match outcome {
        "hit" | "found" => "c1",
        "miss" | "not_found" => "c4",
        _ => "cbad",
    };
    let told = match outcome {
        "hit" => format!("found {}", step["fact"].as_str().unwrap_or_default()),
        "miss" => "not found".to_owned(),
        other => other.replace('_', " "),
    };
    let name = step["provider"].as_str().unwrap_or_default().to_owned();
    Step { name, told, class, from_ms, ms: took(step) }
}

fn charge(call: &Value) -> Markup {
    let lines: Vec<&Value> = call["charged"]["lines"].as_array().into_iter().flatten().collect();
    let misses: Vec<&Value> =
        call["upstream"].as_array().into_iter().flatten().filter(|step| step["outcome"] == "miss").collect();
    let name = |line: &Value| match line["for"].as_str() {
        Some("base") => "The query",
        Some("item") => "Found",
        _ => "The answer",
    };
    html! {
        table.tight.in { tbody {
            @for line in &lines {
                tr { td { (name(line)) small { (words::count(&line["quantity"])) " × " (words::credits(&line["credits_each"])) } } td.n.nw { (words::credits(&line["credits"])) } }
            }
            @for step in &misses {
                tr { td { (step["provider"].as_str().unwrap_or_default()) " asked" small { "a miss costs you nothing" } } td.n.nw { "0 cr" } }
            }
            @if lines.is_empty() && misses.is_empty() {
                tr { td { "Nothing was charged" small { @match call["outcome"].as_str() {
                    Some("refused") => "a refused call is free",
                    Some("preview") => "asking for the price is free",
                    Some("failed") => "a failed call is free",
                    Some("accepted") => "what is queued is charged when it is answered",
                    _ => "nothing was found, or the call is free",
                } } } td.n.nw { "0 cr" } }
            }
            tr.b { td { "Charged" } td.n.nw { (words::credits(&call["charged"]["credits"])) } }
        } }
    }
}

fn found(call: &Value) -> Markup {
    let ids: Vec<&str> = call["found"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    html! {
        @if ids.is_empty() { p.s.q { "No records." } }
        ul.stack.t { @for id in ids { li.mono.s { @if let Some(path) = page_of(id) { a href=(path) { (id) } } @else { (id) } } } }
    }
}

/// The page of a record, by its id.
fn page_of(id: &str) -> Option<String> {
    let folder =
        [("per_", "people"), ("com_", "companies")].into_iter().find(|(prefix, _)| id.starts_with(prefix));
    folder.map(|(_, folder)| format!("/{folder}/{id}"))
}
