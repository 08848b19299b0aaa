//! External sources of the engine: a company's own website, and vendors.

use std::{sync::Arc, time::Instant};

use engine::{
    AttemptOutcome, Checked, ClaimSource, ClaimsFuture, ContactQuery, LineCheck, PhoneAnswer, PhoneAttempt,
    PhoneCheck, PhoneReply, PhoneSource, PhoneSourceError, Unavailable,
};
use jiff::Timestamp;
use records::{
    EmailKind, LineType, Phone,
    keys::{CompanyQuery, PersonQuery},
};
use sources::{
    feed::FeedDescription,
    vendor::{Fact, Outcome, Question, Subject},
    waterfall::{Attempt, Gathered, Waterfall},
    website::{Reading, WebsiteOptions, WebsiteReader},
};
use store::{Clock, Store, UpstreamCall};

use crate::{
    config::Config,
    external::{telemetry, vendors},
};

/// Name of the vendors as one phone source.
const VENDORS: &str = "vendors";
/// Provider name of a company's own website.
const WEBSITE: &str = "website";

/// The external sources that the configuration allows.
#[derive(Default)]
pub(crate) struct ExternalSources {
    pub(crate) claims: Option<Arc<dyn ClaimSource>>,
    pub(crate) phones: Vec<Arc<dyn PhoneSource>>,
    pub(crate) phone_check: Option<Arc<dyn PhoneCheck>>,
}

impl ExternalSources {
    pub(crate) fn new(config: &Config, store: &Store, clock: &Clock) -> anyhow::Result<Self> {
        let client = config.network.outside()?;
        let waterfall = vendors::waterfall(&config.vendors, &config.waterfall, client.clone())?;
        let websites = config.sources.websites.then(|| WebsiteReader::new(client, WebsiteOptions::default()));
        let mut external = Self::default();
        if let Some(waterfall) = waterfall.clone().filter(|waterfall| waterfall.gives(Fact::Mobile)) {
            external.phones.push(Arc::new(Phones { waterfall, store: store.clone(), clock: clock.clone() }));
        }
        if let Some(waterfall) = waterfall.clone().filter(|waterfall| waterfall.gives(Fact::PhoneCheck)) {
            external.phone_check = Some(Arc::new(Carriers { waterfall }));
        }
        if websites.is_some() || waterfall.is_some() {
            external.claims =
                Some(Arc::new(WebsiteThenVendors { websites, waterfall, store: store.clone() }));
        }
        Ok(external)
    }
}

/// Queries a company's website first, then the vendors.
struct WebsiteThenVendors {
    websites: Option<WebsiteReader>,
    waterfall: Option<Waterfall>,
    store: Store,
}

impl WebsiteThenVendors {
    /// Stores the job boards that a website links to as feeds to poll.
    async fn follow(&self, reading: &Reading, domain: &str) {
        for board in &reading.boards {
            let feed = FeedDescription::of_board(board, domain, "");
            let Ok(description) = serde_json::to_string(&feed) else { continue };
            if let Err(error) = self.store.keep_found_feed(feed.name.clone(), description).await {
                tracing::warn!(feed = feed.name, %error, "a job board that was found cannot be remembered");
            }
        }
    }

    async fn ask(&self, question: Question, now: Timestamp) -> Result<Vec<records::Claim>, Unavailable> {
        let Some(waterfall) = self.waterfall.as_ref().filter(|waterfall| waterfall.gives(question.fact))
        else {
            return Ok(Vec::new());
        };
        let gathered = waterfall.ask(question).await;
        record(&gathered);
        match gathered.nobody_answered() {
            true => Err(Unavailable("every vendor failed".into())),
            false => Ok(gathered.claims(now)),
        }
    }
}

impl ClaimSource for WebsiteThenVendors {
    fn company<'a>(&'a self, query: &'a CompanyQuery, now: Timestamp) -> ClaimsFuture<'a> {
        Box::pin(async move {
            if let (Some(websites), Some(domain)) = (&self.websites, &query.domain) {
                let started = Instant::now();
                let reading = websites.read(domain, now).await;
                let outcome = if reading.claims.is_empty() { Outcome::Miss } else { Outcome::Hit };
                engine::record_upstream_call(UpstreamCall {
                    provider: WEBSITE.to_owned(),
                    fact: Fact::Company.as_str().to_owned(),
                    outcome: outcome.as_str().to_owned(),
                    latency_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
                    cost_usd: 0.0,
                });
                self.follow(&reading, domain).await;
                if !reading.claims.is_empty() {
                    return Ok(reading.claims);
                }
            }
            let subject = Subject {
                company_domain: query.domain.clone(),
                company_name: query.name.clone(),
                ..Subject::default()
            };
            self.ask(Question { fact: Fact::Company, subject }, now).await
        })
    }

    fn person<'a>(&'a self, query: &'a PersonQuery, now: Timestamp) -> ClaimsFuture<'a> {
        Box::pin(async move {
            let subject = Subject {
                network_url: query.network_url.clone(),
                full_name: query.name.as_ref().map(ToString::to_string),
                first_name: query.name.as_ref().and_then(|name| name.first().map(str::to_owned)),
                last_name: query.name.as_ref().and_then(|name| name.last().map(str::to_owned)),
                email: query.email.clone(),
                phone: query.phone.clone(),
                company_domain: query.company_domain.clone(),
                company_name: query.company_name.clone(),
            };
            self.ask(Question { fact: Fact::Person, subject }, now).await
        })
    }

    fn email<'a>(&'a self, who: &'a ContactQuery, kind: EmailKind, now: Timestamp) -> ClaimsFuture<'a> {
        let fact = match kind {
            EmailKind::Business => Fact::BusinessEmail,
            EmailKind::Personal => Fact::PersonalEmail,
        };
        Box::pin(self.ask(Question { fact, subject: subject_of(who) }, now))
    }
}

/// Mobiles from vendors; their claims are stored for later calls.
struct Phones {
    waterfall: Waterfall,
    store: Store,
    clock: Clock,
}

impl PhoneSource for Phones {
    fn name(&self) -> &str {
        VENDORS
    }

    fn find<'a>(&'a self, who: &'a ContactQuery) -> PhoneAnswer<'a> {
        Box::pin(async move {
            let question = Question { fact: Fact::Mobile, subject: subject_of(who) };
            let gathered = self.waterfall.ask(question).await;
            record(&gathered);
            let claims = gathered.claims(self.clock.now());
            if !claims.is_empty() {
                self.store.ingest(claims).await.map_err(|error| PhoneSourceError(error.to_string()))?;
            }
            Ok(reply(&gathered))
        })
    }
}

/// Carrier checks through vendors.
struct Carriers {
    waterfall: Waterfall,
}

impl PhoneCheck for Carriers {
    fn check<'a>(&'a self, number: &'a str) -> Checked<'a> {
        Box::pin(async move {
            let subject = Subject { phone: Some(number.to_owned()), ..Subject::default() };
            let gathered = self.waterfall.ask(Question { fact: Fact::PhoneCheck, subject }).await;
            record(&gathered);
            let hit = gathered.best()?;
            let line = &hit.answer.phone;
            Some(LineCheck {
                provider: hit.provider.clone(),
                valid: line.valid,
                line_type: line.line_type,
                carrier: line.carrier.clone(),
            })
        })
    }
}

/// Counts the vendor attempts in the metrics, and records them in the upstream log of the call.
fn record(gathered: &Gathered) {
    telemetry::vendor_attempts(gathered);
    for attempt in &gathered.attempts {
        engine::record_upstream_call(UpstreamCall {
            provider: attempt.provider.clone(),
            fact: gathered.fact.as_str().to_owned(),
            outcome: attempt.outcome.as_str().to_owned(),
            latency_ms: attempt.latency_ms,
            cost_usd: attempt.cost.0 as f64 / 1e6,
        });
    }
}

fn subject_of(who: &ContactQuery) -> Subject {
    let person = who.record.as_ref().map(|record| &record.person);
    let employer = person.and_then(|person| person.company.as_ref());
    let name = who.name.as_ref();
    Subject {
        network_url: person.and_then(|person| person.network_url.clone()),
        full_name: name.map(ToString::to_string),
        first_name: name.and_then(|name| name.first().map(str::to_owned)),
        last_name: name.and_then(|name| name.last().map(str::to_owned)),
        email: who
            .record
            .as_ref()
            .and_then(|record| record.emails.first())
            .map(|email| email.address.clone()),
        phone: None,
        company_domain: who.domain.clone(),
        company_name: employer.and_then(|employer| employer.name.clone()),
    }
}

fn reply(gathered: &Gathered) -> PhoneReply {
    let best = gathered.best();
    let phone = best.and_then(|hit| hit.answer.person.phones.first()).map(|phone| Phone {
        number: phone.number.clone(),
        line_type: phone.line_type.unwrap_or(LineType::Unknown),
        carrier: phone.carrier.clone(),
        status: phone.status.unwrap_or_default(),
        last_validated_at: phone.last_validated_at,
    });
    PhoneReply {
        phone,
        provider: best.map(|hit| hit.provider.clone()),
        attempts: gathered.attempts.iter().filter_map(phone_attempt).collect(),
    }
}

/// An attempt as shown in responses; vendors that were skipped are left out.
fn phone_attempt(attempt: &Attempt) -> Option<PhoneAttempt> {
    let outcome = match attempt.outcome {
        Outcome::Hit => AttemptOutcome::Found,
        Outcome::Miss | Outcome::KnownMiss => AttemptOutcome::NotFound,
        Outcome::TimedOut | Outcome::Overtaken => AttemptOutcome::TimedOut,
        Outcome::OverBudget => return None,
        _ => AttemptOutcome::Failed,
    };
    Some(PhoneAttempt { provider: attempt.provider.clone(), outcome, latency_ms: attempt.latency_ms })
}
