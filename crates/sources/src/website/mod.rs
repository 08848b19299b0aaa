//! Reads facts about a company from its website and DNS.
//!
//! A [`WebsiteReader`] is a polite crawler: it obeys robots.txt, identifies itself, reads a few pages one after the
//! other over one connection, and stops at its deadline. The results are claims whose references are the URLs of
//! the pages.

mod boards;
mod facts;
mod identity;
mod linked_data;
mod names;
mod options;
pub(crate) mod page;
mod robots;
mod technologies;
mod visit;

use egress::{Client, HeaderMap, Url};
use jiff::Timestamp;
use records::{
    Claim, CompanyFacts, Facts, JobFacts, company_name::company_name_key, domain::registrable_domain,
};

pub use boards::{BoardKind, JobBoard};
pub use options::WebsiteOptions;
use page::WebPage;
use visit::{PageError, Visit};

/// Source name of claims from websites.
pub const WEBSITE_SOURCE: &str = "website";
/// Source name of claims from DNS.
pub const DNS_SOURCE: &str = "dns";
/// Most claims of one site after which no further job is added.
const JOB_LIMIT: usize = 1_000;

/// Kinds of pages worth reading, each with the words that identify it in a URL or link text.
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

/// Outcome of reading a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visited {
    /// The site was read.
    Read,
    /// robots.txt disallows it, or could not be read because of a server error.
    Unwelcome,
    /// The domain resolves to an address that must not be reached.
    Refused,
    /// There is no web server, or it does not return a page.
    Absent,
    /// The page is a placeholder: a parked domain or an error page.
    Placeholder,
    /// The domain redirects to another company's site, at this domain.
    Elsewhere(String),
}

/// Result of reading a domain's website and DNS.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteReading {
    /// Outcome of reading the site.
    pub visited: Visited,
    /// The claims, each with the URL it was read from. Empty unless the site was read.
    pub claims: Vec<Claim>,
    /// Job boards that the site links to.
    pub boards: Vec<JobBoard>,
}

/// Reads companies' websites. Cheap to clone.
#[derive(Clone)]
pub struct WebsiteReader {
    client: Client,
    options: WebsiteOptions,
}

impl WebsiteReader {
    /// Creates a reader that sends its requests through this client.
    pub fn new(client: Client, options: WebsiteOptions) -> Self {
        Self { client, options }
    }

    /// Reads the website and DNS records of a registrable domain.
    pub async fn read(&self, domain: &str, now: Timestamp) -> SiteReading {
        let mut visit = Visit::new(&self.client, &self.options);
        let (home, names) =
            tokio::join!(home_page(&mut visit, domain), names::query(self.client.resolver(), domain));
        let (home, headers) = match home {
            Ok(home) => home,
            Err(PageError::Disallowed) => return empty(Visited::Unwelcome),
            Err(PageError::Refused) => return empty(Visited::Refused),
            Err(PageError::Absent) => return empty(Visited::Absent),
        };
        if identity::is_placeholder(&home) {
            return empty(Visited::Placeholder);
        }
        let final_domain = home.url.host_str().and_then(|host| registrable_domain(host).ok());
        let final_domain = final_domain.unwrap_or_else(|| domain.to_owned());
        let mut facts = facts::home_facts(&home, &headers, &final_domain, now);
        if final_domain != domain {
            if !is_same_company(domain, &final_domain, facts.name.as_deref()) {
                return empty(Visited::Elsewhere(final_domain));
            }
            facts.domains.push(domain.to_owned());
        }
        let mut report = SiteReport::new(now, final_domain.clone(), facts.name.clone());
        report.add(&home, facts);
        self.further_pages(&mut visit, &home, &mut report).await;
        report.claims.extend(names::facts(&names, &final_domain, now).map(|facts| Claim {
            source: DNS_SOURCE.to_owned(),
            reference: format!("dns:{final_domain}"),
            observed_at: now,
            facts: Facts::Company(Box::new(facts)),
        }));
        SiteReading { visited: Visited::Read, claims: report.claims, boards: report.boards }
    }

    async fn further_pages(&self, visit: &mut Visit<'_>, home: &WebPage, report: &mut SiteReport) {
        for url in further_urls(home, &report.domain).into_iter().take(self.options.further_pages) {
            let Ok((page, headers)) = visit.page(url).await else { continue };
            let page_domain = page.url.host_str().and_then(|host| registrable_domain(host).ok());
            if page_domain.as_deref() == Some(report.domain.as_str()) {
                let facts = facts::page_facts(&page, &headers, &report.domain, report.now);
                report.add(&page, facts);
            }
        }
    }
}

/// The home page, at the first of the usual URLs that has one.
async fn home_page(visit: &mut Visit<'_>, domain: &str) -> Result<(WebPage, HeaderMap), PageError> {
    for start in ["https://", "https://www.", "http://", "http://www."] {
        let Ok(url) = Url::parse(&format!("{start}{domain}/")) else { continue };
        match visit.page(url).await {
            Err(PageError::Absent) => {}
            answer => return answer,
        }
    }
    Err(PageError::Absent)
}

/// Further pages of the same site to read, one per purpose.
fn further_urls(home: &WebPage, domain: &str) -> Vec<Url> {
    let mut urls: Vec<Url> = Vec::new();
    for words in PURPOSES {
        let found = home.links.iter().find(|link| {
            let link_domain = link.url.host_str().and_then(|host| registrable_domain(host).ok());
            let label = link.words.to_lowercase();
            let path = link.url.path().to_lowercase();
            let segments =
                || path.split(['/', '.']).chain(link.url.host_str().unwrap_or_default().split('.'));
            let fits = |word: &&str| segments().any(|segment| segment == *word) || label == **word;
            link_domain.as_deref() == Some(domain) && words.iter().any(fits)
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

/// Whether a domain and the one it redirects to belong to the same company.
fn is_same_company(domain: &str, final_domain: &str, name: Option<&str>) -> bool {
    let label = |domain: &str| domain.split('.').next().unwrap_or_default().replace('-', "");
    let key: String =
        company_name_key(name.unwrap_or_default()).chars().filter(|c| c.is_alphanumeric()).collect();
    let requested = label(domain);
    requested == label(final_domain) || requested == key
}

fn empty(visited: Visited) -> SiteReading {
    SiteReading { visited, claims: Vec::new(), boards: Vec::new() }
}

/// The claims and job boards collected so far.
struct SiteReport {
    now: Timestamp,
    domain: String,
    name: Option<String>,
    claims: Vec<Claim>,
    boards: Vec<JobBoard>,
}

impl SiteReport {
    fn new(now: Timestamp, domain: String, name: Option<String>) -> Self {
        Self { now, domain, name, claims: Vec::new(), boards: Vec::new() }
    }

    fn add(&mut self, page: &WebPage, facts: CompanyFacts) {
        let empty = CompanyFacts { domains: facts.domains.clone(), ..CompanyFacts::default() };
        if facts != empty {
            self.push_claim(page.url.to_string(), Facts::Company(Box::new(facts)));
        }
        for job in facts::jobs(page, &self.domain, self.name.as_deref()) {
            self.push_job(job);
        }
        for board in boards::boards(page) {
            if !self.boards.contains(&board) {
                self.boards.push(board);
            }
        }
    }

    fn push_job(&mut self, job: JobFacts) {
        let reference = format!(
            "{}#{}",
            job.url.as_deref().unwrap_or_default(),
            job.title.as_deref().unwrap_or_default()
        );
        if self.claims.len() < JOB_LIMIT && !self.claims.iter().any(|claim| claim.reference == reference) {
            self.push_claim(reference, Facts::Job(Box::new(job)));
        }
    }

    fn push_claim(&mut self, reference: String, facts: Facts) {
        let source = WEBSITE_SOURCE.to_owned();
        self.claims.push(Claim { source, reference, observed_at: self.now, facts });
    }
}
