//! The examples of the document, recorded from the sandbox: the document does not change with the date, and each
//! request matches its answer.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{endpoint::Entry, sandbox::sample::Sample};

/// Written by the test that verifies it.
const RECORDED: &str = include_str!("examples.json");

/// An example request and the sandbox's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// The request's fields, path parameters included.
    pub request: Value,
    /// The answer; none for an endpoint without a sandbox twin.
    pub answer: Option<Value>,
}

impl Example {
    /// The example of an endpoint without a sandbox twin: only the request.
    pub(super) fn of(entry: &Entry) -> Self {
        Self { request: (entry.example)(&Sample::default()), answer: None }
    }
}

/// The recorded examples by endpoint id, read once.
pub(super) fn recorded() -> &'static BTreeMap<String, Example> {
    static EXAMPLES: LazyLock<BTreeMap<String, Example>> =
        LazyLock::new(|| serde_json::from_str(RECORDED).unwrap_or_default());
    &EXAMPLES
}
