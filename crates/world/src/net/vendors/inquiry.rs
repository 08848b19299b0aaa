//! A question to a vendor: what it is about, and what is known of its subject.

use std::collections::HashMap;

use serde_json::Value;

/// What a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    Person,
    Email,
    Mobile,
    Company,
    Phone,
}

impl Topic {
    /// The topic of the last part of a path.
    pub(super) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "person" => Self::Person,
            "email" => Self::Email,
            "mobile" => Self::Mobile,
            "company" => Self::Company,
            "phone" => Self::Phone,
            _ => return None,
        })
    }
}

/// What is known of the subject.
pub(super) struct Inquiry(HashMap<String, String>);

impl Inquiry {
    /// The parameters of a query string.
    pub(super) fn of_query(query: &str) -> Self {
        Self::of_pairs(form_urlencoded::parse(query.as_bytes()).into_owned())
    }

    /// The texts of a JSON object; none if the body is no object.
    pub(super) fn of_body(body: &[u8]) -> Option<Self> {
        let Ok(Value::Object(object)) = serde_json::from_slice(body) else { return None };
        let texts = object.into_iter().filter_map(|(name, value)| match value {
            Value::String(text) => Some((name, text)),
            _ => None,
        });
        Some(Self::of_pairs(texts))
    }

    /// The question about the person with this profile.
    pub(super) fn of_profile(url: &str) -> Self {
        Self::of_pairs([("profile".to_owned(), url.to_owned())].into_iter())
    }

    fn of_pairs(pairs: impl Iterator<Item = (String, String)>) -> Self {
        let trimmed = pairs.map(|(name, text)| (name, text.trim().to_owned()));
        Self(trimmed.filter(|(_, text)| !text.is_empty()).collect())
    }

    pub(super) fn is_sufficient(&self) -> bool {
        !self.0.is_empty()
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The name of the person, from its parts if it is not given in full.
    pub(super) fn full_name(&self) -> Option<String> {
        let given = self.get("full_name").map(str::to_owned);
        given.or_else(|| Some(format!("{} {}", self.get("first_name")?, self.get("last_name")?)))
    }
}
