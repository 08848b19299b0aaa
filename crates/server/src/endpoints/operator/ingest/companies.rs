//! Operator ingestion of company rows.

use records::CompanyFacts;
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

/// `POST /v1/ingest/companies`
pub struct IngestCompanies;

/// Companies to store.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct IngestCompaniesRequest {
    /// Name of the source, as shown in answers.
    #[schemars(length(min = 1, max = 100))]
    pub source: String,
    /// Facts about each company.
    #[schemars(schema_with = "rows_schema::<CompanyFacts>")]
    pub companies: Vec<Value>,
}

impl Endpoint for IngestCompanies {
    const SPEC: Spec = Spec {
        group: Group::Operator,
        plan: Plan::Free,
        ..Spec::own(
            "ingest_companies",
            Method::Post,
            "/v1/ingest/companies",
            Scope::Operate,
            "Files what a source of your own says about companies; the same rows twice change nothing",
        )
    };
    type Request = IngestCompaniesRequest;
    type Answer = IngestAnswer;

    async fn run(
        context: Context,
        request: IngestCompaniesRequest,
    ) -> Result<Outcome<IngestAnswer>, Problem> {
        file_rows(&context, RowKind::Companies, "companies", &request.source, request.companies).await
    }

    fn example(sample: &Sample) -> Value {
        json!({
            "source": "our-crm",
            "companies": [{
                "id": "account-7", "name": "Falk Metall", "domains": [sample.company_domain], "industries": ["Machinery"],
            }],
        })
    }
}
