//! The review list: two records side by side, why they may be one, and the decision.

use axum::{
    body::Body,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    guard::{Operator, OperatorForm},
    pair, shown,
};
use crate::{
    here::{Answer, Here, status_of},
    parts::{
        field,
        layout::{self, Nav},
        note, vessel, words,
    },
};

/// Pairs of a page.
const ROWS: &str = "50";

/// The pair to show and the page of the list it is on; empty is the first.
struct Place {
    one: String,
    other: String,
    cursor: String,
    /// Whether the pair is shown also when it has left the list.
    stays: bool,
}

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    let param = |name| here.param(name).unwrap_or_default().to_owned();
    let place = Place { one: param("one"), other: param("other"), cursor: param("cursor"), stays: true };
    draw(&here, StatusCode::OK, html! {}, place).await
}

/// Decides on a pair and shows the next: `merge`, `apart` or `later`.
pub(crate) async fn decide(OperatorForm(sent): OperatorForm) -> Response<Body> {
    let field = |name| sent.get(name).to_owned();
    let (here, once) = (&sent.here, Some(sent.get("once")));
    let both = json!({ "one": sent.get("one"), "other": sent.get("other") });
    let answer = match sent.get("do") {
        "merge" => Some(here.post("operator_merge", both, once).await),
        "apart" => Some(here.post("operator_keep_apart", both, once).await),
        _ => None,
    };
    if let Some(refused) = answer.as_ref().filter(|answer| !answer.is_ok()) {
        let place = Place { one: field("one"), other: field("other"), cursor: field("cursor"), stays: true };
        return draw(here, status_of(refused), note::problem(refused), place).await;
    }
    let told = match sent.get("do") {
        "merge" => note::done(html! { p { "The two are one record now; both ids lead to it." } }),
        "apart" => note::done(html! { p { "The two stay two records, whatever later imports say." } }),
        _ => html! {},
    };
    // After the last pair of a page that stays in the list comes the next page.
    let cursor = match (answer.is_none() && sent.get("next_one").is_empty(), sent.get("next_cursor")) {
        (true, next) => next.to_owned(),
        (false, _) => field("cursor"),
    };
    let place = Place { one: field("next_one"), other: field("next_other"), cursor, stays: false };
    draw(here, StatusCode::OK, told, place).await
}

async fn draw(here: &Here, status: StatusCode, told: Markup, mut place: Place) -> Response<Body> {
    let mut list = read(here, &place.cursor).await;
    if list.is_ok() && shown::rows(&list).is_empty() && !place.cursor.is_empty() {
        // The last pair of the last page was decided.
        place.cursor.clear();
        list = read(here, "").await;
    }
    let rows = shown::rows(&list);
    let is_chosen = |pair: &&Value| ids(pair) == (place.one.as_str(), place.other.as_str());
    let found = rows.iter().position(is_chosen);
    let at = found.or((place.one.is_empty() || !place.stays).then_some(0));
    let chosen = match at {
        Some(at) => rows.get(at).map(|pair| ids(pair)),
        None => Some((place.one.as_str(), place.other.as_str())),
    };
    let after = at.and_then(|at| rows.get(at + 1)).map(|pair| ids(pair));
    let evidence = match chosen {
        Some((one, other)) => {
            Some(here.read("operator_review_explain", &[("one", one), ("other", other)]).await)
        }
        None => None,
    };
    let body = html! {
        div.head {
            div { h1 { "Review" } p.q { "Pairs of records that may be one. What you decide holds for every later import." } }
            @if !rows.is_empty() { div.row.s.q { (rows.len()) @if list.body["next_cursor"].is_string() { " and more" } " to decide" kbd { "J" } kbd { "K" } } }
        }
        (told)
        @if !list.is_ok() { (note::problem(&list)) }
        @if let (Some(evidence), Some(chosen)) = (&evidence, chosen) {
            div.gl {
                (pairs(&list, &rows, chosen, &place.cursor))
                div.stack.l5 {
                    @if evidence.is_ok() {
                        @if is_open(&evidence.body) { (decision(here, chosen, after, &place.cursor, &list)) }
                        (pair::sides(&evidence.body))
                        (pair::evidence(&evidence.body))
                    } @else { (note::problem(evidence)) }
                }
            }
        } @else if list.is_ok() {
            (vessel::empty("No pair waits", "An import puts records here that may be one, but not surely enough to join them.",
                html! { a.btn href="/operator/imports" { span { "See imports" } } }))
        }
    };
    layout::with_status(here, status, Nav::Review, "Review", body)
}

async fn read(here: &Here, cursor: &str) -> Answer {
    let query = shown::given([("limit", ROWS), ("cursor", cursor)]);
    here.read("operator_review_list", &query).await
}

fn ids(pair: &Value) -> (&str, &str) {
    (shown::text(&pair["one"]["id"]), shown::text(&pair["other"]["id"]))
}

/// Whether a decision is still to be made.
fn is_open(pair: &Value) -> bool {
    pair["joined"] != true && pair["kept_apart"] != true
}

/// The address of a pair. It holds ids only.
fn path(one: &str, other: &str, cursor: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("one", one).append_pair("other", other);
    if !cursor.is_empty() {
        query.append_pair("cursor", cursor);
    }
    format!("/operator/review?{}", query.finish())
}

fn pairs(list: &Answer, rows: &[&Value], chosen: (&str, &str), cursor: &str) -> Markup {
    html! {
        @if rows.is_empty() { div.card.slim.s.q { "No other pair waits." } }
        @else {
            nav.card.slim aria-label="Pairs" {
                ul.list.pairs data-rows { @for pair in rows {
                    @let (one, other) = ids(pair);
                    li { a href=(path(one, other, cursor)) aria-current=[((one, other) == chosen).then_some("true")] {
                        span { (pair::capitals(shown::text(&pair["one"]["name"]))) br;
                            span.q.s { (pair::capitals(shown::text(&pair["other"]["name"]))) } }
                        span.q.s title="bits" { (words::count(&pair["bits"])) }
                    } }
                } }
                @if let Some(next) = list.body["next_cursor"].as_str() {
                    @let query = form_urlencoded::Serializer::new(String::new()).append_pair("cursor", next).finish();
                    a.btn.sm href=(format!("/operator/review?{query}")) { span { "More pairs" } }
                }
            }
        }
    }
}

fn decision(
    here: &Here,
    (one, other): (&str, &str),
    after: Option<(&str, &str)>,
    cursor: &str,
    list: &Answer,
) -> Markup {
    let (next_one, next_other) = after.unwrap_or_default();
    let next_cursor = shown::text(&list.body["next_cursor"]);
    let hidden = [
        ("one", one),
        ("other", other),
        ("next_one", next_one),
        ("next_other", next_other),
        ("cursor", cursor),
        ("next_cursor", next_cursor),
    ];
    let button = |class: &str, act: &str, key: &str, label: &str| {
        html! {
            button class={ "btn " (class) } type="submit" name="do" value=(act) data-key=(key) {
                span { (label) " " kbd aria-hidden="true" { (key.to_uppercase()) } } }
        }
    };
    html! {
        form.card.slim.stick method="post" action="/operator/review" {
            (field::token(here))
            (field::once(here))
            @for (name, value) in hidden { @if !value.is_empty() { input type="hidden" name=(name) value=(value); } }
            div.row {
                (button("pri", "apart", "a", "Keep apart"))
                (button("", "merge", "m", "Merge into one"))
                (button("", "later", "l", "Later"))
                span.grow {}
                span.s.q { "A merge can be undone with split." }
            }
        }
    }
}
