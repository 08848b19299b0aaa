//! Forms that were sent: read within limits, and refused without the token of their page.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Body,
    extract::{FromRequest, FromRequestParts, Multipart, Request},
    http::{HeaderMap, Response, StatusCode, header},
};
use http_body_util::BodyExt;
use serde_json::Value;
use server::{App, PageCall, refuse_encoding};
use store::Credits;

use crate::{
    here::{Answer, Here, MAX_CREDITS, TOKEN},
    parts::layout::{self, Nav},
};

/// Largest form without a file.
const FORM_BYTES_MAX: usize = 256 << 10;
/// Largest form with a file.
pub(crate) const FILE_BYTES_MAX: usize = 4 << 20;
/// Time limit for receiving a form.
const FORM_WAIT_MAX: Duration = Duration::from_secs(30);

/// A form that came from a page of the visitor.
pub(crate) struct Sent {
    pub(crate) here: Here,
    /// Its fields, in order.
    pub(crate) fields: Vec<(String, String)>,
    /// The bytes of the file that was sent along.
    pub(crate) file: Option<Vec<u8>>,
}

impl Sent {
    /// The value of a field, without spaces around it; empty if it was not sent.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.fields.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.trim())
    }

    /// The value of a field as it was typed.
    pub(crate) fn exactly(&self, name: &str) -> &str {
        self.fields.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str())
    }

    /// Calls an endpoint that may cost something: once for a form that is sent twice, and not above the price that the form
    /// has shown. A form that states none, or nonsense, pays nothing.
    pub(crate) async fn pay(&self, endpoint: &str, call: PageCall) -> Answer {
        let once = self.get("once");
        let max_credits = Some(self.get(MAX_CREDITS).parse().unwrap_or(Credits::ZERO));
        let idempotency_key = (!once.is_empty()).then(|| once.to_owned());
        self.here.call(endpoint, PageCall { idempotency_key, max_credits, ..call }).await
    }

    /// The same for an endpoint that takes a body.
    pub(crate) async fn pay_for(&self, endpoint: &str, body: Value) -> Answer {
        self.pay(endpoint, PageCall { body: Some(body), ..PageCall::default() }).await
    }

    /// All values of a field.
    pub(crate) fn all(&self, name: &str) -> Vec<&str> {
        let values = self.fields.iter().filter(|(key, _)| key == name);
        values.map(|(_, value)| value.trim()).filter(|value| !value.is_empty()).collect()
    }
}

impl FromRequest<Arc<App>> for Sent {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Self::Rejection> {
        let (mut head, body) = request.into_parts();
        let here = Here::from_request_parts(&mut head, app).await?;
        if let Some(refused) = encoded(&here, &head.headers) {
            return Err(refused);
        }
        let media =
            head.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let is_multipart = media.starts_with("multipart/form-data");
        let request = Request::from_parts(head, body);
        let received = async {
            match is_multipart {
                true if here.account().is_some() => with_file(request, app).await,
                true => None,
                false => plain(request).await,
            }
        };
        let received = tokio::time::timeout(FORM_WAIT_MAX, received).await.ok().flatten();
        let Some((fields, file)) = received else {
            return Err(refused(&here, "The form could not be read. It may be too large, or was cut off."));
        };
        let sent = Self { here, fields, file };
        if !sent.here.app.is_form_of(&sent.here.visitor, sent.get(TOKEN)) {
            return Err(refused(
                &sent.here,
                "The form is from another session, or too old. Open its page again, then send it.",
            ));
        }
        Ok(sent)
    }
}

type Received = (Vec<(String, String)>, Option<Vec<u8>>);

async fn plain(request: Request) -> Option<Received> {
    let body = http_body_util::Limited::new(request.into_body(), FORM_BYTES_MAX).collect().await.ok()?;
    let pairs =
        form_urlencoded::parse(&body.to_bytes()).map(|(name, value)| (name.into(), value.into())).collect();
    Some((pairs, None))
}

async fn with_file(request: Request, app: &Arc<App>) -> Option<Received> {
    let (head, body) = request.into_parts();
    let body = Body::new(http_body_util::Limited::new(body, FILE_BYTES_MAX + FORM_BYTES_MAX));
    let mut parts = Multipart::from_request(Request::from_parts(head, body), app).await.ok()?;
    let (mut fields, mut file) = (Vec::new(), None);
    while let Some(field) = parts.next_field().await.ok()? {
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().map(str::to_owned);
        let bytes = field.bytes().await.ok()?;
        match file_name {
            Some(file_name) if !file_name.is_empty() => file = Some(bytes.into()),
            Some(_) => {}
            None => fields.push((name, String::from_utf8_lossy(&bytes).into_owned())),
        }
    }
    Some((fields, file))
}

/// The page that refuses a form with a content coding such as gzip, before any of it is read.
pub(crate) fn encoded(here: &Here, headers: &HeaderMap) -> Option<Response<Body>> {
    let problem = refuse_encoding(headers).err()?;
    let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
    Some(layout::notice(here, status, Nav::None, "Not done", &problem.detail))
}

fn refused(here: &Here, why: &str) -> Response<Body> {
    layout::notice(here, StatusCode::FORBIDDEN, Nav::None, "Not done", why)
}

/// The page of this server to go on to; `/` for anything else. A path of another host begins with two slashes, in one spelling
/// or the other, and browsers drop control characters before they look.
pub(crate) fn own_path(next: &str) -> &str {
    let is_path = next.starts_with('/')
        && !next.starts_with("//")
        && !next.contains(|letter: char| letter == '\\' || letter.is_control());
    if is_path { next } else { "/" }
}

/// A typed number without the separators of its thousands. Any other comma may be a decimal one and stays, so that the number
/// is refused instead of being read as a larger one.
pub(crate) fn plain_number(typed: &str) -> String {
    let typed = typed.trim().replace('−', "-");
    let (whole, rest) = typed.split_at(typed.find('.').unwrap_or(typed.len()));
    let groups: Vec<&str> = whole.split([',', ' ', '\u{a0}', '\u{202f}']).collect();
    let digits = |group: &str| group.chars().all(|letter| letter.is_ascii_digit());
    let (first, others) = groups.split_first().map_or(("", &[][..]), |(first, others)| (*first, others));
    let first = first.trim_start_matches('-');
    let is_grouped = (1..=3).contains(&first.len()) && digits(first);
    if is_grouped && others.iter().all(|group| group.len() == 3 && digits(group)) {
        return format!("{}{rest}", groups.concat());
    }
    typed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_this_server_are_gone_to() {
        for own in ["/", "/people", "/search?for=companies&q=a%20b"] {
            assert_eq!(own_path(own), own);
        }
        for other in [
            "",
            "people",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "/a\u{1}b",
            "/\r\n/x",
            "https://x",
        ] {
            assert_eq!(own_path(other), "/", "{other:?}");
        }
    }

    #[test]
    fn thousands_may_be_separated_and_decimal_commas_are_left() {
        for (typed, read) in [
            ("1500", "1500"),
            ("1,500", "1500"),
            ("12 000.5", "12000.5"),
            ("−1,000,000", "-1000000"),
            (" 7 ", "7"),
            ("1,5", "1,5"),
            ("1,50", "1,50"),
            ("15,000,5", "15,000,5"),
            ("1500,000", "1500,000"),
            (",500", ",500"),
            ("x", "x"),
        ] {
            assert_eq!(plain_number(typed), read, "{typed}");
        }
    }
}
