//! Fixed sandbox data, dated relative to now: two companies with their people, for examples that need many facts.

use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use records::{
    Acquisition, Announcement, Claim, CompanyFacts, ContactStatus, EmailFact, EmailKind, ExperienceFact,
    Facts, FundingRound, JobFacts, LineType, Location, Money, PartialDate, PersonFacts, PhoneFact,
    RevenueRange, Technology,
};

use crate::recipe::time::{quarter_start, today};

/// A young software company with funding, an acquisition, open positions and a leaver.
pub const ACCOUNT: &str = "tidewater.example";
/// A small business with every role of a small-business committee.
pub const SHOP: &str = "copperline.example";
/// The person of the examples, at [`ACCOUNT`]: first and last name.
pub const PERSON: (&str, &str) = ("Marta", "Quist");
/// The profile of [`PERSON`].
pub const PROFILE: &str = "https://network.example/in/marta-quist";
/// The business address of [`PERSON`].
pub const EMAIL: &str = "marta.quist@tidewater.example";
/// The mobile of [`PERSON`], in a range that is reserved for fiction.
pub const MOBILE: &str = "+33639985555";
/// The addresses that mail servers must know for the examples to be answered.
pub const MAILBOXES: [&str; 4] = [EMAIL, PERSONAL, LEAVER_EMAIL, OWNER_EMAIL];
const PERSONAL: &str = "marta.quist@freemail.example";
const LEAVER_EMAIL: &str = "elias.novak@quayside.example";
const OWNER_EMAIL: &str = "walt@copperline.example";
/// A person who has just left [`ACCOUNT`].
pub const MOVED: &str = "https://network.example/in/elias-novak";
/// A person who was just promoted at [`ACCOUNT`].
pub const PROMOTED: &str = "https://network.example/in/lucia-moreno";
/// A technology that [`ACCOUNT`] uses.
pub const TECHNOLOGY: &str = "Snowflake";
const NEXT: &str = "quayside.example";
const SOURCE: &str = "showcase";

/// All claims about the two companies and their people, dated relative to `now`.
pub fn claims(now: Timestamp) -> Vec<Claim> {
    let told = Told { now, today: today(now) };
    [told.companies(), told.positions(), told.account_people(), told.shop_people()].concat()
}

struct Told {
    now: Timestamp,
    today: Date,
}

impl Told {
    fn day(&self, days_ago: i64) -> PartialDate {
        PartialDate::day(self.today.saturating_sub(days_ago.days()))
    }

    fn moment(&self, days_ago: i64) -> Timestamp {
        let day = self.today.saturating_sub(days_ago.days());
        day.to_zoned(TimeZone::UTC).map_or(self.now, |zoned| zoned.timestamp())
    }

    fn claim(&self, reference: &str, facts: Facts) -> Claim {
        let (source, reference) = (SOURCE.to_owned(), reference.to_owned());
        Claim { source, reference, observed_at: self.moment(1), facts }
    }

    fn companies(&self) -> Vec<Claim> {
        let account = CompanyFacts {
            funding_rounds: vec![
                round("seed", 2_500_000, self.day(900)),
                round("series_a", 14_000_000, self.day(20)),
            ],
            acquisitions: vec![Acquisition {
                name: "Pebblework".into(),
                domain: Some("pebblework.example".into()),
                announced_at: Some(self.day(12)),
                price: None,
            }],
            ..software("Tidewater Labs", ACCOUNT, 84)
        };
        let alike = [
            software("Quayside Software", NEXT, 95),
            software("Breakwater Systems", "breakwater.example", 70),
            software("Leeward Cloud", "leeward.example", 110),
        ];
        let shop = CompanyFacts {
            name: Some("Copperline Plumbing".into()),
            domains: vec![SHOP.into()],
            industries: vec!["Plumbing".into()],
            employee_count: Some(18),
            founded_year: Some(1998),
            revenue: Some(RevenueRange {
                min: Some(1_000_000),
                max: Some(5_000_000),
                currency: "USD".into(),
            }),
            locations: vec![place("Austin", "US")],
            funding_rounds: vec![round("grant", 60_000, self.day(11))],
            ..CompanyFacts::default()
        };
        let companies = std::iter::once(account).chain(alike).chain([shop]);
        companies
            .map(|facts| {
                self.claim(
                    &facts.domains.first().cloned().unwrap_or_default(),
                    Facts::Company(Box::new(facts)),
                )
            })
            .collect()
    }

    /// Six open sales positions, all posted this quarter.
    fn positions(&self) -> Vec<Claim> {
        let twenty_days_ago = self.today.saturating_sub(20.days());
        let posted = PartialDate::day(twenty_days_ago.max(today(quarter_start(self.now))));
        let regions = ["Nordics", "Iberia", "Benelux", "Italy", "France", "Poland"];
        let position = |(number, region): (usize, &str)| {
            let facts = JobFacts {
                title: Some(format!("Account Executive {region}")),
                company_name: Some("Tidewater Labs".into()),
                company_domain: Some(ACCOUNT.into()),
                location: Some(place("Berlin", "DE")),
                url: Some(format!("https://{ACCOUNT}/careers/{number}")),
                posted_at: Some(posted),
                applicants: u32::try_from(3 + number * 4).ok(),
                ..JobFacts::default()
            };
            self.claim(&format!("position-{number}"), Facts::Job(Box::new(facts)))
        };
        regions.into_iter().enumerate().map(position).collect()
    }

    fn account_people(&self) -> Vec<Claim> {
        let at =
            |name, title, since: &str| self.person(name, (ACCOUNT, "Tidewater Labs"), title, date(since));
        let was_at =
            |domain: &str, name: &str, title: &str, from: &str, to: Option<PartialDate>| ExperienceFact {
                company_name: Some(name.into()),
                company_domain: Some(domain.into()),
                title: Some(title.into()),
                started_at: date(from),
                ended_at: to,
            };
        let risen = PersonFacts {
            started_at: Some(self.day(30)),
            experience: vec![was_at(
                ACCOUNT,
                "Tidewater Labs",
                "Sales Manager",
                "2021-05",
                Some(self.day(30)),
            )],
            ..at("Lucia Moreno", "Sales Director", "")
        };
        let came = PersonFacts {
            started_at: Some(self.day(16)),
            experience: vec![was_at(
                NEXT,
                "Quayside Software",
                "Marketing Manager",
                "2020-02",
                Some(self.day(16)),
            )],
            announcement: Some(self.post(
                "priya-raman",
                15,
                "I have joined Tidewater Labs to lead marketing.",
            )),
            ..at("Priya Raman", "Head of Marketing", "")
        };
        let left = PersonFacts {
            experience: vec![was_at(
                ACCOUNT,
                "Tidewater Labs",
                "Data Engineer",
                "2021-03",
                Some(self.day(9)),
            )],
            announcement: Some(self.post(
                "elias-novak",
                8,
                "New chapter: I now build data platforms at Quayside.",
            )),
            emails: vec![self.email(LEAVER_EMAIL)],
            ..self.person("Elias Novak", (NEXT, "Quayside Software"), "Head of Data", Some(self.day(9)))
        };
        let (first, last) = PERSON;
        let personal = EmailFact { kind: Some(EmailKind::Personal), ..self.email(PERSONAL) };
        let quayside = was_at(NEXT, "Quayside Software", "Sales Director", "2019-01", date("2023-01"));
        let example = PersonFacts {
            first_name: Some(first.into()),
            last_name: Some(last.into()),
            emails: vec![self.email(EMAIL), personal],
            phones: vec![self.mobile(MOBILE)],
            location: Some(place("Berlin", "DE")),
            experience: vec![quayside],
            skills: ["Negotiation", "Forecasting", "Salesforce"].map(str::to_owned).to_vec(),
            languages: ["German", "English"].map(str::to_owned).to_vec(),
            ..at("Marta Quist", "VP of Sales", "2023-02")
        };
        let people = [
            at("Ines Falk", "Co-Founder & CEO", "2019-04"),
            at("Jonas Okafor", "Co-Founder & CTO", "2019-04"),
            example,
            at("Theo Brandt", "Sales Operations Manager", "2023-06"),
            at("Kai Lindqvist", "Account Executive", "2022-09"),
            at("Amara Singh", "Sales Development Representative", "2024-01"),
            at("Nora Whitfield", "CFO", "2022-01"),
            risen,
            came,
            left,
        ];
        people.into_iter().map(|facts| self.about(facts)).collect()
    }

    fn shop_people(&self) -> Vec<Claim> {
        let at = |name, title| self.person(name, (SHOP, "Copperline Plumbing"), title, date("2016-03"));
        let owner = PersonFacts {
            emails: vec![self.email(OWNER_EMAIL)],
            phones: vec![self.mobile("+15125550142")],
            ..at("Walt Hensley", "Owner")
        };
        let staff = [
            at("Gail Ortega", "General Manager"),
            at("Dirk Mason", "Dispatcher"),
            at("Olga Petrenko", "Operations Manager"),
        ];
        std::iter::once(owner).chain(staff).map(|facts| self.about(facts)).collect()
    }

    fn about(&self, facts: PersonFacts) -> Claim {
        self.claim(&facts.full_name.clone().unwrap_or_default(), Facts::Person(Box::new(facts)))
    }

    fn person(
        &self,
        name: &str,
        (domain, company): (&str, &str),
        title: &str,
        since: Option<PartialDate>,
    ) -> PersonFacts {
        let slug = name.to_lowercase().replace(' ', "-");
        PersonFacts {
            full_name: Some(name.into()),
            title: Some(title.into()),
            company_name: Some(company.into()),
            company_domain: Some(domain.into()),
            started_at: since,
            network_url: Some(format!("https://network.example/in/{slug}")),
            ..PersonFacts::default()
        }
    }

    fn email(&self, address: &str) -> EmailFact {
        EmailFact {
            address: address.into(),
            kind: Some(EmailKind::Business),
            status: Some(ContactStatus::Deliverable),
            last_validated_at: Some(self.moment(3)),
        }
    }

    fn mobile(&self, number: &str) -> PhoneFact {
        PhoneFact {
            number: number.into(),
            line_type: Some(LineType::Mobile),
            carrier: None,
            status: Some(ContactStatus::Deliverable),
            last_validated_at: Some(self.moment(5)),
        }
    }

    fn post(&self, slug: &str, days_ago: i64, text: &str) -> Announcement {
        let url = format!("https://network.example/posts/{slug}");
        Announcement { url, text: text.into(), posted_at: self.moment(days_ago) }
    }
}

fn software(name: &str, domain: &str, people: u32) -> CompanyFacts {
    let technology = |name: &str| Technology { name: name.into(), category: None, last_seen_at: None };
    CompanyFacts {
        name: Some(name.into()),
        domains: vec![domain.into()],
        industries: vec!["Software".into()],
        employee_count: Some(people),
        founded_year: Some(2019),
        locations: vec![place("Berlin", "DE")],
        technologies: ["Salesforce", TECHNOLOGY, "Kafka"].map(technology).to_vec(),
        ..CompanyFacts::default()
    }
}

fn round(kind: &str, amount: i64, announced_at: PartialDate) -> FundingRound {
    FundingRound {
        round: kind.into(),
        amount: Some(Money { amount, currency: "EUR".into() }),
        announced_at: Some(announced_at),
        investors: vec!["Northlight Ventures".into()],
    }
}

fn place(city: &str, country: &str) -> Location {
    Location { city: Some(city.into()), region: None, country: Some(country.into()) }
}

fn date(text: &str) -> Option<PartialDate> {
    text.parse().ok()
}
