//! Emails and phones: union of all claims with the newest verification status, best first.

use std::cmp::Reverse;

use jiff::Timestamp;

use super::{
    gathered::{Gathered, record_all},
    provenance::Recorder,
    values::non_blank,
    views::View,
};
use crate::{
    Claim, ContactStatus, Email, EmailFact, EmailKind, LineType, PersonFacts, Phone, PhoneFact,
    identifiers::{email::EmailAddress, phone::PhoneNumber},
};

/// Employer domains of a person; an email at a past employer's domain is out of date.
pub(super) struct EmployerDomains<'a> {
    pub(super) current: Option<&'a str>,
    pub(super) past: Vec<&'a str>,
}

impl EmployerDomains<'_> {
    fn at_current(&self, email: &Email) -> bool {
        self.current.is_some_and(|domain| is_at(email, domain))
    }

    fn at_past(&self, email: &Email) -> bool {
        !self.at_current(email) && self.past.iter().any(|domain| is_at(email, domain))
    }

    /// Whether an email may still reach the person at work.
    pub(super) fn is_usable_business(&self, email: &Email) -> bool {
        email.kind == EmailKind::Business && is_usable(email.status) && !self.at_past(email)
    }
}

/// Whether the contact is not known to be undeliverable.
pub(super) fn is_usable(status: ContactStatus) -> bool {
    status != ContactStatus::Undeliverable
}

fn is_at(email: &Email, domain: &str) -> bool {
    let host = email.address.rsplit_once('@').map_or("", |(_, host)| host);
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// All emails of a person, best first.
pub(super) fn emails<R: Recorder>(
    views: &[View<'_, PersonFacts>],
    domains: &EmployerDomains<'_>,
    recorder: &mut R,
) -> Vec<Email> {
    let facts = views
        .iter()
        .flat_map(|view| view.facts.emails.iter().map(|fact| ClaimedFact { claim: view.claim, fact }));
    let readable = facts.filter_map(|seen| Some((EmailAddress::parse(&seen.fact.address).ok()?, seen)));
    let contacts = by_key(readable, |a, b| a.identity() == b.identity());
    let mut emails: Vec<Gathered<'_, Email>> =
        contacts.iter().map(|contact| contact.gathered::<R, _>(email(&contact.key, &contact.seen))).collect();
    emails.sort_by_key(|item| {
        let email = &item.value;
        let past = domains.at_past(email);
        (!is_usable(email.status), past, email.kind, email.status, !domains.at_current(email))
    });
    record_all(recorder, "emails", &emails);
    emails.into_iter().map(|item| item.value).collect()
}

/// All phones of a person, best first.
pub(super) fn phones<R: Recorder>(views: &[View<'_, PersonFacts>], recorder: &mut R) -> Vec<Phone> {
    let facts = views
        .iter()
        .flat_map(|view| view.facts.phones.iter().map(|fact| ClaimedFact { claim: view.claim, fact }));
    let given = facts.map(|seen| (seen.fact.number.trim(), seen)).filter(|(number, _)| !number.is_empty());
    let contacts = by_key(given, |a, b| a == b);
    let mut phones: Vec<Gathered<'_, Phone>> =
        contacts.iter().map(|contact| contact.gathered::<R, _>(phone(contact.key, &contact.seen))).collect();
    phones.sort_by_key(|item| (!is_usable(item.value.status), item.value.line_type, item.value.status));
    record_all(recorder, "phones", &phones);
    phones.into_iter().map(|item| item.value).collect()
}

struct ClaimedFact<'a, T> {
    claim: &'a Claim,
    fact: &'a T,
}

/// All claimed facts about one address or number, newest first.
struct Contact<'a, K, T> {
    key: K,
    seen: Vec<ClaimedFact<'a, T>>,
}

impl<'a, K, T> Contact<'a, K, T> {
    fn gathered<R: Recorder, V>(&self, value: V) -> Gathered<'a, V> {
        let claims =
            if R::RECORDS_ORIGINS { self.seen.iter().map(|seen| seen.claim).collect() } else { Vec::new() };
        Gathered { value, claims }
    }
}

fn by_key<'a, K, T>(
    facts: impl Iterator<Item = (K, ClaimedFact<'a, T>)>,
    same: impl Fn(&K, &K) -> bool,
) -> Vec<Contact<'a, K, T>> {
    let mut contacts: Vec<Contact<'a, K, T>> = Vec::new();
    for (key, seen) in facts {
        match contacts.iter_mut().find(|contact| same(&contact.key, &key)) {
            Some(contact) => contact.seen.push(seen),
            None => contacts.push(Contact { key, seen: vec![seen] }),
        }
    }
    contacts
}

fn email(address: &EmailAddress, seen: &[ClaimedFact<'_, EmailFact>]) -> Email {
    let by_provider = if address.is_free_provider() { EmailKind::Personal } else { EmailKind::Business };
    let (status, last_validated_at) =
        newest_check(seen.iter().map(|seen| (seen.claim, seen.fact.status, seen.fact.last_validated_at)));
    Email {
        address: address.address().to_owned(),
        kind: seen.iter().find_map(|seen| seen.fact.kind).unwrap_or(by_provider),
        status,
        last_validated_at,
    }
}

fn phone(number: &str, seen: &[ClaimedFact<'_, PhoneFact>]) -> Phone {
    let claimed = seen.iter().filter_map(|seen| seen.fact.line_type);
    let by_plan = || PhoneNumber::parse(number, None).map_or(LineType::Unknown, |number| number.line_type());
    let (status, last_validated_at) =
        newest_check(seen.iter().map(|seen| (seen.claim, seen.fact.status, seen.fact.last_validated_at)));
    Phone {
        number: number.to_owned(),
        line_type: claimed.into_iter().find(|line| *line != LineType::Unknown).unwrap_or_else(by_plan),
        carrier: seen.iter().find_map(|seen| non_blank(seen.fact.carrier.as_ref())).map(str::to_owned),
        status,
        last_validated_at,
    }
}

/// The newest verification status and its time; a status without a time is dated by its claim.
fn newest_check<'a>(
    checks: impl Iterator<Item = (&'a Claim, Option<ContactStatus>, Option<Timestamp>)> + Clone,
) -> (ContactStatus, Option<Timestamp>) {
    let verdicts = checks.clone().filter_map(|(claim, status, at)| {
        let status = status.filter(|status| *status != ContactStatus::Unknown)?;
        Some((at.unwrap_or(claim.observed_at), status, at))
    });
    // `min_by_key` returns the first of equal items, which is the newest claim's.
    match verdicts.min_by_key(|(when, ..)| Reverse(*when)) {
        Some((_, status, at)) => (status, at),
        None => (ContactStatus::Unknown, checks.filter_map(|(.., at)| at).max()),
    }
}
