//! The facts a description can point at.

use serde::{Deserialize, Serialize};

/// A fact that lies somewhere in a vendor's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The vendor's own id for the subject.
    Reference,
    /// How sure the vendor is; compared with `min_confidence`.
    Confidence,
    /// Full name.
    FullName,
    /// Given name.
    FirstName,
    /// Family name.
    LastName,
    /// The line a person writes about themself.
    Headline,
    /// Title.
    Title,
    /// Employer's name.
    CompanyName,
    /// Employer's domain or website.
    CompanyDomain,
    /// Start of the current role.
    StartedAt,
    /// Professional-network profile of the person.
    NetworkUrl,
    /// Other profiles.
    Profiles,
    /// City.
    City,
    /// Region.
    Region,
    /// Country.
    Country,
    /// A whole address line, where the parts are not given.
    Place,
    /// Skills.
    Skills,
    /// Address at the employer.
    BusinessEmail,
    /// What the vendor says of that address.
    EmailStatus,
    /// Private address.
    PersonalEmail,
    /// Mobile number.
    Mobile,
    /// Whether a number is one.
    PhoneValid,
    /// Line type of a number.
    LineType,
    /// Carrier of a number.
    Carrier,
    /// Name of the company asked for.
    Name,
    /// Its registered name.
    LegalName,
    /// Its domain or website.
    Domain,
    /// Its professional-network page.
    CompanyNetworkUrl,
    /// Its description.
    Description,
    /// Its industries.
    Industry,
    /// Keywords.
    Tags,
    /// Its employees.
    EmployeeCount,
    /// Year of its foundation.
    FoundedYear,
    /// Its published phone.
    Phone,
    /// Technologies it uses.
    Technologies,
}
