//! The installation: what `brimful doctor` checks, and settings.

use engine::{Engine, EngineError};
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Store;
use tokio::runtime::Handle;

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

/// Checks that are older are made again.
const CHECKS_AGE_MAX: SignedDuration = SignedDuration::from_mins(2);

/// What was checked last.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HealthAnswer {
    /// Whether every check is well; absent until they have been made once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ok: Option<bool>,
    /// When they were made; at most two minutes ago, unless `checking`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_at: Option<Timestamp>,
    /// Whether they are being made again in the background. Reading everything takes long where much is stored.
    pub checking: bool,
    /// The checks.
    pub checks: Vec<Check>,
}

/// Makes the checks. Reads everything that is stored; blocks on the database and on the network.
fn check(
    store: &Store,
    engine: &Engine,
    machine: impl FnOnce() -> Vec<Check>,
    now: Timestamp,
) -> Result<Vec<Check>, EngineError> {
    let (schema, _) = health::schema(store)?;
    let mut checks = Vec::new();
    if schema.ok {
        checks = health::books(store, &store.counts()?)?;
        checks.extend([schema, health::index(engine, store)?, health::clock(store, now)?]);
        if store.is_shared() {
            checks.push(health::nodes(store)?);
        }
    } else {
        checks.push(schema);
    }
    checks.extend(machine());
    Ok(checks)
}

impl Endpoint for ReadHealth {
    const SPEC: Spec = spec(
        "operator_health",
        Method::Get,
        "/v1/operator/health",
        "What `brimful doctor` checks, as it was found last: ledger, history, jobs, events, schema, index, files and mail",
    );
    type Request = InstallationRequest;
    type Answer = HealthAnswer;

    async fn run(context: Context, _: InstallationRequest) -> Result<Outcome<HealthAnswer>, Problem> {
        let (store, engine) = (context.store().clone(), context.services.engine.clone());
        let now = context.now;
        let kept = &context.services.measured.health;
        let (machine, runtime) = (context.services.machine_checks.clone(), Handle::current());
        // Called on a thread that may block, where a future is driven by the runtime of the server.
        let machine = move || machine.map(|checks| runtime.block_on(checks())).unwrap_or_default();
        let reading = kept.read(now, CHECKS_AGE_MAX, move || check(&store, &engine, machine, now)).await?;
        let checks = reading.last.as_ref().map(|made| made.result.as_slice());
        Ok(Outcome::free(HealthAnswer {
            ok: checks.map(|checks| checks.iter().all(|check| check.ok)),
            checked_at: reading.last.as_ref().map(|made| made.at),
            checking: reading.is_running,
            checks: checks.unwrap_or_default().to_vec(),
        }))
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
