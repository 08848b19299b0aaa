//! The fields that a column can be mapped to.

use serde::{Deserialize, Serialize};

/// Kind of the rows of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowKind {
    /// One person per row.
    People,
    /// One company per row.
    Companies,
}

/// How the text of a cell is split into values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::file) enum Cardinality {
    /// One value, from the first column that has one.
    One,
    /// Several values, separated by `;`, `|` or a line end; a comma may be part of a value.
    Many,
    /// Several values, also separated by commas.
    ManyByComma,
}

/// Declares each field once: variant, name, whether people or companies have it, cardinality.
macro_rules! fields {
    ($($variant:ident = $name:literal $people:literal $companies:literal $cardinality:ident,)+) => {
        /// A field that a column can be mapped to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum Field { $($variant,)+ }

        impl Field {
            /// Every field.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its name in a mapping.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// Whether rows of this subject have it.
            pub const fn is_of(self, subject: RowKind) -> bool {
                let (people, companies) = match self { $(Self::$variant => ($people, $companies),)+ };
                match subject {
                    RowKind::People => people,
                    RowKind::Companies => companies,
                }
            }

            pub(in crate::file) const fn cardinality(self) -> Cardinality {
                match self { $(Self::$variant => Cardinality::$cardinality,)+ }
            }
        }
    };
}

/// Fields of register numbers, with the scheme of each.
pub(in crate::file) const REGISTERS: [(Field, &str); 11] = [
    (Field::Lei, "XI-LEI"),
    (Field::Cik, "US-SEC"),
    (Field::CompaniesHouse, "GB-COH"),
    (Field::OrganisationNumber, "NO-BRC"),
    (Field::DotNumber, "US-DOT"),
    (Field::Npi, "US-NPI"),
    (Field::Ein, "US-EIN"),
    (Field::Uei, "US-UEI"),
    (Field::Siren, "FR-SIREN"),
    (Field::Cnpj, "BR-CNPJ"),
    (Field::Orcid, "ORCID"),
];

fields! {
    // variant = name                      people companies cardinality
    Id = "id"                                 true true One,
    ObservedAt = "observedAt"                 true true One,
    Identifier = "identifier"                 true true ManyByComma,
    Lei = "lei"                               false true One,
    Cik = "cik"                               true true One,
    CompaniesHouse = "companiesHouseNumber"   false true One,
    OrganisationNumber = "organisationNumber" false true One,
    DotNumber = "dotNumber"                   false true One,
    Npi = "npi"                               true true One,
    Ein = "ein"                               false true One,
    Uei = "uei"                               false true One,
    Siren = "siren"                           false true One,
    Cnpj = "cnpj"                             false true One,
    Orcid = "orcid"                           true false One,
    CompanyIdentifier = "companyIdentifier"   true false One,
    FullName = "fullName"                     true false One,
    FirstName = "firstName"                   true false One,
    MiddleName = "middleName"                 true false One,
    LastName = "lastName"                     true false One,
    NameSuffix = "nameSuffix"                 true false One,
    Headline = "headline"                     true false One,
    Title = "title"                           true false One,
    CompanyName = "companyName"               true false One,
    CompanyDomain = "companyDomain"           true false One,
    CompanyNetworkUrl = "companyNetworkUrl"   true false One,
    StartedAt = "startedAt"                   true false One,
    City = "city"                             true true One,
    Region = "region"                         true true One,
    Country = "country"                       true true One,
    Location = "location"                     true true One,
    NetworkUrl = "networkUrl"                 true true One,
    Profile = "profile"                       true true ManyByComma,
    Email = "email"                           true true ManyByComma,
    BusinessEmail = "businessEmail"           true false ManyByComma,
    PersonalEmail = "personalEmail"           true false ManyByComma,
    EmailStatus = "emailStatus"               true false One,
    EmailValidatedAt = "emailValidatedAt"     true false One,
    Mobile = "mobile"                         true false ManyByComma,
    Phone = "phone"                           true true ManyByComma,
    BirthDate = "birthDate"                   true false One,
    NationalId = "nationalId"                 true false One,
    HouseNumber = "houseNumber"               true false One,
    Street = "street"                         true true One,
    AddressLine = "addressLine"               true false One,
    Postcode = "postcode"                     true true One,
    Skills = "skills"                         true false ManyByComma,
    Languages = "languages"                   true false ManyByComma,
    Certifications = "certifications"         true false ManyByComma,
    School = "school"                         true false One,
    Degree = "degree"                         true false One,
    FieldOfStudy = "fieldOfStudy"             true false One,
    SchoolStartedAt = "schoolStartedAt"       true false One,
    SchoolEndedAt = "schoolEndedAt"           true false One,
    ExperienceCompany = "experienceCompany"   true false One,
    ExperienceDomain = "experienceDomain"     true false One,
    ExperienceTitle = "experienceTitle"       true false One,
    ExperienceStartedAt = "experienceStartedAt" true false One,
    ExperienceEndedAt = "experienceEndedAt"   true false One,
    Name = "name"                             false true One,
    LegalName = "legalName"                   false true One,
    FormerName = "formerName"                 false true Many,
    TradeName = "tradeName"                   false true Many,
    Status = "status"                         false true One,
    DissolvedAt = "dissolvedAt"               false true One,
    Domain = "domain"                         false true ManyByComma,
    Website = "website"                       false true ManyByComma,
    LogoUrl = "logoUrl"                       false true One,
    Description = "description"               false true One,
    Industry = "industry"                     false true Many,
    Tags = "tags"                             false true ManyByComma,
    EmployeeCount = "employeeCount"           false true One,
    Revenue = "revenue"                       false true One,
    RevenueMin = "revenueMin"                 false true One,
    RevenueMax = "revenueMax"                 false true One,
    Currency = "currency"                     false true One,
    FoundedYear = "foundedYear"               false true One,
    EmailProvider = "emailProvider"           false true One,
    Technologies = "technologies"             false true ManyByComma,
    FundingRound = "fundingRound"             false true One,
    FundingAmount = "fundingAmount"           false true One,
    FundingDate = "fundingDate"               false true One,
    Investors = "investors"                   false true ManyByComma,
}

impl Field {
    /// Whether its values are dates or times.
    pub(in crate::file) const fn is_date(self) -> bool {
        matches!(
            self,
            Self::ObservedAt
                | Self::StartedAt
                | Self::EmailValidatedAt
                | Self::BirthDate
                | Self::SchoolStartedAt
                | Self::SchoolEndedAt
                | Self::ExperienceStartedAt
                | Self::ExperienceEndedAt
                | Self::FundingDate
        )
    }

    /// The field of this name in any spelling: `firstName`, `first_name`, `First name`.
    pub fn of_name(subject: RowKind, name: &str) -> Option<Self> {
        let wanted = header_key(name);
        Self::of(subject).find(|field| field.name().to_ascii_lowercase() == wanted)
    }

    /// The fields of a subject.
    pub fn of(subject: RowKind) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |field| field.is_of(subject))
    }
}

impl Serialize for Field {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Normal form of a header: letters and digits in lower case.
pub(in crate::file) fn header_key(header: &str) -> String {
    header.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
