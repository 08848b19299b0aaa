//! Polls a feed once.

use std::time::Duration;

use egress::{Client, HeaderValue, Oversize, Request, RequestLimits, Response, header};
use jiff::{Timestamp, tz::TimeZone};
use records::{Claim, Facts, PartialDate};
use serde_json::Value;

use super::{
    FeedDescription, FeedFormat, FeedState, boards,
    edgar::{self, EdgarFiling},
    form_d::FormD,
    json, listing,
    news::read_news,
    syndication::{FeedEntry, entries},
};
use crate::{
    markup::{decoded, plain_text},
    website::{BoardKind, page::WebPage},
};

const REDIRECT_LIMIT: u8 = 5;
const RESPONSE_LIMIT_BYTES: usize = 32 << 20;
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);
/// Most pages read of a board's list.
const PAGE_LIMIT: usize = 50;
/// Most filings read per poll; the rest is read by the next one.
const FILING_LIMIT: usize = 25;
/// The SEC allows at most ten requests per second.
const FILING_PAUSE: Duration = Duration::from_millis(120);

/// Result of a poll.
#[derive(Debug, Clone, PartialEq)]
pub struct Polled {
    /// Claims of new or changed items.
    pub claims: Vec<Claim>,
    /// State to store for the next poll.
    pub state: FeedState,
    /// Time to wait until the next poll.
    pub wait: Duration,
}

/// Why a poll failed, and the pause that the server requested (`Retry-After`).
struct PollFault {
    reason: String,
    pause: Option<Duration>,
}

impl PollFault {
    fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), pause: None }
    }
}

/// Polls feeds. Cheap to clone.
#[derive(Clone)]
pub struct FeedPoller {
    client: Client,
}

impl FeedPoller {
    /// Creates a poller that sends its requests through this client.
    pub fn new(client: Client) -> Self {
        Self { client }
    }

    /// Polls a feed once. Store the claims before the state: if storing the claims fails, the old state yields the same
    /// claims again.
    pub async fn poll(&self, feed: &FeedDescription, state: FeedState, now: Timestamp) -> Polled {
        let mut next = state.clone();
        let claims = match feed.kind {
            FeedFormat::News => self.news(feed, &mut next, now).await,
            FeedFormat::Edgar => self.filings(feed, &mut next, now).await,
            FeedFormat::Json => self.items(feed, &mut next, now).await,
            kind => match kind.board() {
                Some(board) => self.jobs(feed, board, &mut next, now).await,
                None => Ok(Vec::new()),
            },
        };
        let (claims, pause) = match claims {
            Ok(claims) => {
                next.succeeded(claims.len(), now);
                (claims, None)
            }
            Err(fault) => {
                // Keep the previous state, so that the next poll repeats the whole work.
                next = state;
                next.failed(fault.reason);
                (Vec::new(), fault.pause)
            }
        };
        next.health.polls += 1;
        next.health.polled_at = Some(now);
        let interval = Duration::from_secs(u64::from(feed.every_seconds));
        Polled { wait: next.wait(&feed.name, interval, pause), claims, state: next }
    }

    async fn news(
        &self,
        feed: &FeedDescription,
        state: &mut FeedState,
        now: Timestamp,
    ) -> Result<Vec<Claim>, PollFault> {
        let Some(response) = self.get_if_changed(&feed.url, state).await? else { return Ok(Vec::new()) };
        let entries = entries(&body_text(&response))
            .ok_or_else(|| PollFault::new("the response is not RSS or Atom"))?;
        let mut claims = Vec::new();
        for entry in entries {
            if !state.is_new(&entry.id, now) {
                continue;
            }
            let Some(news) = read_news(&entry.title, &plain_text(&entry.summary)) else { continue };
            let day = utc_day(entry.published.unwrap_or(now));
            let report = news.report(&entry.id, entry.link.clone(), day);
            claims.extend(report.into_claim(&feed.name, 0, now));
        }
        Ok(claims)
    }

    async fn items(
        &self,
        feed: &FeedDescription,
        state: &mut FeedState,
        now: Timestamp,
    ) -> Result<Vec<Claim>, PollFault> {
        let Some(response) = self.get_if_changed(&feed.url, state).await? else { return Ok(Vec::new()) };
        let answer = body_json(&response)?;
        json::claims(feed, &answer, state, now)
            .ok_or_else(|| PollFault::new("there is no list at the path of `items`"))
    }

    async fn jobs(
        &self,
        feed: &FeedDescription,
        board: BoardKind,
        state: &mut FeedState,
        now: Timestamp,
    ) -> Result<Vec<Claim>, PollFault> {
        let url = if feed.url.is_empty() { boards::address(board, &feed.token) } else { feed.url.clone() };
        let Some(response) = self.get_if_changed(&url, state).await? else { return Ok(Vec::new()) };
        let mut answer = body_json(&response)?;
        let wrong_structure = || PollFault::new("the response does not have the structure of this job board");
        let mut postings = boards::postings(board, &answer).ok_or_else(wrong_structure)?;
        // Only a complete listing shows which jobs were closed.
        for page in 1..PAGE_LIMIT {
            let total = answer.get("totalFound").and_then(Value::as_u64).unwrap_or(0);
            let read = (answer.get("offset").and_then(Value::as_u64).unwrap_or(0))
                + answer.get("content").and_then(Value::as_array).map_or(0, |list| list.len() as u64);
            if board != BoardKind::SmartRecruiters || read >= total || read == 0 {
                break;
            }
            if page + 1 == PAGE_LIMIT {
                return Err(PollFault::new("the board's list has more pages than are read per poll"));
            }
            let mark = if url.contains('?') { '&' } else { '?' };
            let response = self.get(Request::get(format!("{url}{mark}offset={read}"))).await?;
            answer = body_json(&response)?;
            postings.extend(boards::postings(board, &answer).ok_or_else(wrong_structure)?);
        }
        Ok(listing::compare(feed, postings, state, now))
    }

    async fn filings(
        &self,
        feed: &FeedDescription,
        state: &mut FeedState,
        now: Timestamp,
    ) -> Result<Vec<Claim>, PollFault> {
        let own = [feed.url.as_str()];
        let lists: &[&str] = if feed.url.is_empty() { &edgar::LISTS } else { &own };
        let mut claims = Vec::new();
        let mut filings_read = 0;
        for list in lists {
            let response = self.get(Request::get(*list)).await?;
            let entries = entries(&body_text(&response))
                .ok_or_else(|| PollFault::new("the response is not a list of filings"))?;
            for entry in entries {
                let Some(filing) = edgar::filing(&entry).filter(|_| !state.has_seen(&entry.id)) else {
                    continue;
                };
                if filings_read >= FILING_LIMIT {
                    break;
                }
                filings_read += 1;
                tokio::time::sleep(FILING_PAUSE).await;
                // An unreadable filing must not block the others.
                if let Ok(claim) = self.filing(feed, &entry, filing, now).await {
                    claims.extend(claim);
                    state.is_new(&entry.id, now);
                }
            }
        }
        Ok(claims)
    }

    async fn filing(
        &self,
        feed: &FeedDescription,
        entry: &FeedEntry,
        filing: EdgarFiling,
        now: Timestamp,
    ) -> Result<Option<Claim>, PollFault> {
        let filed = utc_day(entry.published.unwrap_or(now));
        match filing {
            EdgarFiling::FormD(url) => {
                let form = FormD::parse(&body_text(&self.get(Request::get(url)).await?));
                let form = form.ok_or_else(|| PollFault::new("the filing is not a Form D"))?;
                Ok(form.facts(filed).map(|facts| Claim {
                    source: feed.name.clone(),
                    reference: form.reference(filed),
                    observed_at: now,
                    facts: Facts::Company(Box::new(facts)),
                }))
            }
            EdgarFiling::Purchase(url) => {
                let index = self.get(Request::get(url)).await?;
                let page = WebPage::read(index.url.clone(), body_text(&index));
                let (Some(document), Some(filer)) = (edgar::document(&page), edgar::filer(entry)) else {
                    return Ok(None);
                };
                let text = body_text(&self.get(Request::get(document)).await?);
                let Some(mut report) = edgar::purchase(&text, &filer, filed) else { return Ok(None) };
                report.id = Some(entry.id.clone());
                report.url.clone_from(&entry.link);
                report.into_claim(&feed.name, 0, now).map(Some).map_err(PollFault::new)
            }
        }
    }

    /// The response, or `None` if it has not changed since the last poll (status 304).
    async fn get_if_changed(&self, url: &str, state: &mut FeedState) -> Result<Option<Response>, PollFault> {
        let mut request = Request::get(url);
        let known = [(header::IF_NONE_MATCH, &state.etag), (header::IF_MODIFIED_SINCE, &state.last_modified)];
        for (name, value) in known {
            if let Some(value) = value.as_deref().and_then(|value| HeaderValue::from_str(value).ok()) {
                request.headers.insert(name, value);
            }
        }
        let response = self.get(request).await?;
        if response.status == 304 {
            return Ok(None);
        }
        state.etag = response.header_text(&header::ETAG).map(str::to_owned);
        state.last_modified = response.header_text(&header::LAST_MODIFIED).map(str::to_owned);
        Ok(Some(response))
    }

    async fn get(&self, request: Request) -> Result<Response, PollFault> {
        let limits = RequestLimits {
            connect: Duration::from_secs(10),
            total: RESPONSE_TIMEOUT,
            body_bytes: RESPONSE_LIMIT_BYTES,
            oversize: Oversize::Refuse,
        };
        let response = self.client.send(request.limits(limits).follow(REDIRECT_LIMIT)).await;
        let response = response.map_err(|fault| PollFault::new(fault.to_string()))?;
        if response.status.is_success() || response.status == 304 {
            return Ok(response);
        }
        let seconds = response.header_text(&header::RETRY_AFTER).and_then(|text| text.trim().parse().ok());
        let host = response.url.host_str().unwrap_or_default().to_owned();
        Err(PollFault {
            reason: format!("{host} returned status {}", response.status.as_u16()),
            pause: seconds.map(Duration::from_secs),
        })
    }
}

fn body_text(response: &Response) -> String {
    decoded(&response.body, response.header_text(&header::CONTENT_TYPE).unwrap_or_default())
}

fn body_json(response: &Response) -> Result<Value, PollFault> {
    serde_json::from_slice(&response.body).map_err(|_| PollFault::new("the response is not JSON"))
}

fn utc_day(time: Timestamp) -> PartialDate {
    PartialDate::day(time.to_zoned(TimeZone::UTC).date())
}
