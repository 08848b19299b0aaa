//! The order in which vendors are asked for each fact, why, and choosing another one.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::figures;
use crate::{
    form::Sent,
    here::{Here, status_of},
    pages::{
        operator::{
            guard::{Operator, OperatorForm},
            shown,
        },
        public::not_found,
    },
    parts::{
        field,
        layout::{self, Nav},
        note, price, tag, words,
    },
};

/// Vendors that a form names at most.
const VENDORS_MAX: usize = 100;
/// The place of a vendor that is not asked.
const NOT_ASKED: &str = "0";
/// Rules, in the words of the form and of the page.
const RULES: [(&str, &str); 2] =
    [("listed", "In this order"), ("adaptive", "The cheapest expected hit first")];

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    draw(&here, StatusCode::OK, html! {}, None).await
}

/// An order that was refused: the fact, the place of each vendor as it was chosen, and the rule.
struct Typed {
    fact: String,
    places: Vec<(String, String)>,
    rule: String,
}

impl Typed {
    fn of(fact: &str, sent: &Sent) -> Self {
        Self { fact: fact.to_owned(), places: places(sent), rule: sent.get("rule").to_owned() }
    }
}

/// `choose` or `reset`.
pub(crate) async fn act(
    Path((fact, act)): Path<(String, String)>,
    OperatorForm(sent): OperatorForm,
) -> Response<Body> {
    let (here, chosen) = (&sent.here, order(&sent));
    if act == "choose" && chosen.is_empty() {
        let told = note::warning("Ask at least one vendor. Nothing was changed.");
        let typed = Typed::of(&fact, &sent);
        return draw(here, StatusCode::UNPROCESSABLE_ENTITY, told, Some(&typed)).await;
    }
    let (endpoint, body) = match act.as_str() {
        "choose" => {
            let adaptive = sent.get("rule") == "adaptive";
            ("operator_choose_order", json!({ "fact": fact, "order": chosen, "adaptive": adaptive }))
        }
        "reset" => ("operator_reset_order", json!({ "fact": fact })),
        _ => return not_found::show(here),
    };
    let answer = here.post(endpoint, body, Some(sent.get("once"))).await;
    if !answer.is_ok() {
        let typed = (act == "choose").then(|| Typed::of(&fact, &sent));
        return draw(here, status_of(&answer), note::problem(&answer), typed.as_ref()).await;
    }
    let text = match act.as_str() {
        "choose" => "The order is in force, on other nodes within seconds.",
        _ => "The order of the configuration is in force again.",
    };
    draw(here, StatusCode::OK, note::done(html! { p { span.b { (title(&fact)) } ": " (text) } }), None).await
}

/// The vendors of a form, each with the place that was chosen.
fn places(sent: &Sent) -> Vec<(String, String)> {
    let field = |name: &str, index: usize| sent.get(&format!("{name}-{index}")).to_owned();
    let vendors = (0..VENDORS_MAX).map(|index| (field("vendor", index), field("place", index)));
    vendors.filter(|(name, _)| !name.is_empty()).collect()
}

/// The vendors of a form by the places that were chosen, without those that are not asked.
fn order(sent: &Sent) -> Vec<String> {
    let place = |(name, place): (String, String)| (place.parse::<u32>().unwrap_or(0), name);
    let mut vendors: Vec<(u32, String)> =
        places(sent).into_iter().map(place).filter(|(place, _)| *place > 0).collect();
    vendors.sort_by_key(|(place, _)| *place);
    vendors.into_iter().map(|(_, name)| name).collect()
}

async fn draw(here: &Here, status: StatusCode, told: Markup, typed: Option<&Typed>) -> Response<Body> {
    let found = here.read("operator_waterfall", &[]).await;
    let facts = shown::rows(&found);
    let body = html! {
        div.head { div { h1 { "Waterfall" } p.q { "In which order vendors are asked for what no record knows. The next is asked when one does not know it." } } }
        (told)
        @if !found.is_ok() { (note::problem(&found)) }
        @else if facts.is_empty() { (figures::no_vendor()) }
        @else {
            @for fact in facts { (card(here, fact, typed.filter(|typed| fact["fact"] == typed.fact.as_str()))) }
            p.hint { "An expected hit is priced by what the vendor charges, how often it knows the answer and how long it takes, as this server has seen it; before the first requests, half are taken for hits. Budget, deadline and when to stop are in the configuration, under waterfall." }
        }
    };
    let status = if found.is_ok() { status } else { status_of(&found) };
    layout::with_status(here, status, Nav::Waterfall, "Waterfall", body)
}

fn title(fact: &str) -> String {
    words::label(fact)
}

fn card(here: &Here, fact: &Value, typed: Option<&Typed>) -> Markup {
    let name = shown::text(&fact["fact"]);
    let list = |name: &str| fact[name].as_array().into_iter().flatten().collect::<Vec<&Value>>();
    let (asked, left_out) = (list("vendors"), list("left_out"));
    let places: Vec<(String, String)> = (1..=asked.len() + left_out.len())
        .map(|place| (place.to_string(), place.to_string()))
        .chain([(NOT_ASKED.to_owned(), "not asked".to_owned())])
        .collect();
    let rule = if fact["adaptive"] == true { "adaptive" } else { "listed" };
    let rule = typed.map_or(rule, |typed| typed.rule.as_str());
    let place_of = |vendor: &Value, place: String| {
        let chosen =
            typed.and_then(|typed| typed.places.iter().find(|(name, _)| vendor["name"] == name.as_str()));
        chosen.map_or(place, |(_, place)| place.clone())
    };
    let vendors = asked.iter().enumerate().map(|(place, vendor)| ((place + 1).to_string(), *vendor));
    let others = left_out.iter().map(|vendor| (NOT_ASKED.to_owned(), *vendor));
    html! {
        section.card.flush aria-label=(title(name)) {
            div.row.sp { div { h2 { (title(name)) } p.s.q { (why(fact)) } } (origin(fact)) }
            form method="post" action=(format!("/operator/waterfall/{name}/choose")) {
                (field::token(here)) (field::once(here))
                table.cards {
                    thead { tr { th { "Vendor" } th { "Asked" } th.n { "Price" } th.n { "Hit rate" } th.n { "Latency" } th.n { "Expected cost of a hit" } } }
                    tbody { @for (index, (place, vendor)) in vendors.chain(others).enumerate() {
                        tr {
                            td.brk { span.b { (shown::text(&vendor["name"])) } " " @if vendor["left_alone"] == true { (tag::tag("bad", "left alone for a while")) } }
                            td.r { input type="hidden" name=(format!("vendor-{index}")) value=(shown::text(&vendor["name"]));
                                (field::select(&format!("place-{index}"), &format!("Place of {}", shown::text(&vendor["name"])), &places, &place_of(vendor, place))) }
                            td.n data-l="Price" { (charged(vendor)) }
                            td.n data-l="Hit rate" { (percent(&vendor["hit_percent"])) }
                            td.n data-l="Latency" { (vendor["latency_ms"].as_f64().map_or_else(|| "not asked yet".to_owned(), words::milliseconds)) }
                            td.n data-l="Expected cost of a hit" { (figures::dollars(&vendor["expected_cost_usd"])) }
                        }
                    } }
                }
                div.pages.row {
                    div.row role="radiogroup" aria-label="Rule" { @for (value, label) in RULES {
                        label.opt { input type="radio" name="rule" value=(value) checked[value == rule]; span { (label) } }
                    } }
                    (price::button("", "Set this order", "free"))
                }
            }
            @if fact["from"] == "operator" {
                div.pages { span { "Chosen here; the configuration has another order or none." }
                    (shown::act(here, &format!("/operator/waterfall/{name}/reset"), "Back to the configuration", "")) }
            }
        }
    }
}

/// Why the order is what it is.
fn why(fact: &Value) -> String {
    let website = if fact["website_first"] == true { "The company's own website first. Then " } else { "" };
    let rule = match fact["adaptive"] == true {
        true => format!(
            "the cheapest expected hit first; {} % of questions start with another vendor, to notice one that has become better.",
            words::count(&fact["explore_percent"])
        ),
        false => "as listed.".to_owned(),
    };
    match website.is_empty() {
        true => {
            let mut letters = rule.chars();
            letters
                .next()
                .map(|first| format!("{}{}", first.to_uppercase(), letters.as_str()))
                .unwrap_or_default()
        }
        false => format!("{website}{rule}"),
    }
}

fn origin(fact: &Value) -> Markup {
    match shown::text(&fact["from"]) {
        "operator" => tag::tag("acc", "chosen here"),
        "configuration" => tag::tag("", "from the configuration"),
        _ => tag::tag("", "default"),
    }
}

fn charged(vendor: &Value) -> Markup {
    html! {
        @if vendor["price_usd"].is_null() { "not set" }
        @else { div { (figures::dollars(&vendor["price_usd"])) small { @if vendor["charged_always"] == true { "each request" } @else { "each match" } } } }
    }
}

fn percent(value: &Value) -> String {
    value
        .as_f64()
        .map_or_else(|| "not asked yet".to_owned(), |percent| format!("{} %", words::number(percent)))
}
