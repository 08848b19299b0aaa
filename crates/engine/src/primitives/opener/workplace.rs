//! Whether two employers are one company, also after it changed its name or domain.

use records::{Company, Employer, company_name::company_name_key};

/// A company under every name and domain it has or had.
pub(super) struct Workplace<'a> {
    employer: &'a Employer,
    /// The record of the same company, if there is one.
    record: Option<&'a Company>,
}

impl<'a> Workplace<'a> {
    /// The company of an employer; `record` is left out when it is another company's.
    pub(super) fn of(employer: &'a Employer, record: Option<&'a Company>) -> Self {
        Self { employer, record: record.filter(|record| is_of(record, employer)) }
    }

    /// Whether an employer is this company. Names decide only where a domain is missing, because two companies may
    /// have one name.
    pub(super) fn is(&self, other: &Employer) -> bool {
        if let Some(record) = self.record
            && is_of(record, other)
        {
            return true;
        }
        match (&self.employer.id, &other.id) {
            (Some(one), Some(other)) if one == other => return true,
            _ => {}
        }
        match (&self.employer.domain, &other.domain) {
            (Some(one), Some(other)) => one == other,
            _ => same_name(self.employer.name.as_deref(), other.name.as_deref()),
        }
    }

    /// The name by which it is called in a sentence.
    pub(super) fn name(&self) -> Option<&'a str> {
        self.record.map(|record| record.name.as_str()).or(self.employer.name.as_deref())
    }

    /// The record, if there is one.
    pub(super) fn record(&self) -> Option<&'a Company> {
        self.record
    }
}

fn is_of(record: &Company, employer: &Employer) -> bool {
    if employer.id.as_ref().is_some_and(|id| *id == record.id) {
        return true;
    }
    match &employer.domain {
        Some(domain) if record.domain.is_some() => {
            record.domain.as_ref() == Some(domain) || record.domains.contains(domain)
        }
        _ => record.names().any(|name| same_name(Some(name), employer.name.as_deref())),
    }
}

/// Whether two names are spellings of one.
pub(super) fn same_name(one: Option<&str>, other: Option<&str>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one == other || company_name_key(one) == company_name_key(other),
        _ => false,
    }
}
