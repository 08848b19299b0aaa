//! Live feeds: funding, acquisitions, hiring, job changes, promotions and company changes.

mod live;

use engine::Feed;
use jiff::Timestamp;
use records::{
    Department, SignalKind, currency, funding_stage,
    place::{country_code, similar_country},
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Effect, Plan, Scope, SignalFilter, StoredSignal};

use crate::{
    call::{
        context::Context,
        cursor,
        problem::{Problem, foreign_cursor},
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Content, Endpoint, EndpointAnswer, Group, Method, Outcome, Spec},
    recipe::{
        PAGE_DEFAULT, PAGE_MAX,
        answer::{
            rates::{Rates, check_currency, minimum},
            signal::SignalView,
        },
        company_input::{CompanyInput, handles_asked},
        funded::check_round,
        person_input::DomainName,
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
    pub kind: SignalKind,
    /// Only signals at or after this time.
    pub since: Option<Timestamp>,
    /// Only signals before this time.
    pub until: Option<Timestamp>,
    /// The same as `company_domain`.
    #[schemars(length(min = 1, max = 300), extend("format" = "domain"))]
    pub domain: Option<String>,
    /// Only signals of this company.
    #[serde(flatten)]
    pub company: CompanyInput,
    /// Only signals in this country, as a code or name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// Only signals of companies in this industry, by label, usual synonym or NAICS or SIC code; a sector includes its
    /// sub-industries.
    #[schemars(length(min = 1, max = 100))]
    pub industry: Option<String>,
    /// Only signals that became known at or after this time, whenever they happened.
    pub observed_since: Option<Timestamp>,
    /// Leave out signals that this endpoint has already answered to this account in a page.
    #[serde(default)]
    pub new_only: bool,
    /// Minimum funding amount, in whole units of `currency`. Rounds in other currencies are converted at the reference
    /// rates whose date the answer names.
    #[schemars(range(min = 0))]
    pub min_amount: Option<i64>,
    /// Currency of `min_amount`, ISO 4217; USD if omitted.
    #[schemars(length(min = 3, max = 3))]
    pub currency: Option<String>,
    /// Only funding rounds of this stage, such as `seed` or `series_a`. Names used by other services are accepted.
    #[schemars(length(min = 1, max = 40))]
    pub round: Option<String>,
    /// Only positions, job changes and promotions in this department.
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
    pub kind: SignalKind,
    /// Newest first.
    pub results: Vec<SignalView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
    /// Time of the read; all signals stored by then are included.
    pub refreshed_at: Timestamp,
    /// Send this as `observed_since` of the next poll to miss nothing. A signal that became known at this very time may be
    /// answered again.
    pub next_observed_since: Timestamp,
    /// Rates at which amounts were compared, if `min_amount` was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rates: Option<Rates>,
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

impl SignalsRequest {
    /// The handles of the company asked for; none if no company is. Blocks on the database.
    fn handles(&self, context: &Context) -> Result<Vec<String>, Problem> {
        let of_domain =
            self.domain.as_ref().map(|domain| CompanyInput::of_domain(DomainName(domain.clone())));
        let company = of_domain.as_ref().unwrap_or(&self.company);
        if !company.is_given() {
            return Ok(Vec::new());
        }
        let account = company.account(context)?;
        Ok(handles_asked(account.iter().flat_map(|account| account.handles().iter().cloned())))
    }

    fn filter(&self, companies: Vec<String>) -> SignalFilter {
        SignalFilter {
            since: self.since,
            // A signal dated ahead is answered when it is known: a poll by observation would never come back to it.
            until: self.until,
            observed_since: self.observed_since,
            companies,
            country: self.country.as_deref().and_then(country_code).map(str::to_owned),
            industry: self.industry.clone(),
            min_micro_dollars: minimum(self.min_amount, self.currency.as_deref()),
            rounds: self.round.iter().map(|round| funding_stage::read(round)).collect(),
            departments: self.department.into_iter().collect(),
            max_applicants: self.max_applicants,
            open_only: self.kind == SignalKind::Hiring,
            ..SignalFilter::default()
        }
    }

    /// The currency of the minimum amount.
    fn currency(&self) -> &str {
        self.currency.as_deref().unwrap_or(currency::DEFAULT)
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
            "Funding, acquisitions, hiring, promotions, job or company changes, newest first; live with Accept: text/event-stream",
        )
    };
    type Request = SignalsRequest;
    type Answer = SignalsReply;

    fn check(request: &SignalsRequest, faults: &mut Faults) {
        use SignalKind::{Funding, Hiring, JobChange, Promotion};
        let fits = |kinds: &[SignalKind]| kinds.contains(&request.kind);
        let misplaced = [
            ("min_amount", request.min_amount.is_some() && !fits(&[Funding])),
            ("currency", request.currency.is_some() && request.min_amount.is_none()),
            ("round", request.round.is_some() && !fits(&[Funding])),
            ("department", request.department.is_some() && !fits(&[Hiring, JobChange, Promotion])),
            ("max_applicants", request.max_applicants.is_some() && !fits(&[Hiring])),
        ];
        for (name, _) in misplaced.into_iter().filter(|(_, wrong)| *wrong) {
            faults.add(
                format!("/{name}"),
                FaultCode::NotApplicable,
                format!("\"{name}\" says nothing about this kind."),
            );
        }
        request.company.check_given(faults);
        if request.domain.is_some() && request.company.is_given() {
            let message = "Send one of domain, company_domain, company_id and company_name.";
            faults.add("/domain", FaultCode::Contradiction, message);
        }
        check_currency(request.currency.as_deref(), faults);
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
        let filter = request.filter(request.handles(&context)?);
        if context.wants_events {
            if request.new_only {
                let mut faults = Faults::default();
                let message = "A live feed sends each signal once; Last-Event-ID resumes it.";
                faults.add("/new_only", FaultCode::NotApplicable, message);
                return Err(Problem::of_faults(faults.into_vec()));
            }
            let feed = live::LiveFeed::new(&context, &Self::SPEC, request.kind, filter)?;
            return Ok(Outcome::free(SignalsReply::Live(Box::new(feed))));
        }
        let position = request.cursor.as_ref().map(|cursor| cursor::decode(&context, cursor)).transpose()?;
        let feed = Feed { kind: request.kind, filter };
        // Read before the page, so that a signal stored in between is answered now and at the next poll.
        let last = context.engine().last_observation(feed.kind)?;
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let (page, next) = match request.new_only {
            true => new_signals(&context, &feed, position, limit).await?,
            false => page(&context, &feed, position.as_deref(), limit)?,
        };
        let items: Vec<String> = page.iter().map(|stored| stored.signal.id.clone()).collect();
        let answer = SignalsAnswer {
            kind: request.kind,
            next_cursor: next.map(|place| cursor::encode(&context, &place)),
            results: page.into_iter().map(SignalView::new).collect(),
            refreshed_at: context.now,
            next_observed_since: last.max(request.observed_since).unwrap_or(Timestamp::UNIX_EPOCH),
            rates: Rates::join(None, request.min_amount.map(|_| request.currency())),
        };
        let outcome = Outcome::free(SignalsReply::Page(answer));
        if context.caller.is_none() || items.is_empty() {
            return Ok(outcome);
        }
        if request.new_only {
            return Ok(Outcome { effects: vec![Effect::ItemsAnswered { items }], ..outcome });
        }
        note_answered(&context, items);
        Ok(outcome)
    }

    fn example(_: &Sample) -> Value {
        json!({ "kind": "funding", "limit": 5 })
    }
}

/// Signals, and the position after them if more follow.
type FeedPage = (Vec<StoredSignal>, Option<String>);

/// A page of a feed. Blocks on the database.
fn page(context: &Context, feed: &Feed, after: Option<&str>, limit: usize) -> Result<FeedPage, Problem> {
    let after = after.map(|place| Feed::position(place).ok_or_else(foreign_cursor)).transpose()?;
    let mut page = context.engine().signals(feed.kind, &feed.filter, after, limit + 1)?;
    let more = page.len() > limit;
    page.truncate(limit);
    let next = page.last().filter(|_| more).map(Feed::place);
    Ok((page, next))
}

/// A page of signals that no earlier page has answered to the account.
async fn new_signals(
    context: &Context,
    feed: &Feed,
    after: Option<String>,
    limit: usize,
) -> Result<FeedPage, Problem> {
    // What earlier pages have answered is noted by writes that may not be done yet.
    context.store().flush().await?;
    let resolve =
        async |stored: StoredSignal| Ok((!context.is_charged(&stored.signal.id)?).then_some(stored));
    let walk = context.engine().walk(feed, after, limit, resolve).await?;
    Ok((walk.items, walk.next))
}

/// Notes what a page has answered, without making the page wait for the disk: noting less only means that a signal is
/// answered again.
fn note_answered(context: &Context, items: Vec<String>) {
    let (store, account) = (context.store().clone(), context.account_id().clone());
    let (endpoint, at) = (context.endpoint, context.now);
    tokio::spawn(async move {
        if let Err(error) = store.note_answered(&account, endpoint, items, at).await {
            tracing::warn!(%error, "the signals of a page are not noted as answered");
        }
    });
}
