//! Questions about buyers and owners of a product, and the departments they belong to.

use std::sync::LazyLock;

use records::Department;

const TOPICS: &str = include_str!("../../data/buyer_topics.txt");

/// Phrases that ask for the buyer or owner of something. The topic follows the phrase.
const BUYER_PHRASES: &[&str] = &[
    "buys",
    "would buy",
    "owns",
    "decides on",
    "decides about",
    "signs for",
    "signs off on",
    "pays for",
    "handles",
    "manages",
    "is responsible for",
    "is in charge of",
    "right person for",
    "talk to about",
    "contact about",
    "runs",
    "leads",
    "buyer of",
    "buyer for",
    "decision maker for",
    "decision maker",
    "budget owner for",
    "budget owner of",
    "responsible for",
    "in charge of",
];

/// Words that mark a text as a question rather than a title.
const QUESTION_WORDS: &[&str] =
    &["who", "whoever", "whom", "wer", "qui", "quien", "person", "buyer", "maker", "owner"];

/// Maximum number of departments per topic.
const DEPARTMENTS_MAX: usize = 2;

/// The topic of a question; `None` if the words are a title.
pub(super) fn question_topic(words: &[String]) -> Option<String> {
    let text = format!(" {} ", words.join(" "));
    let asks = |word: &String| QUESTION_WORDS.contains(&word.as_str());
    let phrase = BUYER_PHRASES.iter().filter(|_| words.iter().any(asks)).find_map(|phrase| {
        let (_, topic) = text.split_once(&format!(" {phrase} "))?;
        Some(topic.trim().to_owned())
    });
    // A question without a known phrase: use the whole text as the topic.
    phrase.or_else(|| {
        let question =
            matches!(words.first()?.as_str(), "who" | "whoever" | "whom" | "wer" | "qui" | "quien");
        question.then(|| text.trim().to_owned())
    })
}

static TOPICS_BY_DEPARTMENT: LazyLock<Vec<(Department, Vec<String>)>> = LazyLock::new(|| {
    let lines = TOPICS.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.filter_map(|line| {
        let (department, topics) = line.split_once(':')?;
        Some((department.parse().ok()?, topics.split(',').map(singular).collect()))
    });
    rows.collect()
});

/// The departments that buy products of a topic, longest match first.
pub(super) fn departments_buying(topic: &str) -> Vec<Department> {
    let topic = singular(topic);
    let mut found: Vec<(usize, Department)> = TOPICS_BY_DEPARTMENT
        .iter()
        .filter_map(|(department, topics)| {
            let matching = topics.iter().filter(|known| topic.contains(known.as_str()));
            Some((matching.map(String::len).max()?, *department))
        })
        .collect();
    found.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut departments: Vec<Department> = found.into_iter().map(|(_, department)| department).collect();
    departments.truncate(DEPARTMENTS_MAX);
    departments
}

/// The single words of all topics.
pub(super) fn topic_words() -> impl Iterator<Item = String> {
    let phrases = TOPICS_BY_DEPARTMENT.iter().flat_map(|(_, topics)| topics);
    phrases.flat_map(|phrase| phrase.split_whitespace()).map(str::to_owned)
}

/// Removes the plural `s` of each word and surrounds the words with spaces, for whole-word matching.
fn singular(text: &str) -> String {
    let words = text.split_whitespace().map(|word| match word.strip_suffix('s') {
        Some(shorter) if shorter.len() >= 3 && !shorter.ends_with('s') => shorter,
        _ => word,
    });
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold;

    #[test]
    fn a_question_is_distinguished_from_a_title() {
        let about = |text: &str| question_topic(&fold::words(text));
        assert_eq!(about("Who buys security tooling?").as_deref(), Some("security tooling"));
        assert_eq!(about("the person in charge of the website").as_deref(), Some("the website"));
        assert_eq!(about("economic buyer for CRM software").as_deref(), Some("crm software"));
        assert!(about("who would know about payroll").is_some());
        for title in ["VP of Sales", "owner", "Product Owner", "Buyer", "Team Lead", "Key Person Manager", ""]
        {
            assert_eq!(about(title), None, "{title}");
        }
    }

    #[test]
    fn the_longest_match_comes_first() {
        assert_eq!(departments_buying("data warehouse")[0], Department::Data);
        assert_eq!(departments_buying("warehouse management")[0], Department::Operations);
        assert_eq!(departments_buying("firewalls"), [Department::Security]);
        assert_eq!(departments_buying("unicorns"), []);
    }

    #[test]
    fn every_line_of_the_table_is_of_a_department() {
        assert_eq!(TOPICS_BY_DEPARTMENT.len(), TOPICS.lines().filter(|line| !line.starts_with('#')).count());
    }
}
