//! Hashes emails in the form that ad platforms accept for custom audiences.

use std::collections::BTreeSet;

use records::{email::EmailAddress, query::PersonQuery};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::answer::round,
    sandbox::sample::Sample,
};

/// `POST /v1/ad-audience`
pub struct AdAudience;

/// Emails to hash.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct AdAudienceRequest {
    /// The emails; duplicates and invalid ones are not charged.
    #[schemars(length(min = 1, max = 10_000))]
    pub emails: Vec<String>,
    /// Ad platform whose normal form to hash.
    #[serde(default)]
    pub platform: Platform,
}

/// Ad platforms, by how they normalise an address before hashing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum Platform {
    /// Trimmed and lower-cased.
    #[default]
    #[serde(rename = "plain")]
    Plain,
    /// Meta custom audiences: trimmed and lower-cased.
    #[serde(rename = "meta")]
    Meta,
    /// Google customer match: as plain, and for Gmail addresses without dots and plus-tag.
    #[serde(rename = "google")]
    Google,
    /// The professional network's matched audiences: trimmed and lower-cased.
    #[serde(rename = "linkedin-style")]
    Network,
}

/// Hashes and match statistics.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AdAudienceAnswer {
    /// SHA-256 of each distinct valid email, in hex, in the order of first appearance.
    pub hashes: Vec<String>,
    /// Counts for the list.
    pub stats: AudienceStats,
}

/// Statistics of a list of emails.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AudienceStats {
    /// Emails sent.
    pub submitted: u64,
    /// Distinct valid emails.
    pub valid: u64,
    /// Texts that are not valid emails.
    pub invalid: u64,
    /// Duplicates of earlier emails in the list.
    pub duplicates: u64,
    /// Valid emails that belong to a known person.
    pub matched: u64,
    /// `matched` divided by `valid`, 0 to 1.
    pub match_rate: f64,
}

impl Endpoint for AdAudience {
    const SPEC: Spec = Spec::charging(
        "ad_audience",
        "/v1/ad-audience",
        Group::Find,
        Price::PerUnit(Credits::from_thousandths(100)),
        "Hashes emails for ad-platform audiences and says how many are known",
    );
    type Request = AdAudienceRequest;
    type Answer = AdAudienceAnswer;

    fn units(request: &AdAudienceRequest) -> u64 {
        distinct(request).0.len() as u64
    }

    async fn run(context: Context, request: AdAudienceRequest) -> Result<Outcome<AdAudienceAnswer>, Problem> {
        let (emails, invalid) = distinct(&request);
        let keys: Vec<_> = emails
            .iter()
            .flat_map(|(address, _)| {
                PersonQuery { email: Some(address.identity().to_owned()), ..Default::default() }.keys()
            })
            .collect();
        let matched = context.engine().known_people(&keys)?;
        // Emails of a caller's list are not kept, so an item is known by a keyed hash.
        let secret = &context.services.secret;
        let item =
            |(_, normal): &(EmailAddress, String)| hex::encode(&secret.mac("item", normal.as_bytes())[..16]);
        let items: Vec<String> = emails.iter().map(item).collect();
        let (submitted, valid) = (request.emails.len() as u64, emails.len() as u64);
        let answer = AdAudienceAnswer {
            hashes: emails.iter().map(|(_, normal)| hex::encode(Sha256::digest(normal))).collect(),
            stats: AudienceStats {
                submitted,
                valid,
                invalid,
                duplicates: submitted - valid - invalid,
                matched,
                match_rate: round(matched as f64 / (valid.max(1)) as f64),
            },
        };
        // The hash is that of the caller's own text. Leaving it out, or its price, would tell who is on the suppression list.
        let addresses: Vec<&str> = emails.iter().map(|(address, _)| address.identity()).collect();
        let may_be_kept = context.store().suppressed_emails(&addresses)?.is_empty();
        Ok(Outcome { may_be_kept, ..Outcome::of_items(answer, items) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "emails": [sample.email, sample.email.to_uppercase(), "not an email"], "platform": "meta" })
    }
}

/// The distinct valid emails, each with the text to hash, and the number of invalid ones.
fn distinct(request: &AdAudienceRequest) -> (Vec<(EmailAddress, String)>, u64) {
    let mut seen = BTreeSet::new();
    let mut emails = Vec::new();
    let mut invalid = 0;
    for text in &request.emails {
        let Ok(address) = EmailAddress::parse(text) else {
            invalid += 1;
            continue;
        };
        let normal = normal_form(&address, request.platform);
        if seen.insert(normal.clone()) {
            emails.push((address, normal));
        }
    }
    (emails, invalid)
}

fn normal_form(address: &EmailAddress, platform: Platform) -> String {
    let gmail = matches!(address.domain(), "gmail.com" | "googlemail.com");
    match platform {
        Platform::Google if gmail => {
            let local = address.local().split('+').next().unwrap_or_default().replace('.', "");
            format!("{local}@{}", address.domain())
        }
        _ => address.address().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_platform_has_its_own_normal_form() {
        let address = EmailAddress::parse(" Ada.Lovelace+news@Gmail.com ").unwrap();
        assert_eq!(normal_form(&address, Platform::Google), "adalovelace@gmail.com");
        assert_eq!(normal_form(&address, Platform::Meta), "ada.lovelace+news@gmail.com");
        let other = EmailAddress::parse("ada.lovelace+news@acme.example").unwrap();
        assert_eq!(normal_form(&other, Platform::Google), "ada.lovelace+news@acme.example");
    }

    #[test]
    fn the_hash_is_the_published_one() {
        // Example SHA-256 of test@example.com from the ad platforms' documentation.
        assert_eq!(
            hex::encode(Sha256::digest("test@example.com")),
            "973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b"
        );
    }
}
