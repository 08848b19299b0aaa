//! Companies similar to given companies.

use engine::CompanyFilters;
use records::Company;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{
        context::Context,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        ListAnswer, ListOptions,
        alike::Lookalike,
        company_input::CompanyInput,
        paging::{Paging, Resolved},
        person_input::{CompanyId, DomainName, check_filters},
    },
    sandbox::sample::Sample,
};

/// Reference companies of a request.
const REFERENCES_MAX: usize = 5;

/// `POST /v1/lookalike-accounts`
pub struct LookalikeAccounts;

/// The reference companies, and filters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LookalikeAccountsRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Domains of reference companies, of which one to five are sent in all.
    #[schemars(length(max = 5))]
    pub domains: Option<Vec<DomainName>>,
    /// Ids of reference companies.
    #[schemars(length(max = 5))]
    pub company_ids: Option<Vec<CompanyId>>,
    /// Names of reference companies. A name that several companies have is refused, with the companies listed.
    #[schemars(length(max = 5), inner(length(min = 1, max = 200)))]
    pub company_names: Option<Vec<String>>,
    /// Only companies that match these filters, the same as in `search/companies`.
    pub icp: Option<CompanyFilters>,
}

impl LookalikeAccountsRequest {
    /// The reference companies as sent.
    fn references(&self) -> Vec<CompanyInput> {
        let domains = self.domains.iter().flatten().cloned().map(CompanyInput::of_domain);
        let by_id =
            |id: &CompanyId| CompanyInput { company_id: Some(id.0.clone()), ..CompanyInput::default() };
        let by_name =
            |name: &String| CompanyInput { company_name: Some(name.clone()), ..CompanyInput::default() };
        let ids = self.company_ids.iter().flatten().map(by_id);
        domains.chain(ids).chain(self.company_names.iter().flatten().map(by_name)).collect()
    }
}

/// The reference companies that have a record; others are skipped. Blocks on the database.
fn known_companies(context: &Context, references: &[CompanyInput]) -> Result<Vec<Company>, Problem> {
    let mut companies: Vec<Company> = Vec::with_capacity(references.len());
    for reference in references {
        let found = reference.company(context)?;
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
        match request.references().len() {
            0 => {
                let message = "Send one to five companies as domains, company_ids or company_names.";
                faults.add("/domains", FaultCode::Required, message);
            }
            1..=REFERENCES_MAX => {}
            count => {
                let message =
                    format!("{count} companies are too many; send at most {REFERENCES_MAX} in all.");
                faults.add("/domains", FaultCode::TooMany, message);
            }
        }
        if let Some(icp) = &request.icp {
            check_filters(icp, "/icp", faults);
        }
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?.narrowed_by(request.icp.as_ref());
        let sources = known_companies(&context, &request.references())?;
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
