//! The buying committee of a company.

use engine::{DealType, DecisionMaker};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{answer::parts, company_input::CompanyInput},
    sandbox::sample::Sample,
};

const PER_ROLE_DEFAULT: u32 = 3;
const PER_ROLE_MAX: u32 = 10;

/// `POST /v1/buying-committee`
pub struct BuyingCommittee;

/// The company, and the kind of deal.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct BuyingCommitteeRequest {
    /// The company.
    #[serde(flatten)]
    pub company: CompanyInput,
    /// Kind of product sold.
    pub deal_type: DealType,
    /// Maximum number of people per role; 3 if omitted.
    #[schemars(range(min = 1, max = PER_ROLE_MAX))]
    pub max_per_role: Option<u32>,
}

/// The people by role in the purchase.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BuyingCommitteeAnswer {
    /// Number of people in all roles.
    pub total_people: u64,
    /// The people in each role, best match first; a person appears in one role only.
    pub committee: Committee,
}

/// Roles in a purchase.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Committee {
    /// Decision makers, who approve the purchase.
    pub decision_maker: Vec<DecisionMaker>,
    /// Influencers, who advise on the purchase.
    pub influencer: Vec<DecisionMaker>,
    /// Users of the product.
    pub user: Vec<DecisionMaker>,
}

impl Endpoint for BuyingCommittee {
    const SPEC: Spec = Spec::charging(
        "buying_committee",
        "/v1/buying-committee",
        Group::Combos,
        Price::PerUnit(Credits::whole(3)),
        "Who decides, who advises and who uses at a company, by the kind of deal",
    );
    type Request = BuyingCommitteeRequest;
    type Answer = BuyingCommitteeAnswer;

    fn check(request: &BuyingCommitteeRequest, faults: &mut Faults) {
        request.company.check(faults);
    }

    fn units(request: &BuyingCommitteeRequest) -> u64 {
        u64::from(request.max_per_role.unwrap_or(PER_ROLE_DEFAULT)) * 3
    }

    async fn run(
        context: Context,
        request: BuyingCommitteeRequest,
    ) -> Result<Outcome<BuyingCommitteeAnswer>, Problem> {
        let account = request.company.account(&context)?;
        let per_role = request.max_per_role.unwrap_or(PER_ROLE_DEFAULT) as usize;
        let seats = request.deal_type.seats();
        let [decision_maker, influencer, user] = parts(match &account {
            Some(account) => context.engine().committee(account, seats, per_role, context.now).await?,
            None => Vec::new(),
        });
        let committee = Committee { decision_maker, influencer, user };
        let all = committee.decision_maker.iter().chain(&committee.influencer).chain(&committee.user);
        let people: Vec<String> = all.map(|found| found.person.id.clone()).collect();
        let total_people = people.len() as u64;
        let answer = BuyingCommitteeAnswer { total_people, committee };
        let outcome = Outcome::of_items(answer, people.clone());
        Ok(Outcome { people, ..outcome })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "company_domain": sample.account_domain, "deal_type": "sales_ops", "max_per_role": 2 })
    }
}
