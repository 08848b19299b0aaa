//! Job changes with the names that are masked in the free feed.

use std::collections::BTreeSet;

use engine::{EngineError, Feed};
use records::{Department, Seniority, SignalKind};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::{Credits, SignalFilter, StoredSignal};

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        IcpOptions, ListAnswer, ListOptions, TimeOptions,
        company_input::handles_asked,
        moves::UnmaskedMove,
        paging::{Paging, Resolved},
        person_input::{CompanyId, DomainName},
    },
    sandbox::sample::Sample,
};

const DAYS_DEFAULT: u32 = 30;

/// `POST /v1/job-change-radar`
pub struct JobChangeRadar;

/// Filters for the job changes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct JobChangeRadarRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Time window; the last 30 days if omitted.
    #[serde(flatten)]
    pub time: TimeOptions,
    /// Filters for the company joined.
    #[serde(flatten)]
    pub companies: IcpOptions,
    /// Departments of the new role.
    #[schemars(length(max = 24))]
    pub departments: Option<Vec<Department>>,
    /// Seniorities of the new role.
    #[schemars(length(max = 12))]
    pub seniorities: Option<Vec<Seniority>>,
    /// Only moves to these companies, by any of their domains.
    #[schemars(length(max = 1000))]
    pub to_domains: Option<Vec<DomainName>>,
    /// Only moves to these companies, by the ids of their records.
    #[schemars(length(max = 1000))]
    pub to_company_ids: Option<Vec<CompanyId>>,
    /// Only moves from these companies, by any of their domains.
    #[schemars(length(max = 1000))]
    pub from_domains: Option<Vec<DomainName>>,
    /// Only moves from these companies, by the ids of their records.
    #[schemars(length(max = 1000))]
    pub from_company_ids: Option<Vec<CompanyId>>,
}

/// The handles of companies by which moves mention them, none if no company is asked for. Blocks on the database.
fn handles(
    context: &Context,
    domains: Option<&Vec<DomainName>>,
    ids: Option<&Vec<CompanyId>>,
) -> Result<Vec<String>, EngineError> {
    if domains.is_none() && ids.is_none() {
        return Ok(Vec::new());
    }
    let engine = context.engine();
    let mut handles = BTreeSet::new();
    let domains: BTreeSet<String> = domains.into_iter().flatten().filter_map(DomainName::normal).collect();
    for domain in domains {
        handles.extend(engine.account_at(&domain)?.handles().iter().cloned());
    }
    let ids: BTreeSet<&str> = ids.into_iter().flatten().map(|id| id.0.trim()).collect();
    for id in ids {
        if let Some(company) = engine.company_by_id(id)? {
            handles.extend(engine.account(company)?.handles().iter().cloned());
        }
    }
    Ok(handles_asked(handles))
}

impl JobChangeRadarRequest {
    /// The moves that match, of any age where the request asks for what became known lately.
    fn feed(&self, context: &Context) -> Result<Feed, EngineError> {
        let filter = SignalFilter {
            departments: self.departments.clone().unwrap_or_default(),
            seniorities: self.seniorities.clone().unwrap_or_default(),
            companies: handles(context, self.to_domains.as_ref(), self.to_company_ids.as_ref())?,
            from_companies: handles(context, self.from_domains.as_ref(), self.from_company_ids.as_ref())?,
            ..self.time.filter(context.now, DAYS_DEFAULT)
        };
        Ok(Feed { kind: SignalKind::JobChange, filter })
    }
}

fn item(
    context: &Context,
    request: &JobChangeRadarRequest,
    stored: StoredSignal,
) -> Result<Option<Resolved<UnmaskedMove>>, EngineError> {
    if !request.companies.pass(context, stored.signal.company.as_ref())? {
        return Ok(None);
    }
    let id = stored.signal.id.clone();
    let found = UnmaskedMove::of(context, stored)?;
    Ok(found.map(|found| {
        let person = Some(found.person_unmasked.id.clone());
        Resolved { id, person, answer: found }
    }))
}

impl Endpoint for JobChangeRadar {
    const SPEC: Spec = Spec::charging(
        "job_change_radar",
        "/v1/job-change-radar",
        Group::Combos,
        Price::PerUnit(Credits::whole(2)),
        "Job changes as they become known, with the names that the free feed masks",
    );
    type Request = JobChangeRadarRequest;
    type Answer = ListAnswer<UnmaskedMove>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.time.check(faults);
        request.companies.check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    fn lookups(request: &Self::Request) -> u64 {
        let domains = [&request.to_domains, &request.from_domains].into_iter().flatten().map(Vec::len);
        let ids = [&request.to_company_ids, &request.from_company_ids].into_iter().flatten().map(Vec::len);
        domains.chain(ids).sum::<usize>() as u64
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?.narrowed_by(request.companies.icp.as_ref());
        let feed = request.feed(&context)?;
        let resolve = async |stored| item(&context, &request, stored);
        paging.fill(&feed, resolve).await
    }

    fn example(_: &Sample) -> Value {
        json!({ "within_days": 365, "limit": 2 })
    }
}
