//! Whom a vendor is asked about: the identifiers of a query.

use records::{
    EmailKind,
    name::Name,
    query::{CompanyQuery, PersonQuery},
};
use sources::vendor::{Fact, VendorQuestion, VendorSubject};

use crate::ContactQuery;

pub(super) fn company(query: &CompanyQuery) -> VendorQuestion {
    let subject = VendorSubject {
        company_domain: query.domain.clone(),
        company_name: query.name.clone(),
        ..VendorSubject::default()
    };
    VendorQuestion { fact: Fact::Company, subject }
}

pub(super) fn person(query: &PersonQuery) -> VendorQuestion {
    let subject = VendorSubject {
        network_url: query.network_url.clone(),
        email: query.email.clone(),
        phone: query.phone.clone(),
        company_domain: query.company_domain.clone(),
        company_name: query.company_name.clone(),
        ..named(query.name.as_ref())
    };
    VendorQuestion { fact: Fact::Person, subject }
}

pub(super) fn email(who: &ContactQuery, kind: EmailKind) -> VendorQuestion {
    let fact = match kind {
        EmailKind::Business => Fact::BusinessEmail,
        EmailKind::Personal => Fact::PersonalEmail,
    };
    VendorQuestion { fact, subject: contact(who) }
}

pub(super) fn mobile(who: &ContactQuery) -> VendorQuestion {
    VendorQuestion { fact: Fact::Mobile, subject: contact(who) }
}

pub(super) fn line(number: &str) -> VendorQuestion {
    VendorQuestion {
        fact: Fact::PhoneCheck,
        subject: VendorSubject { phone: Some(number.to_owned()), ..VendorSubject::default() },
    }
}

fn contact(who: &ContactQuery) -> VendorSubject {
    let person = who.record.as_ref().map(|record| &record.person);
    let employer = person.and_then(|person| person.company.as_ref());
    let email = who.record.as_ref().and_then(|record| record.emails.first());
    VendorSubject {
        network_url: person.and_then(|person| person.network_url.clone()),
        email: email.map(|email| email.address.clone()),
        company_domain: who.domain.clone(),
        company_name: employer.and_then(|employer| employer.name.clone()),
        ..named(who.name.as_ref())
    }
}

fn named(name: Option<&Name>) -> VendorSubject {
    VendorSubject {
        full_name: name.map(ToString::to_string),
        first_name: name.and_then(|name| name.first().map(str::to_owned)),
        last_name: name.and_then(|name| name.last().map(str::to_owned)),
        ..VendorSubject::default()
    }
}
