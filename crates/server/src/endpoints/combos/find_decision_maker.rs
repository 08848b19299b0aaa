//! The decision makers for a role at a company.

use engine::{DecisionMaker, leader};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        company_input::CompanyInput,
        role::{RoleOptions, check_role, role_or},
    },
    sandbox::sample::Sample,
};

/// Maximum number of people returned.
const BUYERS_MAX: usize = 3;

/// `POST /v1/find-decision-maker`
pub struct FindDecisionMaker;

/// The company, and the role.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FindDecisionMakerRequest {
    /// The company.
    #[serde(flatten)]
    pub company: CompanyInput,
    /// Role to find: a title, a function, or a question such as `who buys security tooling`.
    #[schemars(length(min = 1, max = 200))]
    pub role: String,
    /// What is accepted as an answer for the role.
    #[serde(flatten)]
    pub accepted: RoleOptions,
}

/// The best matching people.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FindDecisionMakerAnswer {
    /// Up to three people, best match first: of the rank asked for, else of the nearest above in the same function. The
    /// last of three is the chief or vice president of the function, if there is one.
    pub results: Vec<DecisionMaker>,
}

impl Endpoint for FindDecisionMaker {
    const SPEC: Spec = Spec::charging(
        "find_decision_maker",
        "/v1/find-decision-maker",
        Group::Combos,
        Price::PerUnit(Credits::whole(4)),
        "The three people at a company who most likely decide on a role's matters, with the score explained",
    );
    type Request = FindDecisionMakerRequest;
    type Answer = FindDecisionMakerAnswer;

    fn check(request: &FindDecisionMakerRequest, faults: &mut Faults) {
        request.company.check(faults);
        check_role(Some(&request.role), "/role", faults);
    }

    fn units(_: &FindDecisionMakerRequest) -> u64 {
        BUYERS_MAX as u64
    }

    async fn run(
        context: Context,
        request: FindDecisionMakerRequest,
    ) -> Result<Outcome<FindDecisionMakerAnswer>, Problem> {
        let (role, terms) = (role_or(Some(&request.role), leader), request.accepted.terms());
        let results = match request.company.account(&context)? {
            Some(account) => {
                context.engine().decision_makers(&account, &role, terms, BUYERS_MAX, context.now).await?
            }
            None => Vec::new(),
        };
        let people: Vec<String> = results.iter().map(|found| found.person.id.clone()).collect();
        let outcome = Outcome::of_items(FindDecisionMakerAnswer { results }, people.clone());
        Ok(Outcome { people, ..outcome })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "company_domain": sample.account_domain, "role": "VP of Sales" })
    }
}
