//! Whether stated confidences are true: the last measurement, and starting another one.

use std::time::Instant;

use engine::CalibrationOptions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::spec;
use crate::{
    background::measured::calibration::{self, KeptCalibration},
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// Questions of each kind, unless the request says otherwise.
const QUESTIONS_DEFAULT: u32 = 5_000;
const QUESTIONS_MAX: u32 = 20_000;
/// Of a hundred questions, those about people and companies that are taken away.
const STRANGERS_PERCENT: usize = 30;

/// `GET /v1/operator/calibration`
pub struct ReadCalibration;

/// No parameters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CalibrationRequest {}

/// The last measurement.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CalibrationAnswer {
    /// Whether this server is measuring at the moment.
    pub running: bool,
    /// Whether its last run failed; its log says why.
    pub failed: bool,
    /// The last measurement of any server or of `brimful calibrate`; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<KeptCalibration>,
}

impl Endpoint for ReadCalibration {
    const SPEC: Spec = spec(
        "operator_calibration",
        Method::Get,
        "/v1/operator/calibration",
        "Stated confidences beside the share of answers that were right, as measured last",
    );
    type Request = CalibrationRequest;
    type Answer = CalibrationAnswer;

    async fn run(context: Context, _: CalibrationRequest) -> Result<Outcome<CalibrationAnswer>, Problem> {
        let run = &context.services.measured.calibration;
        let (running, failed) = (run.is_running(), run.has_failed());
        Ok(Outcome::free(CalibrationAnswer { running, failed, last: calibration::last(context.store())? }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}

/// `POST /v1/operator/calibration/start`
pub struct StartCalibration;

/// How much is measured.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct StartCalibrationRequest {
    /// Questions of each kind at most; 5,000 if omitted.
    #[schemars(range(min = 1, max = QUESTIONS_MAX))]
    pub questions: Option<u32>,
}

/// Whether a measurement was started.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StartCalibrationAnswer {
    /// False if one was under way on this server; that one goes on.
    pub started: bool,
}

impl Endpoint for StartCalibration {
    const SPEC: Spec = Spec {
        status: 202,
        ..spec(
            "operator_start_calibration",
            Method::Post,
            "/v1/operator/calibration/start",
            "Measures in the background whether stated confidences are true of the stored data",
        )
    };
    type Request = StartCalibrationRequest;
    type Answer = StartCalibrationAnswer;

    async fn run(
        context: Context,
        request: StartCalibrationRequest,
    ) -> Result<Outcome<StartCalibrationAnswer>, Problem> {
        let (services, now) = (&context.services, context.now);
        let questions = request.questions.unwrap_or(QUESTIONS_DEFAULT) as usize;
        let options = CalibrationOptions { questions, strangers_percent: STRANGERS_PERCENT };
        let (engine, store) = (services.engine.for_call(Instant::now()), services.store.clone());
        let measuring = move || calibration::measure(&engine, &store, options, now);
        let started = services.measured.calibration.start(now, measuring);
        Ok(Outcome::free(StartCalibrationAnswer { started }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "questions": 1000 })
    }
}
