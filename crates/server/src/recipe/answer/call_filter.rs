//! Which calls of the history are meant: filters in the caller's own words.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{HistoryFilter, Key, KeyId};

use crate::{
    call::{
        context::Context,
        problem::Problem,
        request::{
            fault_code::FaultCode,
            validate::{Faults, nearest},
        },
    },
    services::{Services, UNROUTED},
};

/// Filter for the calls.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CallFilter {
    /// Only calls at or after this time.
    pub since: Option<Timestamp>,
    /// Only calls before this time.
    pub until: Option<Timestamp>,
    /// Only calls of this endpoint: its path (`/v1/find-email`), the last part of the path (`find-email`) or its operation
    /// id (`find_email`).
    #[schemars(length(min = 1, max = 100))]
    pub endpoint: Option<String>,
    /// Only calls with this HTTP status.
    #[schemars(range(min = 100, max = 599))]
    pub status: Option<u16>,
    /// Only calls with this key, by its id or its name.
    #[schemars(length(min = 1, max = 200))]
    pub key: Option<String>,
    /// Only calls that were charged, or only those that were not.
    pub charged: Option<bool>,
}

impl CallFilter {
    /// The filter of the store. An endpoint or key that there is not is refused, because no row would match.
    pub fn read(self, context: &Context) -> Result<HistoryFilter, Problem> {
        let mut faults = Faults::default();
        let endpoints = match &self.endpoint {
            Some(text) => endpoints_named(&context.services, text, &mut faults),
            None => Vec::new(),
        };
        let key = match &self.key {
            Some(text) => key_named(&context.store().keys(context.account_id())?, text, &mut faults),
            None => None,
        };
        if !faults.is_empty() {
            return Err(Problem::of_faults(faults.into_vec()));
        }
        let Self { since, until, status, charged, .. } = self;
        Ok(HistoryFilter { since, until, endpoints, status, key, charged })
    }
}

fn key_named(keys: &[Key], text: &str, faults: &mut Faults) -> Option<KeyId> {
    let is_named = |key: &&Key| key.id.as_str() == text || key.name == text;
    if let Some(key) = keys.iter().find(is_named) {
        return Some(key.id.clone());
    }
    let known = keys.iter().flat_map(|key| [key.name.as_str(), key.id.as_str()]);
    let message = match nearest(text, known) {
        Some(name) => format!("The account has no such key. Did you mean \"{name}\"?"),
        None => "The account has no such key; GET /v1/me/keys lists them.".to_owned(),
    };
    faults.add("/key", FaultCode::InvalidValue, message);
    None
}

/// The ids of the endpoints that a text names: by id, else by path, else by the last part of the path, which several may
/// share.
fn endpoints_named(services: &Services, text: &str, faults: &mut Faults) -> Vec<String> {
    let all = || services.endpoint_paths.iter().copied().chain([(UNROUTED, "")]);
    let asked = spelling(text);
    let by_id = all().filter(|(id, _)| *id == asked);
    let by_path = all().filter(|(_, path)| is_path(path, &asked));
    let by_last = all().filter(|(_, path)| last_part(path) == asked);
    let found = [by_id.collect::<Vec<_>>(), by_path.collect(), by_last.collect()];
    let found = found.into_iter().find(|some| !some.is_empty()).unwrap_or_default();
    if found.is_empty() {
        let known: Vec<String> = all().flat_map(|(id, path)| [id.to_owned(), last_part(path)]).collect();
        let last = asked.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
        let message = match nearest(last, known.iter().map(String::as_str).filter(|name| !name.is_empty())) {
            Some(name) => format!("There is no such endpoint. Did you mean \"{name}\"?"),
            None => "There is no such endpoint; /openapi.json lists them.".to_owned(),
        };
        faults.add("/endpoint", FaultCode::NotOneOf, message);
    }
    found.into_iter().map(|(id, _)| id.to_owned()).collect()
}

/// A name of an endpoint without what its spellings differ in: method, version, case, hyphens and slashes at the ends.
fn spelling(text: &str) -> String {
    let text = text.trim();
    let path = text.split_once(' ').map_or(text, |(_, path)| path.trim());
    let path = path.trim_matches('/');
    path.strip_prefix("v1/").unwrap_or(path).to_lowercase().replace('-', "_")
}

/// Whether a spelling is this path; a part of the path that names something matches any part.
fn is_path(path: &str, asked: &str) -> bool {
    let path = spelling(path);
    let (parts, asked): (Vec<&str>, Vec<&str>) = (path.split('/').collect(), asked.split('/').collect());
    let is_part = |(part, asked): (&&str, &&str)| part == asked || part.starts_with('{');
    !path.is_empty() && parts.len() == asked.len() && parts.iter().zip(&asked).all(is_part)
}

/// The last part of a path that is not a parameter.
fn last_part(path: &str) -> String {
    let path = spelling(path);
    path.rsplit('/').find(|part| !part.starts_with('{')).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_recognised_in_every_spelling() {
        for text in ["/v1/find-email", "find-email", "find_email", "POST /v1/find-email", "v1/Find-Email/"] {
            assert_eq!(spelling(text), "find_email", "{text}");
        }
        for text in ["/v1/bulk/{id}", "/v1/bulk/:id", "bulk/job_01hx"] {
            assert!(is_path("/v1/bulk/{id}", &spelling(text)), "{text}");
        }
        assert!(!is_path("/v1/bulk/{id}", "bulk"));
        assert_eq!(last_part("/v1/saved-icps/{id}/run"), "run");
        assert_eq!(last_part("/v1/watch-lists/{id}"), "watch_lists");
    }
}
