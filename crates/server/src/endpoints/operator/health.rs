//! The installation: what `brimful doctor` checks, imports that are not finished, and settings.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::ImportPosition;

use super::spec;
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    health::{self, Check},
    sandbox::sample::Sample,
    settings::ShownSetting,
};

/// Unfinished imports shown.
const IMPORTS_MAX: usize = 200;

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

/// `GET /v1/operator/imports`
pub struct ReadImports;

/// Imports that were begun and not finished.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ImportsAnswer {
    /// The latest first. An import that runs beside the server, or was cut off and can be resumed, is here until its end.
    pub results: Vec<ImportView>,
}

/// How far a file was read.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ImportView {
    /// Fingerprint of the file and its mapping; its name is not stored.
    pub file: String,
    /// Rows that are stored.
    pub rows: u64,
    /// When the last of them were.
    pub at: Timestamp,
}

impl From<ImportPosition> for ImportView {
    fn from(position: ImportPosition) -> Self {
        let ImportPosition { file, rows, at } = position;
        Self { file, rows, at }
    }
}

impl Endpoint for ReadImports {
    const SPEC: Spec = spec(
        "operator_imports",
        Method::Get,
        "/v1/operator/imports",
        "Imports that are under way or were cut off, with the rows stored so far",
    );
    type Request = InstallationRequest;
    type Answer = ImportsAnswer;

    async fn run(context: Context, _: InstallationRequest) -> Result<Outcome<ImportsAnswer>, Problem> {
        let positions = context.store().import_positions(IMPORTS_MAX)?;
        Ok(Outcome::free(ImportsAnswer { results: positions.into_iter().map(ImportView::from).collect() }))
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
