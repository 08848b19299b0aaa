//! Identifiers of people and companies in a normal form that is equal for every spelling.
//!
//! The suppression list and erasure match by these, so a later claim with another spelling or name still matches.

use std::collections::BTreeSet;

use crate::vocabulary::UnknownWord;
use crate::{
    Company, Employer, Facts, Job, PersonRecord,
    identifiers::{
        company_name::company_name_key,
        domain::registrable_domain,
        email::{EmailAddress, is_free_provider},
        external_id::ExternalId,
        name::Name,
        phone::PhoneNumber,
        placeholder::{is_placeholder_mailbox, is_placeholder_phone},
        profile_url::{person_profile, profile},
        role_mailbox::is_role,
    },
    query::{CompanyQuery, PersonQuery},
};

/// Maximum number of employers of one person for which a name identifier is made; a broken import may list more.
const EMPLOYERS_MAX: usize = 24;

/// The kind of an identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IdentifierKind {
    /// An email address.
    Email,
    /// A phone number.
    Phone,
    /// A public profile of a person, or the page of a company.
    Profile,
    /// An identifier that a register gave to a person or a company, such as an ORCID.
    External,
    /// A company's domain.
    Domain,
    /// A name at an employer: not unique, but often the only identifier that a source states.
    Name,
}

impl IdentifierKind {
    /// The word used in the database and in answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Phone => "phone",
            Self::Profile => "profile",
            Self::External => "identifier",
            Self::Domain => "domain",
            Self::Name => "name",
        }
    }

    /// The kind with this word; none for names, which callers cannot use as an identifier.
    fn find(word: &str) -> Option<Self> {
        [Self::Email, Self::Phone, Self::Profile, Self::External, Self::Domain]
            .into_iter()
            .find(|kind| kind.as_str() == word)
    }
}

impl std::str::FromStr for IdentifierKind {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Self::find(word).ok_or(UnknownWord)
    }
}

/// An identifier in its normal form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identifier {
    kind: IdentifierKind,
    value: String,
}

/// Why a text is not an identifier, with the correction to make.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidIdentifier(String);

impl Identifier {
    /// Parses a text as an identifier of this kind.
    pub fn parse(kind: IdentifierKind, text: &str) -> Result<Self, InvalidIdentifier> {
        let invalid = |error: &dyn std::fmt::Display| InvalidIdentifier(error.to_string());
        let value = match kind {
            IdentifierKind::Email => {
                EmailAddress::parse(text).map_err(|error| invalid(&error))?.identity().to_owned()
            }
            IdentifierKind::Phone => {
                PhoneNumber::parse(text, None).map_err(|error| invalid(&error))?.e164().to_owned()
            }
            IdentifierKind::Profile => match profile(text) {
                Some(profile) => profile.url,
                None => person_profile(text).map_err(|error| invalid(&error))?,
            },
            IdentifierKind::External => {
                text.parse::<ExternalId>().map_err(|error| invalid(&error))?.to_string()
            }
            IdentifierKind::Domain => {
                let domain = registrable_domain(text).map_err(|error| invalid(&error))?;
                if is_free_provider(&domain) {
                    return Err(InvalidIdentifier(format!(
                        "{domain} is a free mail provider; name the address instead"
                    )));
                }
                domain
            }
            IdentifierKind::Name => {
                return Err(InvalidIdentifier(
                    "a name is not unique; give an email, phone or profile".to_owned(),
                ));
            }
        };
        Ok(Self { kind, value })
    }

    /// The kind of the identifier.
    pub fn kind(&self) -> IdentifierKind {
        self.kind
    }

    /// The normal form.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The mailbox of a tagged address: `jane@acme.com` of `jane+news@acme.com`. None for an address without a tag, and for
    /// a role's mailbox, whose tags may mean different people.
    pub fn mailbox(&self) -> Option<Self> {
        let (local, domain) = self.value.split_once('@').filter(|_| self.kind == IdentifierKind::Email)?;
        let (name, _) = local.split_once('+').filter(|(name, _)| !name.is_empty() && !is_role(name))?;
        Some(Self::new(self.kind, format!("{name}@{domain}")))
    }

    fn new(kind: IdentifierKind, value: impl Into<String>) -> Self {
        Self { kind, value: value.into() }
    }
}

/// All identifiers of a person or company.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// Unique identifiers: emails, phones and profiles.
    pub own: BTreeSet<Identifier>,
    /// Names: of a person one per employer, of a company its own.
    pub names: BTreeSet<Identifier>,
    /// Domains of the company or of the person's employer.
    pub domains: BTreeSet<Identifier>,
}

impl Identity {
    /// Identifiers of a person record.
    pub fn of_person(record: &PersonRecord) -> Self {
        let mut identity = Self::default();
        // The mailbox of a role is not the person's: colleagues have it, too. Placeholders are nobody's.
        let is_personal = |address: &str| {
            let is_role = address.split_once('@').is_some_and(|(local, _)| is_role(local));
            !is_role && !is_placeholder_mailbox(address)
        };
        let emails = record.emails.iter().map(|email| &email.address);
        emails.filter(|address| is_personal(address)).for_each(|address| identity.add_email(address));
        let phones = record.phones.iter().map(|phone| &phone.number);
        let phones = phones.filter(|number| !is_placeholder_phone(number)).cloned();
        identity.add_own(IdentifierKind::Phone, phones);
        let person = &record.person;
        let profiles = person.profiles.iter().map(|profile| &profile.url).chain(&person.network_url);
        identity.add_own(IdentifierKind::Profile, profiles.cloned());
        identity.add_own(IdentifierKind::External, person.identifiers.iter().map(ToString::to_string));
        if let Some(name) = record.name() {
            for employer in record.employers().take(EMPLOYERS_MAX) {
                identity.add_name(&name, employer);
            }
        }
        identity.add_domains(person.company.as_ref().and_then(|employer| employer.domain.clone()));
        identity
    }

    /// Identifiers of a company record.
    pub fn of_company(company: &Company) -> Self {
        let mut identity = Self::default();
        identity.add_own(IdentifierKind::Profile, company.network_url.clone());
        identity.add_own(IdentifierKind::External, company.identifiers.iter().map(ToString::to_string));
        identity.add_domains(company.domains.iter().chain(&company.domain).cloned());
        let names = company.names().map(|name| company_name_key(name));
        let names = names.filter(|key| !key.is_empty());
        identity
            .names
            .extend(names.map(|key| Identifier::new(IdentifierKind::Name, format!("company {key}"))));
        identity
    }

    /// Identifiers of the employer of an open position.
    pub fn of_job(job: &Job) -> Self {
        Self::of_employer(&job.company)
    }

    fn of_employer(employer: &Employer) -> Self {
        let mut identity = Self::default();
        identity.add_domains(employer.domain.clone());
        identity
    }

    /// Identifiers in a person query.
    pub fn of_question(query: &PersonQuery) -> Self {
        let mut identity = Self::default();
        identity.add_own(IdentifierKind::Profile, query.network_url.clone());
        identity.add_own(IdentifierKind::Phone, query.phone.clone());
        identity.add_own(IdentifierKind::External, query.identifier.as_ref().map(ToString::to_string));
        query.email.iter().for_each(|email| identity.add_email(email));
        if let Some(name) = &query.name {
            let employer = Employer {
                name: query.company_name.clone(),
                domain: query.company_domain.clone(),
                identifier: query.company_identifier.clone(),
                ..Employer::default()
            };
            identity.add_name(name, &employer);
        }
        identity.add_domains(query.company_domain.clone());
        identity
    }

    /// Identifiers in a company query.
    pub fn of_company_question(query: &CompanyQuery) -> Self {
        let mut identity = Self::default();
        identity.add_own(IdentifierKind::Profile, query.network_url.clone());
        identity.add_own(IdentifierKind::External, query.identifier.as_ref().map(ToString::to_string));
        identity.add_domains(query.domain.clone());
        identity
    }

    /// Identifiers of the person with this email address.
    pub fn of_email(address: &str) -> Self {
        let mut identity = Self::default();
        identity.add_email(address);
        identity
    }

    /// Identifiers of the person with this phone number.
    pub fn of_phone(number: &str) -> Self {
        let mut identity = Self::default();
        identity.add_own(IdentifierKind::Phone, Some(number.to_owned()));
        identity
    }

    /// Whether there are no identifiers.
    pub fn is_empty(&self) -> bool {
        self.own.is_empty() && self.names.is_empty() && self.domains.is_empty()
    }

    fn add_own(&mut self, kind: IdentifierKind, values: impl IntoIterator<Item = String>) {
        self.own.extend(values.into_iter().map(|value| Identifier::new(kind, value)));
    }

    fn add_domains(&mut self, domains: impl IntoIterator<Item = String>) {
        let domains = domains.into_iter().map(|domain| Identifier::new(IdentifierKind::Domain, domain));
        self.domains.extend(domains);
    }

    fn add_email(&mut self, address: &str) {
        let Ok(address) = EmailAddress::parse(address) else { return };
        self.own.insert(Identifier::new(IdentifierKind::Email, address.identity()));
        if !address.is_free_provider() {
            self.add_domains(registrable_domain(address.domain()).ok());
        }
    }

    fn add_name(&mut self, name: &Name, employer: &Employer) {
        let (first, last) = (name.first_key(), name.last_key());
        if first.is_empty() || last.is_empty() {
            return;
        }
        let company = employer.name.as_deref().map(company_name_key).filter(|key| !key.is_empty());
        let places = (employer.domain.iter().cloned())
            .chain(company.map(|key| format!("the {key}")))
            .chain(employer.identifier.as_ref().map(ToString::to_string));
        let names =
            places.map(|place| Identifier::new(IdentifierKind::Name, format!("{first} {last} at {place}")));
        self.names.extend(names);
    }
}

/// Removes personal contacts from the facts about a company: small firms publish their owner's. Returns whether any
/// was removed.
pub fn strip_contacts(facts: &mut Facts, mut is_personal: impl FnMut(&Identifier) -> bool) -> bool {
    let Facts::Company(company) = facts else { return false };
    let before = (company.emails.len(), company.phone.is_some(), company.profiles.len());
    company.emails.retain(|address| {
        Identifier::parse(IdentifierKind::Email, address).map_or(true, |email| !is_personal(&email))
    });
    company.profiles.retain(|url| !is_personal(&Identifier::new(IdentifierKind::Profile, url)));
    company.phone =
        company.phone.take().filter(|number| !is_personal(&Identifier::new(IdentifierKind::Phone, number)));
    before != (company.emails.len(), company.phone.is_some(), company.profiles.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CompanyFacts, Person};

    #[test]
    fn every_spelling_of_an_identifier_is_the_same() {
        let same = [
            (IdentifierKind::Email, "Jane@Acme.example", "jane@acme.example"),
            (IdentifierKind::Phone, "+1 (202) 555-0143", "+12025550143"),
            (IdentifierKind::Profile, "network.example/in/Jane/?trk=x", "https://network.example/in/jane"),
            (IdentifierKind::Domain, "https://www.acme.example/about", "acme.example"),
        ];
        for (kind, one, other) in same {
            assert_eq!(Identifier::parse(kind, one), Identifier::parse(kind, other), "{one}");
        }
    }

    #[test]
    fn a_tagged_address_of_a_person_has_a_mailbox() {
        let mailbox = |text| {
            let address = Identifier::parse(IdentifierKind::Email, text).unwrap();
            address.mailbox().map(|mailbox| mailbox.value().to_owned())
        };
        assert_eq!(mailbox("Jane+news@acme.example").as_deref(), Some("jane@acme.example"));
        for untagged in ["jane@acme.example", "+jane@acme.example", "info+jane@acme.example"] {
            assert_eq!(mailbox(untagged), None, "{untagged}");
        }
    }

    #[test]
    fn texts_that_do_not_identify_one_subject_are_rejected_with_an_alternative() {
        let refused = |kind, text| Identifier::parse(kind, text).unwrap_err().to_string();
        assert!(refused(IdentifierKind::Domain, "gmail.com").contains("name the address"));
        assert!(!refused(IdentifierKind::Email, "jane").is_empty());
        assert!(!refused(IdentifierKind::Name, "Jane Doe").is_empty());
    }

    #[test]
    fn a_query_by_name_shares_an_identifier_with_the_matching_person() {
        let employer = Employer {
            name: Some("Acme Inc".into()),
            domain: Some("acme.example".into()),
            ..Employer::default()
        };
        let person = Person { full_name: "Jané Doe".into(), company: Some(employer), ..Person::default() };
        let known = Identity::of_person(&PersonRecord { person, ..PersonRecord::default() });
        let name = Name::parse("jane DOE");
        for query in [
            PersonQuery {
                name: name.clone(),
                company_domain: Some("acme.example".into()),
                ..Default::default()
            },
            PersonQuery { name: name.clone(), company_name: Some("ACME".into()), ..Default::default() },
        ] {
            assert!(!Identity::of_question(&query).names.is_disjoint(&known.names), "{query:?}");
        }
    }

    #[test]
    fn only_matching_contacts_are_removed_from_company_facts() {
        let company = CompanyFacts {
            emails: vec!["info@acme.example".into(), "jane@acme.example".into()],
            phone: Some("+12025550143".into()),
            ..CompanyFacts::default()
        };
        let mut facts = Facts::Company(Box::new(company));
        let jane = Identifier::parse(IdentifierKind::Email, "jane@acme.example").unwrap();
        assert!(strip_contacts(&mut facts, |one| *one == jane));
        assert!(!strip_contacts(&mut facts, |one| *one == jane));
        let Facts::Company(company) = facts else { panic!("it is about a company") };
        assert_eq!((company.emails.len(), company.phone.is_some()), (1, true));
    }
}
