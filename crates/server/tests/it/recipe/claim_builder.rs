//! What sources claim, written in a line or two: companies, people with careers, and open positions.

use records::{
    Acquisition, Announcement, Claim, CompanyFacts, ContactStatus, EmailFact, EmailKind, ExperienceFact,
    Facts, FundingRound, JobFacts, LineType, Location, Money, PersonFacts, PhoneFact, RevenueRange,
    Technology,
};

/// A claim in the making. Its methods put facts into it and panic when it is about something else.
#[derive(Clone)]
pub struct ClaimBuilder(Claim);

impl From<ClaimBuilder> for Claim {
    fn from(told: ClaimBuilder) -> Self {
        told.0
    }
}

fn claim(reference: &str, facts: Facts) -> ClaimBuilder {
    let observed_at = "2026-03-01T08:00:00Z".parse().unwrap();
    ClaimBuilder(Claim { source: "registry".into(), reference: reference.into(), observed_at, facts })
}

/// The name by which a company of a domain goes: `acme.example` is Acme.
pub fn name_of(domain: &str) -> String {
    let word = domain.split('.').next().unwrap();
    word[..1].to_uppercase() + &word[1..]
}

/// A company of 50 people.
pub fn company(domain: &str) -> ClaimBuilder {
    let facts = CompanyFacts {
        name: Some(name_of(domain)),
        domains: vec![domain.into()],
        employee_count: Some(50),
        ..CompanyFacts::default()
    };
    claim(domain, Facts::Company(Box::new(facts)))
}

/// A person, with a profile of the same name.
pub fn person(name: &str) -> ClaimBuilder {
    let facts = PersonFacts {
        full_name: Some(name.into()),
        network_url: Some(profile(name)),
        ..PersonFacts::default()
    };
    claim(name, Facts::Person(Box::new(facts)))
}

/// The profile of a person.
pub fn profile(name: &str) -> String {
    format!("https://network.example/in/{}", name.to_lowercase().replace(' ', "-"))
}

/// An open position.
pub fn job(domain: &str, title: &str, posted_at: &str) -> ClaimBuilder {
    let facts = JobFacts {
        title: Some(title.into()),
        company_name: Some(name_of(domain)),
        company_domain: Some(domain.into()),
        posted_at: Some(posted_at.parse().unwrap()),
        ..JobFacts::default()
    };
    claim(&format!("{domain} {title} {posted_at}"), Facts::Job(Box::new(facts)))
}

/// Said about anything.
impl ClaimBuilder {
    /// Said by another source.
    pub fn by(mut self, source: &str) -> Self {
        self.0.source = source.into();
        self
    }

    /// Observed on another day.
    pub fn seen(mut self, day: &str) -> Self {
        self.0.observed_at = format!("{day}T08:00:00Z").parse().unwrap();
        self
    }

    fn company(mut self, tell: impl FnOnce(&mut CompanyFacts)) -> Self {
        let Facts::Company(facts) = &mut self.0.facts else { panic!("this is about no company") };
        tell(facts);
        self
    }

    fn person(mut self, tell: impl FnOnce(&mut PersonFacts)) -> Self {
        let Facts::Person(facts) = &mut self.0.facts else { panic!("this is about no person") };
        tell(facts);
        self
    }

    fn job(mut self, tell: impl FnOnce(&mut JobFacts)) -> Self {
        let Facts::Job(facts) = &mut self.0.facts else { panic!("this is about no position") };
        tell(facts);
        self
    }
}

/// Said about anything.
impl ClaimBuilder {
    /// Names companies without their domains.
    pub fn without_domain(mut self) -> Self {
        match &mut self.0.facts {
            Facts::Company(facts) => {
                facts.domains.clear();
                facts.acquisitions.iter_mut().for_each(|bought| bought.domain = None);
            }
            Facts::Person(facts) => {
                facts.company_domain = None;
                facts.experience.iter_mut().for_each(|position| position.company_domain = None);
            }
            Facts::Job(facts) => facts.company_domain = None,
        }
        self
    }
}

/// Said about companies.
impl ClaimBuilder {
    /// Has another domain, too.
    pub fn also_at(self, domain: &str) -> Self {
        self.company(|facts| facts.domains.push(domain.into()))
    }

    /// Has so many people.
    pub fn employs(self, people: u32) -> Self {
        self.company(|facts| facts.employee_count = Some(people))
    }

    /// Is in this industry.
    pub fn industry(self, name: &str) -> Self {
        self.company(|facts| facts.industries.push(name.into()))
    }

    /// Sits in this city.
    pub fn city(self, city: &str, country: &str) -> Self {
        let place = Location { city: Some(city.into()), region: None, country: Some(country.into()) };
        self.company(|facts| facts.locations.push(place))
    }

    /// Uses this technology.
    pub fn uses(self, technology: &str) -> Self {
        let technology = Technology { name: technology.into(), category: None, last_seen_at: None };
        self.company(|facts| facts.technologies.push(technology))
    }

    /// Turns over so much a year.
    pub fn turns_over(self, min: i64, max: i64) -> Self {
        let revenue = RevenueRange { min: Some(min), max: Some(max), currency: "USD".into() };
        self.company(|facts| facts.revenue = Some(revenue))
    }

    /// Raised money.
    pub fn raised(self, round: &str, amount: i64, day: &str) -> Self {
        self.raised_in(round, amount, "USD", day)
    }

    /// The same in another currency.
    pub fn raised_in(self, round: &str, amount: i64, currency: &str, day: &str) -> Self {
        let round = FundingRound {
            round: round.into(),
            amount: Some(Money { amount, currency: currency.into() }),
            announced_at: Some(day.parse().unwrap()),
            investors: vec!["North Capital".into()],
        };
        self.company(|facts| facts.funding_rounds.push(round))
    }

    /// Bought another company.
    pub fn bought(self, domain: &str, day: &str) -> Self {
        let bought = Acquisition {
            name: name_of(domain),
            domain: Some(domain.into()),
            announced_at: Some(day.parse().unwrap()),
            price: None,
        };
        self.company(|facts| facts.acquisitions.push(bought))
    }
}

/// Said about people.
impl ClaimBuilder {
    /// Works at a company; an empty start means unknown.
    pub fn at(self, domain: &str, title: &str, since: &str) -> Self {
        self.person(|facts| {
            facts.company_name = Some(name_of(domain));
            facts.company_domain = Some(domain.into());
            facts.title = Some(title.into());
            facts.started_at = since.parse().ok();
        })
    }

    /// Worked at a company; either date may be empty.
    pub fn before(self, domain: &str, title: &str, from: &str, to: &str) -> Self {
        let position = ExperienceFact {
            company_name: Some(name_of(domain)),
            company_domain: Some(domain.into()),
            title: Some(title.into()),
            started_at: from.parse().ok(),
            ended_at: to.parse().ok(),
        };
        self.person(|facts| facts.experience.push(position))
    }

    /// Has an email that a source proved two weeks ago.
    pub fn email(self, address: &str) -> Self {
        self.email_checked(address, "2026-02-20")
    }

    /// Has an email that a source proved on a day.
    pub fn email_checked(self, address: &str, day: &str) -> Self {
        let free = address.ends_with("@gmail.com");
        let email = EmailFact {
            address: address.into(),
            kind: Some(if free { EmailKind::Personal } else { EmailKind::Business }),
            status: Some(ContactStatus::Deliverable),
            last_validated_at: Some(format!("{day}T08:00:00Z").parse().unwrap()),
        };
        self.person(|facts| facts.emails.push(email))
    }

    /// Has an unchecked mobile.
    pub fn mobile(self, number: &str) -> Self {
        let phone =
            PhoneFact { number: number.into(), line_type: Some(LineType::Mobile), ..PhoneFact::default() };
        self.person(|facts| facts.phones.push(phone))
    }

    /// Has a mobile that a source checked two weeks ago.
    pub fn checked_mobile(self, number: &str) -> Self {
        self.mobile(number).person(|facts| {
            let phone = facts.phones.last_mut().unwrap();
            phone.status = Some(ContactStatus::Deliverable);
            phone.last_validated_at = Some("2026-02-20T08:00:00Z".parse().unwrap());
        })
    }

    /// Lives in this city.
    pub fn lives_in(self, city: &str, country: &str) -> Self {
        let place = Location { city: Some(city.into()), region: None, country: Some(country.into()) };
        self.person(|facts| facts.location = Some(place))
    }

    /// Knows these things.
    pub fn skills(self, skills: &[&str]) -> Self {
        self.person(|facts| facts.skills = skills.iter().map(|skill| (*skill).to_owned()).collect())
    }

    /// Wrote about the new role.
    pub fn posted(self, text: &str, day: &str) -> Self {
        let posted_at = format!("{day}T09:00:00Z").parse().unwrap();
        let url = format!("https://network.example/posts/{day}");
        self.person(|facts| facts.announcement = Some(Announcement { url, text: text.into(), posted_at }))
    }
}

/// Said about positions.
impl ClaimBuilder {
    /// Is closed since.
    pub fn closed(self, day: &str) -> Self {
        self.job(|facts| facts.closed_at = Some(day.parse().unwrap()))
    }

    /// Has so many applicants.
    pub fn applicants(self, count: u32) -> Self {
        self.job(|facts| facts.applicants = Some(count))
    }

    /// Is in this country.
    pub fn country(self, code: &str) -> Self {
        self.job(|facts| {
            facts.location = Some(Location { city: None, region: None, country: Some(code.into()) });
        })
    }
}
