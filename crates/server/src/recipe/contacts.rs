//! Shared parts of the endpoints about the caller's contacts: identification and moves.

pub(crate) mod changes;

use std::collections::HashSet;

use engine::{Account, Candidate, EngineError, Listed, newest_first};
use jiff::Timestamp;
use records::{
    Employer, Signal, SignalKind,
    company_name::company_name_key,
    domain::registrable_domain,
    email::{EmailAddress, is_free_provider},
    profile_url::person_profile,
    query::PersonQuery,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::StoredSignal;

use crate::call::{
    context::Context,
    problem::Problem,
    request::{fault_code::FaultCode, validate::Faults},
};

/// Maximum number of contacts per request.
pub const CONTACTS_MAX: u32 = 1_000;

/// A contact of the caller.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Contact {
    /// URL of a professional-network profile, in any spelling.
    #[serde(rename = "networkUrl", skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 500), extend("format" = "person-profile"))]
    pub network_url: Option<String>,
    /// An email of the contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 320), extend("format" = "email"))]
    pub email: Option<String>,
    /// Domain of the company at which you know the contact; taken from a business email if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 300), extend("format" = "domain"))]
    pub company_domain: Option<String>,
    /// Id of that company, `com_…`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64), extend("format" = "company-id"))]
    pub company_id: Option<String>,
    /// Name of that company.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub company_name: Option<String>,
    /// Your own id of the contact; returned unchanged.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub reference: Option<String>,
}

/// A match for a contact.
#[derive(Debug, Clone)]
pub struct ContactMatch<T> {
    /// The contact as sent in the request.
    pub contact: Contact,
    /// The match.
    pub what: T,
    /// Id of the item, which is charged once.
    pub item: String,
    /// Id of the person named in the answer.
    pub person_id: Option<String>,
}

impl Contact {
    /// Adds the faults of a list of contacts.
    pub fn check_all(contacts: &[Self], faults: &mut Faults) {
        for (index, contact) in contacts.iter().enumerate() {
            if contact.network_url.is_none() && contact.email.is_none() {
                faults.add(
                    format!("/contacts/{index}"),
                    FaultCode::MissingIdentifier,
                    "Send networkUrl or email.",
                );
            }
        }
    }

    /// The contact's identifiers in normal form.
    pub fn query(&self) -> PersonQuery {
        let email = self.email.as_deref().and_then(|text| EmailAddress::parse(text).ok());
        PersonQuery {
            network_url: self.network_url.as_deref().and_then(|text| person_profile(text).ok()),
            email: email.map(|email| email.identity().to_owned()),
            ..PersonQuery::default()
        }
    }

    /// The contact with normalised identifiers, as text for storage; `None` without an identifier.
    pub fn kept(&self) -> Option<String> {
        let query = self.query();
        query.network_url.as_ref().or(query.email.as_ref())?;
        let normal = Self { network_url: query.network_url, email: query.email, ..self.clone() };
        serde_json::to_string(&normal).ok()
    }

    /// Domain of the contact's company: as sent, or from a business email.
    fn domain(&self) -> Option<String> {
        if let Some(named) = &self.company_domain {
            return registrable_domain(named).ok();
        }
        let email = EmailAddress::parse(self.email.as_deref()?).ok()?;
        let tells = self.company_name.is_none() && !is_free_provider(email.domain());
        tells.then(|| registrable_domain(email.domain()).ok()).flatten()
    }
}

/// The company at which the caller knows a contact.
pub struct KnownAt {
    account: Option<Account>,
    /// Name as sent by the caller.
    name: Option<String>,
}

impl KnownAt {
    /// Reads the company of a contact. Blocks on the database.
    pub fn of(context: &Context, contact: &Contact) -> Result<Self, EngineError> {
        let engine = context.engine();
        let account = match (&contact.company_id, contact.domain()) {
            (Some(id), _) => match engine.company_by_id(id)? {
                Some(company) => Some(engine.account(company)?),
                None => None,
            },
            (None, Some(domain)) => Some(engine.account_at(&domain)?),
            (None, None) => None,
        };
        Ok(Self { account, name: contact.company_name.clone() })
    }

    /// Whether an employer is this company; always true if the caller named none.
    pub fn is(&self, employer: &Employer) -> bool {
        let same_name = |name: &String| {
            employer.name.as_deref().is_some_and(|other| company_name_key(other) == company_name_key(name))
        };
        match &self.account {
            Some(account) if account.is(employer) => true,
            Some(_) if employer.domain.is_some() => false,
            Some(_) => self.name.as_ref().is_some_and(same_name),
            None => self.name.as_ref().is_none_or(same_name),
        }
    }
}

/// The newest wanted move of each contact within a time, newest first; duplicate contacts count once. With
/// `observed_since`, only moves that became known at or after it. Blocks on the database.
pub fn moves_of_contacts(
    context: &Context,
    contacts: Vec<Contact>,
    kind: SignalKind,
    (since, observed_since): (Timestamp, Option<Timestamp>),
    wanted: impl Fn(&KnownAt, &Signal) -> bool,
) -> Result<Listed<ContactMatch<StoredSignal>>, Problem> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for contact in contacts {
        let Some(record) = context.engine().identified(&contact.query())? else { continue };
        let known_at = KnownAt::of(context, &contact)?;
        let moves = context.engine().moves_of(&record.person.id, kind, since, context.now)?;
        let is_new = |stored: &StoredSignal| observed_since.is_none_or(|since| stored.observed_at >= since);
        let is_wanted = |stored: &StoredSignal| wanted(&known_at, &stored.signal);
        let newest = moves.into_iter().find(is_wanted);
        let Some(what) = newest.filter(is_new) else { continue };
        // Mark the person as seen only on a match: of two contacts for one person, only the second may match.
        if !seen.insert(record.person.id.clone()) {
            continue;
        }
        let (item, person_id) = (what.signal.id.clone(), Some(record.person.id));
        let place = newest_first(what.signal.at, &item);
        found.push(Candidate { place, item: ContactMatch { contact, what, item, person_id } });
    }
    found.sort_by(|one, other| one.place.cmp(&other.place));
    Ok(Listed(found))
}
