//! The person whose contact is searched.

use records::{Company, Email, Employer, PersonRecord, domain::is_reserved, name::Name, query::PersonQuery};

/// A person whose contact is searched: with a record, or described by the caller's input only.
#[derive(Debug, Clone)]
pub struct ContactQuery {
    /// The record, where there is one.
    pub record: Option<PersonRecord>,
    /// The name.
    pub name: Option<Name>,
    /// Domain of the company of the business contact, in normal form.
    pub domain: Option<String>,
    /// The caller's input.
    pub asked: PersonQuery,
}

impl ContactQuery {
    /// The person of a record, at the present employer.
    pub fn of_person(record: PersonRecord) -> Self {
        let name = record.name();
        let domain = record.person.company.as_ref().and_then(|employer| employer.domain.clone());
        Self { record: Some(record), name, domain, asked: PersonQuery::default() }
    }

    /// A person without a record.
    pub fn of_stranger(asked: PersonQuery) -> Self {
        Self { record: None, name: asked.name.clone(), domain: asked.company_domain.clone(), asked }
    }

    /// Whether the person is known to exist: their company, mailbox or profile is at a domain, and none at one that is
    /// reserved for examples, as those of the demo are.
    pub(crate) fn is_real(&self) -> bool {
        let record = self.record.iter();
        let addresses = record.clone().flat_map(|record| &record.emails).map(|email| email.address.as_str());
        let profiles = record.filter_map(|record| record.person.network_url.as_deref());
        let asked = [&self.domain, &self.asked.email, &self.asked.network_url];
        let texts = asked.into_iter().flatten().map(String::as_str).chain(addresses).chain(profiles);
        let mut reserved = texts.map(|text| is_reserved(host(text))).peekable();
        reserved.peek().is_some() && !reserved.any(|is_reserved| is_reserved)
    }

    /// The same person at the company of another domain.
    #[must_use]
    pub fn at(self, domain: String) -> Self {
        Self { domain: Some(domain), ..self }
    }

    /// Cache key of the search: equal for equal searches, different for namesakes with records.
    pub(crate) fn cache_key(&self) -> Option<String> {
        let input = &self.asked;
        let who = match (&self.record, &self.name) {
            (Some(record), _) => record.person.id.clone(),
            (None, Some(name)) => name.full().to_lowercase(),
            (None, None) => {
                input.network_url.as_ref().or(input.email.as_ref()).or(input.phone.as_ref())?.clone()
            }
        };
        let company = self.domain.as_ref().or(input.company_name.as_ref());
        Some(format!("{who} at {}", company.map_or("", String::as_str)))
    }

    /// Whether the person now works elsewhere according to the record.
    pub(crate) fn has_left(&self, company: Option<&Company>) -> bool {
        let employer =
            self.record.as_ref().and_then(|record| record.person.company.as_ref()?.domain.as_ref());
        match (employer, &self.domain) {
            (Some(employer), Some(queried)) => {
                employer != queried && company.is_none_or(|company| !company.domains.contains(employer))
            }
            _ => false,
        }
    }

    /// Whether the record places the person at the queried company: by a position that has not ended, or by an address
    /// there.
    pub(crate) fn is_placed(&self, company: Option<&Company>) -> bool {
        let Some(record) = &self.record else { return false };
        let Some(queried) = &self.domain else { return true };
        let employs = |employer: &Employer| {
            let by_id = employer.id.is_some() && employer.id.as_ref() == company.map(|company| &company.id);
            let of_company = |domain: &String| {
                domain == queried || company.is_some_and(|company| company.domains.contains(domain))
            };
            by_id || employer.domain.as_ref().is_some_and(of_company)
        };
        let person = &record.person;
        let open = person.experience.iter().filter(|position| position.ended_at.is_none());
        person.company.iter().chain(open.map(|position| &position.company)).any(employs)
            || record.emails.iter().any(|email| is_at(&email.address, queried))
    }

    /// The known addresses that may reach the person at the queried company, the best first.
    pub(crate) fn emails_at_work(&self, has_left: bool) -> impl Iterator<Item = &Email> {
        let fits = move |email: &&Email| match &self.domain {
            Some(queried) if has_left => is_at(&email.address, queried),
            _ => !self.is_of_the_past(&email.address),
        };
        self.record.iter().flat_map(|record| &record.emails).filter(fits)
    }

    /// Whether an address is at a company that the person has left.
    fn is_of_the_past(&self, address: &str) -> bool {
        let Some(record) = &self.record else { return false };
        let person = &record.person;
        let current = person.company.as_ref().and_then(|employer| employer.domain.as_deref());
        if current.is_some_and(|domain| is_at(address, domain)) {
            return false;
        }
        let mut past = person.experience.iter().filter_map(|position| position.company.domain.as_deref());
        past.any(|domain| is_at(address, domain))
    }
}

/// Whether an address is at a domain or below it.
pub(crate) fn is_at(address: &str, domain: &str) -> bool {
    let host = address.rsplit_once('@').map_or("", |(_, host)| host);
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The host of a domain, an address or a URL.
fn host(text: &str) -> &str {
    let text = text.rsplit_once('@').map_or(text, |(_, host)| host);
    let text = text.split_once("://").map_or(text, |(_, rest)| rest);
    text.split('/').next().unwrap_or(text)
}
