//! Seniority and departments from titles in English, German, French and Spanish.
//!
//! Decisions a reader may want to know:
//! - The highest rank named wins: a CTO and co-founder is a founder.
//! - A functional chief belongs to the function first and to `executive` second.
//! - A managing director, Geschäftsführer, directeur général, gerente general, president or member of a
//!   board is `c_suite`; a general or country manager is a `head`; a chief of staff is a `director`.
//! - A chief without `officer` (chief engineer) is a `head`.
//! - A vice president is always `vp`, although banks use the title for many employees.
//! - Managers of things (product, project, account, program, brand, community, office) are individual
//!   contributors; managers of a function (sales, marketing, engineering) are managers, and so are team
//!   leads. A lead, principal or staff engineer is `senior`.
//! - A German Leiter is a `head`, a French responsable and a Spanish jefe or gerente is a `manager`.
//! - DRH, DSI and DAF are directors, as their full forms are.
//! - Deputies, interim and acting holders have the rank they substitute for; level numerals are ignored.

mod table;
mod tokens;

use crate::{Department, Seniority};
use table::{Level, Meaning, Table};
use tokens::{Gap, Tokens};

/// Seniority and departments of a title.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TitleReading {
    /// Seniority; none if the title is not understood.
    pub seniority: Option<Seniority>,
    /// Departments, strongest first.
    pub departments: Vec<Department>,
}

const MAX_DEPARTMENTS: usize = 3;

/// Maximum distance between `chief` and `officer`, in words.
const CHIEF_REACH: usize = 6;

/// Derives seniority and departments from a title.
pub fn read_title(title: &str) -> TitleReading {
    let table = Table::shared();
    let tokens = Tokens::of(title);
    let mut reader = Reader::default();
    let mut at = 0;
    while at < tokens.all().len() {
        reader.apply_gap(tokens.all()[at].gap);
        at += read_phrase(table, &tokens, at, &mut reader);
    }
    reader.finish()
}

/// Applies the longest phrase that starts at a word and returns its number of words.
fn read_phrase(table: &Table, tokens: &Tokens, at: usize, reader: &mut Reader) -> usize {
    let word = tokens.phrase(at, at);
    let bounded = phrase_limit(tokens, at, table.longest(word));
    for length in (2..=bounded).rev() {
        if let Some(meaning) = table.phrase(tokens.phrase(at, at + length - 1)) {
            reader.take(meaning);
            return length;
        }
    }
    if word == "chief" {
        reader.rank(if officer_follows(tokens, at) { Seniority::CSuite } else { Seniority::Head });
    } else if word == "partner" && precedes_noun(tokens, at) {
        reader.topic(&[Department::BusinessDevelopment]);
    } else {
        for meaning in table.word(word).into_iter().flatten() {
            reader.take(meaning);
        }
    }
    1
}

/// The maximum number of words from `at` in one phrase: a bracket, dash, comma or slash ends it.
fn phrase_limit(tokens: &Tokens, at: usize, longest: usize) -> usize {
    let following = tokens.all().iter().skip(at + 1).take(longest.saturating_sub(1));
    1 + following.take_while(|token| token.gap == Gap::Blank).count()
}

fn officer_follows(tokens: &Tokens, at: usize) -> bool {
    let last = at + phrase_limit(tokens, at, CHIEF_REACH);
    (at + 1..last).any(|next| matches!(tokens.phrase(next, next), "officer" | "officers"))
}

/// In "partner manager" the word is a topic; in "partner" and "partner in ..." it is the rank.
fn precedes_noun(tokens: &Tokens, at: usize) -> bool {
    phrase_limit(tokens, at, 2) == 2
        && !matches!(
            tokens.phrase(at + 1, at + 1),
            "of" | "in" | "at" | "and" | "for" | "bei" | "chez" | "und" | "et" | "y" | "en" | "de"
        )
}

/// Why words are not about the person's own position.
#[derive(Debug, Default, PartialEq, Eq)]
enum Mute {
    #[default]
    No,
    /// They describe a past or future position, or the employer.
    Elsewhere,
    /// They describe the person that an assistant serves.
    Served,
}

#[derive(Debug, Default)]
struct Reader {
    rank: Option<Seniority>,
    /// The best rank before this segment, restored if the segment turns out to be an assistant's.
    rank_before_segment: Option<Seniority>,
    senior: bool,
    entry: bool,
    junior: bool,
    trainee: bool,
    intern: bool,
    understood: bool,
    occupations: Vec<Department>,
    topics: Vec<Department>,
    weak: Option<Department>,
    /// Department of an assistant without a stated superior.
    assists: Option<Department>,
    only: bool,
    executive: bool,
    mute: Mute,
    /// Departments of the person served; they count unless a rank is served.
    served_topics: Vec<Department>,
    serves_rank: bool,
}

impl Reader {
    /// Applies the gap before the next word.
    fn apply_gap(&mut self, gap: Gap) {
        if gap != Gap::Blank {
            self.rank_before_segment = self.rank;
        }
        if gap == Gap::Hard {
            self.mute = Mute::No;
        }
    }

    fn take(&mut self, meaning: &Meaning) {
        match self.mute {
            Mute::Elsewhere => {}
            Mute::Served => self.take_served(meaning),
            Mute::No => self.take_own(meaning),
        }
    }

    fn take_served(&mut self, meaning: &Meaning) {
        match meaning.level {
            Level::Rank(_) => self.serves_rank = true,
            Level::Topic | Level::Occupation => self.served_topics.extend(&meaning.departments),
            Level::Stop => self.mute = Mute::Elsewhere,
            _ => {}
        }
    }

    fn take_own(&mut self, meaning: &Meaning) {
        let departments = &meaning.departments;
        match meaning.level {
            Level::Rank(seniority) => {
                self.rank(seniority);
                self.occupation(departments);
            }
            Level::Occupation => self.occupation(departments),
            Level::Only => {
                self.only = true;
                self.occupation(departments);
            }
            Level::Topic => self.topic(departments),
            Level::Weak => self.set_weak(departments),
            Level::Senior => {
                self.senior = true;
                self.occupation(departments);
            }
            Level::Entry => {
                self.entry = true;
                self.occupation(departments);
            }
            Level::Junior => self.junior = true,
            Level::Trainee => self.trainee = true,
            Level::Intern => self.intern = true,
            Level::Assistant => self.assistant(departments),
            Level::AssistantTo => {
                self.drop_served_rank();
                self.occupation(departments);
                self.mute = Mute::Served;
            }
            Level::Former | Level::Stop => self.mute = Mute::Elsewhere,
            Level::To => self.mute = Mute::Served,
            Level::Skip => {}
        }
    }

    fn rank(&mut self, seniority: Seniority) {
        match self.mute {
            Mute::No => {
                // `Seniority` is ordered from the highest down.
                self.rank = Some(self.rank.map_or(seniority, |best| best.min(seniority)));
                self.executive |= seniority == Seniority::CSuite;
            }
            Mute::Served => self.serves_rank = true,
            Mute::Elsewhere => {}
        }
    }

    /// A marketing assistant belongs to marketing; a director's assistant to the assistants' department.
    fn assistant(&mut self, departments: &[Department]) {
        if self.drop_served_rank() {
            self.only = true;
            self.occupation(departments);
        } else {
            self.understood = true;
            self.entry = true;
            self.assists = departments.first().copied();
        }
    }

    /// Drops a rank in the same segment before an assistant: it belongs to the person served. Returns whether there was
    /// one.
    fn drop_served_rank(&mut self) -> bool {
        let served = self.rank != self.rank_before_segment;
        if served {
            self.rank = self.rank_before_segment;
            self.executive = false;
            self.occupations.clear();
        }
        served
    }

    fn occupation(&mut self, departments: &[Department]) {
        self.understood = true;
        for &department in departments {
            match department {
                Department::Executive => self.executive = true,
                other => self.occupations.push(other),
            }
        }
    }

    fn topic(&mut self, departments: &[Department]) {
        match self.mute {
            Mute::No => {
                self.understood = true;
                self.topics.extend(departments);
            }
            Mute::Served => self.served_topics.extend(departments),
            Mute::Elsewhere => {}
        }
    }

    fn set_weak(&mut self, departments: &[Department]) {
        self.understood = true;
        self.weak = departments.first().copied().or(self.weak);
    }

    fn finish(self) -> TitleReading {
        TitleReading { seniority: self.seniority(), departments: self.departments() }
    }

    fn seniority(&self) -> Option<Seniority> {
        let junior_manager = self.junior && self.rank.is_none_or(|rank| rank >= Seniority::Manager);
        if self.intern {
            Some(Seniority::Intern)
        } else if self.trainee || junior_manager {
            Some(Seniority::Entry)
        } else if self.rank.is_some() {
            self.rank
        } else if self.senior {
            Some(Seniority::Senior)
        } else if self.entry {
            Some(Seniority::Entry)
        } else {
            self.understood.then_some(Seniority::Professional)
        }
    }

    fn departments(&self) -> Vec<Department> {
        let mut departments = Vec::new();
        let mut add = |department: Department| {
            if departments.len() < MAX_DEPARTMENTS && !departments.contains(&department) {
                departments.push(department);
            }
        };
        self.occupations.iter().copied().for_each(&mut add);
        if !self.only {
            self.topics.iter().copied().for_each(&mut add);
        }
        if !self.serves_rank {
            self.served_topics.iter().copied().for_each(&mut add);
        }
        // Every chief and owner is an executive; the function comes first because it is more specific.
        if self.executive {
            add(Department::Executive);
        }
        if departments.is_empty() {
            // An assistant manager is a manager, not an assistant.
            departments.extend(self.weak.or(self.assists.filter(|_| self.rank.is_none())));
        }
        departments
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The result for a title in the format of the labelled list.
    fn written(title: &str) -> String {
        let reading = read_title(title);
        let seniority = reading.seniority.map_or("-", Seniority::as_str);
        let departments: Vec<&str> = reading.departments.iter().map(|d| d.as_str()).collect();
        let departments = if departments.is_empty() { "-".to_owned() } else { departments.join(" ") };
        format!("{seniority} | {departments}")
    }

    #[test]
    fn every_labelled_title_has_its_labels() {
        let mut wrong = Vec::new();
        for line in include_str!("title/labelled.txt").lines().filter(|line| !line.starts_with('#')) {
            let (title, label) = line.split_once(" | ").expect("a title and its label");
            let got = written(title);
            if got != label {
                wrong.push(format!("{title}: labelled {label}, read {got}"));
            }
        }
        assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    }

    #[test]
    fn capitals_and_accents_do_not_matter() {
        for line in include_str!("title/labelled.txt").lines().filter(|line| !line.starts_with('#')) {
            let (title, _) = line.split_once(" | ").expect("a title and its label");
            let plain = any_ascii::any_ascii(title);
            assert_eq!(read_title(title), read_title(&title.to_uppercase()), "{title}");
            assert_eq!(read_title(title), read_title(&plain.to_lowercase()), "{title}");
        }
    }

    #[test]
    fn decomposed_accents_are_the_same_letters() {
        assert_eq!(read_title("Gescha\u{308}ftsfu\u{308}hrer"), read_title("Geschäftsführer"));
    }

    proptest! {
        #[test]
        fn any_text_is_processed_without_panic(title in ".*") {
            let reading = read_title(&title);
            prop_assert!(reading.departments.len() <= MAX_DEPARTMENTS);
        }

        #[test]
        fn a_company_after_at_changes_nothing(company in "[A-Za-z ]{0,20}") {
            let title = format!("Head of Sales at {company}");
            prop_assert_eq!(read_title(&title), read_title("Head of Sales"));
        }
    }
}
