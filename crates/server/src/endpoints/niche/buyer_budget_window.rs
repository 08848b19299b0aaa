//! Companies funded 6 to 18 months ago that are hiring, each with a decision maker.

use engine::{CompanyFilters, DecisionMaker, EngineError, Feed, Positions, RoleSelector, RoleTerms, leader};
use jiff::Timestamp;
use records::{Company, FundingRound, Job, SignalKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, IcpTarget, SignalFilter, StoredSignal};

use crate::{
    call::{
        context::Context,
        problem::{Code, Problem},
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        AccountOptions, ListAnswer, ListOptions,
        paging::{Paging, Resolved},
        time::{end_of_day, months_back, today},
    },
    sandbox::sample::Sample,
};

/// Earlier than this after a round, the money is not yet budgeted.
const MONTHS_FROM: u32 = 6;
/// Later than this after a round, the money is spent.
const MONTHS_TO: u32 = 18;

/// `POST /v1/buyer-budget-window`
pub struct BuyerBudgetWindow;

/// Filters for companies, and the role to find there.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct BuyerBudgetWindowRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Filters for the companies, and the role to find there.
    #[serde(flatten)]
    pub account: AccountOptions,
    /// Id of a saved ICP over companies, instead of `icp`.
    #[schemars(length(min = 1, max = 64))]
    pub saved_icp_id: Option<String>,
    /// Only rounds that became known at or after this time.
    pub observed_since: Option<Timestamp>,
}

/// A company with budget, and its decision maker.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BudgetAccount {
    /// The company.
    pub company: Company,
    /// The funding round of 6 to 18 months ago.
    pub funding: FundingRound,
    /// When the round became known.
    pub observed_at: Timestamp,
    /// Its open positions, newest first.
    pub openings: Vec<Job>,
    /// The person with the requested role, or else the company's leader.
    pub decision_maker: DecisionMaker,
}

/// Filters of the request, or of the saved ICP it names.
fn icp(context: &Context, request: &BuyerBudgetWindowRequest) -> Result<CompanyFilters, Problem> {
    let Some(id) = &request.saved_icp_id else { return Ok(request.account.icp()) };
    let saved = context.store().saved_icp(context.account_id(), id)?;
    if saved.target != IcpTarget::Companies {
        let mut faults = Faults::default();
        faults.add(
            "/saved_icp_id",
            FaultCode::InvalidValue,
            "This ICP searches people; send one over companies.",
        );
        return Err(Problem::of_faults(faults.into_vec()));
    }
    serde_json::from_str(&saved.filters).map_err(|error| Problem::internal(&error))
}

/// Whether a company has raised again: its budget is that of the newest round, which has a window of its own.
fn has_raised_since(company: &Company, funding: &FundingRound, now: Timestamp) -> bool {
    let rounds = company.funding.iter().flat_map(|funding| &funding.rounds);
    rounds
        .filter_map(|round| round.announced_at)
        .any(|date| Some(date) > funding.announced_at && date.earliest() <= today(now))
}

async fn item(
    context: &Context,
    (feed, icp): (&Feed, &CompanyFilters),
    (role, terms): (&RoleSelector, RoleTerms),
    stored: StoredSignal,
) -> Result<Option<Resolved<BudgetAccount>>, EngineError> {
    let (engine, now) = (context.engine(), context.now);
    let StoredSignal { signal, observed_at, .. } = stored;
    let account = engine.account_of(feed, &signal, icp, now)?;
    let (Some(account), Some(funding)) = (account, signal.funding) else { return Ok(None) };
    if account.company().is_some_and(|company| has_raised_since(company, &funding, now)) {
        return Ok(None);
    }
    let openings = engine.openings(&account, &Positions::default(), now)?;
    if openings.is_empty() {
        return Ok(None);
    }
    let found = engine.decision_maker(&account, role, terms, now).await?;
    let Some(company) = account.into_company() else { return Ok(None) };
    Ok(found.map(|decision_maker| {
        let person = decision_maker.person.id.clone();
        let id = format!("{} {person}", signal.id);
        let answer = BudgetAccount { company, funding, observed_at, openings, decision_maker };
        Resolved { id, person: Some(person), answer }
    }))
}

impl Endpoint for BuyerBudgetWindow {
    const SPEC: Spec = Spec {
        problems: &[Code::NotFound],
        ..Spec::charging(
            "buyer_budget_window",
            "/v1/buyer-budget-window",
            Group::NicheCombos,
            Price::PerUnit(Credits::whole(6)),
            "Companies funded 6 to 18 months ago that are hiring, with the person who decides there",
        )
    };
    type Request = BuyerBudgetWindowRequest;
    type Answer = ListAnswer<BudgetAccount>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.account.check(faults);
        if request.account.icp.is_some() && request.saved_icp_id.is_some() {
            faults.add("/saved_icp_id", FaultCode::Contradiction, "Send either \"icp\" or \"saved_icp_id\".");
        }
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let icp = icp(&context, &request)?;
        let paging = Paging::of(&context, &request.list)?.narrowed_by(Some(&icp));
        let filter = SignalFilter {
            since: Some(months_back(context.now, MONTHS_TO)),
            until: Some(end_of_day(months_back(context.now, MONTHS_FROM))),
            observed_since: request.observed_since,
            has_company: true,
            ..SignalFilter::default()
        };
        let feed = Feed { kind: SignalKind::Funding, filter };
        let (role, terms) = (request.account.role(leader), request.account.accepted.terms());
        let resolve = |stored| item(&context, (&feed, &icp), (&role, terms), stored);
        paging.fill(&feed, resolve).await
    }

    fn example(_: &Sample) -> Value {
        json!({ "icp": { "employee_count": { "min": 1 } }, "limit": 2 })
    }
}
