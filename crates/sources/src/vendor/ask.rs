//! Sends one question to a vendor and classifies the response.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD};
use egress::{
    Client, EgressError, HeaderName, HeaderValue, Method, Oversize, Redirects, Request, RequestLimits,
    Response, header,
};
use serde::Serialize;
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};

use super::{
    answer::{Answer, read},
    description::{Auth, Charged, Cost, Description, DescriptionError, LookupDescription, VendorSecret},
    question::{Fact, VendorQuestion},
    template::{fill, fill_value, percent_encoded},
};

const FIRST_RETRY_WAIT: Duration = Duration::from_millis(100);
/// Longest pause accepted from a `Retry-After` header.
const RETRY_AFTER_LIMIT: Duration = Duration::from_secs(300);
const RETRY_AFTER_DEFAULT: Duration = Duration::from_secs(5);

/// Outcome of querying a vendor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VendorOutcome {
    /// The requested fact was returned.
    Hit,
    /// The vendor does not know the fact.
    Miss,
    /// A cached miss; no request was sent.
    KnownMiss,
    /// The time limit was reached.
    TimedOut,
    /// Status 429: too many requests.
    RateLimited,
    /// The key was rejected, or the credit at the vendor is used up (401 to 403).
    KeyRefused,
    /// The vendor rejected the request, or the question lacks what the vendor needs.
    NotTaken,
    /// The vendor failed or could not be reached.
    Failed,
    /// The response does not have the described structure.
    BadAnswer,
    /// The response exceeds the size limit.
    TooLarge,
    /// The response is a redirect; redirects are not followed.
    Redirected,
    /// The circuit breaker is open after repeated failures; no request was sent.
    LeftAlone,
    /// Our own rate or concurrency limit for the vendor is reached.
    Busy,
    /// The price exceeds the rest of the budget.
    OverBudget,
    /// Another vendor answered first.
    Overtaken,
}

impl VendorOutcome {
    /// Whether the vendor failed, so that an immediate retry is pointless.
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            Self::TimedOut
                | Self::KeyRefused
                | Self::Failed
                | Self::BadAnswer
                | Self::TooLarge
                | Self::Redirected
        )
    }

    /// Whether the vendor returned a hit or a miss.
    pub fn is_answer(self) -> bool {
        matches!(self, Self::Hit | Self::Miss | Self::KnownMiss)
    }

    /// The outcome as it is stored and shown.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Miss => "miss",
            Self::KnownMiss => "known_miss",
            Self::TimedOut => "timed_out",
            Self::RateLimited => "rate_limited",
            Self::KeyRefused => "key_refused",
            Self::NotTaken => "not_taken",
            Self::Failed => "failed",
            Self::BadAnswer => "bad_answer",
            Self::TooLarge => "too_large",
            Self::Redirected => "redirected",
            Self::LeftAlone => "left_alone",
            Self::Busy => "busy",
            Self::OverBudget => "over_budget",
            Self::Overtaken => "overtaken",
        }
    }
}

/// Result of querying a vendor.
#[derive(Debug, Clone, PartialEq)]
pub struct VendorReply {
    /// Hit, miss or the kind of failure.
    pub outcome: VendorOutcome,
    /// The parsed facts, even if the requested one is not among them.
    pub answer: Option<Answer>,
    /// What the vendor charges for the call.
    pub cost: Cost,
    /// Pause that the vendor requested (`Retry-After`).
    pub pause: Option<Duration>,
}

impl VendorReply {
    pub(crate) fn without_answer(outcome: VendorOutcome) -> Self {
        Self { outcome, answer: None, cost: Cost(0), pause: None }
    }
}

/// A vendor with its key, ready to be queried.
#[derive(Debug, Clone)]
pub struct Vendor {
    description: Description,
    key: VendorSecret,
}

impl Vendor {
    /// Creates a vendor from its description and the operator's key.
    pub fn new(description: Description, key: VendorSecret) -> Result<Self, DescriptionError> {
        description.check()?;
        let headers = description.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let key_header = match &description.auth {
            Auth::Header { name } => Some((name.as_str(), key.reveal())),
            Auth::Bearer | Auth::Basic | Auth::Query { .. } | Auth::None => None,
        };
        for (name, value) in headers.chain(key_header) {
            if header_pair(name, value).is_none() {
                let fault = format!("the header {name} or its value cannot be sent");
                return Err(DescriptionError::Sense { vendor: description.name.clone(), fault });
            }
        }
        Ok(Self { description, key })
    }

    /// How the vendor's API is called and read.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Highest price of a question; `None` if the vendor cannot answer it.
    pub fn price(&self, question: &VendorQuestion) -> Option<Cost> {
        self.lookup(question).map(|lookup| lookup.price)
    }

    /// Whether a lookup of the vendor offers a fact.
    pub fn gives(&self, fact: Fact) -> bool {
        self.description.lookups.iter().any(|lookup| lookup.facts.contains(&fact))
    }

    /// Queries the vendor; takes no longer than its timeout, retries included.
    pub async fn ask(&self, client: &Client, question: &VendorQuestion) -> VendorReply {
        let Some(lookup) = self.lookup(question) else {
            return VendorReply::without_answer(VendorOutcome::NotTaken);
        };
        let limit = self.description.limits.timeout();
        let reply = timeout(limit, self.attempts(client, lookup, question)).await;
        let mut reply = reply.unwrap_or_else(|_| VendorReply::without_answer(VendorOutcome::TimedOut));
        let is_charged = match lookup.charged {
            Charged::Match => reply.answer.is_some(),
            Charged::Call => reply.outcome.is_answer() || reply.outcome == VendorOutcome::TimedOut,
        };
        reply.cost = if is_charged { lookup.price } else { Cost(0) };
        reply
    }

    async fn attempts(
        &self,
        client: &Client,
        lookup: &LookupDescription,
        question: &VendorQuestion,
    ) -> VendorReply {
        let started = Instant::now();
        let mut wait = FIRST_RETRY_WAIT;
        for attempt in 0.. {
            let time_left = self.description.limits.timeout().saturating_sub(started.elapsed());
            let Some(request) = self.request(lookup, question, time_left) else {
                return VendorReply::without_answer(VendorOutcome::NotTaken);
            };
            let reply = classify(client.send(request).await, lookup, question);
            if reply.outcome != VendorOutcome::Failed || attempt >= self.description.limits.retries {
                return reply;
            }
            sleep(wait + jitter(question, attempt, wait)).await;
            wait *= 2;
        }
        VendorReply::without_answer(VendorOutcome::Failed)
    }

    fn lookup(&self, question: &VendorQuestion) -> Option<&LookupDescription> {
        self.description.lookups.iter().find(|lookup| {
            let has_all =
                |need: &Vec<String>| need.iter().all(|name| question.subject.variable(name).is_some());
            lookup.facts.contains(&question.fact) && lookup.needs.iter().any(has_all)
        })
    }

    fn request(
        &self,
        lookup: &LookupDescription,
        question: &VendorQuestion,
        time_left: Duration,
    ) -> Option<Request> {
        let subject = &question.subject;
        let path = fill(&lookup.path, subject, percent_encoded)?;
        let mut parameters: Vec<String> = lookup
            .query
            .iter()
            .filter_map(|(name, value)| Some(format!("{name}={}", fill(value, subject, percent_encoded)?)))
            .collect();
        if let Auth::Query { name } = &self.description.auth {
            parameters.push(format!("{name}={}", percent_encoded(self.key.reveal())));
        }
        let mark = if parameters.is_empty() { "" } else { "?" };
        let base = self.description.base_url.trim_end_matches('/');
        let mut request = Request::get(format!("{base}{path}{mark}{}", parameters.join("&")));
        if lookup.method == "POST" {
            request.method = Method::POST;
        }
        if let Some(body) = &lookup.body {
            request.body = fill_value(body, subject)?.to_string().into();
            request.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        request.headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        for (name, value) in &self.description.headers {
            let (name, value) = header_pair(name, value)?;
            request.headers.insert(name, value);
        }
        self.add_key(&mut request)?;
        request.redirects = Redirects::Answer;
        let body_bytes = self.description.limits.body_bytes;
        request.limits =
            RequestLimits { connect: time_left, total: time_left, body_bytes, oversize: Oversize::Refuse };
        Some(request)
    }

    fn add_key(&self, request: &mut Request) -> Option<()> {
        let key = self.key.reveal();
        let (name, value) = match &self.description.auth {
            Auth::Header { name } => header_pair(name, key)?,
            Auth::Bearer => header_pair("authorization", &format!("Bearer {key}"))?,
            Auth::Basic => header_pair("authorization", &format!("Basic {}", STANDARD.encode(key)))?,
            Auth::Query { .. } | Auth::None => return Some(()),
        };
        request.headers.insert(name, value);
        Some(())
    }
}

fn header_pair(name: &str, value: &str) -> Option<(HeaderName, HeaderValue)> {
    let mut value = HeaderValue::from_str(value).ok()?;
    value.set_sensitive(true);
    Some((name.parse().ok()?, value))
}

fn classify(
    response: Result<Response, EgressError>,
    lookup: &LookupDescription,
    question: &VendorQuestion,
) -> VendorReply {
    let response = match response {
        Ok(response) => response,
        Err(EgressError::TimedOut(_)) => return VendorReply::without_answer(VendorOutcome::TimedOut),
        Err(EgressError::TooLarge { .. }) => return VendorReply::without_answer(VendorOutcome::TooLarge),
        Err(_) => return VendorReply::without_answer(VendorOutcome::Failed),
    };
    let status = response.status.as_u16();
    if lookup.miss_status.contains(&status) {
        return VendorReply::without_answer(VendorOutcome::Miss);
    }
    let body: Option<Value> = serde_json::from_slice(&response.body).ok();
    if body.as_ref().is_some_and(|body| is_miss(lookup, body)) {
        return VendorReply::without_answer(VendorOutcome::Miss);
    }
    match (status, body) {
        (200..=299, Some(body)) => classify_answer(lookup, &body, question),
        (200..=299, None) => VendorReply::without_answer(VendorOutcome::BadAnswer),
        (300..=399, _) => VendorReply::without_answer(VendorOutcome::Redirected),
        (401..=403, _) => VendorReply::without_answer(VendorOutcome::KeyRefused),
        (429, _) => VendorReply {
            pause: Some(retry_after(&response)),
            ..VendorReply::without_answer(VendorOutcome::RateLimited)
        },
        (400..=499, _) => VendorReply::without_answer(VendorOutcome::NotTaken),
        _ => VendorReply::without_answer(VendorOutcome::Failed),
    }
}

fn classify_answer(lookup: &LookupDescription, body: &Value, question: &VendorQuestion) -> VendorReply {
    if !lookup.expects.iter().all(|path| path.exists(body)) {
        return VendorReply::without_answer(VendorOutcome::BadAnswer);
    }
    let answer = read(lookup, body, question);
    if answer.confidence.is_some_and(|confidence| confidence < lookup.min_confidence) {
        return VendorReply::without_answer(VendorOutcome::Miss);
    }
    let outcome = if answer.holds(question.fact) { VendorOutcome::Hit } else { VendorOutcome::Miss };
    VendorReply { answer: Some(answer), ..VendorReply::without_answer(outcome) }
}

fn is_miss(lookup: &LookupDescription, body: &Value) -> bool {
    lookup.miss_when.iter().any(|condition| {
        let texts = condition.at.values(body).into_iter().filter_map(super::path::scalar);
        texts.into_iter().any(|text| text == condition.is)
    })
}

fn retry_after(response: &Response) -> Duration {
    let seconds = response.header_text(&header::RETRY_AFTER).and_then(|text| text.trim().parse().ok());
    seconds.map_or(RETRY_AFTER_DEFAULT, Duration::from_secs).min(RETRY_AFTER_LIMIT)
}

/// Up to half of the wait, derived from the question instead of randomness, so that runs are reproducible.
fn jitter(question: &VendorQuestion, attempt: u32, wait: Duration) -> Duration {
    let seed = question
        .fingerprint()
        .bytes()
        .fold(u32::MAX / 7 + attempt, |seed, byte| seed.rotate_left(5) ^ u32::from(byte));
    wait * (seed % 128) / 256
}
