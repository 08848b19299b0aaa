//! Dialects: the API in the paths and shapes of other vendors.
//!
//! A vendor is a list of [routes](vendor::Route), each with tables that say which of its parameters is which field of our
//! request, and which field of our answer is which of its fields. What a route answers comes from endpoints of the
//! catalogue, called in process with the caller's key, so that rights, rate limits, charges and history are the same.

mod apollo;
mod asked;
mod clearbit;
mod hunter;
mod pages;
mod pdl;
mod refusal;
mod serving;
mod table;
mod vendor;
mod words;

use std::sync::Arc;

use axum::Router;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use server::App;

pub use table::{AnswerTable, Field, Param, RequestTable, Style, ToOurs};

/// Which dialects are spoken.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DialectSettings {
    /// The vendors; none by default.
    pub enabled: Vec<Dialect>,
}

/// A vendor whose paths and shapes are spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// People Data Labs.
    Pdl,
    /// Hunter.
    Hunter,
    /// Apollo.
    Apollo,
    /// Clearbit.
    Clearbit,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 4] = [Self::Pdl, Self::Hunter, Self::Apollo, Self::Clearbit];

    fn vendor(self) -> &'static vendor::Vendor {
        match self {
            Self::Pdl => &pdl::VENDOR,
            Self::Hunter => &hunter::VENDOR,
            Self::Apollo => &apollo::VENDOR,
            Self::Clearbit => &clearbit::VENDOR,
        }
    }

    /// The tables of request parameters.
    pub fn requests(self) -> &'static [&'static RequestTable] {
        self.vendor().requests
    }

    /// The tables of answer fields.
    pub fn answers(self) -> &'static [&'static AnswerTable] {
        self.vendor().answers
    }

    /// Method and whole path of every route.
    pub fn paths(self) -> Vec<(&'static str, String)> {
        let vendor = self.vendor();
        let path = |route: &vendor::Route| vendor.path(route.path);
        vendor.routes.iter().map(|route| (route.method, path(route))).collect()
    }
}

/// The routes of the enabled dialects.
pub fn routes(settings: &DialectSettings) -> Router<Arc<App>> {
    let mut enabled = settings.enabled.clone();
    enabled.sort_unstable();
    enabled.dedup();
    enabled.into_iter().fold(Router::new(), |router, dialect| router.merge(serving::routes(dialect.vendor())))
}
