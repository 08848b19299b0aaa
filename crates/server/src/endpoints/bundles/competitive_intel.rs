//! Competitor research: leadership, recent moves, technologies, similar companies.

use engine::DecisionMaker;
use records::{Company, Technology};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        alike::{Lookalike, similar_companies},
        company_input::CompanyInput,
        moves::{AccountMove, recent_moves},
    },
    sandbox::sample::Sample,
};

const LEADERSHIP_MAX: usize = 10;
const LOOKALIKES: usize = 5;

/// `POST /v1/bundles/competitive-intel`
pub struct CompetitiveIntel;

/// The competitor to research.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CompetitiveIntelRequest {
    /// The competitor.
    #[serde(flatten)]
    pub company: CompanyInput,
}

/// Research on a competitor.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct CompetitiveIntelAnswer {
    /// The company; null if no record matches.
    pub company: Option<Company>,
    /// Leaders of the company, most senior first: its head, then chiefs, vice presidents and heads.
    pub leadership: Vec<DecisionMaker>,
    /// People who joined or left within the last 180 days, newest first.
    pub recent_moves: Vec<AccountMove>,
    /// Technologies in use.
    pub technologies: Vec<Technology>,
    /// Similar companies, most similar first.
    pub lookalikes: Vec<Lookalike>,
}

impl Endpoint for CompetitiveIntel {
    const SPEC: Spec = Spec::charging(
        "competitive_intel",
        "/v1/bundles/competitive-intel",
        Group::Bundles,
        Price::Flat(Credits::whole(25)),
        "A competitor's leadership, recent moves, technologies and lookalikes",
    );
    type Request = CompetitiveIntelRequest;
    type Answer = CompetitiveIntelAnswer;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.company.check(faults);
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let engine = context.engine();
        let Some(company) = request.company.company(&context)? else {
            return Ok(Outcome::free(CompetitiveIntelAnswer::default()));
        };
        let account = engine.account(company.clone())?;
        let leaders = engine.leadership(&account, LEADERSHIP_MAX, context.now).await?;
        let moves = recent_moves(&context, &account).await?;
        let named = leaders.iter().map(|found| &found.person).chain(moves.iter().map(|one| &one.person));
        let people = named.map(|person| person.id.clone()).collect();
        let answer = CompetitiveIntelAnswer {
            leadership: leaders,
            recent_moves: moves,
            technologies: company.technologies.clone(),
            lookalikes: similar_companies(&context, &company, LOOKALIKES).await?,
            company: Some(company),
        };
        Ok(Outcome { people, ..Outcome::resolved(answer, 1) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "company_domain": sample.account_domain })
    }
}
