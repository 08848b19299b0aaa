//! Recent acquisitions, each with a decision maker at the acquirer.

use engine::{DecisionMaker, EngineError, Feed, leader};
use jiff::Timestamp;
use records::{Acquisition, Company, Employer, PartialDate, SignalKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, SignalFilter, StoredSignal};

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        AccountOptions, ListAnswer, ListOptions,
        paging::{Paging, Resolved},
        time::last_days,
    },
    sandbox::sample::Sample,
};

/// Time window for acquisitions, in days.
const DAYS: u32 = 30;

/// `POST /v1/just-acquired-buyers`
pub struct JustAcquiredBuyers;

/// Filters for acquirers, and the role to find there.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct JustAcquiredBuyersRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Filters for the acquirers, and the role to find there.
    #[serde(flatten)]
    pub account: AccountOptions,
    /// Only acquisitions that became known at or after this time.
    pub observed_since: Option<Timestamp>,
}

/// An acquisition, with the decision maker at the acquirer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AcquiredAccount {
    /// The acquired company.
    pub target: AcquiredCompany,
    /// The acquirer.
    pub acquirer: Company,
    /// When it was announced.
    pub acquired_at: PartialDate,
    /// When it became known.
    pub observed_at: Timestamp,
    /// The person with the requested role, or else the acquirer's leader.
    pub decision_maker: DecisionMaker,
}

/// An acquired company: as reported in the news, with its record if there is one.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AcquiredCompany {
    /// The acquisition as reported.
    #[serde(flatten)]
    pub told: Acquisition,
    /// The company's record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Company>,
}

async fn item(
    context: &Context,
    request: &JustAcquiredBuyersRequest,
    stored: StoredSignal,
) -> Result<Option<Resolved<AcquiredAccount>>, EngineError> {
    let (engine, now) = (context.engine(), context.now);
    let StoredSignal { signal, observed_at, .. } = stored;
    let Some(buyer) = &signal.company else { return Ok(None) };
    let acquirer = engine.company_of(buyer, None)?;
    let acquirer = acquirer.filter(|company| request.account.icp().matches(company, now));
    let (Some(acquirer), Some(told)) = (acquirer, signal.acquisition) else { return Ok(None) };
    let role = request.account.role(leader);
    let (account, terms) = (engine.account(acquirer.clone())?, request.account.accepted.terms());
    let Some(decision_maker) = engine.decision_maker(&account, &role, terms, now).await? else {
        return Ok(None);
    };
    let day = signal.at.to_zoned(jiff::tz::TimeZone::UTC).date();
    let acquired_at = told.announced_at.unwrap_or_else(|| PartialDate::day(day));
    let bought =
        Employer { domain: told.domain.clone(), name: Some(told.name.clone()), ..Employer::default() };
    let company = engine.company_of(&bought, None)?;
    let target = AcquiredCompany { told, company };
    let person = decision_maker.person.id.clone();
    let id = format!("{} {person}", signal.id);
    let answer = AcquiredAccount { target, acquirer, acquired_at, observed_at, decision_maker };
    Ok(Some(Resolved { id, person: Some(person), answer }))
}

impl Endpoint for JustAcquiredBuyers {
    const SPEC: Spec = Spec::charging(
        "just_acquired_buyers",
        "/v1/just-acquired-buyers",
        Group::NicheCombos,
        Price::PerUnit(Credits::whole(4)),
        "Companies bought within the last 30 days, with the person who decides at the buyer",
    );
    type Request = JustAcquiredBuyersRequest;
    type Answer = ListAnswer<AcquiredAccount>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.account.check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?.narrowed_by(request.account.icp.as_ref());
        let filter = SignalFilter {
            observed_since: request.observed_since,
            has_company: true,
            ..last_days(context.now, DAYS)
        };
        let feed = Feed { kind: SignalKind::Acquisition, filter };
        let resolve = |stored| item(&context, &request, stored);
        paging.fill(&feed, resolve).await
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 2 })
    }
}
