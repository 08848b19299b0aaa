//! The theme, and the palette without script.

use axum::{
    body::Body,
    http::{HeaderValue, Response, header},
    response::{IntoResponse, Redirect},
};

use crate::{
    form::{self, Sent},
    here::{Here, THEME_COOKIE},
    parts::words,
};

const YEAR_SECONDS: u32 = 365 * 24 * 3_600;

/// The next theme: as the system, light, dark.
pub(crate) async fn theme(sent: Sent) -> Response<Body> {
    let next = match sent.here.theme {
        None => "light",
        Some("light") => "dark",
        Some(_) => "auto",
    };
    let mut response = Redirect::to(form::own_path(sent.get("next"))).into_response();
    // Scripts read and write it, too: it says nothing about a person.
    let cookie = format!("{THEME_COOKIE}={next}; Path=/; SameSite=Lax; Max-Age={YEAR_SECONDS}");
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

/// Where the words of the palette lead.
pub(crate) async fn jump(sent: Sent) -> Response<Body> {
    Redirect::to(&target(&sent.here, &sent.get("q").to_lowercase())).into_response()
}

fn target(here: &Here, words: &str) -> String {
    if words.starts_with("req_")
        && words.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    {
        return format!("/log/{words}");
    }
    let mut entries = here.app.catalogue().iter();
    let endpoint =
        entries.find(|entry| !words.is_empty() && words::endpoint(entry.spec.path).contains(words));
    match endpoint {
        Some(entry) => format!("/playground/{}", entry.spec.id),
        None if here.account().is_some() => "/search".to_owned(),
        None => "/playground".to_owned(),
    }
}
