//! Test data for the index: small sets of people and companies.
#![allow(dead_code, clippy::unwrap_used, reason = "each test file uses some of the helpers")]

use std::collections::BTreeMap;

use jiff::Timestamp;
use proptest::{collection::vec, option, prelude::*, sample::select};
use records::{
    Company, Department, Education, Employer, Experience, Funding, Location, Money, Openings, PartialDate,
    Person, PersonRecord, RevenueRange, Seniority, Technology, title::read_title,
};
use search::{PageRequest, SearchIndex, Snapshot, Target};

/// The current time in all tests.
pub fn now() -> Timestamp {
    "2026-06-15T12:00:00Z".parse().unwrap()
}

pub fn words(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

/// A person with a title and nothing else.
pub fn person(id: &str, name: &str, title: &str) -> PersonRecord {
    let reading = read_title(title);
    let person = Person {
        id: id.to_owned(),
        full_name: name.to_owned(),
        title: Some(title.to_owned()),
        seniority: reading.seniority,
        departments: reading.departments,
        ..Person::default()
    };
    PersonRecord { person, ..PersonRecord::default() }
}

/// A company with a domain and nothing else.
pub fn company(id: &str, name: &str, domain: &str) -> Company {
    Company {
        id: id.to_owned(),
        name: name.to_owned(),
        domain: Some(domain.to_owned()),
        domains: vec![domain.to_owned()],
        ..Company::default()
    }
}

/// A position at a company known by its domain.
pub fn position(domain: &str, from: &str, to: Option<&str>) -> Experience {
    Experience {
        company: employer(domain),
        started_at: Some(from.parse().unwrap()),
        ended_at: to.map(|date| date.parse().unwrap()),
        ..Experience::default()
    }
}

pub fn employer(domain: &str) -> Employer {
    Employer { domain: Some(domain.to_owned()), ..Employer::default() }
}

/// An index in memory of these records.
pub fn index(people: &[(PersonRecord, Option<Company>)], companies: &[Company]) -> SearchIndex {
    let index = SearchIndex::in_memory().unwrap();
    people.iter().for_each(|(person, employer)| index.put_person(person, employer.as_ref(), None).unwrap());
    companies.iter().for_each(|company| index.put_company(company, None).unwrap());
    index.commit(1).unwrap();
    index
}

/// The ids of everything that passes, in order, read page by page.
pub fn all_ids<F: Target>(snapshot: &Snapshot<F>, filters: &F, sort: F::Sort, limit: usize) -> Vec<String> {
    let mut ids = Vec::new();
    let mut after: Option<String> = None;
    for _ in 0..10_000 {
        let request = PageRequest { sort, limit, after: after.as_deref() };
        let page = snapshot.search(filters, request, now()).unwrap();
        assert!(page.ids.len() <= limit);
        ids.extend(page.ids);
        after = page.next;
        if after.is_none() {
            return ids;
        }
    }
    panic!("the pages never end");
}

pub const TITLES: &[&str] = &[
    "VP of Sales",
    "Vice President Sales",
    "Head of Marketing",
    "Software Engineer",
    "Senior Software Developer",
    "Chief Technology Officer",
    "CTO & Co-Founder",
    "Vertriebsleiter",
    "Product Manager",
    "Data Scientist",
    "Owner",
];
pub const SKILLS: &[&str] = &["Rust", "C++", "C#", "Node.js", "NodeJS", "Sales", "Power BI"];
pub const INDUSTRIES: &[&str] =
    &["Software Development", "Caterers", "Restaurants", "Construction", "Underwater Basketry"];
pub const SECTORS: &[&str] = &["Accommodation Services", "Technology, Information and Media", "Construction"];
pub const COUNTRIES: &[&str] = &["DE", "US", "FR"];
pub const CITIES: &[&str] = &["Berlin", "Austin", "Paris", "Saint-Étienne"];
pub const DOMAINS: &[&str] = &["acme.example", "globex.example", "initech.example", "umbrella.example"];
pub const TECHNOLOGIES: &[&str] = &["Salesforce", "HubSpot", "React", "Next.js"];
pub const STAGES: &[&str] = &["seed", "Series A", "series_b", "debt_financing"];
pub const NAMES: &[&str] = &["Robert Smith", "Bob Smith", "Ana María Díaz", "Wei Chen", "Zoë O'Brien"];

fn pick(values: &'static [&'static str]) -> impl Strategy<Value = String> + Clone {
    select(values).prop_map(str::to_owned)
}

fn any_date() -> impl Strategy<Value = PartialDate> + Clone {
    (2015i16..=2026, 1u8..=12, 1i8..=28, 0u8..3).prop_map(|(year, month, day, exactness)| match exactness {
        0 => PartialDate::year(year).unwrap(),
        1 => PartialDate::month(year, month).unwrap(),
        _ => PartialDate::day(jiff::civil::date(year, month as i8, day)),
    })
}

fn any_place() -> impl Strategy<Value = Location> {
    (option::of(pick(CITIES)), option::of(pick(&["Bayern", "Texas"])), option::of(pick(COUNTRIES)))
        .prop_map(|(city, region, country)| Location { city, region, country })
}

fn any_position() -> impl Strategy<Value = Experience> {
    (option::of(pick(DOMAINS)), option::of(any_date()), option::of(any_date())).prop_map(
        |(domain, started_at, ended_at)| Experience {
            company: Employer { domain, ..Employer::default() },
            started_at,
            ended_at,
            ..Experience::default()
        },
    )
}

/// A random person built from the small vocabularies; the id is set later.
pub fn any_person() -> impl Strategy<Value = PersonRecord> {
    let first = (
        pick(NAMES),
        option::of(pick(TITLES)),
        vec(pick(SKILLS), 0..3),
        vec(pick(&["English", "German"]), 0..2),
        vec(pick(&["AWS Certified Solutions Architect", "Scrum Master"]), 0..2),
        vec(pick(&["Stanford University", "Boston University", "Boston College"]), 0..3),
    );
    let second = (
        option::of(any_place()),
        option::of(pick(DOMAINS)),
        option::of(any_date()),
        vec(any_position(), 0..3),
        any::<bool>(),
        any::<bool>(),
        option::of(0i64..100),
    );
    (first, second).prop_map(
        |(
            (name, title, skills, languages, certifications, schools),
            (location, domain, started_at, experience, has_email, has_phone, updated),
        )| {
            let mut record = person("", &name, title.as_deref().unwrap_or_default());
            record.person.title = title;
            record.person.skills = skills;
            record.person.languages = languages;
            record.person.certifications = certifications;
            record.person.education =
                schools.into_iter().map(|school| Education { school, ..Education::default() }).collect();
            record.person.location = location;
            record.person.company = domain.map(|domain| employer(&domain));
            record.person.started_at = started_at;
            record.person.experience = experience;
            record.person.has_email = has_email;
            record.person.has_phone = has_phone;
            record.person.updated_at =
                updated.map(|days| now() - jiff::SignedDuration::from_hours(24 * days));
            record
        },
    )
}

/// A random company built from the small vocabularies; the id is set later.
pub fn any_company() -> impl Strategy<Value = Company> {
    let first = (
        pick(&["Acme", "Globex GmbH", "Initech"]),
        option::of(pick(DOMAINS)),
        vec(pick(INDUSTRIES), 0..3),
        vec(pick(&["saas", "b2b"]), 0..2),
        option::of(0u32..20_000),
        option::of((0i64..100, 0i64..100, pick(&["EUR", "USD"]))),
        option::of(1990i16..2026),
    );
    let second = (
        option::of(any_place()),
        vec(pick(TECHNOLOGIES), 0..4),
        option::of((pick(STAGES), option::of(0i64..1000), pick(&["EUR", "USD"]), option::of(any_date()))),
        option::of(vec((select(Department::ALL), 0u32..9), 0..3)),
        option::of(pick(&["We build payment software for bakers.", "Catering for software teams."])),
    );
    (first, second).prop_map(
        |(
            (name, domain, industries, tags, employee_count, revenue, founded_year),
            (location, technologies, funding, openings, description),
        )| Company {
            name,
            domains: domain.iter().cloned().collect(),
            domain,
            industry: industries.first().cloned(),
            industries,
            tags,
            employee_count,
            revenue: revenue.map(|(low, span, currency)| RevenueRange {
                min: Some(low),
                max: Some(low + span),
                currency,
            }),
            founded_year,
            location,
            technologies: technologies
                .into_iter()
                .map(|name| Technology { name, category: None, last_seen_at: None })
                .collect(),
            funding: funding.map(|(stage, total, currency, last_round_at)| Funding {
                stage: Some(stage),
                total: total.map(|amount| Money { amount, currency }),
                last_round_at,
                rounds: Vec::new(),
            }),
            openings: openings.map(|list| {
                let by_department: BTreeMap<String, u32> = list
                    .into_iter()
                    .map(|(department, count)| (department.as_str().to_owned(), count))
                    .collect();
                Openings { count: by_department.values().sum(), by_department }
            }),
            description,
            ..Company::default()
        },
    )
}

/// Sets distinct ids.
pub fn numbered<T>(mut records: Vec<T>, set: impl Fn(&mut T, String)) -> Vec<T> {
    for (number, record) in records.iter_mut().enumerate() {
        set(record, format!("rec_{number:04}"));
    }
    records
}

/// Some words of a list, mostly none.
pub fn some(values: &'static [&'static str]) -> impl Strategy<Value = Vec<String>> {
    prop_oneof![6 => Just(Vec::new()), 1 => vec(pick(values), 1..3)]
}

pub const SENIORITY_WORDS: &[&str] = &["vp", "cxo", "Head", "founder", "professional", "senior", "owner"];
pub const DEPARTMENT_WORDS: &[&str] = &["sales", "engineering", "executive", "marketing", "R&D"];

/// Parses a word of the vocabulary.
pub fn seniority(word: &str) -> Seniority {
    Seniority::from_alias(word).unwrap()
}
