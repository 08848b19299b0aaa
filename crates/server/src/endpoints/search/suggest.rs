//! Suggests companies while a name or a domain is typed.

use records::Company;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Scope;

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Group, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// Suggestions if no limit is given, and at most.
const SUGGESTIONS_MAX: u32 = 10;
/// Letters of the company's domain that the example types.
const EXAMPLE_LETTERS: usize = 4;

/// `GET /v1/companies/suggest`
pub struct SuggestCompanies;

/// What was typed so far.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SuggestRequest {
    /// Beginning of a company's name, of any word of its names, or of its domain.
    #[schemars(length(min = 1, max = 200))]
    pub q: String,
    /// Maximum number of suggestions.
    #[schemars(range(min = 1, max = SUGGESTIONS_MAX))]
    pub limit: Option<u32>,
}

/// Suggested companies.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SuggestAnswer {
    /// The companies: exact matches first, then names and domains that begin with the text, then other matches; the
    /// largest first in each.
    pub results: Vec<SuggestedCompany>,
}

/// A suggested company.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedCompany {
    /// Id of its record, `com_…`.
    pub id: String,
    /// Usual name.
    pub name: String,
    /// Main domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Address of its logo, if a source stated one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
}

impl From<Company> for SuggestedCompany {
    fn from(company: Company) -> Self {
        let Company { id, name, domain, logo_url, .. } = company;
        Self { id, name, domain, logo_url }
    }
}

impl Endpoint for SuggestCompanies {
    const SPEC: Spec = Spec {
        group: Group::Search,
        ..Spec::own(
            "suggest_companies",
            Method::Get,
            "/v1/companies/suggest",
            Scope::Read,
            "Companies whose name or domain begins with what was typed",
        )
    };
    type Request = SuggestRequest;
    type Answer = SuggestAnswer;

    async fn run(context: Context, request: SuggestRequest) -> Result<Outcome<SuggestAnswer>, Problem> {
        let limit = request.limit.unwrap_or(SUGGESTIONS_MAX) as usize;
        let found = context.engine().suggest_companies(request.q, limit).await?;
        Ok(Outcome::free(SuggestAnswer { results: found.into_iter().map(Into::into).collect() }))
    }

    fn example(sample: &Sample) -> Value {
        json!({ "q": sample.company_domain.chars().take(EXAMPLE_LETTERS).collect::<String>() })
    }
}
