//! Operator ingestion of signals.

use records::signal::SignalReport;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::{Plan, Scope};

use super::{IngestAnswer, RejectedItem, file};
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Group, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// `POST /v1/ingest/signals`
pub struct IngestSignals;

/// Signals to store.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct IngestSignalsRequest {
    /// Name of the source, as shown in answers.
    #[schemars(length(min = 1, max = 100))]
    pub source: String,
    /// The signals.
    #[schemars(length(min = 1, max = 1_000))]
    pub signals: Vec<SignalReport>,
}

impl Endpoint for IngestSignals {
    const SPEC: Spec = Spec {
        group: Group::Operator,
        plan: Plan::Free,
        ..Spec::own(
            "ingest_signals",
            Method::Post,
            "/v1/ingest/signals",
            Scope::Operate,
            "Files signals of a source of your own; they are in the feeds at once",
        )
    };
    type Request = IngestSignalsRequest;
    type Answer = IngestAnswer;

    async fn run(context: Context, request: IngestSignalsRequest) -> Result<Outcome<IngestAnswer>, Problem> {
        let (mut claims, mut rejected) = (Vec::new(), Vec::new());
        for (index, report) in request.signals.into_iter().enumerate() {
            match report.into_claim(&request.source, index as u64, context.now) {
                Ok(claim) => claims.push(claim),
                Err(reason) => rejected.push(RejectedItem::new("signals", index, reason)),
            }
        }
        file(&context, claims, rejected).await
    }

    fn example(sample: &Sample) -> Value {
        json!({
            "source": "our-news-feed",
            "signals": [{
                "kind": "funding", "id": "2026-118", "companyDomain": sample.company_domain, "round": "series_a",
                "amount": 12_000_000, "currency": "EUR", "date": "2026-11-02", "investors": ["Harbour Capital"],
            }],
        })
    }
}
