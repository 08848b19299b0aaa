//! Handles: the text by which whatever names a company (a person's employer, a position, an event) is joined with the
//! company's record. A company without a domain has handles, too.
//!
//! A mention has one handle, made from the best thing that it states; a company has one for everything that it may be
//! mentioned by. A name is hashed, because a handle is stored beside records of other people, and a company may be called
//! like a person.

use super::key::{Key, Kind};
use crate::{Company, Employer, identifiers::company_name::company_name_key};

const ID: &str = "id:";
const REGISTER: &str = "register:";
const PAGE: &str = "page:";
const NAME: &str = "name:";

/// What a handle is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handle<'h> {
    /// A registrable domain; the only handle without a prefix.
    Domain(&'h str),
    /// Id of the company's record.
    Id(&'h str),
    /// Identifier of a register.
    Register(&'h str),
    /// Professional-network page.
    Page(&'h str),
    /// A name, by the key under which companies of the name are found.
    Name(Key),
}

impl<'h> Handle<'h> {
    /// Reads a handle; `None` if the text is none.
    pub fn read(text: &'h str) -> Option<Self> {
        if let Some(id) = text.strip_prefix(ID) {
            return Some(Self::Id(id));
        }
        if let Some(identifier) = text.strip_prefix(REGISTER) {
            return Some(Self::Register(identifier));
        }
        if let Some(url) = text.strip_prefix(PAGE) {
            return Some(Self::Page(url));
        }
        if let Some(key) = text.strip_prefix(NAME) {
            return u64::from_str_radix(key, 16).ok().map(|key| Self::Name(Key(key)));
        }
        Some(Self::Domain(text))
    }
}

/// The handle of a mentioned company: its domain, else its record, register identifier, page or name.
pub fn employer_handle(employer: &Employer) -> Option<String> {
    let Employer { id, name, domain, network_url, identifier, .. } = employer;
    let by_id = || id.as_ref().map(|id| format!("{ID}{id}"));
    let by_register = || identifier.as_ref().map(|identifier| format!("{REGISTER}{identifier}"));
    let by_page = || network_url.as_ref().map(|url| format!("{PAGE}{url}"));
    let by_name = || name.as_deref().and_then(name_handle);
    domain.clone().or_else(by_id).or_else(by_register).or_else(by_page).or_else(by_name)
}

/// Every handle by which a company may be mentioned, the domains first.
pub fn company_handles(company: &Company) -> Vec<String> {
    let mut handles = company.domains.clone();
    handles.push(format!("{ID}{}", company.id));
    handles.extend(company.identifiers.iter().map(|identifier| format!("{REGISTER}{identifier}")));
    handles.extend(company.network_url.iter().map(|url| format!("{PAGE}{url}")));
    for handle in company.names().filter_map(|name| name_handle(name)) {
        if !handles.contains(&handle) {
            handles.push(handle);
        }
    }
    handles
}

fn name_handle(name: &str) -> Option<String> {
    let key = company_name_key(name);
    (!key.is_empty()).then(|| format!("{NAME}{:016x}", Key::of(Kind::CompanyName, &[&key]).0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::whole_name_keys;

    #[test]
    fn a_mention_and_its_company_share_a_handle_whatever_is_stated() {
        let company = Company {
            id: "com_1".into(),
            name: "Ruiz Plumbing LLC".into(),
            domains: vec!["ruiz.example".into()],
            network_url: Some("https://network.example/company/ruiz".into()),
            ..Company::default()
        };
        let handles = company_handles(&company);
        for (domain, page, name) in [
            (Some("ruiz.example"), None, None),
            (None, Some("https://network.example/company/ruiz"), Some("Another spelling")),
            (None, None, Some("RUIZ PLUMBING")),
        ] {
            let employer = Employer {
                domain: domain.map(Into::into),
                network_url: page.map(Into::into),
                name: name.map(Into::into),
                ..Employer::default()
            };
            let handle = employer_handle(&employer).unwrap();
            assert!(handles.contains(&handle), "{handle}");
            assert!(!handle.contains("plumbing"), "a name is hashed");
        }
        assert_eq!(employer_handle(&Employer::default()), None);
    }

    #[test]
    fn the_handle_of_a_name_is_the_key_under_which_its_companies_are_found() {
        let handle = name_handle("Ruiz Plumbing").unwrap();
        let Some(Handle::Name(key)) = Handle::read(&handle) else { panic!("{handle}") };
        assert!(whole_name_keys("Ruiz Plumbing").contains(&key));
        assert_eq!(Handle::read("acme.example"), Some(Handle::Domain("acme.example")));
        assert_eq!(Handle::read("id:com_1"), Some(Handle::Id("com_1")));
    }
}
