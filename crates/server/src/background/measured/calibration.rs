//! Whether stated confidences are true: the last measurement, kept in the store for all nodes.

use engine::{Calibration, CalibrationOptions, Engine, EngineError, Measurement};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Store, StoreError};

/// Name of the document that holds the last measurement.
const DOCUMENT: &str = "calibration";

/// A measurement: what was stated, and how much of it was right.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeptCalibration {
    /// When it was made.
    pub measured_at: Timestamp,
    /// People, asked for by name and employer.
    pub people: KeptMeasurement,
    /// Companies, asked for by name.
    pub companies: KeptMeasurement,
    /// Business mailboxes that are guessed, before a mail server is asked.
    pub emails: KeptMeasurement,
}

/// Questions of one kind and their answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeptMeasurement {
    /// Questions about what is on record.
    pub known: usize,
    /// Those that were answered rightly, at the default confidence.
    pub found: usize,
    /// Questions about what was taken away.
    pub strangers: usize,
    /// Those that were answered, at the default confidence.
    pub strangers_answered: usize,
    /// Answers at any confidence, each a pair of what was stated and whether it is right.
    pub pairs: usize,
    /// Expected calibration error: the mean distance of stated and right, each band weighted by its pairs.
    pub error: f64,
    /// Bands of similar confidence that have pairs, the least sure first.
    pub bands: Vec<KeptBand>,
}

/// Answers of similar confidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeptBand {
    /// Least confidence.
    pub from: f64,
    /// Answers in this band.
    pub pairs: usize,
    /// Their mean confidence.
    pub stated: f64,
    /// The share of them that is right.
    pub right: f64,
}

impl From<&Measurement> for KeptMeasurement {
    fn from(measured: &Measurement) -> Self {
        let bands = measured.reliability.bands.iter().map(|band| KeptBand {
            from: band.from,
            pairs: band.answers,
            stated: band.stated,
            right: band.right,
        });
        Self {
            known: measured.known,
            found: measured.found,
            strangers: measured.strangers,
            strangers_answered: measured.strangers_answered,
            pairs: measured.reliability.answers,
            error: measured.reliability.error,
            bands: bands.collect(),
        }
    }
}

/// Keeps a measurement in the place of the last one.
pub async fn keep(store: &Store, calibration: &Calibration, now: Timestamp) -> Result<(), StoreError> {
    let kept = KeptCalibration {
        measured_at: now,
        people: (&calibration.people).into(),
        companies: (&calibration.companies).into(),
        emails: (&calibration.emails).into(),
    };
    let body = serde_json::to_string(&kept)
        .map_err(|error| StoreError::Damaged { what: "measurement", why: error.to_string() })?;
    store.change_document(DOCUMENT, now, move |_| Ok(Some(body))).await
}

/// The last measurement. One that an older version wrote in another form counts as none.
pub fn last(store: &Store) -> Result<Option<KeptCalibration>, StoreError> {
    let document = store.document(DOCUMENT)?;
    Ok(document.and_then(|document| serde_json::from_str(&document.body).ok()))
}

/// Measures and keeps the result. Blocks on the database; for a thread that may wait, of a runtime.
pub fn measure(
    engine: &Engine,
    store: &Store,
    options: CalibrationOptions,
    now: Timestamp,
) -> Result<(), EngineError> {
    let calibration = engine.calibrate(options)?;
    Ok(tokio::runtime::Handle::current().block_on(keep(store, &calibration, now))?)
}
