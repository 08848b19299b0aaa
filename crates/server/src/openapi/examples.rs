//! The examples of the document: recorded from the sandbox, so that the document is the same every day and each
//! request in it has the answer that stands beside it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{endpoint::Entry, sandbox::sample::Sample};

/// Written by the test that proves it.
const RECORDED: &str = include_str!("examples.json");

/// A request, and what the sandbox answers to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// The members of the request, path parts included.
    pub request: Value,
    /// The answer, of an endpoint with a twin.
    pub answer: Option<Value>,
}

impl Example {
    /// The request of an endpoint that the sandbox has no twin of.
    pub(super) fn of(entry: &Entry) -> Self {
        Self { request: (entry.example)(&Sample::default()), answer: None }
    }
}

/// The recorded examples by the id of their endpoint.
pub(super) fn recorded() -> BTreeMap<String, Example> {
    serde_json::from_str(RECORDED).unwrap_or_default()
}
