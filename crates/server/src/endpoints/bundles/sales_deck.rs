//! Briefing on one account before a meeting.

use std::collections::HashSet;

use engine::{Account, DecisionMaker, EngineError, RoleSelector, RoleTerms, leader};
use records::{Company, FundingRound, PartialDate};
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
        role::{RoleOptions, check_role, role_or},
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
    /// The company.
    #[serde(flatten)]
    pub company: CompanyInput,
    /// Role to meet: a title, a function, or a question such as `who buys security tooling`; the company's leader if
    /// omitted.
    #[schemars(length(min = 1, max = 200))]
    pub target_role: Option<String>,
    /// What is accepted as an answer for the role.
    #[serde(flatten)]
    pub accepted: RoleOptions,
}

/// The briefing.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct SalesDeckAnswer {
    /// The company; null if no record matches.
    pub company: Option<Company>,
    /// The person to meet; null if no one has the role.
    pub decision_maker: Option<DecisionMaker>,
    /// Two further members of the buying committee: of the same function, then of the company's leadership.
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

/// Those who have a say beside the decision maker: leaders of the same function, then leaders of the company.
async fn extras(
    context: &Context,
    account: &Account,
    role: &RoleSelector,
    decision_maker: Option<&DecisionMaker>,
) -> Result<Vec<DecisionMaker>, EngineError> {
    let (engine, now, most) = (context.engine(), context.now, 1 + EXTRAS);
    let mut found = Vec::new();
    if let Some(department) = role.departments().first() {
        let lead = RoleSelector::lead_of(*department);
        found = engine.decision_makers(account, &lead, RoleTerms::default(), most, now).await?;
    }
    found.extend(engine.leadership(account, 2 * most, now).await?);
    let mut known: HashSet<String> =
        decision_maker.map(|found| found.person.id.clone()).into_iter().collect();
    found.retain(|found| known.insert(found.person.id.clone()));
    found.truncate(EXTRAS);
    Ok(found)
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

    fn check(request: &SalesDeckRequest, faults: &mut Faults) {
        request.company.check(faults);
        check_role(request.target_role.as_deref(), "/target_role", faults);
    }

    async fn run(context: Context, request: SalesDeckRequest) -> Result<Outcome<SalesDeckAnswer>, Problem> {
        let (engine, now) = (context.engine(), context.now);
        let Some(company) = request.company.company(&context)? else {
            return Ok(Outcome::free(SalesDeckAnswer::default()));
        };
        let account = engine.account(company.clone())?;
        let role = role_or(request.target_role.as_deref(), leader);
        let decision_maker = engine.decision_maker(&account, &role, request.accepted.terms(), now).await?;
        let extras = extras(&context, &account, &role, decision_maker.as_ref()).await?;
        let moves = recent_moves(&context, &account).await?;
        let deciders = decision_maker.iter().chain(&extras).map(|found| &found.person);
        let named = deciders.chain(moves.iter().map(|one| &one.person));
        let people = named.map(|person| person.id.clone()).collect();
        let answer = SalesDeckAnswer {
            decision_maker,
            buying_committee_extras: extras,
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
