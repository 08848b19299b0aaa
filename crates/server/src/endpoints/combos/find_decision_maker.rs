//! The decision makers for a role at a company.

use engine::{DecisionMaker, read_role};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::person_input::DomainName,
    sandbox::sample::Sample,
};

/// Maximum number of people returned.
const BUYERS_MAX: usize = 3;

/// `POST /v1/find-decision-maker`
pub struct FindDecisionMaker;

/// The company, and the role.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FindDecisionMakerRequest {
    /// Domain of the company.
    pub company_domain: DomainName,
    /// Role to find: a title, a function, or a question such as `who buys security tooling`.
    #[schemars(length(min = 1, max = 200))]
    pub role: String,
}

/// The best matching people.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FindDecisionMakerAnswer {
    /// Up to three people, best match first. If no one has the role, the company's leader; the score shows it.
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

    fn units(_: &FindDecisionMakerRequest) -> u64 {
        BUYERS_MAX as u64
    }

    async fn run(
        context: Context,
        request: FindDecisionMakerRequest,
    ) -> Result<Outcome<FindDecisionMakerAnswer>, Problem> {
        let domain = request.company_domain.normal().unwrap_or_default();
        let role = read_role(&request.role);
        let results = context.engine().decision_makers(&domain, &role, BUYERS_MAX, context.now).await?;
        let people = results.iter().map(|found| found.person.id.clone()).collect();
        let units = results.len() as u64;
        Ok(Outcome { people, ..Outcome::resolved(FindDecisionMakerAnswer { results }, units) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "company_domain": sample.account_domain, "role": "VP of Sales" })
    }
}
