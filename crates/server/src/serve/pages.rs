//! The HTML pages: start page, sign-up, and the description of each error.

use std::sync::Arc;

use axum::{
    Router,
    extract::State,
    http::{HeaderValue, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use maud::{DOCTYPE, Markup, html};

use crate::{app::App, call::problem::Code, endpoint::Method, settings::SignupMode};

const STYLE: &str = include_str!("pages/style.css");
const SCRIPT: &str = include_str!("pages/try.js");

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(home))
        .route("/signup", get(signup))
        .route("/privacy", get(privacy))
        .route("/problems", get(problems))
        .route("/assets/style.css", get(|| async { asset("text/css; charset=utf-8", STYLE) }))
        .route("/assets/try.js", get(|| async { asset("text/javascript; charset=utf-8", SCRIPT) }))
}

fn asset(media: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, media), (header::CACHE_CONTROL, "max-age=300")], text).into_response()
}

fn page(title: &str, body: Markup) -> Response {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="stylesheet" href="/assets/style.css";
                link rel="icon" href="data:,";
                script src="/assets/try.js" defer {}
            }
            body {
                header { a.brand href="/" { "brimful" } nav {
                    a href="/#endpoints" { "Endpoints" }
                    a href="/problems" { "Errors" }
                    a href="/openapi.json" { "OpenAPI" }
                    a href="/privacy" { "Privacy" }
                    a href="/signup" { "Sign up" }
                } }
                main { (body) }
            }
        }
    };
    let mut response = Html(markup.into_string()).into_response();
    // Pages load resources from this server only.
    let policy = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

async fn home(State(app): State<Arc<App>>) -> Response {
    let twins: Vec<_> = app.catalogue.iter().filter(|entry| entry.spec.has_twin()).collect();
    page(
        "brimful",
        html! {
            h1 { "People and companies from one identifier" }
            p { "Every value says where it comes from, and every credit says what it bought. "
                "Try it here: the sandbox answers from a small made-up world and charges nothing." }
            form #try method="post" {
                label for="endpoint" { "Endpoint" }
                select #endpoint name="endpoint" {
                    @for entry in &twins {
                        option value=(entry.spec.path) data-twin=(entry.spec.twin_path())
                            data-example=(serde_json::to_string_pretty(&(entry.example)(&app.sample)).unwrap_or_default())
                            data-price=(entry.spec.price) { (entry.spec.path) " · " (entry.spec.summary) }
                    }
                }
                label for="key" { "Key " span.quiet { "(leave empty for the sandbox)" } }
                input #key name="key" autocomplete="off" spellcheck="false" placeholder="brimful_live_…";
                label for="body" { "Request" }
                textarea #body name="body" rows="8" spellcheck="false" {}
                div.row {
                    button type="submit" { "Send" }
                    span #price.quiet {}
                    span #status.quiet role="status" {}
                }
            }
            h2 { "Answer" }
            pre #answer tabindex="0" aria-label="Answer" { "Nothing sent yet." }
            h2 { "As curl" }
            pre #curl tabindex="0" aria-label="The same call as curl" {}
            h2 #endpoints { "Endpoints" }
            div.scroll { table {
                thead { tr { th { "Call" } th { "What it does" } th { "Price" } } }
                tbody {
                    @for entry in app.catalogue {
                        tr {
                            td { code { (method(entry.spec.method)) " " (entry.spec.path) } }
                            td { (entry.spec.summary) }
                            td { (entry.spec.price) }
                        }
                    }
                }
            } }
        },
    )
}

fn method(method: Method) -> &'static str {
    match method {
        Method::Get => "GET",
        Method::Post => "POST",
        Method::Patch => "PATCH",
        Method::Delete => "DELETE",
    }
}

async fn signup(State(app): State<Arc<App>>) -> Response {
    let mode = app.settings.signup.mode;
    page(
        "Sign up · brimful",
        html! {
            h1 { "Sign up" }
            @if mode == SignupMode::Closed {
                p { "Sign-up is closed here. Ask the operator of this server for an account." }
            } @else {
                p { (app.settings.trial.days) " days of the Indie plan with " (app.settings.trial.credits)
                    " credits. No card." }
                form #signup method="post" {
                    label for="email" { "Email" }
                    input #email name="email" type="email" autocomplete="email" required;
                    label for="password" { "Password " span.quiet { "(at least 10 characters)" } }
                    input #password name="password" type="password" autocomplete="new-password" minlength="10" required;
                    @if mode == SignupMode::Invite {
                        label for="invite_code" { "Invite code" }
                        input #invite_code name="invite_code" required;
                    }
                    div.row { button type="submit" { "Open the account" } span #status.quiet role="status" {} }
                }
                pre #answer hidden tabindex="0" aria-label="Your key" {}
            }
        },
    )
}

async fn privacy() -> Response {
    page(
        "Privacy · brimful",
        html! {
            h1 { "Privacy" }
            p { "This server helps companies find the right people at other companies. It may hold what public pages, "
                "registers, job boards and data providers say about you in your working life:" }
            ul {
                li { "your name, your job and the jobs before it, where you work and live, schools, skills, languages;" }
                li { "addresses of your public profiles, emails and phone numbers, and whether they work;" }
                li { "when you changed jobs or were promoted." }
            }
            p { "Each value is kept with its source. The operator of this server decides which sources it uses." }
            h2 { "Ask to be left out" }
            p { "Name one thing that is yours. The operator of this server reviews each request. Once it is approved, "
                "everything about you is erased, and a hash of what you are recognised by stays behind, so that the "
                "next file that tells of you is not taken in. What you write here is deleted with the decision." }
            form #privacy method="post" {
                label for="kind" { "What is yours" }
                select #kind name="kind" {
                    option value="email" { "An email address" }
                    option value="phone" { "A phone number, with country code" }
                    option value="profile" { "The address of a public profile" }
                }
                label for="value" { "Which" }
                input #value name="value" required maxlength="500" autocomplete="off" spellcheck="false";
                div.row { button type="submit" { "Ask" } span #status.quiet role="status" {} }
            }
            noscript { p { "Without scripts, send the same to " code { "POST /v1/privacy/requests" } "." } }
            p.quiet { "The answer is the same whether anything is known about you or not." }
        },
    )
}

async fn problems() -> Response {
    page(
        "Errors · brimful",
        html! {
            h1 { "Errors" }
            p { "Every error is " code { "application/problem+json" } " (RFC 9457) with a stable " code { "code" }
                ", a " code { "detail" } " that says what to do next, and the " code { "request_id" } "." }
            div.scroll { table {
                thead { tr { th { "Code" } th { "Status" } th { "Meaning" } } }
                tbody {
                    @for code in Code::ALL {
                        tr id=(code.as_str()) {
                            td { code { (code.as_str()) } } td { (code.status()) } td { (code.title()) }
                        }
                    }
                }
            } }
        },
    )
}
