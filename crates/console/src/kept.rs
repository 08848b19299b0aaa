//! What was bought on the pages of an account: its answer is shown again for a day, free, whenever a page is opened.
//!
//! The API keeps the answer of a charged call for a day. A page that has sent one goes on to an address that only reads, so that
//! reloading it, coming back to it and a bookmark cost nothing.

use axum::{
    body::Body,
    http::Response,
    response::{IntoResponse, Redirect},
};
use jiff::Timestamp;
use maud::{Markup, html};
use percent_encoding::{CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};
use server::Bought;
use store::Credits;

use crate::{
    here::{Answer, Here},
    parts::{note, price, words},
};

/// Answers that are read at most in search of one that has a record.
const ANSWERS_MAX: usize = 20;
/// Query parameter with the id of the request whose answer a page shows.
const ANSWER: &str = "answer";

/// A charged call that was made on a page.
#[derive(Debug, Clone)]
pub(crate) struct Purchase(Bought);

/// A purchase with its answer.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    /// What was bought.
    pub(crate) purchase: Purchase,
    /// The answer as it was given first.
    pub(crate) body: Value,
}

/// What was bought on the account's pages within the time that answers are kept, newest first.
#[derive(Debug, Default)]
pub(crate) struct Purchases(Vec<Purchase>);

impl Purchase {
    /// Of a call of the history.
    fn of(call: &Value) -> Option<Self> {
        let text = |name: &str| call[name].as_str().map(str::to_owned);
        let found = call["found"].as_array().into_iter().flatten().filter_map(Value::as_str);
        Some(Self(Bought {
            request_id: text("request_id")?,
            endpoint: text("endpoint")?,
            at: words::timestamp(&call["at"])?,
            asked: call["asked"].clone(),
            credits: call["credits"].to_string().parse().unwrap_or(Credits::ZERO),
            found: found.map(str::to_owned).collect(),
        }))
    }

    /// Id of the request.
    pub(crate) fn request_id(&self) -> &str {
        &self.0.request_id
    }

    /// Operation id of the endpoint.
    pub(crate) fn endpoint(&self) -> &str {
        &self.0.endpoint
    }

    /// When it was made.
    pub(crate) fn at(&self) -> Timestamp {
        self.0.at
    }

    /// Its request; null if the history does not keep it.
    pub(crate) fn request(&self) -> &Value {
        &self.0.asked
    }

    /// Whether its request names this.
    pub(crate) fn is_about(&self, (name, value): (&str, &str)) -> bool {
        self.asked(name) == Some(value)
    }

    /// Whether its answer has this record, by id.
    pub(crate) fn has_found(&self, id: &str) -> bool {
        self.0.found.iter().any(|found| found == id)
    }

    /// Whether its answer has the source of each value.
    pub(crate) fn is_explained(&self) -> bool {
        self.0.asked["explain"] == json!(true)
    }

    /// A text of its request.
    pub(crate) fn asked(&self, name: &str) -> Option<&str> {
        self.0.asked[name].as_str()
    }

    /// When it was bought, for how much, until when it is shown free, and what asking again costs.
    pub(crate) fn told(&self, here: &Here) -> Markup {
        let entry = here.entry(self.endpoint());
        let again = match entry.is_some_and(|entry| entry.spec.price.is_per_item()) {
            true => "asking again charges what is new",
            false => "asking again is charged again",
        };
        html! {
            "Bought " (words::ago(self.at(), here.app.clock.now())) " for " (self.price()) ", "
            a href=(format!("/log/{}", self.request_id())) { "the request" } ". Shown free until "
            (words::clock(here.app.kept_until(self.at()))) " UTC; " (again) "."
        }
    }

    /// What it cost.
    pub(crate) fn price(&self) -> String {
        price::credits(self.0.credits)
    }

    async fn with_answer(self, here: &Here) -> Option<Kept> {
        let answer = here.read_one("charged_answer", "request_id", self.request_id(), &[]).await;
        answer.is_ok().then_some(Kept { purchase: self, body: answer.body })
    }
}

impl Purchases {
    /// Reads them from the history of the account.
    pub(crate) async fn of(here: &Here) -> Self {
        let mut purchases = Self(here.app.bought(&here.visitor).into_iter().map(Purchase).collect());
        if purchases.just_made(here).is_none() {
            // A form was just sent, and its call is beyond those that were looked through.
            let named = purchase_named(here, ANSWER).await;
            let now = here.app.clock.now();
            purchases.0.extend(named.filter(|purchase| here.app.kept_until(purchase.at()) > now));
        }
        purchases
    }

    /// The newest answer of an endpoint to a request that is meant, or to the one that the address of the page names if its
    /// request is not kept.
    pub(crate) async fn newest(
        &self,
        here: &Here,
        endpoint: &str,
        is_meant: impl Fn(&Purchase) -> bool,
    ) -> Option<Kept> {
        let is_named = |purchase: &Purchase| {
            purchase.request().is_null() && here.param(ANSWER) == Some(purchase.request_id())
        };
        self.first(here, &[endpoint], |purchase| is_meant(purchase) || is_named(purchase), |_| true).await
    }

    /// The newest answer of these endpoints to a request that is meant, of those that fit.
    pub(crate) async fn first(
        &self,
        here: &Here,
        endpoints: &[&str],
        is_meant: impl Fn(&Purchase) -> bool,
        fits: impl Fn(&Value) -> bool,
    ) -> Option<Kept> {
        let newest = self.0.iter().filter(|purchase| endpoints.contains(&purchase.endpoint()));
        for purchase in newest.filter(|purchase| is_meant(purchase)).take(ANSWERS_MAX) {
            if let Some(kept) = purchase.clone().with_answer(here).await
                && fits(&kept.body)
            {
                return Some(kept);
            }
        }
        None
    }

    /// The one that the address of the page names, because its form was just sent.
    pub(crate) fn just_made(&self, here: &Here) -> Option<&Purchase> {
        let id = here.param(ANSWER)?;
        self.0.iter().find(|purchase| purchase.request_id() == id)
    }
}

/// The call of this account that the address of the page names.
async fn purchase_named(here: &Here, parameter: &str) -> Option<Purchase> {
    let call = here.read_one("history_detail", "request_id", here.param(parameter)?, &[]).await;
    Purchase::of(&call.body).filter(|_| call.is_ok())
}

/// The answer that the address of the page names, if this account has bought it from one of these endpoints and it is kept.
pub(crate) async fn named(here: &Here, parameter: &str, endpoints: &[&str]) -> Option<Kept> {
    let purchase = purchase_named(here, parameter).await?;
    if !endpoints.contains(&purchase.endpoint()) {
        return None;
    }
    purchase.with_answer(here).await
}

/// The answer that the address of the page names in the parameter that [`address`] writes, or, if it names none, the newest
/// of these endpoints.
pub(crate) async fn shown_or_newest(here: &Here, endpoints: &[&str]) -> Option<Kept> {
    if is_named(here) {
        return shown(here, endpoints).await;
    }
    Purchases::of(here).await.first(here, endpoints, |_| true, |_| true).await
}

/// The answer that the address of the page names in the parameter that [`address`] writes.
async fn shown(here: &Here, endpoints: &[&str]) -> Option<Kept> {
    named(here, ANSWER, endpoints).await
}

/// Whether the address of the page names an answer.
fn is_named(here: &Here) -> bool {
    here.param(ANSWER).is_some()
}

/// The address at which a page shows the answer of a request again.
pub(crate) fn address(path: &str, request_id: &str) -> String {
    format!("{}?{ANSWER}={request_id}", utf8_percent_encode(path, CONTROLS))
}

/// The request whose answer can be had again in the place of this one: itself if it was charged, or the first of a form that
/// was sent twice. None if it cost nothing, or if the answer is not kept.
pub(crate) async fn kept_as(here: &Here, answer: &Answer) -> Option<String> {
    if !answer.is_ok() || answer.body["cost"]["credits"].as_f64() <= Some(0.0) {
        return None;
    }
    if is_kept(here, &answer.request_id).await {
        return Some(answer.request_id.clone());
    }
    let call = here.read_one("history_detail", "request_id", &answer.request_id, &[]).await;
    let first = call.body["replays"].as_str()?;
    is_kept(here, first).await.then(|| first.to_owned())
}

async fn is_kept(here: &Here, request_id: &str) -> bool {
    here.read_one("charged_answer", "request_id", request_id, &[]).await.is_ok()
}

/// The way on from a form that has paid to the page that shows the answer. None if the answer cost nothing or is not kept: the
/// page that the form was sent to is then the only one that can show it.
pub(crate) async fn way_on(here: &Here, answer: &Answer, path: &str) -> Option<Response<Body>> {
    let request_id = kept_as(here, answer).await?;
    Some(Redirect::to(&address(path, &request_id)).into_response())
}

/// What became of a form that asks for something that costs: why it was refused, or what was charged.
pub(crate) fn outcome(answer: &Answer, not_found: &str) -> Markup {
    if !answer.is_ok() {
        return note::problem(answer);
    }
    let cost = &answer.body["cost"]["credits"];
    note::done(html! { p {
        @if answer.body["found"] == json!(false) { (not_found) " Nothing was charged. " }
        @else if cost.as_f64() > Some(0.0) { "Charged " (words::credits(cost)) ". " } @else { "Not charged. " }
        a href=(format!("/log/{}", answer.request_id)) { "See the request" }
    } })
}

/// The same after the redirect of a form.
pub(crate) fn outcome_before(purchase: &Purchase) -> Markup {
    note::done(html! { p {
        "Charged " (purchase.price()) ". Opening this page again costs nothing. "
        a href=(format!("/log/{}", purchase.request_id())) { "See the request" }
    } })
}
