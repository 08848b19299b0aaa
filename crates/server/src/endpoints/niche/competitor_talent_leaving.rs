//! People who left a competitor within 30 days, with contact data.

use engine::{EngineError, Leaver};
use records::{PartialDate, Person, keys::employer_handle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{
        context::Context,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        IcpOptions, ListAnswer, ListOptions,
        company_input::CompanyInput,
        contact_points::ContactPoints,
        moves::PreviousRole,
        paging::{Paging, Resolved},
        person_input::DomainName,
        time::days_back,
    },
    sandbox::sample::Sample,
};

/// Time window; people who left earlier have probably settled elsewhere.
const DAYS: u32 = 30;

/// `POST /v1/competitor-talent-leaving`
pub struct CompetitorTalentLeaving;

/// The competitor, and filters for current companies.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CompetitorTalentLeavingRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Filters for their current companies; people without a current company match only if no filters are given.
    #[serde(flatten)]
    pub companies: IcpOptions,
    /// The competitor.
    #[serde(flatten)]
    pub competitor: CompanyInput,
    /// Another name of `company_domain`; send one of the two.
    pub competitor_domain: Option<DomainName>,
}

impl CompetitorTalentLeavingRequest {
    /// The competitor by either name of its domain.
    fn company(&self) -> CompanyInput {
        match &self.competitor_domain {
            Some(domain) => CompanyInput::of_domain(domain.clone()),
            None => self.competitor.clone(),
        }
    }
}

/// A person who left the competitor.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DepartedTalent {
    /// The person.
    pub person: Person,
    /// Date of leaving, as precisely as known.
    pub left_at: PartialDate,
    /// Their position at the competitor.
    pub previous: PreviousRole,
    /// Verified email, verified mobile number or both.
    pub contact: ContactPoints,
}

async fn item(
    context: &Context,
    companies: &IcpOptions,
    leaver: Leaver,
) -> Result<Option<Resolved<DepartedTalent>>, EngineError> {
    let Leaver { record, left } = leaver;
    if !companies.pass(context, record.person.company.as_ref())? {
        return Ok(None);
    }
    let Some(left_at) = left.ended_at else { return Ok(None) };
    let Some(contact) = ContactPoints::to(context, &record).await? else { return Ok(None) };
    let Some(person) = context.engine().person_by_id(&record.person.id)? else { return Ok(None) };
    let previous = PreviousRole { title: left.title, company: left.company };
    let left = employer_handle(&previous.company).unwrap_or_default();
    let (id, named) = (format!("{left} {}", person.id), Some(person.id.clone()));
    Ok(Some(Resolved { id, person: named, answer: DepartedTalent { person, left_at, previous, contact } }))
}

impl Endpoint for CompetitorTalentLeaving {
    const SPEC: Spec = Spec::charging(
        "competitor_talent_leaving",
        "/v1/competitor-talent-leaving",
        Group::NicheCombos,
        Price::PerUnit(Credits::whole(3)),
        "People who left a company within the last 30 days, with a verified way to reach them",
    );
    type Request = CompetitorTalentLeavingRequest;
    type Answer = ListAnswer<DepartedTalent>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.companies.check(faults);
        if request.competitor_domain.is_some() && request.competitor.is_given() {
            let message = "Send one of competitor_domain, company_domain, company_id and company_name.";
            faults.add("/competitor_domain", FaultCode::Contradiction, message);
        }
        request.company().check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?.narrowed_by(request.companies.icp.as_ref());
        let Some(account) = request.company().account(&context)? else { return Ok(paging.nothing()) };
        let since = days_back(context.now, DAYS);
        let leavers = context.engine().leavers(&account, since, context.now).await?;
        let resolve = |leaver| item(&context, &request.companies, leaver);
        let outcome = paging.fill(&leavers, resolve).await?;
        let results = outcome.answer.results.iter();
        let bought = results.flat_map(|found| found.contact.bought(&found.person)).collect();
        Ok(Outcome { bought, ..outcome })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "competitor_domain": sample.account_domain, "limit": 2 })
    }
}
