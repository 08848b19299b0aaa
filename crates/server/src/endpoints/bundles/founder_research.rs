//! Founder research: company, founders, funding history and technologies.

use engine::DecisionMaker;
use records::{Company, FundingRound, Technology};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::company_input::CompanyInput,
    sandbox::sample::Sample,
};

const FOUNDERS_MAX: usize = 10;

/// `POST /v1/bundles/founder-research`
pub struct FounderResearch;

/// The company to research.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FounderResearchRequest {
    /// The company.
    #[serde(flatten)]
    pub company: CompanyInput,
}

/// Research on a company and its founders.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct FounderResearchAnswer {
    /// The company; null if no record matches.
    pub company: Option<Company>,
    /// Founders and owners who still work there.
    pub founders: Vec<DecisionMaker>,
    /// Funding rounds, newest first.
    pub funding_history: Vec<FundingRound>,
    /// Technologies in use.
    pub tech_stack: Vec<Technology>,
}

impl Endpoint for FounderResearch {
    const SPEC: Spec = Spec::charging(
        "founder_research",
        "/v1/bundles/founder-research",
        Group::Bundles,
        Price::Flat(Credits::whole(20)),
        "A company with its founders, funding history and technologies",
    );
    type Request = FounderResearchRequest;
    type Answer = FounderResearchAnswer;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.company.check(faults);
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let Some(company) = request.company.company(&context)? else {
            return Ok(Outcome::free(FounderResearchAnswer::default()));
        };
        let account = context.engine().account(company.clone())?;
        let founders = context.engine().founders(&account, FOUNDERS_MAX, context.now).await?;
        let people = founders.iter().map(|found| found.person.id.clone()).collect();
        let answer = FounderResearchAnswer {
            founders,
            funding_history: company.funding.clone().unwrap_or_default().rounds,
            tech_stack: company.technologies.clone(),
            company: Some(company),
        };
        Ok(Outcome { people, ..Outcome::resolved(answer, 1) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "company_domain": sample.account_domain })
    }
}
