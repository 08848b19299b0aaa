//! One watch list: its entries, which signals match, and whether it runs by itself.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Map, Value, json};
use server::PageCall;

use crate::{
    form::{self, Sent},
    here::{Answer, Here, status_of},
    pages::public::not_found,
    parts::{
        field::{self, Input},
        layout::{self, Nav},
        note, price, tag, words,
    },
};

/// Kinds of signals, and what each tells.
pub(super) const SIGNALS: [(&str, &str); 6] = [
    ("funding", "Money was raised"),
    ("acquisition", "A company was bought"),
    ("hiring", "A position was opened"),
    ("job-change", "A person joined another company"),
    ("promotion", "A person was promoted"),
    ("company-change", "A company was renamed, closed or moved"),
];

/// What the form of a list holds.
#[derive(Default)]
pub(crate) struct Typed {
    name: String,
    entries: String,
    signals: Vec<String>,
    is_live: bool,
    every_minutes: String,
    monthly_budget: String,
    /// Address of the webhook that is told.
    webhook: String,
}

impl Typed {
    /// The form of a new list: every kind of signal is ticked.
    pub(crate) fn new_list() -> Self {
        Self { signals: SIGNALS.map(|(kind, _)| kind.to_owned()).into(), ..Self::default() }
    }

    /// What was sent.
    pub(crate) fn sent(sent: &Sent) -> Self {
        Self {
            name: sent.get("name").to_owned(),
            entries: sent.get("entries").to_owned(),
            signals: sent.all("signal").into_iter().map(str::to_owned).collect(),
            is_live: sent.get("live") == "1",
            every_minutes: sent.get("every_minutes").to_owned(),
            monthly_budget: sent.get("monthly_budget").to_owned(),
            webhook: sent.get("webhook").to_owned(),
        }
    }

    /// A list as it is stored.
    fn stored(list: &Value, webhooks: &Answer) -> Self {
        let texts = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let watching = &list["watching"];
        let hook = hooks(webhooks).into_iter().find(|hook| hook["id"] == watching["webhook"]);
        let number = |value: &Value| value.as_f64().map(|number| number.to_string()).unwrap_or_default();
        Self {
            name: list["name"].as_str().unwrap_or_default().to_owned(),
            entries: texts(&list["watched"]).iter().map(|entry| line(entry)).collect::<Vec<_>>().join("\n"),
            signals: texts(&list["signals"]),
            is_live: watching["live"] == true,
            every_minutes: number(&watching["every_minutes"]),
            monthly_budget: number(&watching["monthly_budget"]),
            webhook: hook.and_then(|hook| hook["url"].as_str()).unwrap_or_default().to_owned(),
        }
    }

    /// The body that makes the list.
    pub(crate) fn creation(&self) -> Value {
        let lines = lines(&self.entries);
        self.body(target(&lines), &lines, false)
    }

    /// The body of a call. A schedule is sent if anything of it was typed, or if the list has one already.
    fn body(&self, target: &str, lines: &[&str], has_schedule: bool) -> Value {
        let mut body = json!({ "name": self.name });
        body[target] = match target {
            "contacts" => lines.iter().map(|line| contact(line)).collect(),
            _ => json!(lines),
        };
        if !self.signals.is_empty() {
            body["signals"] = json!(self.signals);
        }
        let typed = [&self.every_minutes, &self.monthly_budget, &self.webhook];
        if !has_schedule && !self.is_live && typed.iter().all(|field| field.is_empty()) {
            return body;
        }
        body["live"] = self.is_live.into();
        body["every_minutes"] = typed_number(&self.every_minutes).unwrap_or_else(|| json!(0));
        if let Some(budget) = typed_number(&self.monthly_budget) {
            body["monthly_budget"] = budget;
        }
        if !self.webhook.is_empty() {
            body["webhook"] = json!({ "url": self.webhook });
        }
        body
    }

    /// The fields of the form.
    pub(crate) fn fields(&self, webhooks: &Answer) -> Markup {
        let is_ticked = |kind: &str| self.signals.iter().any(|chosen| chosen == kind);
        html! {
            div.g2.near {
                (Input { name: "name", label: "Name", value: &self.name, required: true, ..Input::default() }.draw())
                fieldset { legend { "Tell about" } @for (kind, what) in SIGNALS {
                    (field::tick("signal", kind, html! { (what) }, "", is_ticked(kind)))
                } }
            }
            div.f {
                label for="entries" { "Profiles, companies or contacts" }
                textarea #entries name="entries" rows="6" spellcheck="false" required
                    placeholder="one in a line: https://network.example/in/… or acme.example or ada@acme.example" { (self.entries) }
                small { "A list holds one of the three. Contacts are emails; their changes are told to a webhook." }
            }
            (self.schedule(webhooks))
        }
    }

    /// Whether and how the list runs by itself.
    fn schedule(&self, webhooks: &Answer) -> Markup {
        let is_open = self.is_live || !self.every_minutes.is_empty() || !self.webhook.is_empty();
        let mut options = vec![(String::new(), "No webhook".to_owned())];
        options.extend(hooks(webhooks).into_iter().filter_map(|hook| {
            let url = hook["url"].as_str()?.to_owned();
            Some((url.clone(), url))
        }));
        html! {
            details open[is_open] {
                summary { "Run by itself" }
                div.stack.sep {
                    p.hint { "What is new is sent to a webhook, and charged as a run is, within the budget of each month. Needs a plan with webhooks." }
                    (field::tick("live", "1", html! { "As signals arrive" }, "", self.is_live))
                    div.g2.near {
                        (Input { name: "every_minutes", label: "Every so many minutes", value: &self.every_minutes, placeholder: "1440 is once a day",
                            hint: "At most 43,200, which is 30 days. Empty: not by the clock.", ..Input::default() }.draw())
                        (Input { name: "monthly_budget", label: "Credits a month at most", value: &self.monthly_budget, placeholder: "100", ..Input::default() }.draw())
                    }
                    div.f { span.b.s { "Webhook" } (field::select("webhook", "Webhook", &options, &self.webhook))
                        small { "Receivers are added on the page " a href="/webhooks" { "Webhooks" } ", which shows their signing secret." } }
                }
            }
        }
    }
}

/// The account's webhooks; none where the plan has none.
fn hooks(webhooks: &Answer) -> Vec<&Value> {
    webhooks.body["results"].as_array().into_iter().flatten().collect()
}

/// A number that was typed; what is none is sent as it is, so that the answer says what is wrong with it.
fn typed_number(typed: &str) -> Option<Value> {
    let plain = form::plain_number(typed);
    (!plain.is_empty()).then(|| plain.parse::<u32>().map_or_else(|_| typed.into(), Value::from))
}

/// The entries that were typed: one in a line, or several with commas between. A contact may be an object in JSON.
fn lines(entries: &str) -> Vec<&str> {
    let split = entries.lines().flat_map(|line| match line.trim_start().starts_with('{') {
        true => vec![line],
        false => line.split(',').collect(),
    });
    split.map(str::trim).filter(|entry| !entry.is_empty()).collect()
}

/// What the entries are: contacts are emails, a profile has a path behind its host, and a company is its domain alone.
fn target(lines: &[&str]) -> &'static str {
    let has_path = |line: &&&str| line.trim_start_matches("https://").trim_end_matches('/').contains('/');
    if lines.iter().any(|line| line.contains('@') || line.starts_with('{')) {
        "contacts"
    } else if lines.iter().any(|line| has_path(&line)) {
        "profiles"
    } else {
        "domains"
    }
}

/// A contact from its line.
fn contact(line: &str) -> Value {
    if let Ok(contact @ Value::Object(_)) = serde_json::from_str::<Value>(line) {
        return contact;
    }
    let member = if line.contains('@') { "email" } else { "networkUrl" };
    Value::Object(Map::from_iter([(member.to_owned(), line.into())]))
}

/// An entry as a line of the form: a contact with nothing but its identifier is that identifier.
fn line(entry: &str) -> String {
    match serde_json::from_str::<Map<String, Value>>(entry) {
        Ok(contact) if contact.len() == 1 => {
            let only = contact.values().next().and_then(Value::as_str);
            only.unwrap_or(entry).to_owned()
        }
        _ => entry.to_owned(),
    }
}

/// How a list runs by itself, in a few words; nothing if it is only run on request.
pub(crate) fn watching(list: &Value) -> Markup {
    let watching = &list["watching"];
    if watching.is_null() {
        return html! {};
    }
    let reason = watching["reason"].as_str().unwrap_or_default();
    let mut parts = Vec::new();
    if watching["live"] == true {
        parts.push("as signals arrive".to_owned());
    }
    if let Some(minutes) = watching["every_minutes"].as_f64() {
        parts.push(format!("every {} min", words::number(minutes)));
    }
    let spent = words::count(&watching["spent_this_month"]);
    parts.push(format!("{spent} of {} this month", words::credits(&watching["monthly_budget"])));
    html! {
        small { (parts.join(", ")) " "
            @if watching["state"] == "resting" { (tag::tag("warn", &format!("rests: {}", reason.replace('_', " ")))) }
            @else { (tag::tag("ok", "watches")) }
        }
    }
}

pub(crate) async fn show(here: Here, Path(id): Path<String>) -> Response<Body> {
    draw(&here, &id, StatusCode::OK, html! {}, None).await
}

/// Changes the list.
pub(crate) async fn change(Path(id): Path<String>, sent: Sent) -> Response<Body> {
    let here = &sent.here;
    if here.account().is_none() {
        return here.to_login();
    }
    let typed = Typed::sent(&sent);
    let list = here.read_one("read_watch_list", "id", &id, &[]).await;
    if !list.is_ok() {
        return draw(here, &id, StatusCode::OK, html! {}, None).await;
    }
    let target = list.body["target"].as_str().unwrap_or_default();
    let mut body = typed.body(target, &lines(&typed.entries), list.body["watching"].is_object());
    // Without a tick the answer says that a kind is needed, instead of leaving the kinds as they are.
    body["signals"] = json!(typed.signals);
    let idempotency_key = Some(sent.get("once").to_owned()).filter(|once| !once.is_empty());
    let parts = vec![("id".to_owned(), id.clone())];
    let call = PageCall { parts, body: Some(body), idempotency_key, ..PageCall::default() };
    let answer = here.call("change_watch_list", call).await;
    match answer.is_ok() {
        true => {
            let told = note::done(html! { p { "The list is changed." } });
            draw(here, &id, StatusCode::OK, told, None).await
        }
        false => draw(here, &id, status_of(&answer), note::problem(&answer), Some(typed)).await,
    }
}

async fn draw(
    here: &Here,
    id: &str,
    status: StatusCode,
    told: Markup,
    typed: Option<Typed>,
) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let (list, webhooks) =
        tokio::join!(here.read_one("read_watch_list", "id", id, &[]), here.read("list_webhooks", &[]));
    match list.status {
        200 => {}
        404 | 422 => return not_found::show(here),
        _ => return layout::failed(here, Nav::Lists, "Watch list", &list),
    }
    let typed = typed.unwrap_or_else(|| Typed::stored(&list.body, &webhooks));
    let name = list.body["name"].as_str().unwrap_or_default();
    let body = html! {
        div.head {
            div { h1.brk { (name) } p.q { (words::count(&list.body["entries"])) " " (list.body["target"].as_str().unwrap_or_default()) } (watching(&list.body)) }
            a.btn href="/lists" { span { "All lists" } }
        }
        (told)
        form.card method="post" action=(format!("/lists/watch/{id}")) {
            (field::token(here)) (field::once(here))
            h2 { "Change the list" }
            (typed.fields(&webhooks))
            div.row { (price::button("pri", "Save", "free")) }
        }
    };
    layout::with_status(here, status, Nav::Lists, name, body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_profiles_companies_or_contacts() {
        for (typed, kind) in [
            ("acme.example, https://b.example/", "domains"),
            ("https://network.example/in/ada\nhttps://network.example/in/bob", "profiles"),
            ("ada@acme.example", "contacts"),
            ("https://network.example/in/ada\nbob@acme.example", "contacts"),
            ("{\"email\":\"ada@acme.example\",\"ref\":\"7, b\"}", "contacts"),
        ] {
            assert_eq!(target(&lines(typed)), kind, "{typed}");
        }
    }

    #[test]
    fn a_contact_is_the_same_after_it_was_shown_and_sent_again() {
        for stored in [
            r#"{"email":"ada@acme.example"}"#,
            r#"{"networkUrl":"network.example/in/ada"}"#,
            r#"{"email":"ada@acme.example","ref":"7, b"}"#,
        ] {
            let shown = line(stored);
            let sent: Vec<Value> = lines(&shown).into_iter().map(contact).collect();
            assert_eq!(sent, [serde_json::from_str::<Value>(stored).unwrap()], "{shown}");
        }
    }

    #[test]
    fn a_schedule_is_sent_where_something_of_it_was_typed() {
        let typed = Typed { name: "a".into(), entries: "acme.example".into(), ..Typed::default() };
        assert_eq!(typed.creation(), json!({ "name": "a", "domains": ["acme.example"] }));
        let typed = Typed {
            monthly_budget: "1,000".into(),
            webhook: "https://h.example".into(),
            is_live: true,
            ..typed
        };
        let body = typed.creation();
        assert_eq!((&body["live"], &body["every_minutes"]), (&json!(true), &json!(0)));
        assert_eq!(
            (&body["monthly_budget"], &body["webhook"]["url"]),
            (&json!(1000), &json!("https://h.example"))
        );
        let wrong = Typed { every_minutes: "daily".into(), ..typed };
        assert_eq!(wrong.creation()["every_minutes"], "daily");
    }
}
