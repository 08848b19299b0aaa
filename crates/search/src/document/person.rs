//! A person as a document.

use records::{Company, Employer, Experience, PersonRecord, company_name::company_name_key};

use super::{Document, company, day_number, relevance};
use crate::{
    field::{Label, Number, Term},
    title,
};

/// A person with the facts of the current employer.
pub(crate) fn person(record: &PersonRecord, employer: Option<&Company>) -> Document {
    person_at(record, employer.map(Employment::of).as_ref())
}

/// What a person's document takes from the employer, made once for all its people.
pub(crate) struct Employment {
    company: Company,
    facts: Document,
}

impl Employment {
    pub(crate) fn of(company: &Company) -> Self {
        let mut facts = Document::default();
        company::firmographics(&mut facts, company);
        facts.text(Term::Text, &company.name);
        facts.text(Term::Subject, &company.name);
        Self { company: company.clone(), facts: facts.finish() }
    }

    /// Whether this is the employment at a company as it is now.
    pub(crate) fn is_of(&self, company: &Company) -> bool {
        self.company == *company
    }
}

/// A person at an employer.
pub(crate) fn person_at(record: &PersonRecord, employment: Option<&Employment>) -> Document {
    let employer = employment.map(|employment| &employment.company);
    let person = &record.person;
    let mut document = Document::new(&person.id, &person.full_name);
    role(&mut document, record);
    for skill in &person.skills {
        document.value(Term::Skill, Label::Skill, skill);
    }
    for language in &person.languages {
        document.value(Term::Language, Label::Language, language);
    }
    for certification in &person.certifications {
        document.named(Term::Certification, Label::Certification, certification);
    }
    for education in &person.education {
        document.named(Term::School, Label::School, &education.school);
    }
    if let Some(place) = &person.location {
        document.place(place);
    }
    for (known, contact) in [(person.has_email, "email"), (person.has_phone, "phone")] {
        if known {
            document.term(Term::Contact, contact);
        }
    }
    if let Some(employment) = employment {
        document.take_in(&employment.facts);
    }
    current_employer(&mut document, person.company.as_ref(), employer);
    career(&mut document, record, employer);
    words(&mut document, record, employer);
    document.number(Number::UpdatedAt, person.updated_at.map(|at| at.as_second()));
    document.number(Number::Relevance, relevance(&facts_known(record), person.updated_at));
    document.finish()
}

fn role(document: &mut Document, record: &PersonRecord) {
    let person = &record.person;
    if let Some(written) = &person.title {
        document.terms(Term::Title, title::words(written));
        document.terms(Term::Title, title::role(written));
        document.label(Label::Title, written);
    }
    if let Some(seniority) = person.seniority {
        document.word(Term::Seniority, Label::Seniority, seniority.word());
    }
    for department in &person.departments {
        document.word(Term::Department, Label::Department, department.word());
    }
}

/// The facts of the employer: from its own record, or what the person's record says of it.
fn current_employer(document: &mut Document, said: Option<&Employer>, record: Option<&Company>) {
    if let Some(domain) = said.and_then(|said| said.domain.as_ref()) {
        document.word(Term::Domain, Label::Domain, domain);
    }
    let Some(said) = said else { return };
    if record.is_none_or(|record| record.industries.is_empty() && record.industry.is_none())
        && let Some(industry) = &said.industry
    {
        company::industry(document, industry);
    }
    if record.is_none_or(|record| record.employee_count.is_none()) {
        company::size(document, said.employee_count);
    }
}

/// Since when the person works, where before, and when the present employer was joined.
fn career(document: &mut Document, record: &PersonRecord, employer: Option<&Company>) {
    let person = &record.person;
    let is_current = |position: &Experience| {
        person.company.as_ref().is_some_and(|current| same_employer(current, &position.company, employer))
    };
    for position in person.experience.iter().filter(|position| !is_current(position)) {
        if let Some(domain) = &position.company.domain {
            document.word(Term::PastDomain, Label::PastDomain, domain);
        }
        for department in &position.departments {
            document.label(Label::Path, department.word());
        }
    }
    let starts = person.experience.iter().filter_map(|position| position.started_at).chain(person.started_at);
    document.number(Number::FirstJobDay, starts.min().map(|start| day_number(start.earliest())));
    // A first job is no change of jobs, and neither is a promotion.
    if person.experience.iter().any(|position| !is_current(position)) {
        let stay = person.experience.iter().take_while(|position| is_current(position));
        let joined = stay.filter_map(|position| position.started_at).min().or(person.started_at);
        document.number(Number::JoinedDay, joined.map(|start| day_number(start.earliest())));
    }
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

fn words(document: &mut Document, record: &PersonRecord, employer: Option<&Company>) {
    let person = &record.person;
    document.text(Term::Name, &person.full_name);
    for part in [&person.first_name, &person.last_name].into_iter().flatten() {
        document.text(Term::Name, part);
    }
    // Where the employer has a record, its name came with the facts of it.
    let said = person.company.as_ref().filter(|_| employer.is_none());
    let employer_name = said.and_then(|said| said.name.as_ref());
    let subject = [Some(&person.full_name), person.title.as_ref(), employer_name];
    for text in subject.into_iter().flatten() {
        document.text(Term::Subject, text);
        document.text(Term::Text, text);
    }
    let rest = person.headline.iter().chain(&person.skills).chain(&person.certifications);
    for text in rest.chain(person.education.iter().map(|education| &education.school)) {
        document.text(Term::Text, text);
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
