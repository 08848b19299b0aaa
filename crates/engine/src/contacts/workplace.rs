//! Mail domain and address patterns of a person's company, and the suppression check of the person.

use std::collections::HashMap;

use contact::{CompanyTraits, FindRequest, LearnedPatterns};
use records::{
    Company, ContactStatus, Email, EmailKind, PersonRecord, email::EmailAddress, identifier::Identity,
    name::Name, query::PersonQuery,
};

use super::contact_query::ContactQuery;
use crate::{Engine, EngineError};

/// Colleagues whose addresses are used to learn the pattern; more add nothing.
const EXAMPLES_MAX: usize = 64;

/// Domains examined per company.
const DOMAINS_MAX: usize = 4;

/// Colleagues with an address at another domain before mail is believed to live there.
const MOVED_MAIL_MIN: usize = 3;

/// The company's mail data, without the person searched.
pub(crate) struct Workplace {
    /// Where its people's mail lives; mostly the company's own domain.
    pub(crate) mail_domain: String,
    pub(crate) company: Option<Company>,
    pub(crate) learned: LearnedPatterns,
}

/// Addresses that a mail server is not asked about in a search.
#[derive(Default)]
pub(crate) struct Unasked {
    /// It refused them a short time ago.
    pub(crate) refused: Vec<EmailAddress>,
    /// Those of people on the suppression list.
    pub(crate) suppressed: Vec<EmailAddress>,
}

impl Workplace {
    /// The search for the address of a person of this name.
    pub(crate) fn request<'a>(&'a self, name: &'a Name, unasked: &'a Unasked) -> FindRequest<'a> {
        FindRequest {
            name,
            domain: &self.mail_domain,
            learned: &self.learned,
            company: self.traits(),
            refused: &unasked.refused,
            suppressed: &unasked.suppressed,
        }
    }

    /// Size and country of the company.
    pub(crate) fn traits(&self) -> CompanyTraits<'_> {
        let company = self.company.as_ref();
        CompanyTraits {
            headcount: company.and_then(Company::employees).map(|range| range.min),
            country: company.and_then(|company| company.location.as_ref()?.country.as_deref()),
        }
    }
}

impl Engine {
    /// Whether the person is on the suppression list. A person with a record passed that check at import.
    pub(crate) fn is_suppressed(&self, who: &ContactQuery) -> Result<bool, EngineError> {
        if who.record.is_some() {
            return Ok(false);
        }
        let query =
            PersonQuery { name: who.name.clone(), company_domain: who.domain.clone(), ..who.asked.clone() };
        Ok(self.store.is_suppressed(&Identity::of_question(&query))?)
    }

    /// Learns a company's mail domain and address patterns from colleagues' addresses.
    pub(crate) fn workplace(&self, who: &ContactQuery, domain: &str) -> Result<Workplace, EngineError> {
        let company = self.company_by_domain(Some(domain))?;
        let further = company.iter().flat_map(|company| &company.domains).filter(|known| *known != domain);
        let domains: Vec<&str> =
            std::iter::once(domain).chain(further.map(String::as_str)).take(DOMAINS_MAX).collect();
        let mut pairs = Vec::new();
        for domain in &domains {
            for record in self.store.newest_staff(domain, EXAMPLES_MAX - pairs.len().min(EXAMPLES_MAX))? {
                if who.record.as_ref().is_none_or(|own| own.person.id != record.person.id) {
                    pairs.extend(self.example(record));
                }
            }
        }
        let mail_domain = mail_domain(&pairs, domain);
        // Where the person has a record, another record of the same name is that of a namesake.
        let is_namesake = |name: &Name| who.record.is_some() && Some(name) == who.name.as_ref();
        let of_namesakes =
            pairs.iter().filter(|(name, address)| address.domain() == mail_domain && is_namesake(name));
        let of_namesakes: Vec<String> = of_namesakes.map(|(_, address)| address.local().to_owned()).collect();
        let proven = self.store.proven_addresses(&mail_domain, EXAMPLES_MAX)?;
        pairs.extend(proven.into_iter().filter_map(|proven| {
            Some((Name::parse(&proven.name)?, EmailAddress::parse(&proven.address).ok()?))
        }));
        let examples = pairs
            .iter()
            .filter(|(name, address)| address.domain() == mail_domain && Some(name) != who.name.as_ref())
            .map(|(name, address)| (name, address.local()));
        let mut learned = LearnedPatterns::of(examples);
        of_namesakes.iter().for_each(|local| learned.add_namesake(local));
        Ok(Workplace { mail_domain, company, learned })
    }

    /// Name and business address of a colleague, as an example of the pattern.
    fn example(&self, record: PersonRecord) -> Option<(Name, EmailAddress)> {
        let usable =
            |email: &&Email| !self.is_personal(email) && email.status != ContactStatus::Undeliverable;
        let address = EmailAddress::parse(&record.emails.iter().find(usable)?.address).ok()?;
        (!self.is_free_provider(address.domain())).then_some(())?;
        Some((record.name()?, address))
    }

    /// Whether an address is private. Records take addresses at providers that only the operator knows to be free
    /// for business ones, where no source says otherwise.
    pub(crate) fn is_personal(&self, email: &Email) -> bool {
        let host = email.address.rsplit_once('@').map_or("", |(_, host)| host);
        let is_known_to_operator = || self.is_free_provider(host) && !records::email::is_free_provider(host);
        email.kind == EmailKind::Personal || is_known_to_operator()
    }

    /// Whether a person can have an address at a domain.
    pub(crate) fn is_free_provider(&self, domain: &str) -> bool {
        self.verifier.as_ref().map_or_else(
            || records::email::is_free_provider(domain),
            |verifier| verifier.is_free_provider(domain),
        )
    }
}

/// Where the mail of a company lives: at its own domain unless its people's addresses agree on another.
fn mail_domain(pairs: &[(Name, EmailAddress)], domain: &str) -> String {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (_, address) in pairs {
        *counts.entry(address.domain()).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(host, count)| (*count, *host == domain, *host));
    match most {
        Some((host, count)) if count >= MOVED_MAIL_MIN && count * 2 > pairs.len() => host.to_owned(),
        _ => domain.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contacts::contact_query::is_at;

    fn pairs(addresses: &[&str]) -> Vec<(Name, EmailAddress)> {
        let name = Name::parse("Jane Doe").unwrap();
        addresses.iter().map(|text| (name.clone(), EmailAddress::parse(text).unwrap())).collect()
    }

    #[test]
    fn mail_lives_at_the_company_s_own_domain_unless_most_addresses_are_elsewhere() {
        assert_eq!(mail_domain(&[], "acme.com"), "acme.com");
        assert_eq!(mail_domain(&pairs(&["a@acme.io", "b@acme.io"]), "acme.com"), "acme.com");
        assert_eq!(mail_domain(&pairs(&["a@acme.io", "b@acme.io", "c@acme.io"]), "acme.com"), "acme.io");
        let mixed = ["a@acme.io", "b@acme.io", "c@acme.io", "d@acme.com", "e@acme.com", "f@acme.com"];
        assert_eq!(mail_domain(&pairs(&mixed), "acme.com"), "acme.com");
    }

    #[test]
    fn an_address_below_a_domain_is_at_it() {
        assert!(is_at("jane@acme.com", "acme.com") && is_at("jane@mail.acme.com", "acme.com"));
        assert!(!is_at("jane@notacme.com", "acme.com"));
    }
}
