//! The HTTP API: one catalogue of endpoints, and everything derived from it.

mod access;
mod app;
mod background;
mod call;
mod catalogue;
mod endpoint;
mod endpoints;
mod openapi;
mod recipe;
mod sandbox;
mod serve;
mod services;
mod settings;
mod telemetry;

pub use crate::endpoint::{Access, Endpoint, Entry, Group, Method, Outcome, Price, Spec, entry};
pub use access::api_key::{for_pages as generate_pages_key, generate as generate_key};
pub use access::password::generate as generate_password;
pub use app::App;
pub use app::assembly::AppDependencies;
pub use background::measured::calibration::keep as keep_calibration;
pub use background::scheduler::{Next, Scheduler, Task, TaskError};
pub use background::signature::sign as sign_event;
pub use call::context::Context;
pub use call::problem::{Code, Problem};
pub use call::request::{
    body::{Received, refuse_encoding},
    catalogue_schemas::all as request_schemas,
    schemas::Schemas,
};
pub use catalogue::CATALOGUE;
pub use endpoints::account::keys::MONTHLY_CAP_MAX;
pub use engine::Index;
pub use openapi::{
    Example, agents_document as openapi_agents_document, document as openapi_document, endpoint_title,
    group_words, problem_codes, recorded_example,
};
pub use recipe::table::{headings as table_headings, workbook::WorkbookWriter};
pub use sandbox::sample::Sample;
pub use sandbox::seed as seed_sandbox;
pub use sandbox::seed_lists as seed_example_lists;
pub use sandbox::showcase::{MAILBOXES as SHOWCASE_MAILBOXES, claims as showcase_claims};
pub use serve::bought::Bought;
pub use serve::keyed::{KeyCall, KeyClient};
pub use serve::published::Published;
pub use serve::routes::Pages;
pub use serve::visit::{PageCall, Visitor, split_name, table_of_file};
pub use serve::{health, serve};
pub use services::Services;
pub use settings::{
    Limits, MetricsAccess, Network, PlanTerms, SessionLimits, Settings, ShownSetting, Signup, SignupMode,
    StorageCaps, Trial,
};
pub use sources::file::{Table, TableLimits};
pub use telemetry::traces::{TraceSettings, Traces};
