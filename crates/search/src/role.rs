//! Who decides: a role in words to whom to look for, and candidates ranked with the reasons.

mod rank;

use std::sync::LazyLock;

use records::{Department, Seniority, title::read_title};

use crate::{PeopleFilters, fold, title};

pub use rank::{RankedCandidate, ScorePart, rank};

const TOPICS: &str = include_str!("../data/buyer_topics.txt");

/// Phrases that ask for whoever buys or owns something, not for a title.
const BUYING: &[&str] = &[
    "who buys",
    "who would buy",
    "who owns",
    "who decides on",
    "who decides about",
    "who is responsible for",
    "who is in charge of",
    "who runs",
    "who leads",
    "buyer of",
    "buyer for",
    "decision maker for",
    "decision maker",
    "budget owner for",
    "budget owner of",
    "person responsible for",
    "responsible for",
    "in charge of",
];

/// Ranks that decide on budgets, the likeliest first.
const DECIDING: [Seniority; 6] = [
    Seniority::Vp,
    Seniority::Head,
    Seniority::CSuite,
    Seniority::Director,
    Seniority::Founder,
    Seniority::Owner,
];

/// Whom a role in words means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleSelector {
    /// Ranks, the best fitting first.
    pub seniorities: Vec<Seniority>,
    /// Departments, the best fitting first.
    pub departments: Vec<Department>,
    /// The words of the title looked for, in one spelling; empty where none was given.
    pub title_words: Vec<String>,
}

/// Reads a role: a title (`VP of Sales`), a function (`security`) or a question (`who buys security tooling`).
pub fn read_role(text: &str) -> RoleSelector {
    let words = fold::words(text).join(" ");
    let bought = BUYING.iter().find_map(|phrase| words.split_once(phrase)).map(|(_, topic)| topic.trim());
    let reading = read_title(bought.unwrap_or(text));
    let mut departments = match bought {
        Some(topic) => departments_buying(topic),
        None => reading.departments.clone(),
    };
    if departments.is_empty() {
        departments =
            if reading.departments.is_empty() { departments_buying(&words) } else { reading.departments };
    }
    if departments.is_empty() {
        departments.push(Department::Executive);
    }
    // A function has people of every rank; who asks for it by name alone means whoever leads it.
    let rank = reading.seniority.filter(|rank| bought.is_none() && *rank != Seniority::Professional);
    let named_occupation = bought.is_none() && rank.is_none() && title::words(text).len() > 1;
    RoleSelector {
        seniorities: match rank.or_else(|| reading.seniority.filter(|_| named_occupation)) {
            Some(rank) => around(rank),
            None => DECIDING.to_vec(),
        },
        departments,
        title_words: if bought.is_some() { Vec::new() } else { title::words(text) },
    }
}

/// A rank and those next to it, the nearest first, the higher before the lower.
fn around(rank: Seniority) -> Vec<Seniority> {
    const REACH: i32 = 2;
    let distance = |other: Seniority| (other as i32 - rank as i32).abs();
    let mut near: Vec<Seniority> =
        Seniority::ALL.iter().copied().filter(|other| distance(*other) <= REACH).collect();
    near.sort_by_key(|other| (distance(*other), *other));
    near
}

static BUYERS: LazyLock<Vec<(Department, Vec<&'static str>)>> = LazyLock::new(|| {
    let lines = TOPICS.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.filter_map(|line| {
        let (department, topics) = line.split_once(':')?;
        Some((Department::from_word(department)?, topics.split(',').map(str::trim).collect()))
    });
    rows.collect()
});

/// The departments that buy what a topic is about; the one with the longest match first.
fn departments_buying(topic: &str) -> Vec<Department> {
    let padded = format!(" {topic} ");
    let mut found: Vec<(usize, Department)> = BUYERS
        .iter()
        .filter_map(|(department, topics)| {
            let matching = topics.iter().filter(|known| padded.contains(&format!(" {known} ")));
            Some((matching.map(|known| known.len()).max()?, *department))
        })
        .collect();
    found.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut departments: Vec<Department> = found.into_iter().map(|(_, department)| department).collect();
    departments.truncate(2);
    departments
}

impl RoleSelector {
    /// Filters that find everybody the role may mean at a company.
    pub fn filters(&self, company_domain: &str) -> PeopleFilters {
        PeopleFilters {
            company_domains: vec![company_domain.to_owned()],
            seniorities: self.seniorities.iter().map(|rank| rank.word().to_owned()).collect(),
            departments: self.departments.iter().map(|department| department.word().to_owned()).collect(),
            ..PeopleFilters::default()
        }
    }

    /// Filters for where nobody fits the role: whoever leads the company.
    pub fn fallback_filters(&self, company_domain: &str) -> PeopleFilters {
        PeopleFilters {
            company_domains: vec![company_domain.to_owned()],
            seniorities: DECIDING.iter().map(|rank| rank.word().to_owned()).collect(),
            ..PeopleFilters::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_means_its_rank_first_and_its_function() {
        let role = read_role("VP of Sales");
        assert_eq!(role.seniorities[0], Seniority::Vp);
        assert_eq!(role.departments, [Department::Sales]);
        assert_eq!(role.title_words, ["vp", "sales"]);
        let role = read_role("Head of Data");
        assert_eq!((role.seniorities[0], role.departments[0]), (Seniority::Head, Department::Data));
        let role = read_role("CEO");
        assert_eq!((role.seniorities[0], role.departments[0]), (Seniority::CSuite, Department::Executive));
    }

    #[test]
    fn a_question_means_whoever_decides_in_the_function() {
        for (text, department) in [
            ("who buys security tooling", Department::Security),
            ("Who buys a CRM?", Department::Sales),
            ("decision maker for payroll", Department::Finance),
            ("who is in charge of recruiting", Department::Hr),
            ("who owns cloud infrastructure", Department::Engineering),
        ] {
            let role = read_role(text);
            assert_eq!(role.departments[0], department, "{text}");
            assert_eq!(role.seniorities, DECIDING, "{text}");
            assert!(role.title_words.is_empty());
        }
    }

    #[test]
    fn a_function_alone_means_its_leaders_and_an_occupation_means_itself() {
        assert_eq!(read_role("marketing").seniorities, DECIDING);
        assert_eq!(read_role("Software Engineer").seniorities[0], Seniority::Professional);
    }

    #[test]
    fn words_nobody_understands_mean_whoever_leads() {
        let role = read_role("xyzzy");
        assert_eq!(
            (role.seniorities.as_slice(), role.departments.as_slice()),
            (&DECIDING[..], &[Department::Executive][..])
        );
        let empty = read_role("");
        assert_eq!(empty.departments, [Department::Executive]);
    }
}
