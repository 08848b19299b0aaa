//! Records as a preview shows them: what they are worth, not who they are.

use std::{collections::HashSet, sync::Arc};

use records::{Company, Employer, Person};
use schemars::JsonSchema;
use serde::Serialize;

use super::fields::Slim;

/// Fields of a person that a masked row has.
const PERSON_FIELDS: [&str; 8] =
    ["title", "seniority", "departments", "company", "location", "hasEmail", "hasPhone", "updatedAt"];
/// Fields of a company that a masked row has.
const COMPANY_FIELDS: [&str; 9] = [
    "status",
    "industry",
    "employeeCount",
    "employeeRange",
    "sizeBand",
    "foundedYear",
    "location",
    "openings",
    "updatedAt",
];
/// Letters from which on a word of a name is looked for in other texts; shorter ones are found everywhere.
const NAME_WORD_LETTERS_MIN: usize = 3;

/// A record that can be shown without saying who it is.
pub trait Mask: Clone + Serialize + JsonSchema + Send + Sync + 'static {
    /// What a row says besides fields of the record.
    type Beside: Serialize + JsonSchema + Send + 'static;

    /// Id of the record.
    fn id(&self) -> &str;

    /// What a row of this record says besides its fields.
    fn beside(&self) -> Self::Beside;

    /// The record without name, id, URL and whatever else tells who it is.
    fn masked(&self) -> Slim<Self>;
}

/// What a row about a person says besides the fields of the record.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PersonBeside {
    /// First letters of the given and the family name; absent in scripts where a letter is a whole name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initials: Option<String>,
}

/// What a row about a company says besides the fields of the record.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyBeside {
    /// Whether a published email is known.
    pub has_email: bool,
    /// Whether a published phone is known.
    pub has_phone: bool,
}

impl Mask for Person {
    type Beside = PersonBeside;

    fn id(&self) -> &str {
        &self.id
    }

    fn beside(&self) -> PersonBeside {
        PersonBeside { initials: initials(self) }
    }

    fn masked(&self) -> Slim<Self> {
        let names = name_words(self);
        let unnamed = |text: &String| words(text).all(|word| !names.contains(&word));
        let employer = |company: &Employer| Employer {
            name: company.name.clone().filter(unnamed),
            industry: company.industry.clone(),
            employee_count: company.employee_count,
            ..Employer::default()
        };
        let person = Self {
            // Both may hold the name, as those of people who work for themselves do.
            title: self.title.clone().filter(unnamed),
            company: self.company.as_ref().map(employer),
            ..self.clone()
        };
        Slim::new(person, Some(&kept(&PERSON_FIELDS)))
    }
}

impl Mask for Company {
    type Beside = CompanyBeside;

    fn id(&self) -> &str {
        &self.id
    }

    fn beside(&self) -> CompanyBeside {
        CompanyBeside { has_email: !self.emails.is_empty(), has_phone: self.phone.is_some() }
    }

    fn masked(&self) -> Slim<Self> {
        Slim::new(self.clone(), Some(&kept(&COMPANY_FIELDS)))
    }
}

fn kept(fields: &[&str]) -> Arc<[String]> {
    fields.iter().map(|field| (*field).to_owned()).collect()
}

/// The first letters of the first and the last word of a name. A letter without case, such as a Chinese one, may be the whole
/// name; there are no initials then.
fn initials(person: &Person) -> Option<String> {
    let mut words = person.full_name.split_whitespace();
    let first = person.first_name.as_deref().or_else(|| words.next());
    let last = person.last_name.as_deref().or_else(|| words.next_back());
    let letters: Vec<char> = first
        .into_iter()
        .chain(last)
        .filter_map(|word| word.chars().find(|one| one.is_alphabetic()))
        .collect();
    let have_case = letters.iter().all(|letter| letter.is_uppercase() || letter.is_lowercase());
    (have_case && !letters.is_empty()).then(|| letters.into_iter().flat_map(char::to_uppercase).collect())
}

/// The words of a person's name in lower case.
fn name_words(person: &Person) -> HashSet<String> {
    let names = [Some(&person.full_name), person.first_name.as_ref(), person.last_name.as_ref()];
    let of_names = names.into_iter().flatten().flat_map(|name| words(name).collect::<Vec<_>>());
    // A word without case may be a whole name, however short.
    of_names.filter(|word| word.chars().count() >= NAME_WORD_LETTERS_MIN || !word.is_ascii()).collect()
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|one: char| !one.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn person(value: serde_json::Value) -> Person {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_masked_person_keeps_what_they_do_and_loses_who_they_are() {
        let ana = person(json!({
            "id": "per_1", "fullName": "Ana Ruiz", "firstName": "Ana", "lastName": "Ruiz", "title": "VP of Sales",
            "headline": "Ana sells", "networkUrl": "https://network.example/in/ana", "hasEmail": true,
            "company": { "id": "com_1", "name": "Acme", "domain": "acme.example", "industry": "Software" },
            "skills": ["Negotiation"], "sources": [], "location": { "city": "Munich" },
        }));
        assert_eq!(
            serde_json::to_value(ana.masked()).unwrap(),
            json!({
                "title": "VP of Sales", "company": { "name": "Acme", "industry": "Software" },
                "location": { "city": "Munich" }, "hasEmail": true, "hasPhone": false,
            })
        );
        assert_eq!(ana.beside().initials.as_deref(), Some("AR"));
    }

    #[test]
    fn a_title_or_company_that_holds_the_name_is_left_out() {
        let own = person(json!({
            "fullName": "Ana Ruiz", "title": "Owner at Ruiz Consulting", "company": { "name": "RUIZ Consulting GmbH" },
        }));
        let text = serde_json::to_string(&own.masked()).unwrap().to_lowercase();
        assert!(!text.contains("ruiz"), "{text}");
    }

    #[test]
    fn a_letter_that_is_a_whole_name_is_no_initial() {
        let initials = |name: &str| person(json!({ "fullName": name })).beside().initials;
        assert_eq!(initials("王 小明"), None);
        assert_eq!(initials("Élodie de la Tour"), Some("ÉT".into()));
        assert_eq!(initials("ölçer"), Some("Ö".into()));
        assert_eq!(initials(""), None);
    }

    #[test]
    fn a_masked_company_has_neither_name_nor_address() {
        let company: Company = serde_json::from_value(json!({
            "id": "com_1", "name": "Acme", "domain": "acme.example", "domains": ["acme.example"],
            "emails": ["info@acme.example"], "phone": "+4989123456", "industry": "Software", "street": "Am Platz 1",
            "description": "Acme makes things", "logoUrl": "https://acme.example/logo.png", "employeeCount": 12,
        }))
        .unwrap();
        let text = serde_json::to_string(&company.masked()).unwrap();
        assert_eq!(text, r#"{"industry":"Software","employeeCount":12}"#);
        assert!(company.beside().has_email && company.beside().has_phone);
    }
}
