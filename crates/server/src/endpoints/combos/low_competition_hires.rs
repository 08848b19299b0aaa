//! Open positions with few applicants.

use engine::{Feed, Positions};
use jiff::Timestamp;
use records::{Department, Job, SignalKind, place::country_code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, SignalFilter, StoredSignal};

use crate::{
    call::{
        context::Context,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        IcpOptions, ListAnswer, ListOptions, TimeOptions,
        paging::{Paging, Resolved},
    },
    sandbox::sample::Sample,
};

/// Default and upper bound of `max_applicants`.
const APPLICANTS_MAX: u32 = 24;
const DAYS_DEFAULT: u32 = 90;

/// `POST /v1/low-competition-hires`
pub struct LowCompetitionHires;

/// Filters for open positions.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LowCompetitionHiresRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// When they were posted; within the last 90 days if omitted.
    #[serde(flatten)]
    pub time: TimeOptions,
    /// Filters for the hiring companies.
    #[serde(flatten)]
    pub companies: IcpOptions,
    /// Titles; spelling variants and similar titles match too.
    #[schemars(length(max = 100), inner(length(min = 1, max = 200)))]
    pub titles: Option<Vec<String>>,
    /// Department of the positions.
    pub department: Option<Department>,
    /// Country of the positions, by ISO 3166 code or name.
    #[schemars(length(min = 2, max = 100))]
    pub country: Option<String>,
    /// Maximum number of applicants; 24 if omitted.
    #[schemars(range(min = 0, max = APPLICANTS_MAX))]
    pub max_applicants: Option<u32>,
}

/// A position with few applicants.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LowCompetitionJob {
    /// The position.
    pub job: Job,
    /// When it became known.
    pub observed_at: Timestamp,
}

impl Endpoint for LowCompetitionHires {
    const SPEC: Spec = Spec::charging(
        "low_competition_hires",
        "/v1/low-competition-hires",
        Group::Combos,
        Price::PerUnit(Credits::whole(1)),
        "Open positions with fewer than 25 applicants",
    );
    type Request = LowCompetitionHiresRequest;
    type Answer = ListAnswer<LowCompetitionJob>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.time.check(faults);
        request.companies.check(faults);
        if request.country.as_deref().is_some_and(|country| country_code(country).is_none()) {
            faults.add("/country", FaultCode::NotOneOf, "No country is called this. Use its ISO 3166 code.");
        }
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?.narrowed_by(request.companies.icp.as_ref());
        let positions = Positions {
            department: request.department,
            titles: request.titles.clone().unwrap_or_default(),
            since: Some(request.time.start(context.now, DAYS_DEFAULT)),
            observed_since: request.time.observed_since,
        };
        let filter = SignalFilter {
            country: request.country.as_deref().and_then(country_code).map(str::to_owned),
            max_applicants: Some(request.max_applicants.unwrap_or(APPLICANTS_MAX)),
            ..positions.filter(context.now)
        };
        let feed = Feed { kind: SignalKind::Hiring, filter };
        let now = context.now;
        let resolve = async |stored: StoredSignal| {
            let StoredSignal { signal, observed_at, .. } = stored;
            let passes = request.companies.pass(&context, signal.company.as_ref())?;
            let job = signal.job.filter(|job| passes && positions.has_title(&job.title, now));
            Ok(job.map(|job| {
                let answer = LowCompetitionJob { job: *job, observed_at };
                Resolved { id: signal.id, person: None, answer }
            }))
        };
        paging.fill(&feed, resolve).await
    }

    fn example(_: &Sample) -> Value {
        json!({ "within_days": 365, "limit": 2 })
    }
}
