//! A company from its own front door: its website and its DNS.
//!
//! A [`WebsiteReader`] visits a site as a polite guest: it asks robots.txt first, says who it is, reads a few pages
//! one after the other over one line, and goes away when its time is up. What it saw becomes claims whose
//! references are the addresses where it was seen.

mod boards;
mod facts;
mod identity;
mod linked_data;
mod names;
pub(crate) mod page;
mod robots;
mod technologies;
mod visit;

use std::time::Duration;

use egress::{Client, HeaderMap, Url};
use jiff::Timestamp;
use records::{
    Claim, CompanyFacts, Facts, JobFacts, company_name::company_name_key, domain::registrable_domain,
};

pub use boards::{BoardKind, JobBoard};
use page::Page;
use visit::{NoPage, Visit};

/// The source of what a website says.
pub const WEBSITE_SOURCE: &str = "website";
/// The source of what DNS says.
pub const DNS_SOURCE: &str = "dns";
/// Positions taken from one site.
const JOB_LIMIT: usize = 1_000;

/// What a page may be read for, and the words by which its address or link says so.
const PURPOSES: [&[&str]; 4] = [
    &[
        "about",
        "about-us",
        "company",
        "ueber-uns",
        "uber-uns",
        "unternehmen",
        "a-propos",
        "qui-sommes-nous",
        "sobre",
        "sobre-nosotros",
        "chi-siamo",
        "over-ons",
        "who-we-are",
        "über uns",
    ],
    &["contact", "contact-us", "kontakt", "contacto", "contatti", "get-in-touch"],
    &["imprint", "impressum", "legal-notice", "mentions-legales", "aviso-legal"],
    &[
        "careers",
        "career",
        "jobs",
        "karriere",
        "stellenangebote",
        "join-us",
        "work-with-us",
        "carrieres",
        "empleo",
        "vacatures",
        "lavora-con-noi",
        "open-positions",
    ],
];

/// How a site is visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebsiteOptions {
    /// Everything together.
    pub deadline: Duration,
    /// One page.
    pub page_timeout: Duration,
    /// Bytes of one page; the rest is not read.
    pub page_bytes: usize,
    /// Pages read besides the first.
    pub further_pages: usize,
    /// Time between two pages where the site names none.
    pub pause: Duration,
}

impl Default for WebsiteOptions {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(12),
            page_timeout: Duration::from_secs(6),
            page_bytes: 2 << 20,
            further_pages: 3,
            pause: Duration::from_millis(200),
        }
    }
}

/// What a visit came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visited {
    /// The site was read.
    Read,
    /// It asks robots to stay away.
    Unwelcome,
    /// Its address leads to a network that must not be reached.
    Refused,
    /// Nobody answers there.
    Absent,
    /// Something else stands where a site would: a parked domain, an error page.
    Placeholder,
    /// It belongs to somebody else now, at this domain.
    Elsewhere(String),
}

/// What was learned of a domain.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// What the visit came to.
    pub visited: Visited,
    /// What was seen, each with the address where it was seen. Empty unless the site was read.
    pub claims: Vec<Claim>,
    /// Job boards it links to.
    pub boards: Vec<JobBoard>,
}

/// Reads companies from their websites. Cheap to clone.
#[derive(Clone)]
pub struct WebsiteReader {
    client: Client,
    options: WebsiteOptions,
}

impl WebsiteReader {
    /// A reader that goes out through this client.
    pub fn new(client: Client, options: WebsiteOptions) -> Self {
        Self { client, options }
    }

    /// What the website and the DNS of a registrable domain say at this time.
    pub async fn read(&self, domain: &str, now: Timestamp) -> Reading {
        let mut visit = Visit::new(&self.client, &self.options);
        let (home, names) =
            tokio::join!(front_door(&mut visit, domain), names::ask(self.client.resolver(), domain));
        let (home, headers) = match home {
            Ok(home) => home,
            Err(NoPage::Unwelcome) => return empty(Visited::Unwelcome),
            Err(NoPage::Refused) => return empty(Visited::Refused),
            Err(NoPage::Absent) => return empty(Visited::Absent),
        };
        if identity::is_placeholder(&home) {
            return empty(Visited::Placeholder);
        }
        let landed = home.url.host_str().and_then(|host| registrable_domain(host).ok());
        let landed = landed.unwrap_or_else(|| domain.to_owned());
        let mut facts = facts::of_home(&home, &headers, &landed, now);
        if landed != domain {
            if !is_same_company(domain, &landed, facts.name.as_deref()) {
                return empty(Visited::Elsewhere(landed));
            }
            facts.domains.push(domain.to_owned());
        }
        let mut report = Report::new(now, landed.clone(), facts.name.clone());
        report.add(&home, facts);
        self.further_pages(&mut visit, &home, &mut report).await;
        report.claims.extend(names::facts(&names, &landed, now).map(|facts| Claim {
            source: DNS_SOURCE.to_owned(),
            reference: format!("dns:{landed}"),
            observed_at: now,
            facts: Facts::Company(Box::new(facts)),
        }));
        Reading { visited: Visited::Read, claims: report.claims, boards: report.boards }
    }

    async fn further_pages(&self, visit: &mut Visit<'_>, home: &Page, report: &mut Report) {
        for url in further(home, &report.domain).into_iter().take(self.options.further_pages) {
            let Ok((page, headers)) = visit.page(url).await else { continue };
            let is_ours = page.url.host_str().and_then(|host| registrable_domain(host).ok());
            if is_ours.as_deref() == Some(report.domain.as_str()) {
                let facts = facts::of_page(&page, &headers, &report.domain, report.now);
                report.add(&page, facts);
            }
        }
    }
}

/// The first page of a site, at whichever of its usual addresses there is one.
async fn front_door(visit: &mut Visit<'_>, domain: &str) -> Result<(Page, HeaderMap), NoPage> {
    for start in ["https://", "https://www.", "http://", "http://www."] {
        let Ok(url) = Url::parse(&format!("{start}{domain}/")) else { continue };
        match visit.page(url).await {
            Err(NoPage::Absent) => {}
            answer => return answer,
        }
    }
    Err(NoPage::Absent)
}

/// Pages of the same site that are worth a look, one for each purpose.
fn further(home: &Page, domain: &str) -> Vec<Url> {
    let mut urls: Vec<Url> = Vec::new();
    for words in PURPOSES {
        let found = home.links.iter().find(|link| {
            let is_own = link.url.host_str().and_then(|host| registrable_domain(host).ok());
            let said = link.words.to_lowercase();
            let path = link.url.path().to_lowercase();
            let segments =
                || path.split(['/', '.']).chain(link.url.host_str().unwrap_or_default().split('.'));
            let fits = |word: &&str| segments().any(|segment| segment == *word) || said == **word;
            is_own.as_deref() == Some(domain) && words.iter().any(fits)
        });
        if let Some(link) = found {
            let mut url = link.url.clone();
            url.set_fragment(None);
            if url != home.url && !urls.contains(&url) {
                urls.push(url);
            }
        }
    }
    urls
}

/// Whether a site that a domain leads to is that of the company that has the domain.
fn is_same_company(domain: &str, landed: &str, name: Option<&str>) -> bool {
    let label = |domain: &str| domain.split('.').next().unwrap_or_default().replace('-', "");
    let key: String =
        company_name_key(name.unwrap_or_default()).chars().filter(|c| c.is_alphanumeric()).collect();
    let asked = label(domain);
    asked == label(landed) || asked == key
}

fn empty(visited: Visited) -> Reading {
    Reading { visited, claims: Vec::new(), boards: Vec::new() }
}

/// What was seen so far.
struct Report {
    now: Timestamp,
    domain: String,
    name: Option<String>,
    claims: Vec<Claim>,
    boards: Vec<JobBoard>,
}

impl Report {
    fn new(now: Timestamp, domain: String, name: Option<String>) -> Self {
        Self { now, domain, name, claims: Vec::new(), boards: Vec::new() }
    }

    fn add(&mut self, page: &Page, facts: CompanyFacts) {
        let empty = CompanyFacts { domains: facts.domains.clone(), ..CompanyFacts::default() };
        if facts != empty {
            self.file(page.url.to_string(), Facts::Company(Box::new(facts)));
        }
        for job in facts::jobs(page, &self.domain, self.name.as_deref()) {
            self.file_job(job);
        }
        for board in boards::boards(page) {
            if !self.boards.contains(&board) {
                self.boards.push(board);
            }
        }
    }

    fn file_job(&mut self, job: JobFacts) {
        let reference = format!(
            "{}#{}",
            job.url.as_deref().unwrap_or_default(),
            job.title.as_deref().unwrap_or_default()
        );
        if self.claims.len() < JOB_LIMIT && !self.claims.iter().any(|claim| claim.reference == reference) {
            self.file(reference, Facts::Job(Box::new(job)));
        }
    }

    fn file(&mut self, reference: String, facts: Facts) {
        let source = WEBSITE_SOURCE.to_owned();
        self.claims.push(Claim { source, reference, observed_at: self.now, facts });
    }
}
