//! A page of the documentation, and where pages are.

use std::{collections::HashMap, sync::LazyLock};

use server::{CATALOGUE, Entry};

/// Address of the server in samples; pages show that of the server they come from.
pub(super) const BASE: &str = "http://127.0.0.1:8080";

/// A page.
pub(super) struct Page {
    /// Its address, such as `/docs/billing`.
    pub(super) path: String,
    /// Its title.
    pub(super) title: String,
    /// What it is about, in one sentence.
    pub(super) about: String,
    /// The part of the documentation that it belongs to; none for the front page.
    pub(super) part: &'static str,
    /// Its Markdown, title included. Links to other pages end in `.md`.
    pub(super) markdown: String,
    /// The endpoint that it describes.
    pub(super) endpoint: Option<&'static Entry>,
}

/// The address of an endpoint's page.
pub(super) fn endpoint_path(entry: &Entry) -> String {
    format!("/docs/endpoints/{}", entry.spec.id.replace('_', "-"))
}

/// Where the text of an inline code leads: `POST /v1/enrich` and `/v1/enrich` are the page of that endpoint.
pub(super) fn endpoint_named(code: &str) -> Option<&'static str> {
    static NAMED: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
        let mut named = HashMap::new();
        for entry in CATALOGUE {
            let call = format!("{} {}", entry.spec.method.as_str(), entry.spec.path);
            named.insert(call, endpoint_path(entry));
            // A path alone means the first of its methods.
            named.entry(entry.spec.path.to_owned()).or_insert_with(|| endpoint_path(entry));
        }
        named
    });
    NAMED.get(code).map(String::as_str)
}
