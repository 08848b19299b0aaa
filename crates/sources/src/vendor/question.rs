//! Questions to vendors.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A fact that vendors can be queried for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// Who a person is.
    Person,
    /// Email address at the employer.
    BusinessEmail,
    /// Personal email address.
    PersonalEmail,
    /// A mobile number.
    Mobile,
    /// Line type of a phone number, and whether it is in service.
    PhoneCheck,
    /// Facts about a company.
    Company,
}

impl Fact {
    /// Every fact.
    pub const ALL: [Self; 6] = [
        Self::Person,
        Self::BusinessEmail,
        Self::PersonalEmail,
        Self::Mobile,
        Self::PhoneCheck,
        Self::Company,
    ];

    /// The fact as it is stored and written in a description.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::BusinessEmail => "business_email",
            Self::PersonalEmail => "personal_email",
            Self::Mobile => "mobile",
            Self::PhoneCheck => "phone_check",
            Self::Company => "company",
        }
    }
}

/// The known identifiers and names of a person or company. Identifiers are normalised.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct VendorSubject {
    /// Professional-network profile URL.
    pub network_url: Option<String>,
    /// Full name.
    pub full_name: Option<String>,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    /// Email address.
    pub email: Option<String>,
    /// Phone number, E.164.
    pub phone: Option<String>,
    /// Registrable domain of the company.
    pub company_domain: Option<String>,
    /// Name of the company.
    pub company_name: Option<String>,
}

impl VendorSubject {
    /// Variables that a description may use as `{name}`.
    pub(crate) const VARIABLES: [&'static str; 9] = [
        "network_url",
        "network_handle",
        "full_name",
        "first_name",
        "last_name",
        "email",
        "phone",
        "company_domain",
        "company_name",
    ];

    /// The value of a variable, if it is known.
    pub(crate) fn variable(&self, name: &str) -> Option<&str> {
        match name {
            "network_url" => self.network_url.as_deref(),
            "network_handle" => self
                .network_url
                .as_deref()?
                .trim_end_matches('/')
                .rsplit('/')
                .next()
                .filter(|h| !h.is_empty()),
            "full_name" => self.full_name.as_deref(),
            "first_name" => self.first_name.as_deref(),
            "last_name" => self.last_name.as_deref(),
            "email" => self.email.as_deref(),
            "phone" => self.phone.as_deref(),
            "company_domain" => self.company_domain.as_deref(),
            "company_name" => self.company_name.as_deref(),
            _ => None,
        }
    }
}

/// A requested fact about a subject.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VendorQuestion {
    /// The requested fact.
    pub fact: Fact,
    /// The person or company.
    pub subject: VendorSubject,
}

impl VendorQuestion {
    /// Hash of the question: identifies it without revealing its subject.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new_with_prefix(self.fact.as_str());
        for name in VendorSubject::VARIABLES {
            hash.update([0]);
            hash.update(self.subject.variable(name).unwrap_or_default().as_bytes());
        }
        hex::encode(&hash.finalize()[..16])
    }
}
