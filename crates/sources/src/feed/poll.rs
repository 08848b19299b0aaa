//! Polling a feed once.

use std::time::Duration;

use egress::{Client, HeaderValue, Limits, Oversize, Request, Response, header};
use jiff::{Timestamp, tz::TimeZone};
use records::{Claim, Facts, PartialDate};
use serde_json::Value;

use super::{
    FeedDescription, FeedKind, FeedState, boards,
    edgar::{self, Filing},
    form_d::FormD,
    json, listing,
    news::read_news,
    syndication::{Entry, entries},
};
use crate::{
    markup::{decoded, plain_text},
    website::{BoardKind, page::Page},
};

const REDIRECT_LIMIT: u8 = 5;
const ANSWER_LIMIT_BYTES: usize = 32 << 20;
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// Pages of a board's list.
const PAGE_LIMIT: usize = 50;
/// Filings looked into at one poll; the others wait for the next.
const FILING_LIMIT: usize = 25;
/// The SEC asks for no more than ten requests a second.
const FILING_PAUSE: Duration = Duration::from_millis(120);

/// What a poll came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Polled {
    /// What is new.
    pub claims: Vec<Claim>,
    /// What to remember until the next poll.
    pub state: FeedState,
    /// How long to wait for it.
    pub wait: Duration,
}

/// Why a poll failed, and how long the server wants to be left alone.
struct Fault {
    why: String,
    pause: Option<Duration>,
}

impl Fault {
    fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), pause: None }
    }
}

/// Polls feeds. Cheap to clone.
#[derive(Clone)]
pub struct FeedPoller {
    client: Client,
}

impl FeedPoller {
    /// A poller that goes out through this client.
    pub fn new(client: Client) -> Self {
        Self { client }
    }

    /// Polls a feed once. The claims are to be filed before the state is kept: should that fail, the same claims
    /// come again.
    pub async fn poll(&self, feed: &FeedDescription, state: FeedState, now: Timestamp) -> Polled {
        let mut next = state.clone();
        let claims = match feed.kind {
            FeedKind::News => self.news(feed, &mut next, now).await,
            FeedKind::Edgar => self.filings(feed, &mut next, now).await,
            FeedKind::Json => self.items(feed, &mut next, now).await,
            kind => match kind.board() {
                Some(board) => self.positions(feed, board, &mut next, now).await,
                None => Ok(Vec::new()),
            },
        };
        let (claims, pause) = match claims {
            Ok(claims) => {
                next.answered(claims.len(), now);
                (claims, None)
            }
            Err(fault) => {
                // What was half done is done again.
                next = state;
                next.failed(fault.why);
                (Vec::new(), fault.pause)
            }
        };
        next.health.polls += 1;
        next.health.polled_at = Some(now);
        let usual = Duration::from_secs(u64::from(feed.every_seconds));
        Polled { wait: next.wait(&feed.name, usual, pause), claims, state: next }
    }

    async fn news(
        &self,
        feed: &FeedDescription,
        state: &mut FeedState,
        now: Timestamp,
    ) -> Result<Vec<Claim>, Fault> {
        let Some(response) = self.changed(&feed.url, state).await? else { return Ok(Vec::new()) };
        let entries =
            entries(&text_of(&response)).ok_or_else(|| Fault::new("the answer is no RSS or Atom"))?;
        let mut claims = Vec::new();
        for entry in entries {
            if !state.is_new(&entry.id, now) {
                continue;
            }
            let Some(news) = read_news(&entry.title, &plain_text(&entry.summary)) else { continue };
            let day = day_of(entry.published.unwrap_or(now));
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
    ) -> Result<Vec<Claim>, Fault> {
        let Some(response) = self.changed(&feed.url, state).await? else { return Ok(Vec::new()) };
        let answer = json_of(&response)?;
        json::claims(feed, &answer, state, now).ok_or_else(|| Fault::new("there is no list where items say"))
    }

    async fn positions(
        &self,
        feed: &FeedDescription,
        board: BoardKind,
        state: &mut FeedState,
        now: Timestamp,
    ) -> Result<Vec<Claim>, Fault> {
        let url = if feed.url.is_empty() { boards::address(board, &feed.token) } else { feed.url.clone() };
        let Some(response) = self.changed(&url, state).await? else { return Ok(Vec::new()) };
        let mut answer = json_of(&response)?;
        let other_make = || Fault::new("the answer is not that of such a board");
        let mut postings = boards::postings(board, &answer).ok_or_else(other_make)?;
        // Only a whole listing tells what is gone.
        for page in 1..PAGE_LIMIT {
            let total = answer.get("totalFound").and_then(Value::as_u64).unwrap_or(0);
            let read = (answer.get("offset").and_then(Value::as_u64).unwrap_or(0))
                + answer.get("content").and_then(Value::as_array).map_or(0, |list| list.len() as u64);
            if board != BoardKind::SmartRecruiters || read >= total || read == 0 {
                break;
            }
            if page + 1 == PAGE_LIMIT {
                return Err(Fault::new("the board's list is longer than can be read at once"));
            }
            let mark = if url.contains('?') { '&' } else { '?' };
            let response = self.get(Request::get(format!("{url}{mark}offset={read}"))).await?;
            answer = json_of(&response)?;
            postings.extend(boards::postings(board, &answer).ok_or_else(other_make)?);
        }
        Ok(listing::compare(feed, postings, state, now))
    }

    async fn filings(
        &self,
        feed: &FeedDescription,
        state: &mut FeedState,
        now: Timestamp,
    ) -> Result<Vec<Claim>, Fault> {
        let own = [feed.url.as_str()];
        let lists: &[&str] = if feed.url.is_empty() { &edgar::LISTS } else { &own };
        let mut claims = Vec::new();
        let mut looked_into = 0;
        for list in lists {
            let response = self.get(Request::get(*list)).await?;
            let entries =
                entries(&text_of(&response)).ok_or_else(|| Fault::new("the answer is no list of filings"))?;
            for entry in entries {
                let Some(filing) = edgar::filing(&entry).filter(|_| !state.has_seen(&entry.id)) else {
                    continue;
                };
                if looked_into >= FILING_LIMIT {
                    break;
                }
                looked_into += 1;
                tokio::time::sleep(FILING_PAUSE).await;
                // A filing that cannot be read must not keep the others from being read.
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
        entry: &Entry,
        filing: Filing,
        now: Timestamp,
    ) -> Result<Option<Claim>, Fault> {
        let filed = day_of(entry.published.unwrap_or(now));
        match filing {
            Filing::FormD(url) => {
                let form = FormD::parse(&text_of(&self.get(Request::get(url)).await?));
                let form = form.ok_or_else(|| Fault::new("the filing is no Form D"))?;
                Ok(form.facts(filed).map(|facts| Claim {
                    source: feed.name.clone(),
                    reference: form.reference(filed),
                    observed_at: now,
                    facts: Facts::Company(Box::new(facts)),
                }))
            }
            Filing::Purchase(url) => {
                let index = self.get(Request::get(url)).await?;
                let page = Page::read(index.url.clone(), text_of(&index));
                let (Some(document), Some(filer)) = (edgar::document(&page), edgar::filer(entry)) else {
                    return Ok(None);
                };
                let text = text_of(&self.get(Request::get(document)).await?);
                let Some(mut report) = edgar::purchase(&text, &filer, filed) else { return Ok(None) };
                report.id = Some(entry.id.clone());
                report.url.clone_from(&entry.link);
                report.into_claim(&feed.name, 0, now).map(Some).map_err(Fault::new)
            }
        }
    }

    /// The answer, unless nothing changed since the last one.
    async fn changed(&self, url: &str, state: &mut FeedState) -> Result<Option<Response>, Fault> {
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

    async fn get(&self, request: Request) -> Result<Response, Fault> {
        let limits = Limits {
            connect: Duration::from_secs(10),
            total: ANSWER_TIMEOUT,
            body_bytes: ANSWER_LIMIT_BYTES,
            oversize: Oversize::Refuse,
        };
        let response = self.client.send(request.limits(limits).follow(REDIRECT_LIMIT)).await;
        let response = response.map_err(|fault| Fault::new(fault.to_string()))?;
        if response.status.is_success() || response.status == 304 {
            return Ok(response);
        }
        let seconds = response.header_text(&header::RETRY_AFTER).and_then(|text| text.trim().parse().ok());
        let host = response.url.host_str().unwrap_or_default().to_owned();
        Err(Fault {
            why: format!("{host} answered with status {}", response.status.as_u16()),
            pause: seconds.map(Duration::from_secs),
        })
    }
}

fn text_of(response: &Response) -> String {
    decoded(&response.body, response.header_text(&header::CONTENT_TYPE).unwrap_or_default())
}

fn json_of(response: &Response) -> Result<Value, Fault> {
    serde_json::from_slice(&response.body).map_err(|_| Fault::new("the answer is no JSON"))
}

fn day_of(time: Timestamp) -> PartialDate {
    PartialDate::day(time.to_zoned(TimeZone::UTC).date())
}
