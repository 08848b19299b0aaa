//! First lines of people, in each language.

mod careers;
mod recomputed;
mod sentences;

use jiff::Timestamp;
use records::{Company, Employer, Experience, Person, Signal, SignalKind, signal::Change, title::read_title};

use super::*;

fn now() -> Timestamp {
    "2026-03-04T12:00:00Z".parse().unwrap()
}

fn employer(name: &str) -> Employer {
    let domain = format!("{}.example", name.to_lowercase());
    Employer { name: Some(name.into()), domain: Some(domain), ..Employer::default() }
}

/// A position; an empty date is unknown.
fn position(company: &str, title: &str, from: &str, to: &str) -> Experience {
    Experience {
        company: employer(company),
        title: Some(title.into()),
        seniority: read_title(title).seniority,
        started_at: from.parse().ok(),
        ended_at: to.parse().ok(),
        ..Experience::default()
    }
}

/// A person who is at the company of the first position, as records say it.
fn person(positions: &[(&str, &str, &str, &str)]) -> Person {
    let experience: Vec<Experience> =
        positions.iter().map(|(company, title, from, to)| position(company, title, from, to)).collect();
    Person {
        full_name: "Ada Winter".into(),
        first_name: Some("Ada".into()),
        title: experience.first().and_then(|position| position.title.clone()),
        company: experience.first().map(|position| position.company.clone()),
        experience,
        ..Person::default()
    }
}

fn moved(from: &str, to: &str, title: Option<&str>, at: &str) -> Signal {
    let change = Change {
        person_id: "per_1".into(),
        full_name: "Ada Winter".into(),
        network_url: None,
        old_title: None,
        old_company: employer(from),
        new_title: title.map(str::to_owned),
        seniority: None,
        departments: Vec::new(),
        country: None,
        changed_at: at.parse().unwrap(),
        announcement: None,
    };
    Signal {
        id: "sig_1".into(),
        kind: SignalKind::JobChange,
        at: now(),
        company: Some(employer(to)),
        funding: None,
        acquisition: None,
        job: None,
        change: Some(change),
        company_change: None,
        sources: Vec::new(),
    }
}

fn lines(person: &Person, company: Option<&Company>, language: Language) -> Vec<String> {
    openers(person, company, &[], 9, language, now()).into_iter().map(|opener| opener.text).collect()
}
