//! Operator ingestion of person rows.

use records::PersonFacts;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use sources::file::RowKind;
use store::{Plan, Scope};

use super::{IngestAnswer, file_rows, rows_schema};
use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Group, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// `POST /v1/ingest/people`
pub struct IngestPeople;

/// People to store.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct IngestPeopleRequest {
    /// Name of the source, as shown in answers.
    #[schemars(length(min = 1, max = 100))]
    pub source: String,
    /// Facts about each person.
    #[schemars(schema_with = "rows_schema::<PersonFacts>")]
    pub people: Vec<Value>,
}

impl Endpoint for IngestPeople {
    const SPEC: Spec = Spec {
        group: Group::Operator,
        plan: Plan::Free,
        ..Spec::own(
            "ingest_people",
            Method::Post,
            "/v1/ingest/people",
            Scope::Operate,
            "Files what a source of your own says about people; the same rows twice change nothing",
        )
    };
    type Request = IngestPeopleRequest;
    type Answer = IngestAnswer;

    async fn run(context: Context, request: IngestPeopleRequest) -> Result<Outcome<IngestAnswer>, Problem> {
        file_rows(&context, RowKind::People, "people", &request.source, request.people).await
    }

    fn example(sample: &Sample) -> Value {
        json!({
            "source": "our-crm",
            "people": [{
                "id": "contact-118", "fullName": "Ines Falk", "title": "Head of Sales",
                "companyDomain": sample.company_domain, "emails": [{ "address": "ines.falk@falk-metall.example" }],
            }],
        })
    }
}
