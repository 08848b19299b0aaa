//! Sessions of signed-in pages: a random token in a cookie, stored only as a hash.

use axum::http::{HeaderMap, header};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use store::{NewSession, Session};

use crate::{
    access::{api_key, rights},
    app::App,
    services::Services,
    settings::Settings,
};

/// Name of the session cookie.
pub const COOKIE: &str = "brimful_session";

const TOKEN_BYTES: usize = 32;

/// Generates a session: the value of its cookie header, and what is stored.
pub fn generate(services: &Services, now: Timestamp) -> (String, NewSession) {
    let token = random_token(services);
    let seconds = i64::from(services.settings.sessions.hours) * 3_600;
    let session = NewSession {
        token: hash(&token),
        ends_at: now + SignedDuration::from_secs(seconds),
        key: api_key::for_pages(&services.clock, &services.entropy),
    };
    (cookie(&services.settings, COOKIE, &token, seconds), session)
}

/// A token that cannot be guessed.
pub fn random_token(services: &Services) -> String {
    let mut bytes = [0; TOKEN_BYTES];
    services.entropy.fill(&mut bytes);
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The value of a `Set-Cookie` header. Scripts cannot read the cookie, forms of other sites do not send it, and where
/// the server is reachable through TLS only, it is never sent in the clear.
pub fn cookie(settings: &Settings, name: &str, value: &str, seconds: i64) -> String {
    let secure = if settings.behind_tls { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

/// The value of a cookie of a request.
pub fn cookie_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, value)| *key == name && !value.is_empty()).map(|(_, value)| value)
}

/// The stored hash of a token.
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// The session of a token, unless it has ended, was idle for too long, or its account is closed.
pub fn identify(app: &App, token: &str, now: Timestamp) -> Option<Session> {
    let hash = hash(token);
    let session =
        app.store.session(&hash).inspect_err(|error| tracing::error!(%error, "no session")).ok()??;
    let idle = SignedDuration::from_hours(i64::from(app.settings.sessions.idle_hours));
    let used_at = app.session_use(&hash).map_or(session.used_at, |at| at.max(session.used_at));
    if session.ends_at <= now || used_at + idle <= now || rights::in_force(&session.owner, now).is_err() {
        return None;
    }
    app.session_used(hash, now);
    app.key_used(&session.owner.key.id, now);
    Some(session)
}
