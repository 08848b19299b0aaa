//! Job changes with the names that are masked in the free feed.

use engine::{EngineError, Feed};
use records::{Department, Seniority, Signal, SignalKind};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        IcpOptions, ListAnswer, ListOptions, Paging, TimeOptions, moves::UnmaskedMove,
        person_input::DomainName,
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
    /// Only moves to these companies.
    #[schemars(length(max = 1000))]
    pub to_domains: Option<Vec<DomainName>>,
    /// Only moves from these companies.
    #[schemars(length(max = 1000))]
    pub from_domains: Option<Vec<DomainName>>,
}

impl JobChangeRadarRequest {
    fn wants(&self, signal: &Signal) -> bool {
        let Some(change) = &signal.change else { return false };
        let joined = signal.company.as_ref().and_then(|company| company.domain.as_ref());
        let left = change.old_company.domain.as_ref();
        self.departments
            .as_ref()
            .is_none_or(|wanted| change.departments.iter().any(|department| wanted.contains(department)))
            && self
                .seniorities
                .as_ref()
                .is_none_or(|wanted| change.seniority.is_some_and(|seniority| wanted.contains(&seniority)))
            && among(self.to_domains.as_deref(), joined)
            && among(self.from_domains.as_deref(), left)
    }
}

fn among(wanted: Option<&[DomainName]>, domain: Option<&String>) -> bool {
    wanted.is_none_or(|wanted| wanted.iter().any(|one| one.normal().as_ref() == domain))
}

fn item(
    context: &Context,
    request: &JobChangeRadarRequest,
    signal: Signal,
) -> Result<Option<UnmaskedMove>, EngineError> {
    if !request.wants(&signal) || !request.companies.pass(context, signal.company.as_ref())? {
        return Ok(None);
    }
    UnmaskedMove::of(context, signal)
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

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?;
        let feed =
            Feed { kind: SignalKind::JobChange, filter: request.time.filter(context.now, DAYS_DEFAULT) };
        let resolve = async |signal| item(&context, &request, signal);
        let walk = context.engine().walk(&feed, paging.after.clone(), paging.limit, resolve).await?;
        Ok(paging.outcome(walk, |found| Some(&found.person_unmasked)))
    }

    fn example(_: &Sample) -> Value {
        json!({ "within_days": 365, "limit": 2 })
    }
}
