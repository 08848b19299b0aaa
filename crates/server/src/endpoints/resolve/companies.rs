//! Resolves a domain, profile URL or name to a company.

use engine::{Explanation, MissReason, Resolution};
use records::{Company, matching::MIN_CONFIDENCE_COMPANY};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::answer::{company::CompaniesRequest, field, identifiers_disagree, round},
    sandbox::sample::Sample,
};

/// `POST /v1/companies`
pub struct Companies;

/// The company, if one was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CompaniesAnswer {
    /// Whether a company was found.
    pub found: bool,
    /// Confidence of the match, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The identifiers that matched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched_on: Vec<String>,
    /// The company.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Company>,
    /// Why none was found although some are known: `ambiguous`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Names of the companies that the name fits, if it fits several. Send a domain, an identifier or a country.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// The explanation, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Explanation>,
}

impl Endpoint for Companies {
    const SPEC: Spec = Spec::charging(
        "companies",
        "/v1/companies",
        Group::Resolve,
        Price::Flat(Credits::whole(1)),
        "A domain, professional-network page, register identifier or name gives a company",
    );
    type Request = CompaniesRequest;
    type Answer = CompaniesAnswer;

    fn check(request: &CompaniesRequest, faults: &mut Faults) {
        request.check(faults);
    }

    async fn run(context: Context, request: CompaniesRequest) -> Result<Outcome<CompaniesAnswer>, Problem> {
        let query = request.query();
        let floor = request.min_confidence.unwrap_or(MIN_CONFIDENCE_COMPANY);
        let explain = request.explain.unwrap_or(false);
        match context.engine().company_from_anywhere(&query, floor, explain, context.now).await? {
            Resolution::Found(found) => {
                let answer = CompaniesAnswer {
                    found: true,
                    confidence: Some(round(found.confidence)),
                    matched_on: found.matched_on.iter().map(|part| field(part).to_owned()).collect(),
                    company: Some(found.record),
                    reason: None,
                    alternatives: Vec::new(),
                    explain: found.explanation,
                };
                Ok(Outcome::resolved(answer, 1))
            }
            Resolution::NotFound { reason, explanation } => {
                let alternatives = match reason {
                    Some(MissReason::Ambiguous { names }) => names,
                    Some(MissReason::NameConflict | MissReason::SeveralPeople) | None => Vec::new(),
                };
                Ok(Outcome::free(CompaniesAnswer {
                    found: false,
                    confidence: None,
                    matched_on: Vec::new(),
                    company: None,
                    reason: (!alternatives.is_empty()).then_some("ambiguous"),
                    alternatives,
                    explain: explanation.map(|miss| miss.of_miss(MIN_CONFIDENCE_COMPANY)),
                }))
            }
            Resolution::Disagree { first, second } => Err(identifiers_disagree("companies", first, second)),
        }
    }

    fn example(sample: &Sample) -> Value {
        json!({ "domain": sample.company_domain })
    }
}
