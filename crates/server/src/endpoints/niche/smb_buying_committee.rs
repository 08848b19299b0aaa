//! The buying committee of a small business.

use engine::{Account, DecisionMaker, SMALL_BUSINESS};
use records::Company;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{answer::parts, company_input::CompanyInput, owned_business::SMALL_BUSINESS_EMPLOYEES_MAX},
    sandbox::sample::Sample,
};

const PER_ROLE_DEFAULT: u32 = 1;
const PER_ROLE_MAX: u32 = 10;

/// `POST /v1/smb-buying-committee`
pub struct SmbBuyingCommittee;

/// The business.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SmbBuyingCommitteeRequest {
    /// The business.
    #[serde(flatten)]
    pub company: CompanyInput,
    /// Maximum number of people per role; one if omitted.
    #[schemars(range(min = 1, max = PER_ROLE_MAX))]
    pub max_per_role: Option<u32>,
}

/// The people by role in the purchase.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SmbBuyingCommitteeAnswer {
    /// Number of people in all roles.
    pub total_people: u64,
    /// The people in each role, best match first; a person appears in one role only.
    pub committee: SmbCommittee,
    /// `too_large` if the company has more than 250 employees; its committee is answered by `buying-committee`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<NoCommittee>,
}

/// Why a company has no committee of a small business.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoCommittee {
    /// The company is too large for a small business.
    TooLarge,
}

/// Roles at a small business.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct SmbCommittee {
    /// The owner or leader of the business.
    pub owner: Vec<DecisionMaker>,
    /// Managers of the office, a branch or a team.
    pub manager: Vec<DecisionMaker>,
    /// Dispatchers, who schedule the crews.
    pub dispatcher: Vec<DecisionMaker>,
    /// Leaders of operations.
    pub ops_lead: Vec<DecisionMaker>,
}

/// Whether a company has more employees than a small business.
fn is_too_large(company: &Company) -> bool {
    company.employees().is_some_and(|employees| i64::from(employees.min) > SMALL_BUSINESS_EMPLOYEES_MAX)
}

impl Endpoint for SmbBuyingCommittee {
    const SPEC: Spec = Spec::charging(
        "smb_buying_committee",
        "/v1/smb-buying-committee",
        Group::NicheCombos,
        Price::PerUnit(Credits::whole(4)),
        "Owner, manager, dispatcher and operations lead of a small business",
    );
    type Request = SmbBuyingCommitteeRequest;
    type Answer = SmbBuyingCommitteeAnswer;

    fn check(request: &SmbBuyingCommitteeRequest, faults: &mut Faults) {
        request.company.check(faults);
    }

    fn units(request: &SmbBuyingCommitteeRequest) -> u64 {
        u64::from(request.max_per_role.unwrap_or(PER_ROLE_DEFAULT)) * SMALL_BUSINESS.len() as u64
    }

    async fn run(
        context: Context,
        request: SmbBuyingCommitteeRequest,
    ) -> Result<Outcome<SmbBuyingCommitteeAnswer>, Problem> {
        let account = request.company.account(&context)?;
        if account.as_ref().and_then(Account::company).is_some_and(is_too_large) {
            let (committee, reason) = (SmbCommittee::default(), Some(NoCommittee::TooLarge));
            return Ok(Outcome::free(SmbBuyingCommitteeAnswer { total_people: 0, committee, reason }));
        }
        let per_role = request.max_per_role.unwrap_or(PER_ROLE_DEFAULT) as usize;
        let [owner, dispatcher, ops_lead, manager] = parts(match &account {
            Some(account) => {
                context.engine().committee(account, SMALL_BUSINESS, per_role, context.now).await?
            }
            None => Vec::new(),
        });
        let committee = SmbCommittee { owner, manager, dispatcher, ops_lead };
        let SmbCommittee { owner, manager, dispatcher, ops_lead } = &committee;
        let all = owner.iter().chain(manager).chain(dispatcher).chain(ops_lead);
        let people: Vec<String> = all.map(|found| found.person.id.clone()).collect();
        let total_people = people.len() as u64;
        let answer = SmbBuyingCommitteeAnswer { total_people, committee, reason: None };
        let outcome = Outcome::of_items(answer, people.clone());
        Ok(Outcome { people, ..outcome })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "company_domain": sample.shop_domain })
    }
}
