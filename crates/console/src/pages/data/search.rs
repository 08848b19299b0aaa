//! Search with the count and the price before anything is revealed.

use axum::{
    body::Body,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};
use server::Price;
use store::Credits;

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
        note,
        price::{self, Quote},
        tag, vessel, words,
    },
};

/// Rows of a page, and results that one reveal answers at most.
pub(super) const ROWS: usize = 12;
/// Field with the number of results to reveal, of a form whose rows are not shown.
pub(super) const FIRST: &str = "first";

pub(crate) async fn show(here: Here) -> Response<Body> {
    let target = Target::of(here.param("for").unwrap_or_default());
    look_for(&here, (target, &json!({}), &SearchPage::default()), Refused::default()).await
}

pub(crate) async fn look(sent: Sent) -> Response<Body> {
    let target = Target::of(sent.get("for"));
    let filters = filters::read(target, &sent);
    look_for(&sent.here, (target, &filters, &SearchPage::read(&sent)), Refused::default()).await
}

/// Why a form of the page was refused, and what the page shows again of it.
#[derive(Default)]
pub(super) struct Refused {
    /// The status of the page, and what it says.
    pub(super) told: Option<(StatusCode, Markup)>,
    /// The name under which the search was to be saved.
    pub(super) name: String,
    /// Whether no row was chosen.
    pub(super) none_chosen: bool,
}

impl Refused {
    /// Because of the answer of a call.
    pub(super) fn by(answer: &Answer) -> Self {
        Self { told: Some((status_of(answer), note::problem(answer))), ..Self::default() }
    }
}

/// Filters as hidden fields, in the spelling of the form.
pub(super) fn again(filters: &Value) -> Markup {
    html! { @for (name, value) in filters.as_object().into_iter().flatten() {
        @match value {
            Value::Array(words) => @for word in words.iter().filter_map(Value::as_str) { input type="hidden" name=(name) value=(word); },
            Value::String(text) => input type="hidden" name=(name) value=(text);,
            other => input type="hidden" name=(name) value=(other);,
        }
    } }
}

/// The page of a search.
pub(super) async fn look_for(
    here: &Here,
    (target, filters, page): (Target, &Value, &SearchPage),
    refused: Refused,
) -> Response<Body> {
    let Some(account) = here.account() else { return here.to_login() };
    let mut request =
        json!({ "filters": filters, "limit": ROWS, "facets": target.facets(), "preview": true });
    if let Some(cursor) = page.cursor() {
        request["cursor"] = cursor.into();
    }
    let preview = here.post(target.endpoint(), request, None).await;
    let other = |to: Target, label: &'static str| {
        html! {
            a href=(format!("/search?for={}", to.as_str())) aria-current=[(to == target).then_some("true")] { (label) }
        }
    };
    let balance = price::amount(account.balance);
    let body = html! {
        div.head {
            div {
                h1 { "Search" }
                p.q { "Looking is free, names cost. What you have already is not charged again." }
            }
            div.seg role="group" aria-label="What to search" { (other(Target::People, "People")) (other(Target::Companies, "Companies")) }
        }
        @if let Some((_, told)) = &refused.told { (told) }
        div.gl {
            form.stack.sheet #filters popover method="post" action="/search" data-live data-swap="found facets" {
                (field::token(here))
                input type="hidden" name="for" value=(target.as_str());
                (filters::draw(target, filters, &preview))
                button.btn.wide type="submit" { span { "Apply" } }
            }
            div.stack #found aria-live="polite" {
                @if preview.is_ok() { (found(here, (target, filters, page), &preview, balance, &refused)) } @else { (note::problem(&preview)) }
            }
        }
    };
    let status = match &refused.told {
        Some((status, _)) => *status,
        None if preview.is_ok() => StatusCode::OK,
        None => status_of(&preview),
    };
    layout::with_status(here, status, Nav::Search, "Search", body)
}

fn found(
    here: &Here,
    (target, filters, page): (Target, &Value, &SearchPage),
    preview: &Answer,
    balance: f64,
    refused: &Refused,
) -> Markup {
    let rows: Vec<&Value> = preview.body["rows"].as_array().into_iter().flatten().collect();
    // Absent where a count would tell something about one record.
    let total = preview.body["total"].as_f64();
    let what = if target == Target::People { "people" } else { "companies" };
    html! {
        div.row {
            button.btn.sm.phone type="button" popovertarget="filters" { span { "Filters" } b { (filters::count(filters)) } }
            @if let Some(total) = total { p { span.b { (words::number(total)) " " (what) } " match." } }
            span.grow {}
            form.row.nw method="post" action="/lists/icps" {
                (field::token(here)) (field::once(here))
                input type="hidden" name="target" value=(target.as_str());
                input type="hidden" name="filters" value=(filters);
                (page.fields())
                (Input { name: "icp_name", label: "Name of the filter", value: &refused.name, placeholder: "Save this search as", required: true, ..Input::default() }.bare())
                button.btn type="submit" { span { "Save" } b { "free" } }
            }
        }
        @if total == Some(0.0) {
            (vessel::empty("Nothing matches", "Take a filter away, or spell it another way.", html! { a.btn href=(format!("/search?for={}", target.as_str())) { span { "Start over" } } }))
        } @else {
            form.card.flush method="post" action="/search/reveal" {
                (field::token(here)) (field::once(here))
                input type="hidden" name="for" value=(target.as_str());
                input type="hidden" name="filters" value=(filters);
                (page.fields())
                @if rows.is_empty() { (unseen_price(here, target, page, total, balance)) }
                @else { (chosen_price(here, target, &rows, balance, refused)) (masked(here, target, &rows, refused)) }
                @if preview.body["rows_left_today"] == json!(0) { p.s.q.pad { "No more masked rows today: the daily limit is reached. Counts and prices go on." } }
            }
            (pages(here, (target, filters, page), preview.body["next_cursor"].as_str(), rows.len(), total.unwrap_or(0.0)))
        }
    }
}

/// The price of results that a preview does not show: so many from the place of the page on.
fn unseen_price(here: &Here, target: Target, page: &SearchPage, total: Option<f64>, balance: f64) -> Markup {
    let before = page.number() * ROWS;
    let left = total.map_or(ROWS, |total| (total as usize).saturating_sub(before).clamp(1, ROWS));
    html! { @if let Some(quote) = Quote::of_results(here, target.endpoint(), left as u64) {
        div.row.sp {
            div { p.b { @if before == 0 { "The first " (left) } @else { (left) " from number " (before + 1) } @if let Some(total) = total { " of " (words::number(total)) } }
                p.s.q { (each(here, target)) ". You have " (words::number(balance)) " cr." } }
            input type="hidden" name=(FIRST) value=(left);
            (quote.at_most().button("pri", "Reveal names"))
        }
    } }
}

/// The price of the rows that are chosen: all that are not the account's yet, unless a form was refused for choosing none.
fn chosen_price(here: &Here, target: Target, rows: &[&Value], balance: f64, refused: &Refused) -> Markup {
    let others = rows.iter().filter(|row| row["owned"] != json!(true)).count();
    let Some(quote) = Quote::of_results(here, target.endpoint(), others as u64).filter(|_| others > 0) else {
        return html! { div.row.sp { p.b { "All on this page are yours." } } };
    };
    let (base, each_row) = base_and_each(here, target);
    let (chosen, quote) = if refused.none_chosen { (0, quote.at_most()) } else { (others, quote) };
    let cost = if chosen == 0 { 0.0 } else { price::amount(quote.most()) };
    html! {
        div.row.sp {
            div { p.b { span data-chosen { (chosen) } " chosen on this page" }
                p.s.q { (each(here, target)) "; yours are free. After: " span data-left=(balance) { (words::number(balance - cost)) } " cr" } }
            (quote.field())
            button.btn.pri type="submit" data-price=(format!("{base} {each_row}")) data-of=".pick" { span { "Reveal names" } b { (quote.label()) } }
        }
    }
}

/// The price of a query and of each result.
fn base_and_each(here: &Here, target: Target) -> (Credits, Credits) {
    match here.entry(target.endpoint()).map(|entry| entry.spec.price) {
        Some(Price::BasePlus(base, each) | Price::FoundPlus(base, each)) => (base, each),
        Some(Price::PerUnit(each)) => (Credits::ZERO, each),
        Some(Price::Flat(base)) => (base, Credits::ZERO),
        Some(Price::Free) | None => (Credits::ZERO, Credits::ZERO),
    }
}

fn each(here: &Here, target: Target) -> String {
    let (base, each) = base_and_each(here, target);
    format!("{} for the query, {} a name", price::credits(base), price::credits(each))
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
fn masked(here: &Here, target: Target, rows: &[&Value], refused: &Refused) -> Markup {
    let now = here.app.clock.now();
    html! {
        table.cards {
            thead { tr {
                th { label { input type="checkbox" data-all=".pick" checked[!refused.none_chosen]; span.vh { "Choose all" } } }
                th { (if target == Target::People { "Person" } else { "Company" }) }
                @if target == Target::People { th { "Company" } } @else { th { "Size" } }
                th { "Place" } th { "Has" } th.n { "Updated" }
            } }
            tbody data-rows { @for row in rows {
                @let owned = row["owned"] == json!(true);
                @let about = about(target, row);
                tr {
                    td.r { @if owned { (icon("check")) } @else {
                        label.opt { input.pick type="checkbox" name="ref" value=(row["ref"].as_str().unwrap_or_default()) checked[!refused.none_chosen]; span.vh { "Choose " (about) } }
                    } }
                    td { @if owned { (own_name(row)) } @else { (hidden_name(row)) } small { (about) } }
                    @if target == Target::People {
                        td { (row["company"]["name"].as_str().unwrap_or("–")) small { @if let Some(count) = row["company"]["employeeCount"].as_f64() { (words::number(count)) " people" } } }
                    } @else {
                        td data-l="Size" { (words::employees(row).unwrap_or_else(|| "–".to_owned())) }
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
            html! { a.b href=(words::company_path(row).unwrap_or_default()) { (row["name"].as_str().unwrap_or_default()) } }
        }
    };
    html! { span.row.nw { (link) (tag::tag("acc", "yours")) } }
}

/// Initials with bars of one length, which tell nothing about the length of the name.
fn hidden_name(row: &Value) -> Markup {
    let letters: Vec<char> = row["initials"].as_str().unwrap_or_default().chars().take(2).collect();
    html! { span.mask.nw { @for place in 0..2 { (letters.get(place).map(char::to_string).unwrap_or_default()) i {} } } }
}

pub(super) fn reach(row: &Value) -> Markup {
    let (email, phone) = (row["hasEmail"] == json!(true), row["hasPhone"] == json!(true));
    let label = match (email, phone) {
        (true, true) => "email and phone",
        (true, false) => "email",
        (false, true) => "phone",
        _ => "no contact known",
    };
    html! { span.row.nw role="img" aria-label=(label) { @if email { (icon("mail")) } @if phone { (icon("phone")) } @if !email && !phone { span.q { "–" } } } }
}
