//! What callers ask for.

use crate::identifiers::{
    email::is_free_provider, external_id::ExternalId, name::Name, placeholder::is_placeholder_mailbox,
    role_mailbox::is_role,
};

/// A query for a person, in normal forms.
#[derive(Debug, Clone, Default)]
pub struct PersonQuery {
    /// Id of the record, or of one that was joined into it; nothing else counts beside it.
    pub id: Option<String>,
    /// Professional-network profile.
    pub network_url: Option<String>,
    /// Identity of an email address.
    pub email: Option<String>,
    /// E.164.
    pub phone: Option<String>,
    /// Name.
    pub name: Option<Name>,
    /// Registrable domain of an employer.
    pub company_domain: Option<String>,
    /// Id of the record of an employer; the engine replaces it by what the record says.
    pub company_id: Option<String>,
    /// Name of an employer.
    pub company_name: Option<String>,
    /// Identifier of an employer.
    pub company_identifier: Option<ExternalId>,
    /// Identifier of a register.
    pub identifier: Option<ExternalId>,
    /// Other domains, names and identifiers of the employer, from its record.
    pub employer: EmployerAliases,
}

/// Domains, names and identifiers under which the people of a company may be on record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EmployerAliases {
    /// Registrable domains.
    pub domains: Vec<String>,
    /// Names.
    pub names: Vec<String>,
    /// Identifiers of registers.
    pub identifiers: Vec<ExternalId>,
}

/// A query for a company, in normal forms.
#[derive(Debug, Clone, Default)]
pub struct CompanyQuery {
    /// Id of the record, or of one that was joined into it; nothing else counts beside it.
    pub id: Option<String>,
    /// Registrable domain.
    pub domain: Option<String>,
    /// Professional-network page.
    pub network_url: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// ISO 3166-1 alpha-2 code.
    pub country: Option<String>,
    /// Identifier of a register.
    pub identifier: Option<ExternalId>,
}

impl PersonQuery {
    /// The identity of the mailbox, if it is that of one person.
    pub fn personal_email(&self) -> Option<&str> {
        let email = self.email.as_deref()?;
        let (local, _) = email.rsplit_once('@')?;
        (!is_role(local) && !is_placeholder_mailbox(email)).then_some(email)
    }

    /// The domain of an employer: as asked for, else that of a business mailbox.
    pub fn employer_domain(&self) -> Option<&str> {
        let of_email = || {
            let (_, domain) = self.email.as_deref()?.rsplit_once('@')?;
            (!is_free_provider(domain) && self.company_name.is_none()).then_some(domain)
        };
        self.company_domain.as_deref().or_else(of_email)
    }

    /// Domains of the employer.
    pub(crate) fn employer_domains(&self) -> impl Iterator<Item = &str> {
        self.employer_domain().into_iter().chain(self.employer.domains.iter().map(String::as_str))
    }

    /// Identifiers of the employer.
    pub(crate) fn employer_identifiers(&self) -> impl Iterator<Item = &ExternalId> {
        self.company_identifier.iter().chain(&self.employer.identifiers)
    }

    /// Names of the employer.
    pub(crate) fn employer_names(&self) -> impl Iterator<Item = &str> {
        self.company_name.as_deref().into_iter().chain(self.employer.names.iter().map(String::as_str))
    }
}
