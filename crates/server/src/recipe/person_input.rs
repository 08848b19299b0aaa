//! Input types shared by several endpoints.

use engine::{Filters, Target};
use records::{
    ExternalId,
    domain::registrable_domain,
    email::EmailAddress,
    external_id::InvalidExternalId,
    name::Name,
    phone::PhoneNumber,
    profile_url::person_profile,
    query::{EmployerAliases, PersonQuery},
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::request::{
    fault_code::FaultCode,
    validate::{Faults, nearest},
};

/// Identifiers of a person in a request.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct PersonInput {
    /// The form of the input; must match the fields sent.
    pub kind: Option<PersonInputKind>,
    /// Id of the person, `per_…`, alone. The id of a record that was joined into another means the other.
    #[schemars(length(min = 1, max = 64), extend("format" = "person-id"))]
    pub person_id: Option<String>,
    /// URL of a professional-network profile, in any spelling.
    #[serde(rename = "networkUrl")]
    #[schemars(length(min = 1, max = 500), extend("format" = "person-profile"))]
    pub network_url: Option<String>,
    /// An email of the person.
    #[schemars(length(min = 1, max = 320), extend("format" = "email"))]
    pub email: Option<String>,
    /// A phone number of the person, with country code.
    #[schemars(length(min = 1, max = 60), extend("format" = "phone"))]
    pub phone: Option<String>,
    /// Full name; send a company with it.
    #[serde(rename = "fullName")]
    #[schemars(length(min = 1, max = 200))]
    pub full_name: Option<String>,
    /// Given name; send `lastName` and a company with it.
    #[serde(rename = "firstName")]
    #[schemars(length(min = 1, max = 100))]
    pub first_name: Option<String>,
    /// Family name.
    #[serde(rename = "lastName")]
    #[schemars(length(min = 1, max = 100))]
    pub last_name: Option<String>,
    /// Domain of a company the person works or worked for.
    #[schemars(length(min = 1, max = 300), extend("format" = "domain"))]
    pub company_domain: Option<String>,
    /// Id of a company the person works or worked for, `com_…`.
    #[schemars(length(min = 1, max = 64), extend("format" = "company-id"))]
    pub company_id: Option<String>,
    /// Name of a company the person works or worked for.
    #[schemars(length(min = 1, max = 200))]
    pub company_name: Option<String>,
    /// Identifier of a company the person works or worked for.
    pub company_identifier: Option<IdentifierInput>,
    /// Identifier of the person in a register.
    pub identifier: Option<IdentifierInput>,
}

/// Forms of identifying a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PersonInputKind {
    /// By `networkUrl`.
    Network,
    /// By `email`.
    Email,
    /// By `phone`.
    Phone,
    /// By a name and a company.
    Name,
}

impl PersonInput {
    /// Adds the faults of field combinations.
    pub fn check(&self, faults: &mut Faults) {
        if self.person_id.is_some() {
            return self.check_alone(faults);
        }
        let has_name = self.full_name.is_some() || self.first_name.is_some() || self.last_name.is_some();
        let has_company = self.company_domain.is_some()
            || self.company_id.is_some()
            || self.company_name.is_some()
            || self.company_identifier.is_some();
        let (field, given) = match self.kind {
            Some(PersonInputKind::Network) => ("networkUrl", self.network_url.is_some()),
            Some(PersonInputKind::Email) => ("email", self.email.is_some()),
            Some(PersonInputKind::Phone) => ("phone", self.phone.is_some()),
            Some(PersonInputKind::Name) => ("fullName", has_name),
            None => ("", true),
        };
        if !given {
            faults.add(format!("/{field}"), FaultCode::Required, format!("This kind needs \"{field}\"."));
        }
        for (field, identifier) in
            [("identifier", &self.identifier), ("company_identifier", &self.company_identifier)]
        {
            if let Some(identifier) = identifier {
                identifier.check(field, faults);
            }
        }
        let identified = self.network_url.is_some()
            || self.email.is_some()
            || self.phone.is_some()
            || self.identifier.is_some();
        if self.kind.is_none() && !identified && !has_name {
            faults.add(
                "",
                FaultCode::MissingIdentifier,
                "Send networkUrl, email, phone, identifier, person_id, or a name with company_domain, company_id, company_name \
                 or company_identifier.",
            );
        }
        if has_name && !has_company && !identified {
            faults.add(
                "/company_domain",
                FaultCode::Required,
                "A name needs company_domain, company_id, company_name or company_identifier beside it.",
            );
        }
        if has_name && !identified {
            self.check_parts(faults);
        }
        if has_name {
            self.check_readable(faults);
        }
    }

    /// Adds a fault for every field beside an id, which says all.
    fn check_alone(&self, faults: &mut Faults) {
        let beside = [
            ("kind", self.kind.is_some()),
            ("networkUrl", self.network_url.is_some()),
            ("email", self.email.is_some()),
            ("phone", self.phone.is_some()),
            ("fullName", self.full_name.is_some()),
            ("firstName", self.first_name.is_some()),
            ("lastName", self.last_name.is_some()),
            ("company_domain", self.company_domain.is_some()),
            ("company_id", self.company_id.is_some()),
            ("company_name", self.company_name.is_some()),
            ("company_identifier", self.company_identifier.is_some()),
            ("identifier", self.identifier.is_some()),
        ];
        for (field, _) in beside.into_iter().filter(|(_, given)| *given) {
            let message = "person_id says which person is meant; send it alone.";
            faults.add(format!("/{field}"), FaultCode::Contradiction, message);
        }
    }

    /// Adds the faults of an incomplete name.
    pub fn check_name(&self, faults: &mut Faults) {
        self.check_parts(faults);
        self.check_readable(faults);
    }

    fn check_parts(&self, faults: &mut Faults) {
        if self.full_name.is_none() && self.first_name.is_some() != self.last_name.is_some() {
            let missing = if self.first_name.is_some() { "lastName" } else { "firstName" };
            faults.add(
                format!("/{missing}"),
                FaultCode::Required,
                format!("Send \"{missing}\" too, or fullName."),
            );
        }
    }

    fn check_readable(&self, faults: &mut Faults) {
        if self.name().is_none() {
            let field = if self.full_name.is_some() { "fullName" } else { "firstName" };
            faults.add(format!("/{field}"), FaultCode::InvalidValue, "This does not hold a name.");
        }
    }

    fn name(&self) -> Option<Name> {
        match (&self.full_name, &self.first_name, &self.last_name) {
            (Some(full), _, _) => Name::parse(full),
            (None, Some(first), Some(last)) => Name::from_parts(first, last),
            (None, Some(one), None) | (None, None, Some(one)) => Name::parse(one),
            (None, None, None) => None,
        }
    }

    /// The query with normalised identifiers. The schema has validated every field, so none is dropped here.
    pub fn query(&self) -> PersonQuery {
        let email = self.email.as_deref().and_then(|text| EmailAddress::parse(text).ok());
        let phone = self.phone.as_deref().and_then(|text| PhoneNumber::parse(text, None).ok());
        PersonQuery {
            id: self.person_id.as_deref().map(|id| id.trim().to_owned()),
            network_url: self.network_url.as_deref().and_then(|text| person_profile(text).ok()),
            email: email.map(|email| email.identity().to_owned()),
            phone: phone.map(|phone| phone.e164().to_owned()),
            name: self.name(),
            company_domain: self.company_domain.as_deref().and_then(|text| registrable_domain(text).ok()),
            company_id: self.company_id.clone(),
            company_name: self.company_name.clone(),
            company_identifier: self.company_identifier.as_ref().and_then(|given| given.normal().ok()),
            identifier: self.identifier.as_ref().and_then(|given| given.normal().ok()),
            employer: EmployerAliases::default(),
        }
    }
}

/// An identifier of a register: `"GB-COH-05389805"`, or an object of scheme and value.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum IdentifierInput {
    /// Scheme and value in one text.
    Text(#[schemars(length(min = 1, max = 100))] String),
    /// Scheme and value.
    Parts {
        /// Register, as org-id.guide writes it, or `ORCID`.
        #[schemars(length(min = 1, max = 20))]
        scheme: String,
        /// Value in any spelling.
        #[schemars(length(min = 1, max = 80))]
        value: String,
    },
}

impl IdentifierInput {
    /// The normal form.
    pub fn normal(&self) -> Result<ExternalId, InvalidExternalId> {
        match self {
            Self::Text(text) => text.parse(),
            Self::Parts { scheme, value } => ExternalId::new(scheme, value),
        }
    }

    /// Adds the fault of an identifier that cannot be read.
    pub fn check(&self, field: &str, faults: &mut Faults) {
        if let Err(error) = self.normal() {
            faults.add(format!("/{field}"), FaultCode::InvalidValue, sentence(&error.to_string()));
        }
    }
}

/// A company's domain or website, in any spelling.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("format" = "domain", "minLength" = 1, "maxLength" = 300))]
pub struct DomainName(pub String);

impl DomainName {
    /// The normal form; always present, because the schema has validated the text.
    pub fn normal(&self) -> Option<String> {
        registrable_domain(&self.0).ok()
    }
}

/// Id of a company, `com_…`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("format" = "company-id", "minLength" = 1, "maxLength" = 64))]
pub struct CompanyId(pub String);

/// URL of a professional-network profile, in any spelling.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("format" = "person-profile", "minLength" = 1, "maxLength" = 500))]
pub struct ProfileUrl(pub String);

impl ProfileUrl {
    /// The normal form; always present, because the schema has validated the text.
    pub fn normal(&self) -> Option<String> {
        person_profile(&self.0).ok()
    }
}

/// Adds the faults of filters, with pointers below `place`.
pub fn check_filters(filters: &impl Filters, place: &str, faults: &mut Faults) {
    for fault in filters.check() {
        faults.add(format!("{place}{}", fault.pointer), fault.kind.into(), sentence(&fault.message));
    }
}

/// Formats a filter's message as a sentence, like all other faults.
pub fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let end = if message.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// Adds the faults of facet names.
pub fn check_facets<F: Target>(names: Option<&[String]>, faults: &mut Faults) {
    let known = F::facet_names();
    for (index, name) in names.unwrap_or_default().iter().enumerate() {
        if !known.contains(&name.as_str()) {
            let hint = nearest(name, known.iter().copied()).map_or_else(
                || format!("Use one of {}.", known.join(", ")),
                |near| format!("Did you mean \"{near}\"?"),
            );
            faults.add(
                format!("/facets/{index}"),
                FaultCode::NotOneOf,
                format!("This cannot be counted. {hint}"),
            );
        }
    }
}
