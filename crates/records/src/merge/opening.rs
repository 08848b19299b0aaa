//! One open position on several job boards.
//!
//! Boards give a position addresses of their own, or none. Postings of two sources are one position if company, title, place
//! and date agree. Two postings of one source are two positions: a company may look for two people.

use super::{values::days_apart, wording::title_key};
use crate::{
    Claim, Facts, Job, JobFacts, PartialDate, identifiers::company_name::company_name_key, keys::Key,
    place::PlaceKeys,
};

/// Boards list one position at most this many days after each other.
const SAME_OPENING_DAYS: i32 = 28;

/// The keys under which postings of the same position meet: the title with the company's domain, and with its name.
pub fn opening_keys(job: &Job) -> Vec<Key> {
    let title = opening_title(&job.title);
    if title.is_empty() {
        return Vec::new();
    }
    let name = job.company.name.as_deref().map(company_name_key).filter(|key| !key.is_empty());
    job.company.domain.clone().into_iter().chain(name).map(|company| Key::opening(&company, &title)).collect()
}

/// Whether two sources state the same position.
pub fn are_one_opening(one: &Claim, other: &Claim) -> bool {
    let (Facts::Job(facts), Facts::Job(other_facts)) = (&one.facts, &other.facts) else { return false };
    one.source != other.source
        && days_apart(opened(one, facts), opened(other, other_facts)) <= SAME_OPENING_DAYS
        && are_at_one_company(facts, other_facts)
        && are_at_one_place(facts, other_facts)
        && have_one_title(facts, other_facts)
}

/// When a position was posted, or else observed.
fn opened(claim: &Claim, facts: &JobFacts) -> PartialDate {
    facts.posted_at.unwrap_or_else(|| PartialDate::day(claim.observed_on()))
}

fn are_at_one_company(one: &JobFacts, other: &JobFacts) -> bool {
    if let Some((one, other)) = one.company_domain.as_ref().zip(other.company_domain.as_ref()) {
        return one == other;
    }
    let names = one.company_name.as_deref().zip(other.company_name.as_deref());
    names.is_some_and(|(one, other)| company_name_key(one) == company_name_key(other))
}

fn are_at_one_place(one: &JobFacts, other: &JobFacts) -> bool {
    let places = one.location.as_ref().zip(other.location.as_ref());
    places.is_none_or(|(one, other)| PlaceKeys::of(one).agrees(&PlaceKeys::of(other)))
}

fn have_one_title(one: &JobFacts, other: &JobFacts) -> bool {
    let titles = one.title.as_deref().zip(other.title.as_deref());
    titles.is_some_and(|(one, other)| opening_title(one) == opening_title(other))
}

/// The key of a title without the note that all genders are meant, such as `(m/w/d)`.
fn opening_title(title: &str) -> String {
    let words = title.split_whitespace().filter(|word| !is_gender_note(word));
    title_key(&words.collect::<Vec<_>>().join(" "))
}

fn is_gender_note(word: &str) -> bool {
    let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
    let mut letters = inner.split(['/', '|']);
    inner.len() > 1
        && letters.all(|letter| {
            matches!(letter.to_ascii_lowercase().as_str(), "m" | "w" | "f" | "d" | "x" | "h" | "i" | "gn")
        })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::merge::merge_job;

    fn posting(source: &str, changed: &Value) -> Claim {
        let mut facts = json!({
            "title": "Senior Data Engineer (m/w/d)",
            "companyName": "Alder GmbH",
            "companyDomain": "alder.example",
            "location": { "city": "München", "country": "DE" },
            "postedAt": "2026-03-01",
        });
        facts.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
        Claim {
            source: source.to_owned(),
            reference: "1".to_owned(),
            observed_at: "2026-03-05T00:00:00Z".parse().unwrap(),
            facts: Facts::Job(Box::new(serde_json::from_value(facts).unwrap())),
        }
    }

    #[test]
    fn postings_of_two_boards_are_one_position_if_company_title_place_and_date_agree() {
        let known = posting("board", &json!({}));
        for (changed, expected) in [
            (json!({}), true),
            (json!({ "url": "https://jobs.example/7" }), true),
            (json!({ "title": "Data Engineer, Senior (f/m/x)" }), true),
            (json!({ "companyDomain": null, "companyName": "ALDER" }), true),
            (json!({ "location": { "city": "Munich", "region": "Bavaria", "country": "DE" } }), true),
            (json!({ "location": null }), true),
            (json!({ "postedAt": "2026-03-20" }), true),
            (json!({ "postedAt": null }), true),
            (json!({ "title": "Data Engineer" }), false),
            (json!({ "title": null }), false),
            (json!({ "companyDomain": "birch.example" }), false),
            (json!({ "companyDomain": null, "companyName": "Birch" }), false),
            (json!({ "location": { "city": "Berlin", "country": "DE" } }), false),
            (json!({ "postedAt": "2026-05-01" }), false),
        ] {
            let other = posting("agency", &changed);
            assert_eq!(are_one_opening(&known, &other), expected, "{changed}");
            assert_eq!(are_one_opening(&other, &known), expected, "{changed}");
            let keys = |claim: &Claim| opening_keys(&merge_job("job_1", std::slice::from_ref(claim)));
            let meet = keys(&known).iter().any(|key| keys(&other).contains(key));
            assert!(meet || !expected, "{changed}");
            assert!(!are_one_opening(&known, &posting("board", &changed)), "{changed}");
        }
    }
}
