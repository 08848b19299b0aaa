//! Parses a vendor's answer into normalised facts. Values that cannot be parsed are left out, never guessed.

use records::{
    CompanyFacts, ContactStatus, EmailFact, EmailKind, Facts, LineType, Location, PartialDate, PersonFacts,
    PhoneFact, Technology,
    domain::registrable_domain,
    email::EmailAddress,
    phone::PhoneNumber,
    place::{country_code, parse_location},
    profile_url::{company_page, person_profile},
};
use serde_json::Value;

use super::{
    description::LookupDescription,
    fields::Field,
    path::scalar,
    question::{Fact, VendorQuestion},
};

const TEXT_LIMIT_BYTES: usize = 4_000;

/// A vendor's check of a phone number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PhoneCheck {
    /// Whether the number is in service.
    pub valid: Option<bool>,
    /// Line type of the number.
    pub line_type: Option<LineType>,
    /// Name of the carrier.
    pub carrier: Option<String>,
}

/// The facts of a vendor's answer, by subject.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// Facts about a person.
    pub person: PersonFacts,
    /// Facts about a company.
    pub company: CompanyFacts,
    /// Check of a phone number.
    pub phone: PhoneCheck,
    /// The vendor's id of the subject.
    pub reference: Option<String>,
    /// The vendor's confidence, on its own scale.
    pub confidence: Option<f64>,
}

impl Answer {
    /// Whether the answer contains a fact.
    pub fn holds(&self, fact: Fact) -> bool {
        let has_email = |kind| self.person.emails.iter().any(|email| email.kind == Some(kind));
        match fact {
            Fact::Person => {
                self.person.full_name.is_some()
                    || self.person.first_name.is_some() && self.person.last_name.is_some()
            }
            Fact::BusinessEmail => has_email(EmailKind::Business),
            Fact::PersonalEmail => has_email(EmailKind::Personal),
            Fact::Mobile => self.person.phones.iter().any(|phone| phone.line_type == Some(LineType::Mobile)),
            Fact::PhoneCheck => self.phone != PhoneCheck::default(),
            Fact::Company => self.company.name.is_some(),
        }
    }

    /// The value of a fact, used to compare the answers of two vendors.
    pub fn value(&self, fact: Fact) -> Option<&str> {
        let email = |kind| self.person.emails.iter().find(|email| email.kind == Some(kind));
        match fact {
            Fact::Person => self.person.network_url.as_deref().or(self.person.full_name.as_deref()),
            Fact::BusinessEmail => email(EmailKind::Business).map(|email| email.address.as_str()),
            Fact::PersonalEmail => email(EmailKind::Personal).map(|email| email.address.as_str()),
            Fact::Mobile => self.person.phones.first().map(|phone| phone.number.as_str()),
            Fact::PhoneCheck => self.phone.valid.map(|valid| if valid { "valid" } else { "invalid" }),
            Fact::Company => self.company.domains.first().or(self.company.name.as_ref()).map(String::as_str),
        }
    }

    /// Whether the vendor states that it verified the value.
    pub fn is_confirmed(&self, fact: Fact) -> bool {
        let has_verified_email = |kind| {
            self.person.emails.iter().any(|email| email.kind == Some(kind) && is_verified(email.status))
        };
        match fact {
            Fact::BusinessEmail => has_verified_email(EmailKind::Business),
            Fact::PersonalEmail => has_verified_email(EmailKind::Personal),
            Fact::Mobile => self.person.phones.iter().any(|phone| is_verified(phone.status)),
            Fact::PhoneCheck => self.phone.valid.is_some(),
            Fact::Person | Fact::Company => true,
        }
    }

    /// The facts to store, if any.
    pub fn facts(&self) -> Vec<Facts> {
        let mut facts = Vec::new();
        if self.person != PersonFacts::default() {
            facts.push(Facts::Person(Box::new(self.person.clone())));
        }
        if self.company.name.is_some() || !self.company.domains.is_empty() {
            facts.push(Facts::Company(Box::new(self.company.clone())));
        }
        facts
    }
}

fn is_verified(status: Option<ContactStatus>) -> bool {
    status == Some(ContactStatus::Deliverable)
}

/// Reads an answer through the paths of the description.
pub(crate) fn read(lookup: &LookupDescription, body: &Value, question: &VendorQuestion) -> Answer {
    let reader = AnswerReader { lookup, body };
    let mut answer = Answer {
        reference: reader.text(Field::Reference),
        confidence: reader.text(Field::Confidence).and_then(|text| text.parse().ok()),
        ..Answer::default()
    };
    if question.fact == Fact::Company {
        answer.company = reader.company(question);
    } else if question.fact == Fact::PhoneCheck {
        answer.phone = reader.phone_check();
    } else {
        answer.person = reader.person(question);
    }
    answer
}

struct AnswerReader<'a> {
    lookup: &'a LookupDescription,
    body: &'a Value,
}

impl AnswerReader<'_> {
    fn texts(&self, field: Field) -> Vec<String> {
        let Some(paths) = self.lookup.fields.get(&field) else { return Vec::new() };
        let found = paths.iter().map(|path| {
            let values = path.values(self.body).into_iter().filter_map(scalar);
            let texts = values.map(|text| text.trim().to_owned());
            texts.filter(|text| !text.is_empty() && text.len() <= TEXT_LIMIT_BYTES).collect::<Vec<_>>()
        });
        found.into_iter().find(|texts| !texts.is_empty()).unwrap_or_default()
    }

    fn text(&self, field: Field) -> Option<String> {
        self.texts(field).into_iter().next()
    }

    fn number<T: std::str::FromStr>(&self, field: Field) -> Option<T> {
        self.text(field)?.parse().ok()
    }

    /// A value translated by the description's `words`, else as the vendor wrote it, in lower case.
    fn word(&self, field: Field) -> Option<String> {
        let word = self.text(field)?.to_lowercase();
        let known = self.lookup.words.iter().find(|(theirs, _)| theirs.to_lowercase() == word);
        Some(known.map_or(word, |(_, ours)| ours.clone()))
    }

    fn location(&self) -> Option<Location> {
        let parts = Location {
            city: self.text(Field::City),
            region: self.text(Field::Region),
            country: self.text(Field::Country).and_then(|text| country_code(&text).map(str::to_owned)),
        };
        let place = match parts == Location::default() {
            true => self.text(Field::Place).map(|text| parse_location(&text)).unwrap_or_default(),
            false => parts,
        };
        (place != Location::default()).then_some(place)
    }

    fn person(&self, question: &VendorQuestion) -> PersonFacts {
        let network_url = self.text(Field::NetworkUrl).and_then(|text| person_profile(&text).ok());
        let domain = self.text(Field::CompanyDomain).and_then(|text| registrable_domain(&text).ok());
        let mut facts = PersonFacts {
            full_name: self.text(Field::FullName),
            first_name: self.text(Field::FirstName),
            last_name: self.text(Field::LastName),
            headline: self.text(Field::Headline),
            title: self.text(Field::Title),
            company_name: self.text(Field::CompanyName),
            company_domain: domain,
            started_at: self.text(Field::StartedAt).and_then(|text| text.parse::<PartialDate>().ok()),
            location: self.location(),
            network_url,
            profiles: self.texts(Field::Profiles),
            emails: self.emails(),
            phones: self.phones(question),
            skills: self.texts(Field::Skills),
            ..PersonFacts::default()
        };
        if facts != PersonFacts::default() && facts.network_url.is_none() {
            // The vendor answered for this profile URL; without it, the record could not be found by the URL again.
            facts.network_url = question.subject.network_url.clone();
        }
        facts
    }

    fn emails(&self) -> Vec<EmailFact> {
        let status = self.word(Field::EmailStatus).and_then(|word| status_of(&word));
        let mut emails = Vec::new();
        for (field, kind) in
            [(Field::BusinessEmail, EmailKind::Business), (Field::PersonalEmail, EmailKind::Personal)]
        {
            let parsed = self.texts(field).into_iter().filter_map(|text| EmailAddress::parse(&text).ok());
            for address in parsed {
                // Vendors mix business and personal addresses up; the domain decides.
                let kind = if address.is_free_provider() { EmailKind::Personal } else { kind };
                let status = status.filter(|_| field == Field::BusinessEmail);
                let address = address.address().to_owned();
                if !emails.iter().any(|known: &EmailFact| known.address == address) {
                    emails.push(EmailFact { address, kind: Some(kind), status, last_validated_at: None });
                }
            }
        }
        emails
    }

    fn phones(&self, question: &VendorQuestion) -> Vec<PhoneFact> {
        let country = self.text(Field::Country).and_then(|text| country_code(&text));
        let status = self.word(Field::PhoneValid).and_then(|word| match word.parse() {
            Ok(true) => Some(ContactStatus::Deliverable),
            Ok(false) => Some(ContactStatus::Undeliverable),
            Err(_) => None,
        });
        let numbers = self.texts(Field::Mobile).into_iter().filter_map(|text| {
            let number = PhoneNumber::parse(&text, country).ok()?;
            let line_type = match number.line_type() {
                // The vendor calls it a mobile, and the numbering plan does not contradict.
                LineType::Mobile | LineType::MobileOrLandline | LineType::Unknown => LineType::Mobile,
                other => other,
            };
            let number = number.e164().to_owned();
            Some(PhoneFact { number, line_type: Some(line_type), status, ..PhoneFact::default() })
        });
        let is_new = |phone: &PhoneFact| question.subject.phone.as_deref() != Some(phone.number.as_str());
        numbers.filter(is_new).collect()
    }

    fn phone_check(&self) -> PhoneCheck {
        PhoneCheck {
            valid: self.word(Field::PhoneValid).and_then(|word| word.parse().ok()),
            line_type: self.word(Field::LineType).and_then(|word| {
                let word = serde_json::Value::String(word);
                serde_json::from_value(word).ok()
            }),
            carrier: self.text(Field::Carrier),
        }
    }

    fn company(&self, question: &VendorQuestion) -> CompanyFacts {
        let domain = self.text(Field::Domain).and_then(|text| registrable_domain(&text).ok());
        let domain = domain.or_else(|| question.subject.company_domain.clone());
        let name = self.text(Field::Name);
        if name.is_none() {
            return CompanyFacts::default();
        }
        let country = self.text(Field::Country).and_then(|text| country_code(&text));
        let phone = self.text(Field::Phone).and_then(|text| PhoneNumber::parse(&text, country).ok());
        let technology = |name| Technology { name, category: None, last_seen_at: None };
        CompanyFacts {
            name,
            legal_name: self.text(Field::LegalName),
            domains: domain.into_iter().collect(),
            network_url: self.text(Field::CompanyNetworkUrl).and_then(|text| company_page(&text).ok()),
            description: self.text(Field::Description),
            industries: self.texts(Field::Industry),
            tags: self.texts(Field::Tags),
            employee_count: self.number(Field::EmployeeCount),
            founded_year: self.number(Field::FoundedYear),
            locations: self.location().into_iter().collect(),
            phone: phone.map(|phone| phone.e164().to_owned()),
            technologies: self.texts(Field::Technologies).into_iter().map(technology).collect(),
            ..CompanyFacts::default()
        }
    }
}

fn status_of(word: &str) -> Option<ContactStatus> {
    serde_json::from_value(Value::String(word.to_owned())).ok()
}
