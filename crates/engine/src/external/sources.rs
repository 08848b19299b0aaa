//! Queries a company's own website first, then the vendors.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use records::{Claim, query::CompanyQuery};
use sources::{
    feed::FeedDescription,
    vendor::{Fact, Vendor, VendorOutcome, VendorQuestion},
    waterfall::{
        BreakerLimits, FactOrder, Plans, VendorAttempt, VendorHealth, VendorOrders, Waterfall,
        WaterfallResult,
    },
    website::{SiteReading, WebsiteOptions, WebsiteReader},
};
use store::{Store, UpstreamCall};

use super::{recent::RecentQueries, telemetry, upstream::UpstreamLog, vendor_subject};
use crate::error::Unavailable;

/// Provider name of a company's own website.
const WEBSITE: &str = "website";

/// The external sources that are configured.
#[derive(Default)]
pub struct ExternalSources {
    websites: Option<WebsiteReader>,
    waterfall: Option<Waterfall>,
    pub(super) recent: RecentQueries,
}

/// A plan of the waterfall names a vendor that is not configured.
#[derive(Debug, thiserror::Error)]
#[error("waterfall.{fact} names the vendor {vendor}, which is not configured")]
pub struct UnknownVendor {
    fact: &'static str,
    vendor: String,
}

impl ExternalSources {
    /// The same sources with companies' own websites.
    #[must_use]
    pub fn with_websites(self, client: egress::Client) -> Self {
        Self { websites: Some(WebsiteReader::new(client, WebsiteOptions::default())), ..self }
    }

    /// The same sources with vendors, queried as their plans say. `seed` spreads the vendors' retries.
    pub fn with_vendors(
        self,
        client: egress::Client,
        vendors: Vec<Vendor>,
        plans: &Plans,
        seed: u64,
    ) -> Result<Self, UnknownVendor> {
        if vendors.is_empty() {
            return Ok(self);
        }
        let is_known = |name: &String| vendors.iter().any(|vendor| vendor.description().name == *name);
        for (fact, plan) in &plans.0 {
            if let Some(vendor) = plan.order.iter().find(|name| !is_known(name)) {
                return Err(UnknownVendor { fact: fact.as_str(), vendor: vendor.clone() });
            }
        }
        let waterfall = Waterfall::new(client, vendors, plans.clone(), BreakerLimits::default(), seed);
        Ok(Self { waterfall: Some(waterfall), ..self })
    }

    /// Keeps to the part of each vendor's limits that one of so many nodes may use.
    pub(crate) fn share_among(&self, nodes: usize) {
        self.waterfall.iter().for_each(|waterfall| waterfall.share_among(nodes));
    }

    /// Whether companies' own websites are asked.
    pub(crate) fn asks_websites(&self) -> bool {
        self.websites.is_some()
    }

    /// Statistics of each vendor since the process started.
    pub(crate) fn vendor_health(&self) -> Vec<VendorHealth> {
        self.waterfall.as_ref().map(Waterfall::health).unwrap_or_default()
    }

    /// Queries vendors in these orders from the next question on.
    pub(crate) fn choose_vendor_orders(&self, chosen: VendorOrders) {
        if let Some(waterfall) = &self.waterfall {
            waterfall.choose_orders(chosen);
        }
    }

    /// In which order the vendors of each fact are queried at present.
    pub(crate) fn vendor_orders(&self) -> Vec<FactOrder> {
        self.waterfall.as_ref().map(Waterfall::orders).unwrap_or_default()
    }

    /// Whether a website or a vendor may know a company.
    pub(super) fn gives_companies(&self) -> bool {
        self.websites.is_some() || self.gives(Fact::Company)
    }

    /// Whether a vendor may know a fact.
    pub(crate) fn gives(&self, fact: Fact) -> bool {
        self.waterfall.as_ref().is_some_and(|waterfall| waterfall.gives(fact))
    }

    /// Claims about a company: from its website, else from vendors.
    pub(super) async fn company(
        &self,
        store: &Store,
        query: &CompanyQuery,
        now: Timestamp,
        log: &UpstreamLog,
    ) -> Result<Vec<Claim>, Unavailable> {
        if let (Some(websites), Some(domain)) = (&self.websites, &query.domain) {
            let started = Instant::now();
            let reading = websites.read(domain, now).await;
            let outcome = if reading.claims.is_empty() { VendorOutcome::Miss } else { VendorOutcome::Hit };
            log.record([UpstreamCall {
                provider: WEBSITE.to_owned(),
                fact: Fact::Company.as_str().to_owned(),
                outcome: outcome.as_str().to_owned(),
                started_ms: Some(log.offset_ms(started)),
                latency_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
                cost_micros: 0,
            }]);
            keep_boards(store, &reading, domain).await;
            if !reading.claims.is_empty() {
                return Ok(reading.claims);
            }
        }
        self.claims(vendor_subject::company(query), now, log).await
    }

    /// Claims of the vendors; an error when there are vendors for the fact and none of them answered.
    pub(super) async fn claims(
        &self,
        question: VendorQuestion,
        now: Timestamp,
        log: &UpstreamLog,
    ) -> Result<Vec<Claim>, Unavailable> {
        match self.ask_vendors(question, log).await {
            None => Ok(Vec::new()),
            Some(gathered) if gathered.nobody_answered() => Err(Unavailable("every vendor failed".into())),
            Some(gathered) => Ok(gathered.claims(now)),
        }
    }

    /// What the vendors answered; none if no vendor gives the fact.
    pub(super) async fn ask_vendors(
        &self,
        question: VendorQuestion,
        log: &UpstreamLog,
    ) -> Option<Arc<WaterfallResult>> {
        let waterfall = self.waterfall.as_ref().filter(|waterfall| waterfall.gives(question.fact))?;
        let gathered = waterfall.ask(question).await;
        telemetry::vendor_attempts(&gathered);
        let started = |attempt: &VendorAttempt| {
            log.offset_ms(gathered.began.into_std() + Duration::from_millis(attempt.started_ms))
        };
        log.record(gathered.attempts.iter().map(|attempt| UpstreamCall {
            provider: attempt.provider.clone(),
            fact: gathered.fact.as_str().to_owned(),
            outcome: attempt.outcome.as_str().to_owned(),
            started_ms: Some(started(attempt)),
            latency_ms: attempt.latency_ms,
            cost_micros: attempt.cost.0,
        }));
        Some(gathered)
    }
}

/// Stores the job boards that a website links to as feeds to poll.
async fn keep_boards(store: &Store, reading: &SiteReading, domain: &str) {
    for board in &reading.boards {
        let feed = FeedDescription::of_board(board, domain, "");
        let Ok(description) = serde_json::to_string(&feed) else { continue };
        if let Err(error) = store.keep_found_feed(feed.name.clone(), description).await {
            tracing::warn!(feed = feed.name, %error, "a job board that was found cannot be stored");
        }
    }
}
