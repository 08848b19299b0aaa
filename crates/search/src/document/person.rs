//! Builds the document of a person.

use std::sync::Arc;

use records::{
    Company, ContactStatus, EmailKind, EmployeeRange, Employer, Experience, PartialDate, PersonRecord,
    company_name::company_name_key,
};

use super::{Document, Draft, company, day_number, relevance};
use crate::{
    field::{Label, Number, Term},
    fold, title,
};

/// The document of a person with the facts of the current employer.
pub(crate) fn person(record: &PersonRecord, employer: Option<&Company>) -> Document {
    person_at(record, employer.map(Employment::of).as_ref())
}

/// Employer facts of a person's document, computed once for all people of the company.
pub(crate) struct Employment {
    company: Company,
    facts: Arc<Document>,
}

impl Employment {
    pub(crate) fn of(company: &Company) -> Self {
        let mut facts = Draft::default();
        company::firmographics(&mut facts, company);
        facts.text(Term::Subject, &company.name);
        facts.term(Term::Employer, &company.id);
        for name in company.names() {
            facts.terms(Term::EmployerName, fold::word_ngrams(name));
        }
        facts.label(Label::EmployerName, &company.name);
        if let Some(country) = company.location.as_ref().and_then(|place| place.country.as_ref()) {
            facts.word(Term::EmployerCountry, Label::EmployerCountry, country);
        }
        Self { company: company.clone(), facts: Arc::new(facts.finish("", "", None)) }
    }

    /// Whether these facts were computed from this version of the company.
    pub(crate) fn is_of(&self, company: &Company) -> bool {
        self.company == *company
    }
}

/// The document of a person with computed employer facts.
pub(crate) fn person_at(record: &PersonRecord, employment: Option<&Employment>) -> Document {
    let employer = employment.map(|employment| &employment.company);
    let person = &record.person;
    let mut draft = Draft::default();
    role(&mut draft, record);
    for skill in &person.skills {
        draft.value(Term::Skill, Label::Skill, skill);
    }
    for language in &person.languages {
        draft.value(Term::Language, Label::Language, language);
    }
    for certification in &person.certifications {
        draft.named(Term::Certification, Label::Certification, certification);
    }
    for education in &person.education {
        draft.named(Term::School, Label::School, &education.school);
    }
    if let Some(place) = &person.location {
        draft.place(place);
    }
    for (known, contact) in [(person.has_email, "email"), (person.has_phone, "phone")] {
        if known {
            draft.term(Term::Contact, contact);
        }
    }
    if let Some(status) = email_status(record) {
        draft.word(Term::EmailStatus, Label::EmailStatus, status.as_str());
    }
    draft.number(Number::RoleDay, person.started_at.map(|start| day_number(start.earliest())));
    current_employer(&mut draft, person.company.as_ref(), employer);
    career(&mut draft, record, employer);
    words(&mut draft, record, employer);
    draft.number(Number::UpdatedAt, person.updated_at.map(|at| at.as_second()));
    draft.number(Number::Relevance, relevance(&facts_known(record), person.updated_at));
    let shared = employment.map(|employment| Arc::clone(&employment.facts));
    draft.finish(&person.id, &person.full_name, shared)
}

fn role(draft: &mut Draft, record: &PersonRecord) {
    let person = &record.person;
    if let Some(written) = &person.title {
        let read = title::read(written);
        draft.terms(Term::Title, read.words.iter().chain(&read.role));
        draft.label(Label::Title, written);
    }
    if let Some(seniority) = person.seniority {
        draft.word(Term::Seniority, Label::Seniority, seniority.as_str());
    }
    for department in &person.departments {
        draft.word(Term::Department, Label::Department, department.as_str());
    }
}

/// Adds employer facts stated in the person's record, where the employer's own record lacks them.
fn current_employer(draft: &mut Draft, stated: Option<&Employer>, record: Option<&Company>) {
    if let Some(domain) = stated.and_then(|stated| stated.domain.as_ref()) {
        draft.word(Term::Domain, Label::Domain, domain);
    }
    let Some(stated) = stated else { return };
    if let Some(name) = &stated.name {
        draft.terms(Term::EmployerName, fold::word_ngrams(name));
        // The facts of the employer's record have its label.
        if record.is_none() {
            draft.label(Label::EmployerName, name);
        }
    }
    if record.is_none_or(|record| record.industries.is_empty() && record.industry.is_none())
        && let Some(industry) = &stated.industry
    {
        company::industry(draft, industry);
    }
    if record.is_none_or(|record| record.employees().is_none()) {
        company::size(draft, stated.employee_count.map(EmployeeRange::exactly));
    }
}

/// Positions at one employer that follow each other within so many months are one stay.
const SAME_STAY_MONTHS: u32 = 2;

/// Adds past employers, the start of the first job, and the date of joining the current employer.
fn career(draft: &mut Draft, record: &PersonRecord, employer: Option<&Company>) {
    let person = &record.person;
    let is_current = |position: &Experience| {
        person.company.as_ref().is_some_and(|current| same_employer(current, &position.company, employer))
    };
    let stay = person.experience.iter().take_while(|position| is_current(position));
    let returned = stay.filter_map(|position| position.started_at).min();
    // Of a person who came back, the stay before is a past one. An end that is known by its year may be in December.
    let is_earlier_stay = |position: &Experience| {
        let left = position.ended_at.map(|end| PartialDate::day(end.latest()));
        let gap = left.zip(returned).map(|(left, returned)| left.months_until(returned));
        gap.is_some_and(|months| months > SAME_STAY_MONTHS)
    };
    let is_past = |position: &&Experience| !is_current(position) || is_earlier_stay(position);
    for position in person.experience.iter().filter(is_past) {
        if let Some(domain) = &position.company.domain {
            draft.word(Term::PastDomain, Label::PastDomain, domain);
        }
        if let Some(name) = &position.company.name {
            draft.terms(Term::PastEmployerName, fold::word_ngrams(name));
        }
        for department in &position.departments {
            draft.label(Label::Path, department.as_str());
        }
    }
    for written in past_titles(record) {
        let read = title::read(written);
        draft.terms(Term::PastTitle, read.words.iter().chain(&read.role));
        draft.label(Label::PastTitle, written);
    }
    let starts = person.experience.iter().filter_map(|position| position.started_at).chain(person.started_at);
    draft.number(Number::FirstJobDay, starts.min().map(|start| day_number(start.earliest())));
    // Neither a first job nor a promotion is a change of jobs.
    if person.experience.iter().any(|position| !is_current(position)) {
        let stay = person.experience.iter().take_while(|position| is_current(position));
        let joined = stay.filter_map(|position| position.started_at).min().or(person.started_at);
        draft.number(Number::JoinedDay, joined.map(|start| day_number(start.earliest())));
    }
}

/// Titles of positions that are not held any more: those that ended, and all but the first where one is current.
fn past_titles(record: &PersonRecord) -> impl Iterator<Item = &String> {
    let person = &record.person;
    let is_current = |(index, position): &(usize, &Experience)| {
        *index == 0 && position.ended_at.is_none() && person.company.is_some()
    };
    let past = person.experience.iter().enumerate().filter(move |entry| !is_current(entry));
    past.filter_map(|(_, position)| position.title.as_ref())
}

/// Status of the best business email.
fn email_status(record: &PersonRecord) -> Option<ContactStatus> {
    record.emails.iter().find(|email| email.kind == EmailKind::Business).map(|email| email.status)
}

fn same_employer(current: &Employer, other: &Employer, record: Option<&Company>) -> bool {
    if let (Some(domain), Some(record)) = (&other.domain, record)
        && record.domains.contains(domain)
    {
        return true;
    }
    match (&current.domain, &other.domain, &current.name, &other.name) {
        (Some(one), Some(two), ..) => one == two,
        (_, _, Some(one), Some(two)) => company_name_key(one) == company_name_key(two),
        _ => false,
    }
}

fn words(draft: &mut Draft, record: &PersonRecord, employer: Option<&Company>) {
    let person = &record.person;
    draft.text(Term::Name, &person.full_name);
    for part in [&person.first_name, &person.last_name].into_iter().flatten() {
        draft.text(Term::Name, part);
    }
    // If the employer has its own record, its name is part of the shared facts.
    let stated = person.company.as_ref().filter(|_| employer.is_none());
    let employer_name = stated.and_then(|stated| stated.name.as_ref());
    for text in person.title.iter().chain(employer_name) {
        draft.text(Term::Subject, text);
    }
    let rest = person.headline.iter().chain(&person.skills).chain(&person.certifications);
    for text in rest.chain(person.education.iter().map(|education| &education.school)) {
        draft.text(Term::Text, text);
    }
}

fn facts_known(record: &PersonRecord) -> [bool; 12] {
    let person = &record.person;
    [
        person.has_email,
        person.has_phone,
        person.title.is_some(),
        person.company.is_some(),
        person.location.is_some(),
        person.network_url.is_some(),
        person.headline.is_some(),
        person.started_at.is_some(),
        person.experience.len() > 1,
        !person.education.is_empty(),
        !person.skills.is_empty(),
        person.sources.len() > 1,
    ]
}
