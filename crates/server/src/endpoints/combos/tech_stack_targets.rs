//! Companies that use a technology, each with a decision maker.

use engine::{CompanyFilters, CompanyList, CompanySort, DecisionMaker, EngineError, RoleSelector, read_role};
use jiff::Timestamp;
use records::{Company, Technology};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    recipe::{AccountOptions, ListAnswer, ListOptions, Paging, person_input::check_filters},
    sandbox::sample::Sample,
};

/// Role of the decision maker on technology if none is requested.
const ROLE_DEFAULT: &str = "CTO";

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

/// Filters for technologies.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct StackOptions {
    /// Companies that use any of these.
    #[schemars(length(max = 100), inner(length(min = 1, max = 100)))]
    pub technologies: Option<Vec<String>>,
    /// Companies that use all of these.
    #[schemars(length(max = 100), inner(length(min = 1, max = 100)))]
    pub technologies_all: Option<Vec<String>>,
    /// Companies that use none of these.
    #[schemars(length(max = 100), inner(length(min = 1, max = 100)))]
    pub exclude_technologies: Option<Vec<String>>,
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

impl StackOptions {
    /// Adds the faults that the schema cannot express.
    pub fn check(&self, faults: &mut Faults) {
        let asked = self.technologies.iter().chain(&self.technologies_all).flatten();
        if asked.count() == 0 {
            faults.add("/technologies", "required", "Name at least one technology that is in use.");
        }
    }

    /// Company filters for these technologies.
    pub fn filters(&self) -> CompanyFilters {
        CompanyFilters {
            technologies: self.technologies.clone().unwrap_or_default(),
            technologies_all: self.technologies_all.clone().unwrap_or_default(),
            exclude_technologies: self.exclude_technologies.clone().unwrap_or_default(),
            ..CompanyFilters::default()
        }
    }

    /// Merges these technologies into company filters. If the filters already name technologies, both sets must match,
    /// which one filter cannot express; callers therefore also check [`StackOptions::seen_at`] per company.
    pub fn narrowed(&self, mut icp: CompanyFilters) -> CompanyFilters {
        let CompanyFilters { technologies, technologies_all, exclude_technologies, .. } = self.filters();
        if icp.technologies.is_empty() {
            icp.technologies = technologies;
        }
        icp.technologies_all.extend(technologies_all);
        icp.exclude_technologies.extend(exclude_technologies);
        icp
    }

    /// The requested technologies that a company uses; empty if the company does not match.
    pub fn seen_at(&self, company: &Company, now: Timestamp) -> Vec<Technology> {
        if !self.filters().matches(company, now) {
            return Vec::new();
        }
        let asked = self.technologies.iter().chain(&self.technologies_all).flatten().cloned().collect();
        let asked = CompanyFilters { technologies: asked, ..CompanyFilters::default() };
        let one = |technology: &Technology| Company {
            technologies: vec![technology.clone()],
            ..Company::default()
        };
        let seen = company.technologies.iter().filter(|technology| asked.matches(&one(technology), now));
        seen.cloned().collect()
    }
}

/// Selects the decision maker on technology.
pub fn technology_buyer() -> RoleSelector {
    read_role(ROLE_DEFAULT)
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
    let found = context.engine().decision_maker(domain, &role, context.now).await?;
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

    async fn run(context: Context, mut request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &mut request, |request| &mut request.list)?;
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
