//! Recently funded small businesses, with the owner's contact data.

use engine::{Account, CompanyFilters, EngineError, Feed};
use jiff::Timestamp;
use records::{Company, FundingRound, Person, SignalKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, SignalFilter, StoredSignal};

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        ListAnswer, ListOptions,
        contact_points::ContactPoints,
        owned_business::{BusinessOptions, OwnedBusiness, own_field, owned_business},
        paging::{Paging, Resolved},
        time::last_days,
    },
    sandbox::sample::Sample,
};

/// Time window for funding rounds, in days.
const DAYS: u32 = 30;

/// `POST /v1/just-funded-smb-leaders`
pub struct JustFundedSmbLeaders;

/// Filters for the businesses.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct JustFundedSmbLeadersRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Location and industry.
    #[serde(flatten)]
    pub business: BusinessOptions,
    /// Only rounds that became known at or after this time.
    pub observed_since: Option<Timestamp>,
}

/// A recently funded small business, with its owner and the owner's contact data.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FundedBusiness {
    /// The business.
    pub business: Company,
    /// The funding round.
    pub funding: FundingRound,
    /// When the round became known.
    pub observed_at: Timestamp,
    /// The owner or leader of the business.
    pub owner: Person,
    /// Email, mobile number or both.
    #[serde(flatten)]
    pub contact: ContactPoints,
}

async fn item(
    context: &Context,
    options: &BusinessOptions,
    (feed, small): (&Feed, &CompanyFilters),
    stored: StoredSignal,
) -> Result<Option<Resolved<FundedBusiness>>, EngineError> {
    let StoredSignal { signal, observed_at, .. } = stored;
    let account = context.engine().account_of(feed, &signal, small, context.now)?;
    let company = account.and_then(Account::into_company);
    let (Some(company), Some(funding)) = (company, signal.funding) else { return Ok(None) };
    let found = owned_business(context, options.icp.as_ref(), company).await?;
    Ok(found.map(|Resolved { person, answer, .. }| {
        let OwnedBusiness { business, owner, contact } = answer;
        let id = format!("{} {}", signal.id, owner.id);
        Resolved { id, person, answer: FundedBusiness { business, funding, observed_at, owner, contact } }
    }))
}

impl Endpoint for JustFundedSmbLeaders {
    const SPEC: Spec = Spec::charging(
        "just_funded_smb_leaders",
        "/v1/just-funded-smb-leaders",
        Group::NicheCombos,
        Price::PerUnit(Credits::whole(6)),
        "Small businesses funded within the last 30 days, with the owner's mobile or email",
    );
    type Request = JustFundedSmbLeadersRequest;
    type Answer = ListAnswer<FundedBusiness>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.business.check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let small = request.business.own_filters();
        let paging = Paging::of(&context, &request.list)?
            .narrowed_by(request.business.icp.as_ref())
            .narrowed_as(Some(&small), own_field);
        let filter = SignalFilter {
            observed_since: request.observed_since,
            has_company: true,
            ..last_days(context.now, DAYS)
        };
        let feed = Feed { kind: SignalKind::Funding, filter };
        let resolve = |stored| item(&context, &request.business, (&feed, &small), stored);
        let outcome = paging.fill(&feed, resolve).await?;
        let results = outcome.answer.results.iter();
        let bought = results.flat_map(|found| found.contact.bought(&found.owner)).collect();
        Ok(Outcome { bought, ..outcome })
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 2 })
    }
}
