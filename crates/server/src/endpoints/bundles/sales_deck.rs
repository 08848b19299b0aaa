//! Briefing on one account before a meeting.

use engine::{DecisionMaker, leader, read_role};
use records::{Company, FundingRound, PartialDate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        alike::{Lookalike, similar_companies},
        moves::{AccountMove, recent_moves},
        person_input::DomainName,
        time::{months_back, today},
    },
    sandbox::sample::Sample,
};

const EXTRAS: usize = 2;
const SIMILAR: usize = 3;
/// Age up to which a funding round counts as recent.
const RECENT_FUNDING_MONTHS: u32 = 24;

/// `POST /v1/bundles/sales-deck`
pub struct SalesDeck;

/// The account, and the role to meet there.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SalesDeckRequest {
    /// Domain of the company.
    pub company_domain: DomainName,
    /// Role to meet: a title, a function, or a question such as `who buys security tooling`; the company's leader if
    /// omitted.
    #[schemars(length(min = 1, max = 200))]
    pub target_role: Option<String>,
}

/// The briefing.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct SalesDeckAnswer {
    /// The company; null if no record matches.
    pub company: Option<Company>,
    /// The person to meet.
    pub decision_maker: Option<DecisionMaker>,
    /// Two further members of the buying committee.
    pub buying_committee_extras: Vec<DecisionMaker>,
    /// The newest funding round of the last 24 months.
    pub recent_funding: Option<FundingRound>,
    /// People who joined or left within the last 180 days, newest first.
    pub recent_job_changes_at_account: Vec<AccountMove>,
    /// Three similar companies.
    pub similar_companies: Vec<Lookalike>,
}

/// The newest funding round within `RECENT_FUNDING_MONTHS`.
fn recent_funding(context: &Context, company: &Company) -> Option<FundingRound> {
    let (oldest, today) = (today(months_back(context.now, RECENT_FUNDING_MONTHS)), today(context.now));
    let is_recent = |date: PartialDate| date.latest() >= oldest && date.earliest() <= today;
    let rounds = &company.funding.as_ref()?.rounds;
    rounds.iter().find(|round| round.announced_at.is_some_and(is_recent)).cloned()
}

impl Endpoint for SalesDeck {
    const SPEC: Spec = Spec::charging(
        "sales_deck",
        "/v1/bundles/sales-deck",
        Group::Bundles,
        Price::Flat(Credits::whole(25)),
        "A brief on an account: who decides, who has a say, money, moves and companies like it",
    );
    type Request = SalesDeckRequest;
    type Answer = SalesDeckAnswer;

    async fn run(context: Context, request: SalesDeckRequest) -> Result<Outcome<SalesDeckAnswer>, Problem> {
        let (engine, now) = (context.engine(), context.now);
        let domain = request.company_domain.normal().unwrap_or_default();
        let Some(company) = engine.company_by_domain(Some(&domain))? else {
            return Ok(Outcome::free(SalesDeckAnswer::default()));
        };
        let role = request.target_role.as_deref().map_or_else(leader, read_role);
        let mut deciders = engine.decision_makers(&domain, &role, 1 + EXTRAS, now).await?;
        for other in engine.decision_makers(&domain, &leader(), 1 + EXTRAS, now).await? {
            if deciders.len() < 1 + EXTRAS && deciders.iter().all(|known| known.person.id != other.person.id)
            {
                deciders.push(other);
            }
        }
        let moves = recent_moves(&context, &domain).await?;
        let named = deciders.iter().map(|found| &found.person).chain(moves.iter().map(|one| &one.person));
        let people = named.map(|person| person.id.clone()).collect();
        let mut deciders = deciders.into_iter();
        let answer = SalesDeckAnswer {
            decision_maker: deciders.next(),
            buying_committee_extras: deciders.collect(),
            recent_funding: recent_funding(&context, &company),
            recent_job_changes_at_account: moves,
            similar_companies: similar_companies(&context, &company, SIMILAR).await?,
            company: Some(company),
        };
        Ok(Outcome { people, ..Outcome::resolved(answer, 1) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "company_domain": sample.account_domain, "target_role": "VP of Sales" })
    }
}
