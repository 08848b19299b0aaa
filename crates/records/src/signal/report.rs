//! A signal as reported by a source, before it becomes a claim about its subject.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Announcement, SignalKind};
use crate::{
    Acquisition, Claim, CompanyFacts, ExperienceFact, Facts, FundingRound, JobFacts, Location, Money,
    PartialDate, PersonFacts, funding_stage,
    identifiers::{domain::registrable_domain, profile_url::person_profile},
    place::parse_location,
};

/// A reported signal; each kind uses some of the fields.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SignalReport {
    /// Kind of event.
    pub kind: Option<SignalKind>,
    /// The source's own id for it.
    pub id: Option<String>,
    /// When the source observed it.
    pub observed_at: Option<Timestamp>,
    /// When it happened.
    pub date: Option<PartialDate>,
    /// The company that raised, bought or hires, or that the person joined.
    pub company_name: Option<String>,
    /// Its domain or website.
    pub company_domain: Option<String>,
    /// Kind of the round, such as `series_a`.
    pub round: Option<String>,
    /// Amount raised or paid, in whole units.
    pub amount: Option<i64>,
    /// ISO 4217 code of the amount; USD if omitted.
    pub currency: Option<String>,
    /// Investors.
    pub investors: Vec<String>,
    /// Company bought.
    pub target_name: Option<String>,
    /// Its domain or website.
    pub target_domain: Option<String>,
    /// Title of the position, or the person's new title.
    pub title: Option<String>,
    /// Place of the position, such as `Berlin, Germany`.
    pub location: Option<String>,
    /// Address of the posting or of the announcement.
    pub url: Option<String>,
    /// Applicants so far.
    pub applicants: Option<u32>,
    /// When the posting disappeared.
    pub closed_at: Option<PartialDate>,
    /// Name of the person.
    pub full_name: Option<String>,
    /// Professional-network profile of the person.
    pub network_url: Option<String>,
    /// Title before.
    pub old_title: Option<String>,
    /// Employer before.
    pub old_company_name: Option<String>,
    /// Its domain or website.
    pub old_company_domain: Option<String>,
    /// Text of the announcement.
    pub text: Option<String>,
}

impl SignalReport {
    /// Converts the report to a claim, or returns the missing field. `row` is used if the source has no id.
    pub fn into_claim(self, source: &str, row: u64, seen_at: Timestamp) -> Result<Claim, String> {
        let kind =
            self.kind.ok_or("kind is missing; use funding, acquisition, hiring, job-change or promotion")?;
        let observed_at = self.observed_at.unwrap_or(seen_at);
        let reference = self.id.clone().unwrap_or_else(|| format!("{}-{row}", kind.as_str()));
        let domain = normal_domain(self.company_domain.as_deref(), "companyDomain")?;
        if domain.is_none() && self.company_name.is_none() {
            return Err("companyDomain or companyName is missing".into());
        }
        let facts = match kind {
            SignalKind::Funding => Facts::Company(Box::new(self.funding(domain)?)),
            SignalKind::Acquisition => Facts::Company(Box::new(self.acquisition(domain)?)),
            SignalKind::Hiring => Facts::Job(Box::new(self.hiring(domain)?)),
            SignalKind::CompanyChange => {
                return Err("company-change is found in rows of companies; import companies instead".into());
            }
            SignalKind::JobChange | SignalKind::Promotion => {
                Facts::Person(Box::new(self.change(kind, domain, observed_at)?))
            }
        };
        Ok(Claim { source: source.to_owned(), reference, observed_at, facts })
    }

    fn money(&self) -> Option<Money> {
        let currency = self.currency.as_deref().unwrap_or("USD").to_uppercase();
        self.amount.map(|amount| Money { amount, currency })
    }

    fn funding(self, domain: Option<String>) -> Result<CompanyFacts, String> {
        let round = FundingRound {
            round: funding_stage::word(self.round.as_deref().unwrap_or("unknown")),
            amount: self.money(),
            announced_at: Some(self.date.ok_or("date is missing: when was the round announced?")?),
            investors: self.investors,
        };
        Ok(CompanyFacts {
            name: self.company_name,
            domains: domain.into_iter().collect(),
            funding_rounds: vec![round],
            ..CompanyFacts::default()
        })
    }

    fn acquisition(self, domain: Option<String>) -> Result<CompanyFacts, String> {
        let bought = Acquisition {
            price: self.money(),
            domain: normal_domain(self.target_domain.as_deref(), "targetDomain")?,
            name: self.target_name.ok_or("targetName is missing: which company was bought?")?,
            announced_at: Some(self.date.ok_or("date is missing: when was it announced?")?),
        };
        Ok(CompanyFacts {
            name: self.company_name,
            domains: domain.into_iter().collect(),
            acquisitions: vec![bought],
            ..CompanyFacts::default()
        })
    }

    fn hiring(self, domain: Option<String>) -> Result<JobFacts, String> {
        let location =
            self.location.as_deref().map(parse_location).filter(|place| *place != Location::default());
        Ok(JobFacts {
            title: Some(self.title.ok_or("title is missing: which position is open?")?),
            company_name: self.company_name,
            company_domain: domain,
            department: None,
            location,
            url: self.url,
            posted_at: self.date,
            closed_at: self.closed_at,
            applicants: self.applicants,
        })
    }

    fn change(
        self,
        kind: SignalKind,
        domain: Option<String>,
        observed_at: Timestamp,
    ) -> Result<PersonFacts, String> {
        let network_url = self.network_url.as_deref().map(person_profile).transpose();
        let network_url = network_url.map_err(|error| format!("networkUrl: {error}"))?;
        if network_url.is_none() && self.full_name.is_none() {
            return Err("networkUrl or fullName is missing: who moved?".into());
        }
        let started = self.date.ok_or("date is missing: when did the new role start?")?;
        let stayed = kind == SignalKind::Promotion;
        let old_domain = normal_domain(self.old_company_domain.as_deref(), "oldCompanyDomain")?;
        let before = ExperienceFact {
            company_name: if stayed { self.company_name.clone() } else { self.old_company_name },
            company_domain: if stayed { domain.clone() } else { old_domain },
            title: self.old_title,
            started_at: None,
            ended_at: Some(started),
        };
        let announcement =
            self.url.zip(self.text).map(|(url, text)| Announcement { url, text, posted_at: observed_at });
        let has_before = before.company_name.is_some() || before.company_domain.is_some();
        Ok(PersonFacts {
            full_name: self.full_name,
            title: self.title,
            company_name: self.company_name,
            company_domain: domain,
            started_at: Some(started),
            network_url,
            experience: has_before.then_some(before).into_iter().collect(),
            announcement,
            ..PersonFacts::default()
        })
    }
}

fn normal_domain(text: Option<&str>, field: &str) -> Result<Option<String>, String> {
    text.map(registrable_domain).transpose().map_err(|error| format!("{field}: {error}"))
}
