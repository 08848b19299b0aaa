//! Companies that use a technology, each with a decision maker.

use engine::{CompanyList, CompanySort, DecisionMaker, EngineError};
use records::{Company, Technology};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    recipe::{
        AccountOptions, ListAnswer, ListOptions, Paging,
        person_input::check_filters,
        stack::{StackOptions, technology_buyer},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/tech-stack-targets`
pub struct TechStackTargets;

/// Filters for technologies and companies, and the role to find there.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct TechStackTargetsRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Filters for the companies, and the role to find there.
    #[serde(flatten)]
    pub account: AccountOptions,
    /// Filters for the technologies.
    #[serde(flatten)]
    pub stack: StackOptions,
}

/// A company that uses the technology, with its decision maker.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TechAccount {
    /// The company.
    pub company: Company,
    /// The requested technologies that the company uses.
    pub technologies: Vec<Technology>,
    /// The person with the requested role, or else the person who decides on technology.
    pub decision_maker: DecisionMaker,
}

async fn item(
    context: &Context,
    request: &TechStackTargetsRequest,
    company: Company,
) -> Result<Option<TechAccount>, EngineError> {
    let technologies = request.stack.seen_at(&company, context.now);
    if technologies.is_empty() {
        return Ok(None);
    }
    let role = request.account.role(technology_buyer);
    let domain = company.domain.as_deref().unwrap_or_default();
    let found =
        context.engine().decision_maker(domain, &role, request.account.accepted.terms(), context.now).await?;
    Ok(found.map(|decision_maker| TechAccount { technologies, company, decision_maker }))
}

impl Endpoint for TechStackTargets {
    const SPEC: Spec = Spec::charging(
        "tech_stack_targets",
        "/v1/tech-stack-targets",
        Group::Combos,
        Price::PerUnit(Credits::whole(4)),
        "Companies that use a technology, each with the person who decides there",
    );
    type Request = TechStackTargetsRequest;
    type Answer = ListAnswer<TechAccount>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.stack.check(faults);
        request.account.check(faults);
        check_filters(&request.stack.filters(), "", faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn estimate(context: Context, request: Self::Request) -> Result<Option<Estimate>, Problem> {
        let filters = request.stack.narrowed(request.account.icp());
        let total = context.engine().count_companies(filters, context.now).await?;
        Ok(Some(Estimate { units: total.min(Self::units(&request)), total }))
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?;
        let filters = request.stack.narrowed(request.account.icp());
        let companies = CompanyList { filters, sort: CompanySort::default(), now: context.now };
        let resolve = |company| item(&context, &request, company);
        let walk = context.engine().walk(&companies, paging.after.clone(), paging.limit, resolve).await?;
        Ok(paging.outcome(walk, |found| Some(&found.decision_maker.person)))
    }

    fn example(sample: &Sample) -> Value {
        json!({ "technologies": [sample.technology], "limit": 2 })
    }
}
