//! Reads a person's facts from the values of a row. Identifiers are not normalised yet; `normal` does that next.

use records::{
    Education, EmailFact, EmailKind, ExperienceFact, LineType, Location, PersonFacts, PhoneFact,
    PrivateTraits, name::Name, place, profile_url,
};

use super::{
    address::{AddressParts, read_address, read_street},
    identifiers::{company_identifier, identifiers},
    values::parse_status,
};
use crate::file::{
    columns::{field::Field, mapped::Mapped},
    warning::{WarningKind, Warnings},
};

/// Prefixes of the network's internal member ids.
const MEMBER_NUMBERS: [&str; 2] = ["ACoAA", "ACwAA"];

/// The facts about a person in a row.
pub(in crate::file) fn person_facts(row: &Mapped<'_>, warnings: &mut Warnings) -> PersonFacts {
    let (first_name, last_name) = (row.text(Field::FirstName), row.text(Field::LastName));
    let full_name = row.text(Field::FullName).or_else(|| {
        let middle = row.text(Field::MiddleName);
        let parts = [first_name.as_deref(), middle.as_deref(), last_name.as_deref()];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        (first_name.is_some() || last_name.is_some()).then(|| parts.join(" "))
    });
    let full_name = full_name.map(|name| with_generation(name, row.text(Field::NameSuffix).as_deref()));
    PersonFacts {
        full_name,
        first_name,
        last_name,
        headline: row.text(Field::Headline),
        title: row.text(Field::Title),
        company_name: row.text(Field::CompanyName),
        company_domain: row.text(Field::CompanyDomain),
        company_network_url: row.text(Field::CompanyNetworkUrl),
        started_at: row.date(Field::StartedAt, warnings),
        location: location(row),
        network_url: network_url(row),
        profiles: row.texts(Field::Profile),
        emails: emails(row, warnings),
        phones: phones(row),
        experience: experience(row, warnings),
        education: education(row, warnings),
        skills: row.texts(Field::Skills),
        languages: row.texts(Field::Languages),
        certifications: row.texts(Field::Certifications),
        announcement: None,
        private: private(row),
        identifiers: identifiers(row, warnings),
        company_identifier: company_identifier(row, warnings),
    }
}

/// The name with the suffix of a generation, such as `Jr.`; the column may also hold degrees and parts of an address.
fn with_generation(name: String, suffix: Option<&str>) -> String {
    let Some(suffix) = suffix else { return name };
    let whole = format!("{name} {suffix}");
    let has_generation = |name: &str| Name::parse(name).is_some_and(|name| name.generation().is_some());
    if has_generation(&whole) && !has_generation(&name) { whole } else { name }
}

/// The first value that is a profile URL; one with the member's public name is preferred to one with an internal
/// member id.
fn network_url(row: &Mapped<'_>) -> Option<String> {
    let is_number = |url: &String| {
        let handle = url.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        MEMBER_NUMBERS.iter().any(|start| handle.starts_with(start))
    };
    let all = row.texts(Field::NetworkUrl);
    if all.len() < 2 {
        return all.into_iter().next();
    }
    let profiles = || all.iter().filter(|url| profile_url::person_profile(url).is_ok());
    profiles().find(|url| !is_number(url)).or_else(|| profiles().next()).or(all.first()).cloned()
}

/// Traits used only to distinguish people. Parts of the address without their own column are taken from the street.
fn private(row: &Mapped<'_>) -> Option<PrivateTraits> {
    let has_place = row.first(Field::City).is_some() || row.first(Field::Postcode).is_some();
    let house = row.text(Field::HouseNumber);
    let read = match row.text(Field::Street) {
        Some(street) if house.is_some() => AddressParts { street: Some(street), ..AddressParts::default() },
        Some(street) if has_place => read_street(&street),
        Some(street) => read_address(&street),
        None => AddressParts::default(),
    };
    let private = PrivateTraits {
        birth_date: row.birth_date(Field::BirthDate),
        national_id: row.text(Field::NationalId),
        house_number: house.or(read.house),
        street: read.street,
        address_line: row.text(Field::AddressLine).or(read.rest),
        postcode: row.text(Field::Postcode).or(read.postcode),
    };
    (private != PrivateTraits::default()).then_some(private)
}

/// The location of a row: from the columns of its parts, else parsed from one text.
pub(in crate::file) fn location(row: &Mapped<'_>) -> Option<Location> {
    // One vendor writes `true` for a value that was not bought.
    let is_known = |text: &String| text != "true";
    let whole = row.first(Field::Location).filter(|text| *text != "true");
    let whole = whole.map(place::parse_location).unwrap_or_default();
    let location = Location {
        city: row.text(Field::City).filter(is_known).or(whole.city),
        region: row.text(Field::Region).filter(is_known).or(whole.region),
        country: row.text(Field::Country).or(whole.country),
    };
    (location != Location::default()).then_some(location)
}

/// The row's status applies to its first email, next to which it is exported.
fn emails(row: &Mapped<'_>, warnings: &mut Warnings) -> Vec<EmailFact> {
    let kinds = [
        (Field::BusinessEmail, Some(EmailKind::Business)),
        (Field::Email, None),
        (Field::PersonalEmail, Some(EmailKind::Personal)),
    ];
    let mut emails: Vec<EmailFact> = kinds
        .into_iter()
        .flat_map(|(field, kind)| row.all(field).map(move |address| (address, kind)))
        .map(|(address, kind)| EmailFact { address: address.to_owned(), kind, ..EmailFact::default() })
        .collect();
    if let Some(email) = emails.first_mut() {
        if let Some(text) = row.first(Field::EmailStatus) {
            let status = parse_status(text)
                .ok_or("not a known status; write deliverable, risky, undeliverable or unknown");
            email.status = warnings.keep(WarningKind::InvalidStatus, Field::EmailStatus.name(), status);
        }
        email.last_validated_at = row.instant(Field::EmailValidatedAt, warnings);
    }
    emails
}

fn phones(row: &Mapped<'_>) -> Vec<PhoneFact> {
    [(Field::Mobile, Some(LineType::Mobile)), (Field::Phone, None)]
        .into_iter()
        .flat_map(|(field, line_type)| row.all(field).map(move |number| (number, line_type)))
        .map(|(number, line_type)| PhoneFact { number: number.to_owned(), line_type, ..PhoneFact::default() })
        .collect()
}

fn education(row: &Mapped<'_>, warnings: &mut Warnings) -> Vec<Education> {
    let fields =
        [Field::School, Field::Degree, Field::FieldOfStudy, Field::SchoolStartedAt, Field::SchoolEndedAt];
    let schools = row.groups(&fields).into_iter().filter_map(|row| {
        Some(Education {
            school: row.text(Field::School)?,
            degree: row.text(Field::Degree),
            field: row.text(Field::FieldOfStudy),
            started_at: row.date(Field::SchoolStartedAt, warnings),
            ended_at: row.date(Field::SchoolEndedAt, warnings),
        })
    });
    schools.collect()
}

fn experience(row: &Mapped<'_>, warnings: &mut Warnings) -> Vec<ExperienceFact> {
    let fields = [
        Field::ExperienceCompany,
        Field::ExperienceDomain,
        Field::ExperienceTitle,
        Field::ExperienceStartedAt,
        Field::ExperienceEndedAt,
    ];
    let positions = row.groups(&fields).into_iter().map(|row| ExperienceFact {
        company_name: row.text(Field::ExperienceCompany),
        company_domain: row.text(Field::ExperienceDomain),
        title: row.text(Field::ExperienceTitle),
        started_at: row.date(Field::ExperienceStartedAt, warnings),
        ended_at: row.date(Field::ExperienceEndedAt, warnings),
    });
    positions.filter(|position| position.company_name.is_some() || position.title.is_some()).collect()
}
