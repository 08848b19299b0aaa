//! External sources: health, hit rate, latency, cost and margin.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sources::waterfall::VendorHealth;
use store::Credits;

use super::spec;
use crate::{
    background::measured::sources::{Period, SourceFigure, SourceFigures},
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// Millionths of a dollar in a dollar.
const MICROS: f64 = 1e6;
/// The source that is a company's own website, which costs nothing.
const WEBSITE: &str = "website";
/// Figures that are older are added up again.
const FIGURES_AGE_MAX: SignedDuration = SignedDuration::from_secs(30);

/// `GET /v1/operator/sources`
pub struct ReadSources;

/// The period that figures are of.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SourcesRequest {
    /// The period; the last 30 days if omitted.
    pub period: Option<Period>,
}

/// What is asked outside.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SourcesAnswer {
    /// Whether companies' own websites are asked.
    pub websites: bool,
    /// The period of `sources` and `total`.
    pub period: Period,
    /// When the period begins. Never before the time that the history is kept. Absent until it was counted once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
    /// When it was counted last; at most some seconds ago, unless `counting`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted_at: Option<Timestamp>,
    /// Whether it is being counted again in the background.
    pub counting: bool,
    /// What sources brought and cost in the period: those that are set up, and those that were.
    pub sources: Vec<SourceView>,
    /// All calls of the period that asked a source, each counted once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<SourcesTotal>,
    /// Vendors, with what this process has seen of them since it started.
    pub vendors: Vec<VendorView>,
}

/// What a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// Companies' own websites.
    Website,
    /// A vendor.
    Vendor,
    /// A source that was asked in the period and is not set up any more.
    Former,
}

/// A source in a period. What cannot be known is null.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SourceView {
    /// Name of the source.
    pub name: String,
    /// What it is.
    pub kind: SourceKind,
    /// Requests sent.
    pub asked: u64,
    /// Replies: what was asked for, or that it is not known.
    pub answered: u64,
    /// Replies with what was asked for.
    pub hits: u64,
    /// Hits in percent of the replies.
    pub hit_percent: Option<f64>,
    /// Requests that failed or were refused.
    pub errors: u64,
    /// Times that it was passed over: a miss that is known, a limit, the budget, or a pause after failures.
    pub skipped: u64,
    /// Requests, and times that it was passed over, by outcome.
    pub outcomes: BTreeMap<String, u64>,
    /// Latency that half of the requests do not exceed, in milliseconds.
    pub latency_p50_ms: Option<u64>,
    /// Latency that 95 percent of the requests do not exceed, in milliseconds.
    pub latency_p95_ms: Option<u64>,
    /// What its requests cost, in US dollars. Null if no price of the vendor is configured.
    pub cost_usd: Option<f64>,
    /// The same for each hit.
    pub cost_per_hit_usd: Option<f64>,
    /// Calls of customers in which it gave what was asked for. Answers from records that it filled before are not among
    /// them.
    pub calls: u64,
    /// What customers paid for these calls, less refunds. A call to which two sources contributed counts for both.
    pub paid_credits: Credits,
    /// The same at the present price of a credit in the plan of each account, taken as US dollars.
    pub paid_usd: f64,
    /// What customers paid less what its requests cost.
    pub margin_usd: Option<f64>,
}

/// All calls of a period that asked a source.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SourcesTotal {
    /// Calls of customers.
    pub calls: u64,
    /// What they paid for these, less refunds.
    pub paid_credits: Credits,
    /// The same at the present price of a credit in the plan of each account, taken as US dollars.
    pub paid_usd: f64,
    /// What was recorded as the cost of all requests, in US dollars.
    pub cost_usd: f64,
    /// What customers paid less what was recorded as cost.
    pub margin_usd: f64,
}

/// A vendor.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VendorView {
    /// Name of the vendor.
    pub name: String,
    /// Whether it is left alone for a while, because it failed too often.
    pub left_alone: bool,
    /// Seconds until it is tried again; absent unless it is left alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_alone_seconds: Option<u64>,
    /// Consecutive failures.
    pub failures: u32,
    /// Whether a price is configured; without one its cost is not known.
    pub priced: bool,
    /// Requests sent.
    pub asked: u64,
    /// Replies by outcome, such as `hit` and `miss`.
    pub outcomes: BTreeMap<String, u64>,
    /// Recent hit rate in percent, by fact.
    pub hit_percent: BTreeMap<String, u8>,
    /// Recent mean latency in milliseconds, by fact.
    pub latency_ms: BTreeMap<String, u64>,
    /// What it cost in US dollars.
    pub cost_usd: f64,
}

impl From<VendorHealth> for VendorView {
    fn from(health: VendorHealth) -> Self {
        let by_fact = |(fact, rate): (sources::vendor::Fact, u8)| (fact.as_str().to_owned(), rate);
        Self {
            name: health.provider,
            left_alone: health.left_alone.is_some(),
            left_alone_seconds: health.left_alone.map(|left| left.as_secs() + 1),
            failures: health.failures,
            priced: health.is_priced,
            asked: health.asked,
            outcomes: health.outcomes.into_iter().map(|(word, count)| (word.to_owned(), count)).collect(),
            hit_percent: health.hit_percent.into_iter().map(by_fact).collect(),
            latency_ms: health
                .latency_ms
                .into_iter()
                .map(|(fact, mean)| (fact.as_str().to_owned(), mean))
                .collect(),
            cost_usd: dollars(health.cost_micros),
        }
    }
}

fn dollars(micros: i64) -> f64 {
    micros as f64 / MICROS
}

impl SourceView {
    /// `is_priced` says whether what its requests cost is known.
    fn new(name: String, kind: SourceKind, figure: &SourceFigure, is_priced: bool) -> Self {
        let (answered, hits) = (figure.answered(), figure.hits());
        let cost = is_priced.then_some(figure.cost_micros);
        Self {
            name,
            kind,
            asked: figure.asked(),
            answered,
            hits,
            hit_percent: (answered > 0).then(|| (hits as f64 / answered as f64 * 1_000.0).round() / 10.0),
            errors: figure.errors(),
            skipped: figure.skipped(),
            outcomes: figure.outcomes.clone(),
            latency_p50_ms: figure.latency_ms(50),
            latency_p95_ms: figure.latency_ms(95),
            cost_usd: cost.map(dollars),
            cost_per_hit_usd: cost.filter(|_| hits > 0).map(|cost| dollars(cost) / hits as f64),
            calls: figure.calls,
            paid_credits: Credits::from_thousandths(figure.credits_thousandths),
            paid_usd: dollars(figure.paid_micros),
            margin_usd: cost.map(|cost| dollars(figure.paid_micros - cost)),
        }
    }

    /// The sources that are set up, in their order, and then those that were asked before.
    fn all(figures: &SourceFigures, asks_websites: bool, vendors: &[VendorView]) -> Vec<Self> {
        let none = SourceFigure::default();
        let figure = |name: &str| figures.sources.get(name).unwrap_or(&none);
        let websites =
            asks_websites.then(|| Self::new(WEBSITE.to_owned(), SourceKind::Website, figure(WEBSITE), true));
        let set_up = vendors.iter().map(|vendor| {
            let figure = figure(&vendor.name);
            // A cost that was recorded is known, whatever is configured now.
            let is_priced = vendor.priced || figure.cost_micros > 0;
            Self::new(vendor.name.clone(), SourceKind::Vendor, figure, is_priced)
        });
        let mut views: Vec<Self> = websites.into_iter().chain(set_up).collect();
        let known: BTreeSet<String> = views.iter().map(|view| view.name.clone()).collect();
        let former = figures.sources.iter().filter(|(name, _)| !known.contains(*name));
        views.extend(former.map(|(name, figure)| {
            let is_priced = name == WEBSITE || figure.cost_micros > 0;
            Self::new(name.clone(), SourceKind::Former, figure, is_priced)
        }));
        views
    }
}

impl SourcesTotal {
    fn of(figures: &SourceFigures) -> Self {
        Self {
            calls: figures.calls,
            paid_credits: Credits::from_thousandths(figures.credits_thousandths),
            paid_usd: dollars(figures.paid_micros),
            cost_usd: dollars(figures.cost_micros),
            margin_usd: dollars(figures.paid_micros - figures.cost_micros),
        }
    }
}

impl Endpoint for ReadSources {
    const SPEC: Spec = spec(
        "operator_sources",
        Method::Get,
        "/v1/operator/sources",
        "Sources with health, hit rate, latency, cost and margin in a period",
    );
    type Request = SourcesRequest;
    type Answer = SourcesAnswer;

    async fn run(context: Context, request: SourcesRequest) -> Result<Outcome<SourcesAnswer>, Problem> {
        let (services, now) = (&context.services, context.now);
        let period = request.period.unwrap_or(Period::Month);
        let place = Period::ALL.iter().position(|known| *known == period).unwrap_or_default();
        let (store, settings) = (services.store.clone(), services.settings.clone());
        let counting = move || {
            let price = |plan| settings.terms(plan).price_per_credit_thousandths;
            SourceFigures::of(&store, now, period, settings.history.kept_days, price)
        };
        let reading = services.measured.sources[place].read(now, FIGURES_AGE_MAX, counting).await?;
        let vendors: Vec<VendorView> =
            services.engine.vendor_health().into_iter().map(VendorView::from).collect();
        let websites = services.engine.asks_websites();
        let figures = reading.last.as_ref().map(|made| made.result.as_ref());
        Ok(Outcome::free(SourcesAnswer {
            websites,
            period,
            since: figures.map(|figures| figures.since),
            counted_at: reading.last.as_ref().map(|made| made.at),
            counting: reading.is_running,
            sources: figures.map(|figures| SourceView::all(figures, websites, &vendors)).unwrap_or_default(),
            total: figures.map(SourcesTotal::of),
            vendors,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "period": "7d" })
    }
}
