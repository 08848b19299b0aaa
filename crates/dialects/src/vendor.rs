//! What a vendor is: where its key stands, how it refuses, and its routes.

use std::pin::Pin;

use axum::http::HeaderMap;
use serde_json::Value;

use crate::{
    asked::{Asked, Spent},
    refusal::Refusal,
    table::{AnswerTable, RequestTable},
};

/// Path before that of every vendor.
const PREFIX: &str = "/dialect";

/// Finds the key of a request, in its headers or its query.
type KeyOf = fn(&HeaderMap, &[(String, String)]) -> Option<String>;

/// A vendor whose paths and shapes are spoken.
pub(crate) struct Vendor {
    /// Its part of the path.
    pub(crate) name: &'static str,
    /// The key of a request.
    pub(crate) key: KeyOf,
    /// Status and body of a refusal.
    pub(crate) refuse: fn(&Refusal) -> Shaped,
    /// Headers that tell about limits and credits.
    pub(crate) headers: fn(&Spent) -> Vec<(&'static str, String)>,
    /// Its routes.
    pub(crate) routes: &'static [Route],
    /// Every table of request parameters, for the test that compares them with our schemas.
    pub(crate) requests: &'static [&'static RequestTable],
    /// Every table of answer fields, for the same test.
    pub(crate) answers: &'static [&'static AnswerTable],
}

impl Vendor {
    /// The whole path of a route.
    pub(crate) fn path(&self, route: &str) -> String {
        format!("{PREFIX}/{}{route}", self.name)
    }
}

/// A route of a vendor.
pub(crate) struct Route {
    /// `GET` or `POST`.
    pub(crate) method: &'static str,
    /// Path after that of the vendor.
    pub(crate) path: &'static str,
    /// Answers it.
    pub(crate) run: fn(Asked) -> Running,
}

/// A route that is being answered.
pub(crate) type Running = Pin<Box<dyn Future<Output = Result<Shaped, Refusal>> + Send>>;

/// An answer in the vendor's shape.
pub(crate) struct Shaped {
    pub(crate) status: u16,
    pub(crate) body: Content,
}

/// The body of an answer.
pub(crate) enum Content {
    Json(Value),
    Text(&'static str),
}

impl Shaped {
    /// A JSON answer.
    pub(crate) fn json(status: u16, body: Value) -> Self {
        Self { status, body: Content::Json(body) }
    }

    /// A JSON answer of a call that worked.
    pub(crate) fn ok(body: Value) -> Self {
        Self::json(200, body)
    }
}

/// Declares routes: method, path, and the function that answers.
macro_rules! routes {
    ($($method:literal $path:literal => $run:path;)+) => {
        &[$($crate::vendor::Route { method: $method, path: $path, run: |asked| Box::pin($run(asked)) },)+]
    };
}
pub(crate) use routes;
