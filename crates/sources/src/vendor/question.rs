//! What a vendor can be asked.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A fact that vendors are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// Who somebody is.
    Person,
    /// The address at the employer.
    BusinessEmail,
    /// A private address.
    PersonalEmail,
    /// A mobile number.
    Mobile,
    /// What sort of line a number is, and whether it works.
    PhoneCheck,
    /// What a company is.
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

    /// The fact's word.
    pub const fn word(self) -> &'static str {
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

/// What is known of whom or what a question is about. Identifiers are in their normal forms.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Subject {
    /// Professional-network profile.
    pub network_url: Option<String>,
    /// Full name.
    pub full_name: Option<String>,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    /// Email.
    pub email: Option<String>,
    /// Phone, E.164.
    pub phone: Option<String>,
    /// Registrable domain of the company.
    pub company_domain: Option<String>,
    /// Name of the company.
    pub company_name: Option<String>,
}

impl Subject {
    /// The names that a description may use, in braces, for what is known.
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

    /// What is known under a name.
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

/// A question: this fact, of this subject.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    /// The fact wanted.
    pub fact: Fact,
    /// Whom or what it is about.
    pub subject: Subject,
}

impl Question {
    /// A name for the question that tells nothing about its subject.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new_with_prefix(self.fact.word());
        for name in Subject::VARIABLES {
            hash.update([0]);
            hash.update(self.subject.variable(name).unwrap_or_default().as_bytes());
        }
        hash.finalize().iter().take(16).fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}
