//! The HTTP API: one catalogue of endpoints, and everything that is derived from it.

mod api_key;
mod app;
mod auth;
mod catalogue;
mod context;
mod cursor;
mod endpoints;
mod http;
mod idempotency;
mod input;
mod json;
mod metering;
mod openapi;
mod pages;
mod pipeline;
mod problem;
mod rate;
mod sample;
mod sandbox;
mod schemas;
mod seal;
mod serve;
mod settings;
mod telemetry;
mod validate;

pub use api_key::generate as generate_key;
pub use app::{App, Parts};
pub use catalogue::{Access, CATALOGUE, Endpoint, Entry, Group, Method, Outcome, Price, Spec, entry};
pub use context::Context;
pub use engine::Index;
pub use openapi::document as openapi_document;
pub use problem::Problem;
pub use sample::Sample;
pub use sandbox::furnish as furnish_sandbox;
pub use serve::serve;
pub use settings::{Limits, PlanTerms, Settings, Signup, SignupMode, Trial};
