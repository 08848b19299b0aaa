//! Resolves a domain, profile URL or name to a company.

use engine::{Explanation, MissReason, Resolution};
use records::{
    Company, domain::registrable_domain, matching::MIN_CONFIDENCE_COMPANY, place::country_code,
    profile_url::company_page, query::CompanyQuery,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{
        context::Context,
        problem::Problem,
        request::{
            fault_code::FaultCode,
            validate::{Fault, Faults},
        },
    },
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        answer::{field, round},
        person_input::IdentifierInput,
    },
    sandbox::sample::Sample,
};

/// `POST /v1/companies`
pub struct Companies;

/// Identifiers of the company.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CompaniesRequest {
    /// Id of the company, `com_…`, alone. The id of a record that was joined into another means the other.
    #[schemars(length(min = 1, max = 64))]
    pub company_id: Option<String>,
    /// Domain or website of the company.
    #[schemars(length(min = 1, max = 300), extend("format" = "domain"))]
    pub domain: Option<String>,
    /// URL of the company's professional-network page.
    #[serde(rename = "networkUrl")]
    #[schemars(length(min = 1, max = 500), extend("format" = "company-page"))]
    pub network_url: Option<String>,
    /// Name of the company.
    #[schemars(length(min = 1, max = 200))]
    pub name: Option<String>,
    /// Identifier of the company in a register.
    pub identifier: Option<IdentifierInput>,
    /// Country of its headquarters, as a code or name; distinguishes companies with the same name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// Minimum confidence of a match, 0 to 1; a weaker match is not returned.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub min_confidence: Option<f64>,
    /// Explain the match and give the source of each value.
    pub explain: Option<bool>,
}

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
        let beside = [
            ("domain", request.domain.is_some()),
            ("networkUrl", request.network_url.is_some()),
            ("name", request.name.is_some()),
            ("identifier", request.identifier.is_some()),
            ("country", request.country.is_some()),
        ];
        for (field, _) in beside.into_iter().filter(|(_, given)| request.company_id.is_some() && *given) {
            let message = "company_id says which company is meant; send it alone.";
            faults.add(format!("/{field}"), FaultCode::Contradiction, message);
        }
        let is_identified = request.company_id.is_some()
            || request.domain.is_some()
            || request.network_url.is_some()
            || request.name.is_some()
            || request.identifier.is_some();
        if !is_identified {
            faults.add("", FaultCode::MissingIdentifier, "Send domain, networkUrl, identifier, name or company_id.");
        }
        if let Some(identifier) = &request.identifier {
            identifier.check("identifier", faults);
        }
        if let Some(country) = request.country.as_deref().filter(|country| country_code(country).is_none()) {
            let message =
                format!("\"{country}\" is no country. Send an ISO 3166 code such as DE, or its name.");
            faults.add("/country", FaultCode::InvalidValue, message);
        }
    }

    async fn run(context: Context, request: CompaniesRequest) -> Result<Outcome<CompaniesAnswer>, Problem> {
        let query = CompanyQuery {
            id: request.company_id.as_deref().map(|id| id.trim().to_owned()),
            domain: request.domain.as_deref().and_then(|text| registrable_domain(text).ok()),
            network_url: request.network_url.as_deref().and_then(|text| company_page(text).ok()),
            name: request.name,
            country: request.country.as_deref().and_then(country_code).map(str::to_owned),
            identifier: request.identifier.and_then(|identifier| identifier.normal().ok()),
        };
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
                    Some(MissReason::NameConflict) | None => Vec::new(),
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
            Resolution::Disagree { first, second } => Err(Problem::of_faults(vec![Fault {
                pointer: format!("/{}", field(second)),
                code: FaultCode::IdentifiersDisagree,
                message: format!(
                    "\"{}\" and \"{}\" belong to different companies. Send the one that is right.",
                    field(first),
                    field(second)
                ),
            }])),
        }
    }

    fn example(sample: &Sample) -> Value {
        json!({ "domain": sample.company_domain })
    }
}
