//! Companies that use a technology, each with a decision maker.

use engine::{CompanyList, CompanySort, DecisionMaker, EngineError};
use jiff::Timestamp;
use records::{Company, Technology};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec, trial_run},
    recipe::{
        AccountOptions, ListAnswer, ListOptions,
        paging::{Paging, Resolved},
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
    /// Only companies that became known at or after this time.
    pub observed_since: Option<Timestamp>,
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
) -> Result<Option<Resolved<TechAccount>>, EngineError> {
    let technologies = request.stack.seen_at(&company, context.now);
    if technologies.is_empty() {
        return Ok(None);
    }
    let role = request.account.role(technology_buyer);
    let account = context.engine().account(company.clone())?;
    let found = context
        .engine()
        .decision_maker(&account, &role, request.account.accepted.terms(), context.now)
        .await?;
    Ok(found.map(|decision_maker| {
        let person = decision_maker.person.id.clone();
        let id = format!("{} {person}", company.id);
        let answer = TechAccount { technologies, company, decision_maker };
        Resolved { id, person: Some(person), answer }
    }))
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

    async fn estimate(context: Context, request: Self::Request) -> Result<Estimate, Problem> {
        let filters = request.stack.narrowed(request.account.icp());
        let total = context.engine().count_companies(filters, context.now).await?;
        let (estimate, _) = trial_run::<Self>(context, request).await?;
        Ok(Estimate { total: Some(total), ..estimate })
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?
            .narrowed_by(Some(&request.stack.filters()))
            .narrowed_by(Some(&request.stack.narrowed(request.account.icp())));
        let filters = request.stack.narrowed(request.account.icp());
        let (sort, observed_since) = (CompanySort::default(), request.observed_since);
        let companies = CompanyList { filters, sort, observed_since, now: context.now };
        let resolve = |company| item(&context, &request, company);
        paging.fill(&companies, resolve).await
    }

    fn example(sample: &Sample) -> Value {
        json!({ "technologies": [sample.technology], "limit": 2 })
    }
}
