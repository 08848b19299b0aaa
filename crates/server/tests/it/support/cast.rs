//! Two companies and two people, written down by hand as sources would claim them.

use jiff::Timestamp;
use records::{
    Claim, CompanyFacts, ContactStatus, EmailFact, EmailKind, ExperienceFact, Facts, LineType, Location,
    PersonFacts, PhoneFact,
};

/// Katherine Brandt, who sells for Harbor: known to two sources, who disagree about her title.
pub const KATHERINE: &str = "https://network.example/in/katherine-brandt";
/// Jonas Weber, who builds for Quill.
pub const JONAS: &str = "https://network.example/in/jonas-weber";
/// Harbor Systems.
pub const HARBOR: &str = "harbor.example";
/// Quill Analytics.
pub const QUILL: &str = "quill.example";

/// Everything the two sources claim.
pub fn cast() -> Vec<Claim> {
    vec![harbor(), quill(), katherine(), katherine_in_a_directory(), jonas()]
}

/// A person with few facts, for tests that need many.
pub fn person(number: usize) -> Claim {
    let facts = PersonFacts {
        full_name: Some(format!("Person Number{number}")),
        emails: vec![email(&format!("person{number}@{QUILL}"), EmailKind::Business)],
        ..PersonFacts::default()
    };
    claim("crowd", &number.to_string(), "2026-01-10T00:00:00Z", Facts::Person(Box::new(facts)))
}

/// A person who works at a domain and has an unchecked address.
pub fn person_at(name: &str, address: &str, domain: &str) -> Claim {
    let email = EmailFact { address: address.into(), ..EmailFact::default() };
    employed(name, domain, PersonFacts { emails: vec![email], ..PersonFacts::default() })
}

/// A person who works at a domain and has these phones.
pub fn with_phones(name: &str, domain: &str, phones: Vec<PhoneFact>) -> Claim {
    employed(name, domain, PersonFacts { phones, ..PersonFacts::default() })
}

/// A claim of another source that a person left one company for another.
pub fn moved(profile: &str, name: &str, from: &str, to: &str) -> Claim {
    let position = |domain: &str, started: &str, ended: Option<&str>| ExperienceFact {
        company_domain: Some(domain.into()),
        started_at: Some(started.parse().unwrap()),
        ended_at: ended.map(|date| date.parse().unwrap()),
        ..ExperienceFact::default()
    };
    let facts = PersonFacts {
        network_url: Some(profile.into()),
        started_at: Some("2026-02".parse().unwrap()),
        experience: vec![position(to, "2026-02", None), position(from, "2020-01", Some("2026-01"))],
        ..PersonFacts::default()
    };
    employed(name, to, facts)
}

/// A claim of another source with a private address of a person.
pub fn with_private_email(profile: &str, name: &str, address: &str) -> Claim {
    let facts = PersonFacts {
        full_name: Some(name.into()),
        network_url: Some(profile.into()),
        emails: vec![email(address, EmailKind::Personal)],
        ..PersonFacts::default()
    };
    claim("panel", name, "2026-02-21T00:00:00Z", Facts::Person(Box::new(facts)))
}

/// A phone of which a source says nothing but when it was validated.
pub fn phone_validated(number: &str, at: Option<Timestamp>) -> PhoneFact {
    let status = at.map(|_| ContactStatus::Deliverable);
    PhoneFact { number: number.into(), status, last_validated_at: at, ..PhoneFact::default() }
}

fn employed(name: &str, domain: &str, facts: PersonFacts) -> Claim {
    let facts = PersonFacts { full_name: Some(name.into()), company_domain: Some(domain.into()), ..facts };
    claim("staff-list", name, "2026-02-25T00:00:00Z", Facts::Person(Box::new(facts)))
}

/// A company of which little is known.
pub fn company(name: &str, domain: &str) -> Claim {
    let facts =
        CompanyFacts { name: Some(name.into()), domains: vec![domain.into()], ..CompanyFacts::default() };
    claim("registry", domain, "2026-01-15T00:00:00Z", Facts::Company(Box::new(facts)))
}

/// A person as a source would claim them, in the words of a claim.
pub fn person_claim(reference: &str, facts: serde_json::Value) -> Claim {
    let facts = Facts::Person(serde_json::from_value(facts).unwrap());
    claim("test", reference, "2026-02-01T00:00:00Z", facts)
}

/// A company as a source would claim it, in the words of a claim.
pub fn company_claim(reference: &str, facts: serde_json::Value) -> Claim {
    let facts = Facts::Company(serde_json::from_value(facts).unwrap());
    claim("test", reference, "2026-02-01T00:00:00Z", facts)
}

fn claim(source: &str, reference: &str, observed_at: &str, facts: Facts) -> Claim {
    Claim {
        source: source.into(),
        reference: reference.into(),
        observed_at: observed_at.parse().unwrap(),
        facts,
    }
}

fn email(address: &str, kind: EmailKind) -> EmailFact {
    EmailFact {
        address: address.into(),
        kind: Some(kind),
        status: Some(ContactStatus::Deliverable),
        last_validated_at: Some("2026-02-20T08:00:00Z".parse().unwrap()),
    }
}

fn phone(number: &str, line_type: LineType) -> PhoneFact {
    let last_validated_at = Some("2026-02-20T08:00:00Z".parse().unwrap());
    PhoneFact { number: number.into(), line_type: Some(line_type), last_validated_at, ..PhoneFact::default() }
}

fn katherine() -> Claim {
    let facts = PersonFacts {
        full_name: Some("Katherine Brandt".into()),
        first_name: Some("Katherine".into()),
        last_name: Some("Brandt".into()),
        title: Some("VP of Sales".into()),
        company_name: Some("Harbor Systems".into()),
        company_domain: Some(HARBOR.into()),
        started_at: Some("2024-05".parse().unwrap()),
        network_url: Some(KATHERINE.into()),
        emails: vec![
            email("k.brandt@harbor.example", EmailKind::Business),
            email("katherine.brandt@gmail.com", EmailKind::Personal),
        ],
        phones: vec![phone("+12025550143", LineType::Mobile), phone("+442079460123", LineType::Landline)],
        ..PersonFacts::default()
    };
    claim("crm", "4711", "2026-02-01T00:00:00Z", Facts::Person(Box::new(facts)))
}

fn katherine_in_a_directory() -> Claim {
    let facts = PersonFacts {
        full_name: Some("Katherine Brandt".into()),
        title: Some("Sales Director".into()),
        company_domain: Some(HARBOR.into()),
        network_url: Some(KATHERINE.into()),
        skills: vec!["negotiation".into()],
        ..PersonFacts::default()
    };
    claim("directory", "kb", "2025-06-01T00:00:00Z", Facts::Person(Box::new(facts)))
}

fn jonas() -> Claim {
    let facts = PersonFacts {
        full_name: Some("Jonas Weber".into()),
        title: Some("Data Engineer".into()),
        company_name: Some("Quill Analytics".into()),
        company_domain: Some(QUILL.into()),
        network_url: Some(JONAS.into()),
        emails: vec![email("jonas@quill.example", EmailKind::Business)],
        phones: vec![phone("+12025550177", LineType::Mobile)],
        ..PersonFacts::default()
    };
    claim("crm", "4712", "2026-02-01T00:00:00Z", Facts::Person(Box::new(facts)))
}

fn harbor() -> Claim {
    let facts = CompanyFacts {
        name: Some("Harbor Systems".into()),
        legal_name: Some("Harbor Systems Limited".into()),
        domains: vec![HARBOR.into(), "harbor-systems.example".into()],
        network_url: Some("https://network.example/company/harbor-systems".into()),
        industries: vec!["logistics software".into()],
        employee_count: Some(120),
        locations: vec![Location { city: Some("London".into()), region: None, country: Some("GB".into()) }],
        ..CompanyFacts::default()
    };
    claim("registry", "h", "2026-01-15T00:00:00Z", Facts::Company(Box::new(facts)))
}

fn quill() -> Claim {
    let facts = CompanyFacts {
        name: Some("Quill Analytics".into()),
        domains: vec![QUILL.into()],
        network_url: Some("https://network.example/company/quill".into()),
        employee_count: Some(40),
        ..CompanyFacts::default()
    };
    claim("registry", "q", "2026-01-15T00:00:00Z", Facts::Company(Box::new(facts)))
}
