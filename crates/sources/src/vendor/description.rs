//! Description of a vendor's API: authentication, limits, lookups and prices.

use std::{collections::BTreeMap, fmt, time::Duration};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::{
    fields::Field,
    path::FactPath,
    question::{Fact, VendorSubject},
    template::placeholders,
};

const MICROS_PER_UNIT: f64 = 1_000_000.0;
const NAME_LIMIT_BYTES: usize = 40;
const LOOKUP_LIMIT: usize = 16;
const TIMEOUT_LIMIT_MS: u64 = 60_000;
const RETRY_LIMIT: u32 = 5;

/// Why a description is refused.
#[derive(Debug, Error)]
pub enum DescriptionError {
    /// It is not TOML, or has unknown or missing fields.
    #[error("the vendor description cannot be parsed: {0}")]
    Shape(#[from] toml::de::Error),
    /// A value is not allowed.
    #[error("{vendor}: {fault}")]
    Sense {
        /// Name of the vendor.
        vendor: String,
        /// What is wrong, and what to write instead.
        fault: String,
    },
}

/// What a vendor charges, in millionths of a US dollar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost(pub i64);

impl Cost {
    /// The amount in dollars, for display.
    pub fn dollars(self) -> f64 {
        self.0 as f64 / MICROS_PER_UNIT
    }
}

impl<'de> Deserialize<'de> for Cost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let dollars = f64::deserialize(deserializer)?;
        if !(0.0..=1_000.0).contains(&dollars) {
            return Err(serde::de::Error::custom("a price must be between 0 and 1000 dollars"));
        }
        // The only conversion of a written decimal to whole millionths.
        Ok(Self((dollars * MICROS_PER_UNIT).round() as i64))
    }
}

impl Serialize for Cost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.dollars())
    }
}

/// An API key; `Debug` does not print it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct VendorSecret(String);

impl VendorSecret {
    /// Wraps a key.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for VendorSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// How the key is sent to the vendor.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Auth {
    /// In a header of this name.
    Header {
        /// Name of the header.
        name: String,
    },
    /// As a bearer token.
    Bearer,
    /// As `user:password`, Base64-encoded (HTTP Basic).
    Basic,
    /// As a query parameter.
    Query {
        /// Name of the parameter.
        name: String,
    },
    /// No key is sent.
    None,
}

/// Limits on requests to a vendor.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VendorLimits {
    /// Timeout of a question, retries included.
    pub timeout_ms: u64,
    /// Retries after a temporary failure.
    pub retries: u32,
    /// Requests per second; 0 for no limit.
    pub requests_per_second: f64,
    /// Concurrent requests.
    pub concurrency: usize,
    /// Largest response body.
    pub body_bytes: usize,
}

impl Default for VendorLimits {
    fn default() -> Self {
        Self { timeout_ms: 8_000, retries: 1, requests_per_second: 5.0, concurrency: 8, body_bytes: 2 << 20 }
    }
}

impl VendorLimits {
    pub(crate) fn timeout(&self) -> Duration {
        Duration::from_millis(self.timeout_ms)
    }
}

/// When a vendor charges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Charged {
    /// When it knows the subject, even without the requested fact.
    #[default]
    Match,
    /// For every call.
    Call,
}

/// A value that marks an answer as a miss.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Path of the value.
    pub at: FactPath,
    /// The text it must equal.
    pub is: String,
}

/// One or several paths; the first that yields a value is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Paths(Vec<FactPath>);

impl Paths {
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, FactPath> {
        self.0.iter()
    }
}

impl<'de> Deserialize<'de> for Paths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum OneOrMany {
            One(String),
            Many(Vec<String>),
        }
        let texts = match OneOrMany::deserialize(deserializer)? {
            OneOrMany::One(text) => vec![text],
            OneOrMany::Many(texts) => texts,
        };
        let paths: Result<_, _> = texts.iter().map(|text| text.parse()).collect();
        paths.map(Self).map_err(serde::de::Error::custom)
    }
}

/// One endpoint of a vendor's API.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookupDescription {
    /// Facts that it may return.
    pub facts: Vec<Fact>,
    /// `GET` or `POST`.
    #[serde(default = "get")]
    pub method: String,
    /// Path below `base_url`.
    pub path: String,
    /// Sets of variables that must be known; one complete set suffices.
    pub needs: Vec<Vec<String>>,
    /// Query parameters.
    #[serde(default)]
    pub query: BTreeMap<String, String>,
    /// Request body, sent as JSON.
    #[serde(default)]
    pub body: Option<serde_json::Value>,
    /// Price of an answer, in US dollars.
    #[serde(default, rename = "price_usd")]
    pub price: Cost,
    /// When the price is charged.
    #[serde(default)]
    pub charged: Charged,
    /// Status codes that mean a miss.
    #[serde(default = "not_found")]
    pub miss_status: Vec<u16>,
    /// Values in the body that mean a miss, whatever the status.
    #[serde(default)]
    pub miss_when: Vec<Condition>,
    /// Paths that every answer about a known subject has; an answer without them is not of the described structure.
    #[serde(default)]
    pub expects: Vec<FactPath>,
    /// Confidence below which an answer counts as a miss.
    #[serde(default)]
    pub min_confidence: f64,
    /// Path of each fact.
    pub(crate) fields: BTreeMap<Field, Paths>,
    /// Maps the vendor's terms for statuses and line types to ours.
    #[serde(default)]
    pub words: BTreeMap<String, String>,
}

/// Description of a vendor's API.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Name of the vendor, also the source name of its claims.
    pub name: String,
    /// Base URL, such as `https://api.vendor.example`.
    pub base_url: String,
    /// How the key is sent.
    pub auth: Auth,
    /// Headers sent with every request.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Limits on requests.
    #[serde(default)]
    pub limits: VendorLimits,
    /// Endpoints; the first that suits a question is used.
    pub lookups: Vec<LookupDescription>,
}

fn get() -> String {
    "GET".into()
}

fn not_found() -> Vec<u16> {
    vec![404]
}

impl Description {
    /// Parses and checks a description.
    pub fn parse(text: &str) -> Result<Self, DescriptionError> {
        let description: Self = toml::from_str(text)?;
        description.check()?;
        Ok(description)
    }

    /// Checks the values of the description.
    pub fn check(&self) -> Result<(), DescriptionError> {
        self.fault().map_or(Ok(()), |fault| Err(DescriptionError::Sense { vendor: self.name.clone(), fault }))
    }

    fn fault(&self) -> Option<String> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
        if self.name.is_empty() || self.name.len() > NAME_LIMIT_BYTES || !self.name.chars().all(is_plain) {
            return Some(
                "name must consist of lower-case letters, digits, - and _, at most 40 characters".into(),
            );
        }
        if !(self.base_url.starts_with("https://") || self.base_url.starts_with("http://")) {
            return Some("base_url must begin with https://".into());
        }
        if self.limits.timeout_ms == 0 || self.limits.timeout_ms > TIMEOUT_LIMIT_MS {
            return Some(format!("limits.timeout_ms must be between 1 and {TIMEOUT_LIMIT_MS}"));
        }
        if self.limits.retries > RETRY_LIMIT || self.limits.concurrency == 0 {
            return Some(format!(
                "limits.retries must be at most {RETRY_LIMIT} and limits.concurrency at least 1"
            ));
        }
        if !self.limits.requests_per_second.is_finite() || self.limits.requests_per_second < 0.0 {
            return Some("limits.requests_per_second must be 0 or more".into());
        }
        if self.lookups.is_empty() || self.lookups.len() > LOOKUP_LIMIT {
            return Some(format!("there must be between 1 and {LOOKUP_LIMIT} lookups"));
        }
        self.lookups.iter().find_map(LookupDescription::fault)
    }
}

impl LookupDescription {
    fn fault(&self) -> Option<String> {
        if !matches!(self.method.as_str(), "GET" | "POST") {
            return Some(format!("method \"{}\" is neither GET nor POST", self.method));
        }
        if !self.path.starts_with('/') {
            return Some(format!("path \"{}\" must begin with /", self.path));
        }
        if self.facts.is_empty() || self.needs.iter().all(Vec::is_empty) {
            return Some("facts and needs must not be empty".into());
        }
        let body = self.body.as_ref().map(ToString::to_string).unwrap_or_default();
        let texts = self.query.values().map(String::as_str).chain([self.path.as_str()]);
        let used = texts.flat_map(placeholders).chain(self.needs.iter().flatten().map(String::as_str));
        let unknown =
            used.chain(body_placeholders(&body)).find(|name| !VendorSubject::VARIABLES.contains(name));
        unknown.map(|name| format!("\"{name}\" is none of {}", VendorSubject::VARIABLES.join(", ")))
    }
}

/// Placeholders in the JSON text of a body; its own braces are not followed by a bare name.
fn body_placeholders(body: &str) -> impl Iterator<Item = &str> {
    placeholders(body)
        .filter(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
        name = "acme"
        base_url = "https://api.acme.example"
        auth = { kind = "bearer" }
        [[lookups]]
        facts = ["mobile"]
        path = "/find"
        needs = [["network_url"]]
        query = { profile = "{network_url}" }
        price_usd = 0.125
        [lookups.fields]
        mobile = ["phones[type=mobile].number", "phone"]
    "#;

    #[test]
    fn a_price_is_parsed_into_whole_millionths() {
        let description = Description::parse(GOOD).unwrap();
        assert_eq!(description.lookups[0].price, Cost(125_000));
        assert_eq!(description.lookups[0].miss_status, [404]);
        assert_eq!(format!("{:?}", VendorSecret::new("abc")), "Secret");
    }

    #[test]
    fn an_invalid_description_is_refused_with_what_to_write() {
        for (good, bad, expected) in [
            ("acme\"", "Acme Corp\"", "lower-case"),
            ("https://api", "ftp://api", "https://"),
            ("/find", "find", "must begin with /"),
            ("{network_url}", "{linkedin}", "none of"),
            ("[\"network_url\"]", "[\"linkedin\"]", "none of"),
            ("bearer", "magic", "magic"),
            ("mobile =", "mobil =", "mobil"),
            ("phones[type=mobile].number", "phones[", "not a path"),
            ("0.125", "-1.0", "price"),
            ("path =", "paths =", "paths"),
        ] {
            let fault = Description::parse(&GOOD.replacen(good, bad, 1)).unwrap_err().to_string();
            assert!(fault.contains(expected), "{bad}: {fault}");
        }
    }
}
