//! The calls that a table can be asked with: which columns they take, and what they add.

use clap::ValueEnum;
use records::{
    domain::registrable_domain,
    email::EmailAddress,
    name::Name,
    phone::PhoneNumber,
    profile_url::{company_page, person_profile},
};
use serde_json::{Map, Value};
use sources::file::{Field, RowKind};

/// What is asked about each row.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Call {
    /// The person of each row
    Enrich,
    /// The company of each row
    Companies,
    /// Whether mail to an address arrives
    VerifyEmail,
    /// The business email of a person
    FindEmail,
    /// The mobile of a person
    FindPhone,
    /// The person behind an address
    ReverseEmail,
    /// The person behind a number
    ReversePhone,
}

/// A column that is added, and where its value lies in a result.
pub(super) type Added = (&'static str, &'static str);

const PERSON: &[Added] = &[
    ("brimful_status", "/status"),
    ("brimful_confidence", "/confidence"),
    ("brimful_credits", "/credits"),
    ("brimful_id", "/person/id"),
    ("brimful_full_name", "/person/fullName"),
    ("brimful_title", "/person/title"),
    ("brimful_seniority", "/person/seniority"),
    ("brimful_company_name", "/person/company/name"),
    ("brimful_company_domain", "/person/company/domain"),
    ("brimful_email", "/person/email"),
    ("brimful_email_status", "/person/emailStatus"),
    ("brimful_email_last_validated_at", "/person/emailLastValidatedAt"),
    ("brimful_network_url", "/person/networkUrl"),
    ("brimful_city", "/person/location/city"),
    ("brimful_region", "/person/location/region"),
    ("brimful_country", "/person/location/country"),
    ("brimful_detail", "/detail"),
];
const COMPANY: &[Added] = &[
    ("brimful_status", "/status"),
    ("brimful_confidence", "/confidence"),
    ("brimful_credits", "/credits"),
    ("brimful_id", "/company/id"),
    ("brimful_name", "/company/name"),
    ("brimful_domain", "/company/domain"),
    ("brimful_industry", "/company/industry"),
    ("brimful_employee_count", "/company/employeeCount"),
    ("brimful_network_url", "/company/networkUrl"),
    ("brimful_city", "/company/location/city"),
    ("brimful_region", "/company/location/region"),
    ("brimful_country", "/company/location/country"),
    ("brimful_detail", "/detail"),
];
const VERDICT: &[Added] = &[
    ("brimful_status", "/status"),
    ("brimful_credits", "/credits"),
    ("brimful_email", "/email"),
    ("brimful_verdict", "/answer/status"),
    ("brimful_reason", "/answer/reason"),
    ("brimful_catch_all", "/answer/catch_all"),
    ("brimful_disposable", "/answer/disposable"),
    ("brimful_generic", "/answer/generic"),
    ("brimful_did_you_mean", "/answer/did_you_mean"),
    ("brimful_retry_after_seconds", "/retry_after_seconds"),
    ("brimful_detail", "/detail"),
];
const EMAIL: &[Added] = &[
    ("brimful_status", "/status"),
    ("brimful_confidence", "/confidence"),
    ("brimful_credits", "/credits"),
    ("brimful_email", "/email"),
    ("brimful_email_verified", "/answer/email_verified"),
    ("brimful_last_validated_at", "/answer/last_validated_at"),
    ("brimful_retry_after_seconds", "/retry_after_seconds"),
    ("brimful_detail", "/detail"),
];
const PHONE: &[Added] = &[
    ("brimful_status", "/status"),
    ("brimful_credits", "/credits"),
    ("brimful_phone", "/phone"),
    ("brimful_phone_status", "/answer/status"),
    ("brimful_line_type", "/answer/line_type"),
    ("brimful_carrier", "/answer/carrier"),
    ("brimful_last_validated_at", "/answer/last_validated_at"),
    ("brimful_detail", "/detail"),
];

impl Call {
    /// The last part of its path.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Enrich => "enrich",
            Self::Companies => "companies",
            Self::VerifyEmail => "verify-email",
            Self::FindEmail => "find-email",
            Self::FindPhone => "find-phone",
            Self::ReverseEmail => "reverse-email",
            Self::ReversePhone => "reverse-phone",
        }
    }

    /// What the rows of its table are.
    pub(super) fn rows(self) -> RowKind {
        if self == Self::Companies { RowKind::Companies } else { RowKind::People }
    }

    /// What a row needs to be asked about.
    pub(super) fn needs(self) -> &'static str {
        match self {
            Self::Enrich => "a person by profile, email, phone, or name and company",
            Self::Companies => "a company by domain, page or name",
            Self::VerifyEmail | Self::ReverseEmail => "an email",
            Self::FindEmail => "a person by profile, or by name and company domain",
            Self::FindPhone => "a person by name and company domain",
            Self::ReversePhone => "a phone number",
        }
    }

    /// The columns that it adds.
    pub(super) fn added(self) -> &'static [Added] {
        match self {
            Self::Enrich | Self::ReverseEmail | Self::ReversePhone => PERSON,
            Self::Companies => COMPANY,
            Self::VerifyEmail => VERDICT,
            Self::FindEmail => EMAIL,
            Self::FindPhone => PHONE,
        }
    }

    /// The field of the API that a field of a table becomes.
    pub(super) fn parameter(self, field: Field) -> Option<&'static str> {
        let of_person = match field {
            Field::NetworkUrl | Field::Profile => "networkUrl",
            Field::Email | Field::BusinessEmail | Field::PersonalEmail => "email",
            Field::Mobile | Field::Phone => "phone",
            Field::FullName => "fullName",
            Field::FirstName => "firstName",
            Field::LastName => "lastName",
            Field::CompanyDomain => "company_domain",
            Field::CompanyName => "company_name",
            Field::Domain | Field::Website => "domain",
            Field::Name => "name",
            _ => return None,
        };
        let names = ["fullName", "firstName", "lastName"];
        match (self, of_person) {
            (Self::Enrich, "domain" | "name") => None,
            (Self::Enrich, name) => Some(name),
            (Self::Companies, name) => ["networkUrl", "domain", "name"].contains(&name).then_some(name),
            (Self::VerifyEmail | Self::ReverseEmail, name) => (name == "email").then_some(name),
            (Self::ReversePhone, name) => (name == "phone").then_some(name),
            (Self::FindEmail | Self::FindPhone, "company_domain") => Some("domain"),
            (Self::FindEmail, "networkUrl") => Some("networkUrl"),
            (Self::FindEmail | Self::FindPhone, name) => names.contains(&name).then_some(name),
        }
    }

    /// Whether the API would take a value; one cell that it would not must not spoil the row.
    pub(super) fn takes(self, field: Field, text: &str) -> bool {
        match self.parameter(field) {
            _ if text.is_empty() => false,
            Some("networkUrl") if self == Self::Companies => company_page(text).is_ok(),
            Some("networkUrl") => person_profile(text).is_ok(),
            // What is no address gets a verdict, too.
            Some("email") if self == Self::VerifyEmail => text.contains('@') && text.chars().count() <= 320,
            Some("email") => EmailAddress::parse(text).is_ok(),
            Some("phone") => PhoneNumber::parse(text, None).is_ok(),
            Some("company_domain" | "domain") => registrable_domain(text).is_ok(),
            Some("firstName" | "lastName") => text.chars().count() <= 100,
            _ => text.chars().count() <= 200,
        }
    }

    /// The item of a row with these values; none if they do not suffice.
    pub(super) fn item(self, mut item: Map<String, Value>) -> Option<Value> {
        let has = |item: &Map<String, Value>, name: &str| item.contains_key(name);
        if self == Self::FindPhone
            && !(has(&item, "firstName") && has(&item, "lastName"))
            && let Some(name) = item.get("fullName").and_then(Value::as_str).and_then(Name::parse)
            && let (Some(first), Some(last)) = (name.first(), name.last())
        {
            let parts = [("firstName", first.to_owned()), ("lastName", last.to_owned())];
            item.extend(parts.map(|(name, part)| (name.to_owned(), part.into())));
        }
        let has = |name: &str| item.contains_key(name);
        let in_parts = has("firstName") && has("lastName");
        let named = has("fullName") || in_parts;
        let suffices = match self {
            Self::Enrich => {
                let identified = has("networkUrl") || has("email") || has("phone");
                // A given name alone would be refused beside nothing else.
                let is_half = !has("fullName") && has("firstName") != has("lastName");
                identified || (named && !is_half && (has("company_domain") || has("company_name")))
            }
            Self::Companies => has("networkUrl") || has("domain") || has("name"),
            Self::VerifyEmail | Self::ReverseEmail => has("email"),
            Self::ReversePhone => has("phone"),
            Self::FindEmail => has("networkUrl") || (named && has("domain")),
            Self::FindPhone => in_parts && has("domain"),
        };
        match self {
            // Parts of names that the call has no use for.
            Self::FindPhone => {
                item.remove("fullName");
            }
            Self::FindEmail if item.contains_key("networkUrl") => {
                item.retain(|name, _| name == "networkUrl");
            }
            _ => {}
        }
        suffices.then_some(Value::Object(item))
    }
}
