//! Companies similar to given companies.

use engine::{CompanyFilters, EngineError};
use records::Company;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        ListAnswer, ListOptions,
        alike::Lookalike,
        paging::{Paging, Resolved},
        person_input::{DomainName, check_filters},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/lookalike-accounts`
pub struct LookalikeAccounts;

/// The reference companies, and filters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LookalikeAccountsRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Domains of one to five reference companies.
    #[schemars(length(min = 1, max = 5))]
    pub domains: Vec<DomainName>,
    /// Only companies that match these filters, the same as in `search/companies`.
    pub icp: Option<CompanyFilters>,
}

/// The companies of the given domains; unknown domains are skipped. Blocks on the database.
fn known_companies(context: &Context, domains: &[DomainName]) -> Result<Vec<Company>, EngineError> {
    let mut companies: Vec<Company> = Vec::with_capacity(domains.len());
    for domain in domains {
        let found = context.engine().company_by_domain(domain.normal().as_deref())?;
        companies.extend(found.filter(|found| companies.iter().all(|known| known.id != found.id)));
    }
    Ok(companies)
}

impl Endpoint for LookalikeAccounts {
    const SPEC: Spec = Spec::charging(
        "lookalike_accounts",
        "/v1/lookalike-accounts",
        Group::Combos,
        Price::PerUnit(Credits::from_thousandths(600)),
        "Companies like up to five others, with what they have in common",
    );
    type Request = LookalikeAccountsRequest;
    type Answer = ListAnswer<Lookalike>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        if let Some(icp) = &request.icp {
            check_filters(icp, "/icp", faults);
        }
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?
            .comparing(request.icp.iter().flat_map(engine::Filters::money_ranges));
        let sources = known_companies(&context, &request.domains)?;
        let icp = request.icp.unwrap_or_default();
        let alike = context.engine().lookalikes(sources, icp, context.now).await?;
        let resolve = async |similar| {
            let answer = Lookalike::from(similar);
            Ok(Some(Resolved { id: answer.company.id.clone(), person: None, answer }))
        };
        paging.fill(&alike, resolve).await
    }

    fn example(sample: &Sample) -> Value {
        json!({ "domains": [sample.account_domain], "limit": 2 })
    }
}
