//! Search with the count and the price before anything is revealed.

use axum::{
    body::Body,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    filters::{self, Target},
    search_page::SearchPage,
};
use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    parts::{
        field::{self, Input},
        icon::icon,
        layout::{self, Nav},
        note, price, tag, vessel, words,
    },
};

/// Rows of a page, and results that one reveal answers at most.
const ROWS: usize = 12;

pub(crate) async fn show(here: Here) -> Response<Body> {
    let target = Target::of(here.param("for").unwrap_or_default());
    look_for(&here, target, json!({}), &SearchPage::default()).await
}

pub(crate) async fn look(sent: Sent) -> Response<Body> {
    let target = Target::of(sent.get("for"));
    let filters = filters::read(target, &sent);
    look_for(&sent.here, target, filters, &SearchPage::read(&sent)).await
}

/// Charges for names: of the rows that were chosen, or of the first results where rows cannot be chosen.
pub(crate) async fn reveal(sent: Sent) -> Response<Body> {
    let here = &sent.here;
    if here.account().is_none() {
        return here.to_login();
    }
    let target = Target::of(sent.get("for"));
    let filters: Value = serde_json::from_str(sent.get("filters")).unwrap_or_else(|_| json!({}));
    let refs = sent.all("ref");
    let request = match refs.is_empty() {
        false => json!({ "refs": refs }),
        true => json!({ "filters": filters, "limit": ROWS, "include_total": true }),
    };
    let answer = here.post(target.endpoint(), request, Some(sent.get("once"))).await;
    let body = html! {
        div.head { div { h1 { "Revealed" } p.q {
            @if answer.is_ok() { "Charged " (words::credits(&answer.body["cost"]["credits"])) ". These are yours now: asking for them here again is free." }
            @else { "Nothing was charged." }
        } } }
        @if answer.is_ok() { (results(here, target, &answer)) } @else { (note::problem(&answer)) }
        form.row method="post" action="/search" {
            (field::token(here))
            input type="hidden" name="for" value=(target.as_str());
            (again(&filters))
            (SearchPage::read(&sent).fields())
            button.btn type="submit" { span { "Back to the search" } }
            @if answer.is_ok() { a.btn href=(format!("/log/{}", answer.request_id)) { span { "Why it cost that" } } }
        }
    };
    let status = if answer.is_ok() { StatusCode::OK } else { status_of(&answer) };
    layout::with_status(here, status, Nav::Search, "Revealed", body)
}

/// Filters as hidden fields, in the spelling of the form.
fn again(filters: &Value) -> Markup {
    html! { @for (name, value) in filters.as_object().into_iter().flatten() {
        @match value {
            Value::Array(words) => @for word in words.iter().filter_map(Value::as_str) { input type="hidden" name=(name) value=(word); },
            Value::String(text) => input type="hidden" name=(name) value=(text);,
            other => input type="hidden" name=(name) value=(other);,
        }
    } }
}

async fn look_for(here: &Here, target: Target, filters: Value, page: &SearchPage) -> Response<Body> {
    let Some(account) = here.account() else { return here.to_login() };
    let mut request =
        json!({ "filters": filters, "limit": ROWS, "facets": target.facets(), "preview": true });
    if let Some(cursor) = page.cursor() {
        request["cursor"] = cursor.into();
    }
    let preview = here.post(target.endpoint(), request, None).await;
    let total = preview.body["total"].as_f64();
    let other = |to: Target, label: &'static str| {
        html! {
            a href=(format!("/search?for={}", to.as_str())) aria-current=[(to == target).then_some("true")] { (label) }
        }
    };
    let balance: f64 = account.balance.to_string().parse().unwrap_or(0.0);
    let body = html! {
        div.head {
            div {
                h1 { "Search" }
                p.q { "Looking is free, names cost. What you have already is not charged again." }
            }
            div.seg role="group" aria-label="What to search" { (other(Target::People, "People")) (other(Target::Companies, "Companies")) }
        }
        div.gl {
            form.stack.sheet #filters popover method="post" action="/search" data-live data-swap="found" {
                (field::token(here))
                input type="hidden" name="for" value=(target.as_str());
                (filters::draw(target, &filters, &preview))
                button.btn.wide type="submit" { span { "Apply" } }
            }
            div.stack #found aria-live="polite" {
                @if preview.is_ok() { (found(here, (target, &filters, page), &preview, total.unwrap_or(0.0), balance)) } @else { (note::problem(&preview)) }
            }
        }
    };
    layout::with_status(
        here,
        if preview.is_ok() { StatusCode::OK } else { status_of(&preview) },
        Nav::Search,
        "Search",
        body,
    )
}

fn found(
    here: &Here,
    (target, filters, page): (Target, &Value, &SearchPage),
    preview: &Answer,
    total: f64,
    balance: f64,
) -> Markup {
    let rows: Vec<&Value> = preview.body["rows"].as_array().into_iter().flatten().collect();
    let most = preview.body["would_cost"]["max_credits"].as_f64().unwrap_or(0.0);
    let likely = preview.body["would_cost"]["estimated_credits"].as_f64().unwrap_or(0.0);
    let (base, each) = match target {
        Target::People => (1.0, 1.0),
        Target::Companies => (1.0, 0.5),
    };
    let chosen = rows.iter().filter(|row| row["owned"] != json!(true)).count();
    let what = if target == Target::People { "people" } else { "companies" };
    html! {
        div.row {
            button.btn.sm.phone type="button" popovertarget="filters" { span { "Filters" } b { (filters::count(filters)) } }
            p { span.b { (words::number(total)) " " (what) } " match." }
            span.grow {}
            form.row.nw method="post" action="/lists/icps" {
                (field::token(here)) (field::once(here))
                input type="hidden" name="target" value=(target.as_str());
                input type="hidden" name="filters" value=(filters);
                (Input { name: "icp_name", label: "Name of the filter", placeholder: "Save this search as", required: true, ..Input::default() }.bare())
                button.btn type="submit" { span { "Save" } b { "free" } }
            }
        }
        @if total == 0.0 {
            (vessel::empty("Nothing matches", "Take a filter away, or spell it another way.", html! { a.btn href=(format!("/search?for={}", target.as_str())) { span { "Start over" } } }))
        } @else {
            form.card.flush method="post" action="/search/reveal" {
                (field::token(here)) (field::once(here))
                input type="hidden" name="for" value=(target.as_str());
                input type="hidden" name="filters" value=(filters);
                (page.fields())
                div.row.sp {
                    @if rows.is_empty() {
                        div { p.b { "The first " (words::number(total.min(ROWS as f64))) " of " (words::number(total)) }
                            p.s.q { (words::number(base)) " cr for the query, " (words::number(each)) " cr a name. You have " (words::number(balance)) " cr." } }
                        (price::button("pri", "Reveal names", &format!("up to {} cr", words::number(if likely > 0.0 { likely } else { most }))))
                    } @else {
                        div { p.b { span data-chosen { (chosen) } " chosen on this page" }
                            p.s.q { (words::number(base)) " cr for the query, " (words::number(each)) " cr a name; yours are free. After: "
                                span data-left=(balance) { (words::number(balance - if chosen > 0 { base + each * chosen as f64 } else { 0.0 })) } " cr" } }
                        button.btn.pri type="submit" data-price=(format!("{base} {each}")) data-of=".pick" { span { "Reveal names" } b { (words::number(if chosen > 0 { base + each * chosen as f64 } else { 0.0 })) " cr" } }
                    }
                }
                @if !rows.is_empty() { (masked(here, target, &rows)) }
                @if preview.body["rows_left_today"] == json!(0) { p.s.q.pad { "No more masked rows today: the daily limit is reached. Counts and prices go on." } }
            }
            (pages(here, (target, filters, page), preview.body["next_cursor"].as_str(), rows.len(), total))
        }
    }
}

/// The way to the pages before and after this one.
fn pages(
    here: &Here,
    (target, filters, page): (Target, &Value, &SearchPage),
    next: Option<&str>,
    rows: usize,
    total: f64,
) -> Markup {
    let to = |page: &SearchPage, label: &str| {
        html! {
            form method="post" action="/search" {
                (field::token(here))
                input type="hidden" name="for" value=(target.as_str());
                (again(filters))
                (page.fields())
                button.btn.sm type="submit" { span { (label) } }
            }
        }
    };
    let first = page.number() * ROWS + 1;
    html! {
        @if rows > 0 && (next.is_some() || page.number() > 0) {
            nav.row.sp aria-label="Pages" {
                span.s.q { (words::number(first as f64)) " to " (words::number((first + rows - 1) as f64)) " of " (words::number(total)) }
                div.row {
                    @if let Some(before) = page.before() { (to(&before, "Previous")) }
                    @if let Some(next) = next { (to(&page.after(next), "Next")) }
                }
            }
        }
    }
}

/// Rows of a preview: who is behind them is hidden, unless they are the account's already.
fn masked(here: &Here, target: Target, rows: &[&Value]) -> Markup {
    let now = here.app.clock.now();
    html! {
        table.cards {
            thead { tr {
                th { label { input type="checkbox" data-all=".pick" checked; span.vh { "Choose all" } } }
                th { (if target == Target::People { "Person" } else { "Company" }) }
                @if target == Target::People { th { "Company" } } @else { th { "Size" } }
                th { "Place" } th { "Has" } th.n { "Updated" }
            } }
            tbody data-rows { @for row in rows {
                @let owned = row["owned"] == json!(true);
                @let about = about(target, row);
                tr {
                    td.r { @if owned { (icon("check")) } @else {
                        label.opt { input.pick type="checkbox" name="ref" value=(row["ref"].as_str().unwrap_or_default()) checked; span.vh { "Choose " (about) } }
                    } }
                    td { @if owned { (own_name(row)) } @else { (hidden_name(row)) } small { (about) } }
                    @if target == Target::People {
                        td { (row["company"]["name"].as_str().unwrap_or("–")) small { @if let Some(count) = row["company"]["employeeCount"].as_f64() { (words::number(count)) " people" } } }
                    } @else {
                        td data-l="Size" { (words::count(&row["employeeCount"])) }
                    }
                    td data-l="Place" { (words::place(&row["location"])) }
                    td data-l="Has" { (reach(row)) }
                    td.n.q.s.nw data-l="Updated" { (words::timestamp(&row["updatedAt"]).map(|at| words::ago(at, now)).unwrap_or_default()) }
                }
            } }
        }
    }
}

fn about(target: Target, row: &Value) -> String {
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    match target {
        Target::People => text("title"),
        Target::Companies => text("industry"),
    }
}

fn own_name(row: &Value) -> Markup {
    let link = match row["fullName"].as_str() {
        Some(name) => {
            html! { a.b href=(format!("/people/{}", row["id"].as_str().unwrap_or_default())) { (name) } }
        }
        None => {
            html! { a.b href=(format!("/companies/{}", row["domain"].as_str().unwrap_or_default())) { (row["name"].as_str().unwrap_or_default()) } }
        }
    };
    html! { span.row.nw { (link) (tag::tag("acc", "yours")) } }
}

/// Initials with bars of one length, which tell nothing about the length of the name.
fn hidden_name(row: &Value) -> Markup {
    let letters: Vec<char> = row["initials"].as_str().unwrap_or_default().chars().take(2).collect();
    html! { span.mask.nw { @for place in 0..2 { (letters.get(place).map(char::to_string).unwrap_or_default()) i {} } } }
}

fn reach(row: &Value) -> Markup {
    let (email, phone) = (row["hasEmail"] == json!(true), row["hasPhone"] == json!(true));
    let label = match (email, phone) {
        (true, true) => "email and phone",
        (true, false) => "email",
        (false, true) => "phone",
        _ => "no contact known",
    };
    html! { span.row.nw role="img" aria-label=(label) { @if email { (icon("mail")) } @if phone { (icon("phone")) } @if !email && !phone { span.q { "–" } } } }
}

fn results(here: &Here, target: Target, answer: &Answer) -> Markup {
    let now = here.app.clock.now();
    let rows: Vec<&Value> = answer.body["results"].as_array().into_iter().flatten().collect();
    html! {
        section.card.flush { table.cards {
            thead { tr { th { (if target == Target::People { "Person" } else { "Company" }) } th { (if target == Target::People { "Company" } else { "Industry" }) } th { "Place" } th { "Has" } th.n { "Updated" } } }
            tbody data-rows { @for row in rows {
                tr {
                    @if target == Target::People {
                        td { a.b href=(format!("/people/{}", row["id"].as_str().unwrap_or_default())) { (row["fullName"].as_str().unwrap_or_default()) } small { (row["title"].as_str().unwrap_or_default()) } }
                        td { @if let Some(domain) = row["company"]["domain"].as_str() { a href=(format!("/companies/{domain}")) { (row["company"]["name"].as_str().unwrap_or(domain)) } } @else { (row["company"]["name"].as_str().unwrap_or("–")) } }
                    } @else {
                        td { @if let Some(domain) = row["domain"].as_str() { a.b href=(format!("/companies/{domain}")) { (row["name"].as_str().unwrap_or_default()) } } @else { span.b { (row["name"].as_str().unwrap_or_default()) } } small { (row["domain"].as_str().unwrap_or_default()) } }
                        td { (row["industry"].as_str().unwrap_or("–")) small { @if let Some(count) = row["employeeCount"].as_f64() { (words::number(count)) " people" } } }
                    }
                    td data-l="Place" { (words::place(&row["location"])) }
                    td data-l="Has" { (reach(row)) }
                    td.n.q.s.nw data-l="Updated" { (words::timestamp(&row["updatedAt"]).map(|at| words::ago(at, now)).unwrap_or_default()) }
                }
            } }
        } }
    }
}
