//! Polite crawling of one site.

use std::{collections::HashMap, time::Duration};

use egress::{
    Client, EgressError, HeaderMap, HeaderValue, Oversize, Request, RequestLimits, Response, Url, header,
};
use tokio::time::{Instant, sleep};

use crate::markup::decoded;

use super::{
    options::WebsiteOptions,
    page::WebPage,
    robots::{DELAY_LIMIT, FILE_LIMIT_BYTES, Robots},
};

/// Our product token in robots.txt.
pub(crate) const ROBOT: &str = "brimful";
const REDIRECT_LIMIT: usize = 5;

/// Why a page was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PageError {
    /// robots.txt disallows it, or requests a longer delay than we wait.
    Disallowed,
    /// It resolves to an address that must not be reached.
    Refused,
    /// There is no response, or it is not an HTML page.
    Absent,
}

/// Reads pages of one site, one after the other over one connection.
pub(crate) struct Visit<'a> {
    client: &'a Client,
    options: &'a WebsiteOptions,
    robots: HashMap<String, Robots>,
    deadline: Instant,
    last: Option<Instant>,
}

impl<'a> Visit<'a> {
    pub(crate) fn new(client: &'a Client, options: &'a WebsiteOptions) -> Self {
        let deadline = Instant::now() + options.deadline;
        Self { client, options, robots: HashMap::new(), deadline, last: None }
    }

    /// The page at a URL, following redirects.
    pub(crate) async fn page(&mut self, url: Url) -> Result<(WebPage, HeaderMap), PageError> {
        let mut url = url;
        for _ in 0..=REDIRECT_LIMIT {
            self.check_robots(&url).await?;
            let response = self.get(url.as_str(), self.options.page_bytes).await?;
            if response.status.is_redirection() {
                let location = response.header_text(&header::LOCATION).ok_or(PageError::Absent)?;
                url = url.join(location).map_err(|_| PageError::Absent)?;
                continue;
            }
            let is_page = response.status.is_success() && is_html(&response);
            return match is_page {
                true => {
                    let kind = response.header_text(&header::CONTENT_TYPE).unwrap_or_default();
                    let source = decoded(&response.body, kind);
                    Ok((WebPage::read(response.url, source), response.headers))
                }
                false => Err(PageError::Absent),
            };
        }
        Err(PageError::Absent)
    }

    /// Checks robots.txt of the URL's origin, then waits for the crawl delay.
    async fn check_robots(&mut self, url: &Url) -> Result<(), PageError> {
        let origin = url.origin().ascii_serialization();
        if !self.robots.contains_key(&origin) {
            let robots = self.read_robots(&origin).await?;
            self.robots.insert(origin.clone(), robots);
        }
        let robots = &self.robots[&origin];
        let path =
            url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
        if !robots.allows(&path) {
            return Err(PageError::Disallowed);
        }
        let wait = robots.delay.unwrap_or(self.options.pause);
        if let Some(last) = self.last {
            if wait > DELAY_LIMIT {
                return Err(PageError::Disallowed);
            }
            sleep((last + wait).saturating_duration_since(Instant::now())).await;
        }
        self.last = Some(Instant::now());
        Ok(())
    }

    async fn read_robots(&self, origin: &str) -> Result<Robots, PageError> {
        let request = Request::get(format!("{origin}/robots.txt"))
            .limits(self.limits(FILE_LIMIT_BYTES))
            .follow(REDIRECT_LIMIT as u8);
        match self.client.send(request).await {
            Ok(response) if response.status.is_success() => {
                Ok(Robots::parse(&String::from_utf8_lossy(&response.body), ROBOT))
            }
            // RFC 9309: a missing robots.txt allows everything, a server error disallows everything.
            Ok(response) if response.status.is_server_error() => Ok(Robots::disallow_all()),
            Ok(_) | Err(EgressError::Redirects(_)) => Ok(Robots::default()),
            Err(fault) => Err(page_error(&fault)),
        }
    }

    async fn get(&self, url: &str, body_bytes: usize) -> Result<Response, PageError> {
        let request = Request::get(url)
            .header(header::ACCEPT, HeaderValue::from_static("text/html,application/xhtml+xml;q=0.9"))
            .header(header::ACCEPT_LANGUAGE, HeaderValue::from_static("en;q=1, *;q=0.5"))
            .limits(self.limits(body_bytes));
        self.client.send(request).await.map_err(|fault| page_error(&fault))
    }

    fn limits(&self, body_bytes: usize) -> RequestLimits {
        let time_left = self.deadline.saturating_duration_since(Instant::now());
        let total = time_left.min(self.options.page_timeout);
        RequestLimits {
            connect: total.min(Duration::from_secs(4)),
            total,
            body_bytes,
            oversize: Oversize::Cut,
        }
    }
}

fn page_error(fault: &EgressError) -> PageError {
    if fault.is_refusal() { PageError::Refused } else { PageError::Absent }
}

fn is_html(response: &Response) -> bool {
    let kind = response.header_text(&header::CONTENT_TYPE).unwrap_or("text/html").to_ascii_lowercase();
    kind.starts_with("text/html") || kind.starts_with("application/xhtml")
}
