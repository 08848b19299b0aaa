//! Live feeds: funding, acquisitions, hiring, job changes and company changes.

mod live;

use jiff::Timestamp;
use records::{
    Department,
    domain::registrable_domain,
    funding_stage,
    place::{country_code, similar_country},
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{FeedPosition, Plan, Scope, SignalFilter};

use crate::call::problem::foreign_cursor;
use crate::{
    call::{
        context::Context,
        cursor,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Content, Endpoint, EndpointAnswer, Group, Method, Outcome, Spec},
    recipe::{
        PAGE_DEFAULT, PAGE_MAX,
        answer::signal::{FeedKind, SignalView},
        funded::check_round,
    },
    sandbox::sample::Sample,
};

crate::endpoint::endpoints! {
    [Signals]
}

/// `GET /v1/signals`
pub struct Signals;

/// Feed, filters and page.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SignalsRequest {
    /// The feed.
    pub kind: FeedKind,
    /// Only signals at or after this time.
    pub since: Option<Timestamp>,
    /// Only signals before this time.
    pub until: Option<Timestamp>,
    /// Only signals of the company with this domain.
    #[schemars(length(min = 1, max = 300), extend("format" = "domain"))]
    pub domain: Option<String>,
    /// Only signals in this country, as a code or name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// Only signals of companies in this industry, by label, usual synonym or NAICS or SIC code; a sector includes its
    /// sub-industries.
    #[schemars(length(min = 1, max = 100))]
    pub industry: Option<String>,
    /// Minimum funding amount, in whole units of its currency.
    #[schemars(range(min = 0))]
    pub min_amount: Option<i64>,
    /// Only funding rounds of this stage, such as `seed` or `series_a`. Names used by other services are accepted.
    #[schemars(length(min = 1, max = 40))]
    pub round: Option<String>,
    /// Only hiring and job changes in this department.
    pub department: Option<Department>,
    /// Only positions with at most this many applicants.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub max_applicants: Option<u32>,
    /// Signals per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of a feed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SignalsAnswer {
    /// The feed.
    pub kind: FeedKind,
    /// Newest first.
    pub results: Vec<SignalView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
    /// Time of the read; all signals stored by then are included.
    pub refreshed_at: Timestamp,
}

/// A page, or the live feed.
pub enum SignalsReply {
    /// One page.
    Page(SignalsAnswer),
    /// Server-sent events.
    Live(Box<live::LiveFeed>),
}

impl EndpointAnswer for SignalsReply {
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<SignalsAnswer>()
    }

    fn content(self) -> Result<Content, Problem> {
        match self {
            Self::Page(answer) => answer.content(),
            Self::Live(feed) => Ok(Content::Events(feed.stream())),
        }
    }
}

impl Endpoint for Signals {
    const SPEC: Spec = Spec {
        group: Group::Signals,
        plan: Plan::Indie,
        ..Spec::own(
            "signals",
            Method::Get,
            "/v1/signals",
            Scope::Read,
            "Funding, acquisitions, hiring, job or company changes, newest first; live with Accept: text/event-stream",
        )
    };
    type Request = SignalsRequest;
    type Answer = SignalsReply;

    fn check(request: &SignalsRequest, faults: &mut Faults) {
        use FeedKind::{Funding, Hiring, JobChange};
        let fits = |kinds: &[FeedKind]| kinds.contains(&request.kind);
        let misplaced = [
            ("min_amount", request.min_amount.is_some() && !fits(&[Funding])),
            ("round", request.round.is_some() && !fits(&[Funding])),
            ("department", request.department.is_some() && !fits(&[Hiring, JobChange])),
            ("max_applicants", request.max_applicants.is_some() && !fits(&[Hiring])),
        ];
        for (name, _) in misplaced.into_iter().filter(|(_, wrong)| *wrong) {
            faults.add(
                format!("/{name}"),
                FaultCode::NotApplicable,
                format!("\"{name}\" says nothing about this kind."),
            );
        }
        if let Some(round) = &request.round {
            check_round(round, "/round".to_owned(), faults);
        }
        if let Some(country) = request.country.as_deref().filter(|country| country_code(country).is_none()) {
            let hint =
                similar_country(country).map(|name| format!(" Did you mean \"{name}\"?")).unwrap_or_default();
            let message =
                format!("\"{country}\" is no country. Send an ISO 3166 code such as DE, or its name.{hint}");
            faults.add("/country", FaultCode::InvalidValue, message);
        }
        if let (Some(since), Some(until)) = (request.since, request.until)
            && since >= until
        {
            faults.add("/until", FaultCode::InvalidValue, "Must lie after since.");
        }
    }

    async fn run(context: Context, request: SignalsRequest) -> Result<Outcome<SignalsReply>, Problem> {
        let filter = SignalFilter {
            since: request.since,
            until: Some(request.until.map_or(context.now, |until| until.min(context.now))),
            domain: request.domain.as_deref().and_then(|text| registrable_domain(text).ok()),
            country: request.country.as_deref().and_then(country_code).map(str::to_owned),
            industry: request.industry,
            min_amount: request.min_amount,
            round: request.round.as_deref().map(|round| funding_stage::read(round).to_owned()),
            department: request.department.map(|department| department.as_str().to_owned()),
            max_applicants: request.max_applicants,
            open_only: request.kind == FeedKind::Hiring,
            from_domain: None,
        };
        if context.wants_events {
            let feed = live::LiveFeed::new(&context, &Self::SPEC, request.kind, filter)?;
            return Ok(Outcome::free(SignalsReply::Live(Box::new(feed))));
        }
        let position = request.cursor.map(|cursor| cursor::decode(&context, &cursor)).transpose()?;
        let read = |position: &str| {
            let (at, no) = position.split_once(' ')?;
            Some(FeedPosition { at: at.parse().ok()?, no: no.parse().ok()? })
        };
        let after = position.map(|position| read(&position).ok_or_else(foreign_cursor)).transpose()?;
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut page = context.engine().signals(request.kind.signal(), &filter, after, limit + 1)?;
        let more = page.len() > limit;
        page.truncate(limit);
        let next = page
            .last()
            .filter(|_| more)
            .map(|last| cursor::encode(&context, &format!("{} {}", last.signal.at, last.no)));
        Ok(Outcome::free(SignalsReply::Page(SignalsAnswer {
            kind: request.kind,
            results: page.into_iter().map(|stored| SignalView::new(stored.signal)).collect(),
            next_cursor: next,
            refreshed_at: context.now,
        })))
    }

    fn example(_: &Sample) -> Value {
        json!({ "kind": "funding", "limit": 5 })
    }
}
