//! Information about the sandbox.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Group, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

crate::endpoint::endpoints! {
    [SandboxInfo]
}

/// `GET /v1/sandbox/info`
pub struct SandboxInfo;

/// No parameters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SandboxInfoRequest {}

/// Description of the sandbox.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SandboxInfoAnswer {
    /// Always true.
    pub sandbox: bool,
    /// Description of the sandbox.
    pub description: String,
    /// Calls per day and client.
    pub daily_limit: u64,
    /// Sandbox paths by endpoint family.
    pub endpoints: BTreeMap<String, Vec<String>>,
    /// How to get a key.
    pub note: String,
}

/// Families always listed in `endpoints`, even if empty.
const FAMILIES: [&str; 8] =
    ["resolve", "find", "search", "signals", "combos", "niche_combos", "bundles", "sticky"];

impl Endpoint for SandboxInfo {
    const SPEC: Spec = Spec::public(
        "sandbox_info",
        Method::Get,
        "/v1/sandbox/info",
        Group::Sandbox,
        "Lists the sandbox's endpoints and its daily limit",
    );
    type Request = SandboxInfoRequest;
    type Answer = SandboxInfoAnswer;

    async fn run(context: Context, _: SandboxInfoRequest) -> Result<Outcome<SandboxInfoAnswer>, Problem> {
        let mut endpoints: BTreeMap<String, Vec<String>> =
            FAMILIES.iter().map(|family| ((*family).to_owned(), Vec::new())).collect();
        for (family, path) in &context.services.sandbox_paths {
            endpoints.entry((*family).to_owned()).or_default().push(path.clone());
        }
        Ok(Outcome::free(SandboxInfoAnswer {
            sandbox: true,
            description: "The real endpoints over a small made-up world. No key, no charge, nothing is kept."
                .into(),
            daily_limit: context.services.settings.limits.sandbox_calls_per_day,
            endpoints,
            note: "Sign up at /signup for a key that answers from real records.".into(),
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}
