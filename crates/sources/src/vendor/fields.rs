//! The fields that a description can map.

use serde::{Deserialize, Serialize};

/// A field of a vendor's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The vendor's id of the subject.
    Reference,
    /// The vendor's confidence; compared with `min_confidence`.
    Confidence,
    /// Full name.
    FullName,
    /// Given name.
    FirstName,
    /// Family name.
    LastName,
    /// The person's own headline on their profile.
    Headline,
    /// Job title.
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
    /// A location as one text, if its parts are not given.
    Place,
    /// Skills.
    Skills,
    /// Business email address.
    BusinessEmail,
    /// The vendor's status of the business email address.
    EmailStatus,
    /// Personal email address.
    PersonalEmail,
    /// Mobile number.
    Mobile,
    /// Whether a phone number is valid.
    PhoneValid,
    /// Line type of a number.
    LineType,
    /// Carrier of a number.
    Carrier,
    /// Name of the requested company.
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
    /// Its number of employees.
    EmployeeCount,
    /// Year it was founded.
    FoundedYear,
    /// Its public phone number.
    Phone,
    /// Technologies it uses.
    Technologies,
}
