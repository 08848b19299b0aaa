//! Whom a vendor is asked about: the identifiers of a query.

use records::{
    EmailKind,
    keys::{CompanyQuery, PersonQuery},
    name::Name,
};
use sources::vendor::{Fact, Question, Subject};

use crate::ContactQuery;

pub(super) fn company(query: &CompanyQuery) -> Question {
    let subject = Subject {
        company_domain: query.domain.clone(),
        company_name: query.name.clone(),
        ..Subject::default()
    };
    Question { fact: Fact::Company, subject }
}

pub(super) fn person(query: &PersonQuery) -> Question {
    let subject = Subject {
        network_url: query.network_url.clone(),
        email: query.email.clone(),
        phone: query.phone.clone(),
        company_domain: query.company_domain.clone(),
        company_name: query.company_name.clone(),
        ..named(query.name.as_ref())
    };
    Question { fact: Fact::Person, subject }
}

pub(super) fn email(who: &ContactQuery, kind: EmailKind) -> Question {
    let fact = match kind {
        EmailKind::Business => Fact::BusinessEmail,
        EmailKind::Personal => Fact::PersonalEmail,
    };
    Question { fact, subject: contact(who) }
}

pub(super) fn mobile(who: &ContactQuery) -> Question {
    Question { fact: Fact::Mobile, subject: contact(who) }
}

pub(super) fn line(number: &str) -> Question {
    Question {
        fact: Fact::PhoneCheck,
        subject: Subject { phone: Some(number.to_owned()), ..Subject::default() },
    }
}

fn contact(who: &ContactQuery) -> Subject {
    let person = who.record.as_ref().map(|record| &record.person);
    let employer = person.and_then(|person| person.company.as_ref());
    let email = who.record.as_ref().and_then(|record| record.emails.first());
    Subject {
        network_url: person.and_then(|person| person.network_url.clone()),
        email: email.map(|email| email.address.clone()),
        company_domain: who.domain.clone(),
        company_name: employer.and_then(|employer| employer.name.clone()),
        ..named(who.name.as_ref())
    }
}

fn named(name: Option<&Name>) -> Subject {
    Subject {
        full_name: name.map(ToString::to_string),
        first_name: name.and_then(|name| name.first().map(str::to_owned)),
        last_name: name.and_then(|name| name.last().map(str::to_owned)),
        ..Subject::default()
    }
}
