//! The frame of every page: head, side bar, palette and help.

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
    response::{Html, IntoResponse},
};
use maud::{DOCTYPE, Markup, html};

use super::{
    field,
    icon::{DRAWINGS, icon},
    note, price, vessel,
};
use crate::{
    assets,
    here::{Answer, Here, status_of},
};

/// Pages load from this server only; there is no script and no style inside them.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const FAVICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath \
                       d='M3.5 7.5V13a8.5 8.5 0 0 0 17 0V7.5' fill='none' stroke='%23888' stroke-width='2'/%3E%3Cpath \
                       d='M6.5 7.6C8.6 4.9 15.4 4.9 17.5 7.6V13a5.5 5.5 0 0 1-11 0z' fill='%230a666d'/%3E%3C/svg%3E";

/// Pages of the documentation have a style sheet of their own and, but for the search, a Markdown twin.
const DOCS: &str = "/docs";
const DOCS_SEARCH: &str = "/docs/find";

/// The entry of the side bar that a page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Nav {
    None,
    Overview,
    Search,
    Signals,
    Lists,
    Bulk,
    Docs,
    Playground,
    Log,
    Keys,
    Webhooks,
    Pricing,
    Review,
    Accounts,
    Sources,
    Waterfall,
    Feeds,
    Imports,
    Requests,
    Suppressions,
    Health,
    Calibration,
    Settings,
    Audit,
}

/// Who sees an entry, each including those before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Audience {
    Anyone,
    Accounts,
    Operators,
}

/// One entry of the side bar and the palette.
struct Item {
    nav: Nav,
    path: &'static str,
    icon: &'static str,
    name: &'static str,
    /// The letter that leads there after `G`.
    letter: &'static str,
    audience: Audience,
}

const fn item(
    nav: Nav,
    path: &'static str,
    icon: &'static str,
    name: &'static str,
    letter: &'static str,
) -> Item {
    Item { nav, path, icon, name, letter, audience: Audience::Accounts }
}

const fn operators(
    nav: Nav,
    path: &'static str,
    icon: &'static str,
    name: &'static str,
    letter: &'static str,
) -> Item {
    Item { audience: Audience::Operators, ..item(nav, path, icon, name, letter) }
}

const USE: &[Item] = &[
    item(Nav::Overview, "/", "overview", "Overview", "O"),
    item(Nav::Search, "/search", "search", "Search", "S"),
    item(Nav::Signals, "/signals", "signals", "Signals", "I"),
    item(Nav::Lists, "/lists", "lists", "Lists", "W"),
    item(Nav::Bulk, "/bulk", "bulk", "Bulk", "B"),
];

const BUILD: &[Item] = &[
    Item { audience: Audience::Anyone, ..item(Nav::Docs, "/docs", "docs", "Docs", "U") },
    Item {
        audience: Audience::Anyone,
        ..item(Nav::Playground, "/playground", "playground", "Playground", "P")
    },
    item(Nav::Log, "/log", "log", "Request log", "L"),
    item(Nav::Keys, "/keys", "keys", "Keys", "K"),
    item(Nav::Webhooks, "/webhooks", "webhooks", "Webhooks", "H"),
    Item { audience: Audience::Anyone, ..item(Nav::Pricing, "/pricing", "price", "Prices", "C") },
];

const OPERATE: &[Item] = &[
    operators(Nav::Review, "/operator/review", "review", "Review", "R"),
    operators(Nav::Accounts, "/operator/accounts", "user", "Accounts", "A"),
    operators(Nav::Sources, "/operator/sources", "sources", "Sources", "V"),
    operators(Nav::Waterfall, "/operator/waterfall", "bulk", "Waterfall", "X"),
    operators(Nav::Feeds, "/operator/feeds", "feeds", "Feeds", "F"),
    operators(Nav::Imports, "/operator/imports", "up", "Imports", "M"),
    operators(Nav::Requests, "/operator/requests", "mail", "Privacy requests", "Q"),
    operators(Nav::Suppressions, "/operator/suppressions", "shield", "Suppressions", "N"),
    operators(Nav::Health, "/operator/health", "health", "Health", "E"),
    operators(Nav::Calibration, "/operator/calibration", "check", "Calibration", "Y"),
    operators(Nav::Settings, "/operator/settings", "sliders", "Settings", "T"),
    operators(Nav::Audit, "/operator/audit", "docs", "Audit log", "D"),
];

/// A page with side bar.
pub(crate) fn page(here: &Here, nav: Nav, title: &str, body: Markup) -> Response<Body> {
    with_status(here, StatusCode::OK, nav, title, body)
}

/// The same with another status.
pub(crate) fn with_status(
    here: &Here,
    status: StatusCode,
    nav: Nav,
    title: &str,
    body: Markup,
) -> Response<Body> {
    let frame = html! {
        div.app {
            (top(here))
            (side(here, nav))
            main #main { (body) }
        }
        (palette(here))
        (help(here))
    };
    document(here, status, title, frame)
}

/// A page that only says something.
pub(crate) fn notice(here: &Here, status: StatusCode, nav: Nav, title: &str, text: &str) -> Response<Body> {
    let body = html! {
        div.head { div { h1 { (title) } } }
        (note::warning(text))
        div.row { a.btn href="/" { span { "Go to the start" } } }
    };
    with_status(here, status, nav, title, body)
}

/// A page whose content could not be read: a reader that was throttled must not see that nothing is there.
pub(crate) fn failed(here: &Here, nav: Nav, title: &str, answer: &Answer) -> Response<Body> {
    let body = html! { div.head { div { h1 { (title) } } } (note::problem(answer)) };
    with_status(here, status_of(answer), nav, title, body)
}

/// The foot of a list that is read in pages: the way to older rows, and back to the newest. `cursor` is the query parameter
/// of the page at `path` that holds the cursor.
pub(crate) fn older(here: &Here, answer: &Answer, path: &str, cursor: &str) -> Markup {
    let is_older = here.param(cursor).is_some();
    let next = answer.body["next_cursor"].as_str().map(|next| {
        let query = form_urlencoded::Serializer::new(String::new()).append_pair(cursor, next).finish();
        format!("{path}?{query}")
    });
    html! {
        @if is_older || next.is_some() {
            div.pages {
                span { @if is_older { a href=(path) { "Newest" } } }
                @if let Some(next) = next { a.btn.sm href=(next) { span { "Older" } } }
            }
        }
    }
}

/// A page without side bar, with the vessel beside it.
pub(crate) fn door(here: &Here, status: StatusCode, title: &str, body: Markup) -> Response<Body> {
    let frame = html! {
        div.auth {
            main #main { a.brand href="/" { (vessel::mark()) "brimful" } (body) }
            div.art { (art()) }
        }
    };
    document(here, status, title, frame)
}

/// Whether a page has a Markdown twin.
fn has_twin(path: &str) -> bool {
    let is_docs = path == DOCS || path.starts_with("/docs/") && path != DOCS_SEARCH;
    is_docs || path == "/pricing" || path == "/problems"
}

fn document(here: &Here, status: StatusCode, title: &str, frame: Markup) -> Response<Body> {
    let markup = html! {
        (DOCTYPE)
        html lang="en" data-theme=[here.theme] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · brimful" }
                link rel="icon" href=(FAVICON);
                link rel="stylesheet" href=(assets::style_path());
                @if here.path == DOCS || here.path.starts_with("/docs/") {
                    link rel="stylesheet" href=(assets::docs_style_path());
                }
                @if has_twin(&here.path) { link rel="alternate" type="text/markdown" href=(format!("{}.md", here.path)); }
                script src=(assets::script_path()) {}
            }
            body {
                a.skip href="#main" { "Skip to content" }
                (DRAWINGS)
                (frame)
                div.toast role="status" {}
            }
        }
    };
    let mut response = (status, Html(markup.into_string())).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    if let Some(Ok(cookie)) =
        here.app.visit_cookie(&here.visitor).map(|cookie| HeaderValue::from_str(&cookie))
    {
        headers.append(header::SET_COOKIE, cookie);
    }
    response
}

fn top(here: &Here) -> Markup {
    let theme = here.theme.unwrap_or("as the system");
    html! {
        header.top {
            button.ib.phone popovertarget="nav" aria-label="Menu" { (icon("menu")) }
            a.brand href="/" { (vessel::mark()) "brimful" }
            span.grow {}
            a.s.hide href=(DOCS) { "Docs" }
            a.s.hide href="/pricing" { "Prices" }
            button.cmd popovertarget="cmd" {
                (icon("search")) span { "Search or jump to" } kbd aria-hidden="true" { "Ctrl K" }
            }
            form method="post" action="/theme" data-theme-form {
                (field::token(here))
                input type="hidden" name="next" value=(here.path);
                button.ib type="submit" aria-label=(format!("Theme: {theme}")) { (icon("theme")) }
            }
            @if let Some(account) = here.account() {
                a.ib href="/account" aria-label=(format!("Account: {}", account.email)) { (icon("user")) }
            } @else {
                a.btn.sm href="/login" { span { "Sign in" } }
            }
        }
    }
}

fn shown(here: &Here, items: &'static [Item]) -> impl Iterator<Item = &'static Item> {
    let audience = match here.account() {
        None => Audience::Anyone,
        Some(_) if here.is_operator() => Audience::Operators,
        Some(_) => Audience::Accounts,
    };
    items.iter().filter(move |item| item.audience <= audience)
}

fn side(here: &Here, nav: Nav) -> Markup {
    let group = |name: &str, items: &'static [Item]| {
        html! {
            @if shown(here, items).next().is_some() {
                div {
                    h3 { (name) }
                    ul { @for item in shown(here, items) {
                        li { a href=(item.path) aria-current=[(item.nav == nav).then_some("page")] {
                            (icon(item.icon)) (item.name)
                        } }
                    } }
                }
            }
        }
    };
    html! {
        nav.side.sheet #nav popover aria-label="Main" {
            (group("Use", USE))
            (group("Build", BUILD))
            (group("Operate", OPERATE))
            @if let Some(account) = here.account() {
                a.fuel href="/" {
                    (fuel(here))
                    span { b { (price::credits(account.balance)) }
                        (account.effective_plan(here.app.clock.now())) " plan" }
                }
            } @else {
                a.fuel href="/signup" { (vessel::gauge("fuel", 34, 0.0, "")) span { b { "No account yet" } "Start a trial" } }
            }
        }
    }
}

/// How full the balance is, measured by what the plan gives a month.
fn fuel(here: &Here) -> Markup {
    let Some(account) = here.account() else { return html! {} };
    let now = here.app.clock.now();
    let monthly = here.app.settings.terms(account.effective_plan(now)).monthly_credits;
    let of = if account.trial_ends_at.is_some() { here.app.settings.trial.credits } else { monthly };
    let balance: f64 = account.balance.to_string().parse().unwrap_or(0.0);
    let share = if of == 0 { f64::from(u8::from(balance > 0.0)) } else { balance / f64::from(of) };
    vessel::gauge("fuel", 34, share, "")
}

fn palette(here: &Here) -> Markup {
    html! {
        div.pop #cmd popover {
            form method="post" action="/jump" {
                (field::token(here))
                input type="search" name="q" aria-label="Search or jump to"
                    placeholder="A page, an endpoint, a request id" autofocus autocomplete="off" data-filter="palette";
            }
            ul.list #palette {
                @for item in shown(here, USE).chain(shown(here, BUILD)).chain(shown(here, OPERATE)) {
                    li { a href=(item.path) data-letter=(item.letter.to_lowercase()) {
                        (item.name) " " span.q.s { "G " (item.letter) }
                    } }
                }
                @for entry in here.app.catalogue().iter().filter(|entry| entry.spec.has_twin()) {
                    li { a href=(format!("/playground/{}", entry.spec.id)) {
                        (super::words::endpoint(entry.spec.path)) " " span.q.s { (price::short(entry.spec.price)) }
                    } }
                }
                @if here.account().is_none() { li { a href="/login" { "Sign in" } } }
                @else { li { a href="/account" { "Account and sign-out" } } }
                li { a href="/privacy" { "Privacy" } }
                li { a href="/problems" { "Errors" } }
            }
        }
    }
}

fn help(here: &Here) -> Markup {
    html! {
        div.pop #help popover {
            dl.kv {
                dt { kbd { "Ctrl K  or  /" } } dd { "search or jump" }
                dt { kbd { "?" } } dd { "this help" }
                dt { kbd { "G, then a letter" } } dd { "the page that the palette shows beside it" }
                dt { kbd { "Ctrl Enter" } } dd { "send the form" }
                dt { kbd { "J  K" } } dd { "next and previous row" }
                @if here.is_operator() { dt { kbd { "A  M  L" } } dd { "review: keep apart, merge, later" } }
                dt { kbd { "Esc" } } dd { "close" }
            }
        }
    }
}

fn art() -> Markup {
    html! {
        svg viewBox="0 0 420 460" width="100%" aria-hidden="true" {
            clipPath id="bowl" { path d="M88 150C140 96 280 96 332 150V250a122 122 0 0 1-244 0z" {} }
            g clip-path="url(#bowl)" {
                path.l d="M80 90h260v300H80z" {}
                @for wave in 0..10 {
                    path.wv d=(format!("M80 {}q32 -{} 65 0t65 0 65 0 65 0", 150 + 24 * wave, 11 - wave)) {}
                }
            }
            path.v.gla d="M56 142v108a154 154 0 0 0 308 0V142" {}
            g.dr {
                @for (x, y, width) in [(178, 8, 64), (150, 34, 40), (206, 34, 62), (168, 60, 84), (188, 86, 44)] {
                    rect x=(x) y=(y) width=(width) height="10" rx="5" {}
                }
            }
        }
    }
}
