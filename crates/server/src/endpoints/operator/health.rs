//! The installation: what `brimful doctor` checks, and settings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::spec;
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    health::{self, Check},
    sandbox::sample::Sample,
    settings::ShownSetting,
};

/// No parameters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct InstallationRequest {}

/// `GET /v1/operator/health`
pub struct ReadHealth;

/// What was checked.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HealthAnswer {
    /// Whether every check is well.
    pub ok: bool,
    /// The checks.
    pub checks: Vec<Check>,
}

impl Endpoint for ReadHealth {
    const SPEC: Spec = spec(
        "operator_health",
        Method::Get,
        "/v1/operator/health",
        "Whether ledger, history, jobs, events, schema and index agree, as `brimful doctor` checks; reads all of them",
    );
    type Request = InstallationRequest;
    type Answer = HealthAnswer;

    async fn run(context: Context, _: InstallationRequest) -> Result<Outcome<HealthAnswer>, Problem> {
        // Everything stored is read, which must not hold up other calls.
        let (store, engine) = (context.store().clone(), context.services.engine.clone());
        let now = context.now;
        let checking = move || -> Result<Vec<Check>, Problem> {
            let (schema, _) = health::schema(&store)?;
            if !schema.ok {
                return Ok(vec![schema]);
            }
            let counts = store.counts()?;
            let mut checks = health::books(&store, &counts)?;
            checks.extend([schema, health::index(&engine, &counts)?, health::clock(&store, now)?]);
            if store.is_shared() {
                checks.push(health::nodes(&store)?);
            }
            Ok(checks)
        };
        let checks =
            tokio::task::spawn_blocking(checking).await.map_err(|error| Problem::internal(&error))??;
        Ok(Outcome::free(HealthAnswer { ok: checks.iter().all(|check| check.ok), checks }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}

/// `GET /v1/operator/settings`
pub struct ReadSettings;

/// The settings of the process.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SettingsAnswer {
    /// Every setting, as `brimful config show` lists them. Secrets are `***`.
    pub results: Vec<ShownSetting>,
}

impl Endpoint for ReadSettings {
    const SPEC: Spec = spec(
        "operator_settings",
        Method::Get,
        "/v1/operator/settings",
        "Every setting with its value and where that comes from, without secrets",
    );
    type Request = InstallationRequest;
    type Answer = SettingsAnswer;

    async fn run(context: Context, _: InstallationRequest) -> Result<Outcome<SettingsAnswer>, Problem> {
        Ok(Outcome::free(SettingsAnswer { results: context.services.shown_settings.clone() }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}
