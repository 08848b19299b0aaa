//! The words and phrases of titles, loaded once from the tables in `data/titles`.
//!
//! A table is a list of sections. The head of a section, `[level department…]`, defines the meaning of its
//! comma-separated phrases. Phrases are folded (no capitals, no accents) and may have alternatives: `leiter(in)` is
//! `leiter` and `leiterin`, `jef(e/a)` is `jefe` and `jefa`. A leading hyphen marks a word that also ends compounds, as
//! in `Vertriebsleiterin`; two hyphens mark an ending that is no word of this meaning by itself: a chef cooks, a
//! `Försäljningschef` leads.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::{Department, Seniority};

/// The contribution of a phrase to the meaning of a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// A position of this seniority.
    Rank(Seniority),
    /// An occupation without a rank, such as `product manager`.
    Occupation,
    /// An occupation that overrides topics: a sales recruiter is in hr.
    Only,
    /// A department or subject.
    Topic,
    /// A fallback department, used if no other word has one.
    Weak,
    /// A consultant: consulting comes before the subject, as in `SAP consultant`.
    Consultant,
    /// A general manager: leads the company, or the function that the title names.
    General,
    /// Makes an individual contributor senior.
    Senior,
    /// Entry level, unless another word has a higher level.
    Entry,
    /// Entry level, even of a manager, and of a director if it precedes the rank.
    Junior,
    /// Entry level, even of a manager; after a rank it is the subject, as in `Director of Graduate Studies`.
    Graduate,
    /// Entry level, whatever the occupation.
    Trainee,
    /// An intern, whatever the other words.
    Intern,
    /// An intern; after a rank it is the subject, as in `Director of Student Housing`.
    Student,
    /// An assistant: entry level of a department, or the assistant of a preceding rank. Before a rank it lowers it, as
    /// in `assistant director`.
    Assistant,
    /// An assistant in a language where a rank that follows is the person served, as in `Assistenz Geschäftsleitung`.
    AssistantOf,
    /// The assistant of the person described next.
    AssistantTo,
    /// Lowers the rank that follows, as in `deputy head`.
    Deputy,
    /// The following words describe a past or future position.
    Former,
    /// The following words describe the employer.
    Stop,
    /// The following words describe another person.
    To,
    /// No meaning.
    Skip,
}

impl Level {
    /// Whether the word names an occupation without a rank.
    pub(super) const fn is_occupation(self) -> bool {
        matches!(self, Self::Occupation | Self::Only | Self::Weak | Self::Entry)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) level: Level,
    pub(super) departments: Vec<Department>,
}

#[derive(Debug, Default)]
struct Entry {
    meaning: Option<u16>,
    /// The meaning as the ending of a compound.
    ending: Option<u16>,
    /// The maximum number of words of a phrase that starts with this word; zero if there is none.
    longest: usize,
}

/// All phrases of all languages.
#[derive(Debug, Default)]
pub(super) struct Table {
    entries: HashMap<Box<str>, Entry>,
    meanings: Vec<Meaning>,
}

const SOURCES: [&str; 13] = [
    include_str!("../../data/titles/en.txt"),
    include_str!("../../data/titles/de.txt"),
    include_str!("../../data/titles/fr.txt"),
    include_str!("../../data/titles/es.txt"),
    include_str!("../../data/titles/nl.txt"),
    include_str!("../../data/titles/sv.txt"),
    include_str!("../../data/titles/da.txt"),
    include_str!("../../data/titles/no.txt"),
    include_str!("../../data/titles/it.txt"),
    include_str!("../../data/titles/pt.txt"),
    include_str!("../../data/titles/pl.txt"),
    include_str!("../../data/titles/cs.txt"),
    include_str!("../../data/titles/tr.txt"),
];

/// Linking letters between the parts of Germanic compounds, the empty one first.
const LINKS: [&str; 6] = ["", "s", "n", "en", "es", "e"];

/// Minimum length of the first part of a compound.
const SHORTEST_COMPOUND_START: usize = 2;

impl Table {
    /// The shared table of all languages.
    pub(super) fn shared() -> &'static Self {
        static TABLE: LazyLock<Table> = LazyLock::new(|| Table::parse(&SOURCES));
        &TABLE
    }

    /// The maximum number of words of a phrase that starts with this word.
    pub(super) fn longest(&self, word: &str) -> usize {
        self.entries.get(word).map_or(0, |entry| entry.longest)
    }

    pub(super) fn phrase(&self, phrase: &str) -> Option<&Meaning> {
        self.entries.get(phrase)?.meaning.map(|index| &self.meanings[usize::from(index)])
    }

    /// The meanings of one word in any spelling: of the word itself, or of the parts of a compound.
    pub(super) fn word(&self, word: &str) -> [Option<&Meaning>; 2] {
        if let Some(meaning) = self.simple(word) {
            return [Some(meaning), None];
        }
        let compound = self.compound(word);
        if compound[0].is_some() || !["ae", "oe", "ue"].iter().any(|digraph| word.contains(digraph)) {
            return compound;
        }
        // The tables fold `ä` to `a`; titles without umlauts are spelled with `ae`.
        let folded = word.replace("ae", "a").replace("oe", "o").replace("ue", "u");
        match self.simple(&folded) {
            Some(meaning) => [Some(meaning), None],
            None => self.compound(&folded),
        }
    }

    fn simple(&self, word: &str) -> Option<&Meaning> {
        let singular = word.strip_suffix('s').filter(|singular| singular.len() > 3);
        self.phrase(word).or_else(|| self.phrase(singular?))
    }

    /// Splits a compound at its longest known ending: the meanings of the ending and, if known, of the part before it.
    fn compound(&self, word: &str) -> [Option<&Meaning>; 2] {
        if !word.is_ascii() {
            return [None, None];
        }
        for split in SHORTEST_COMPOUND_START..word.len().saturating_sub(3) {
            let (start, ending) = word.split_at(split);
            if let Some(meaning) = self.entries.get(ending).and_then(|entry| entry.ending) {
                let before = LINKS
                    .iter()
                    .filter_map(|link| start.strip_suffix(link))
                    .find_map(|stem| self.phrase(stem).or_else(|| self.compound(stem)[0]));
                return [self.meanings.get(usize::from(meaning)), before];
            }
        }
        [None, None]
    }

    fn parse(sources: &[&str]) -> Self {
        let mut table = Self::default();
        for line in sources.iter().flat_map(|source| source.lines()).map(str::trim) {
            if let Some(head) = line.strip_prefix('[').and_then(|head| head.strip_suffix(']')) {
                table.meanings.extend(parse_head(head));
            } else if !line.is_empty() && !line.starts_with('#') && !table.meanings.is_empty() {
                let meaning = (table.meanings.len() - 1) as u16;
                for written in line.split(',').map(str::trim) {
                    let use_as = Use::of(written);
                    for phrase in alternatives(written.trim_start_matches('-')) {
                        table.insert(&phrase, meaning, use_as);
                    }
                }
            }
        }
        table
    }

    fn insert(&mut self, phrase: &str, meaning: u16, use_as: Use) {
        let words = phrase.split(' ').count();
        let first = phrase.split(' ').next().unwrap_or(phrase);
        let opener = self.entries.entry(first.into()).or_default();
        opener.longest = opener.longest.max(words);
        let entry = self.entries.entry(phrase.into()).or_default();
        // The first meaning wins, so that a later language cannot change an earlier one.
        if use_as != Use::Ending {
            entry.meaning.get_or_insert(meaning);
        }
        if use_as != Use::Word {
            entry.ending.get_or_insert(meaning);
        }
    }
}

/// Where a phrase has its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Word,
    WordAndEnding,
    Ending,
}

impl Use {
    /// The use that the leading hyphens of a written phrase mark.
    fn of(written: &str) -> Self {
        match written.len() - written.trim_start_matches('-').len() {
            0 => Self::Word,
            1 => Self::WordAndEnding,
            _ => Self::Ending,
        }
    }
}

fn parse_head(head: &str) -> Option<Meaning> {
    let mut words = head.split(' ');
    let level = match words.next()? {
        "professional" => Level::Occupation,
        "only" => Level::Only,
        "topic" => Level::Topic,
        "weak" => Level::Weak,
        "consultant" => Level::Consultant,
        "general" => Level::General,
        "senior" => Level::Senior,
        "entry" => Level::Entry,
        "junior" => Level::Junior,
        "graduate" => Level::Graduate,
        "trainee" => Level::Trainee,
        "intern" => Level::Intern,
        "student" => Level::Student,
        "assistant" => Level::Assistant,
        "assistant_of" => Level::AssistantOf,
        "assistant_to" => Level::AssistantTo,
        "deputy" => Level::Deputy,
        "former" => Level::Former,
        "stop" => Level::Stop,
        "to" => Level::To,
        "skip" => Level::Skip,
        rank => Level::Rank(rank.parse().ok()?),
    };
    Some(Meaning { level, departments: words.filter_map(|word| word.parse().ok()).collect() })
}

/// All spellings of a phrase with alternatives in brackets.
fn alternatives(written: &str) -> Vec<String> {
    let Some((before, rest)) = written.split_once('(') else { return vec![written.to_owned()] };
    let Some((inside, after)) = rest.split_once(')') else { return vec![written.to_owned()] };
    // A single ending is optional; several are a choice.
    let endings: Vec<&str> =
        if inside.contains('/') { inside.split('/').collect() } else { vec!["", inside] };
    let tails = alternatives(after);
    endings
        .iter()
        .flat_map(|ending| tails.iter().map(move |tail| format!("{before}{ending}{tail}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_head_is_understood() {
        for line in SOURCES.iter().flat_map(|source| source.lines()).filter(|line| line.starts_with('[')) {
            let head = line.trim_matches(['[', ']']);
            let meaning = parse_head(head).unwrap_or_else(|| panic!("unknown level in {line}"));
            assert_eq!(
                meaning.departments.len(),
                head.split(' ').count() - 1,
                "unknown department in {line}"
            );
        }
    }

    #[test]
    fn no_phrase_has_two_meanings() {
        let mut seen: HashMap<String, &str> = HashMap::new();
        let mut twice = Vec::new();
        for source in SOURCES {
            let mut head = "";
            for line in source.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
                if line.starts_with('[') {
                    head = line;
                    continue;
                }
                let words = line.split(',').map(str::trim).filter(|written| Use::of(written) != Use::Ending);
                for phrase in words.flat_map(|written| alternatives(written.trim_start_matches('-'))) {
                    if let Some(other) = seen.insert(phrase.clone(), head)
                        && other != head
                    {
                        twice.push(format!("{phrase}: {other} {head}"));
                    }
                }
            }
        }
        assert!(twice.is_empty(), "{}", twice.join("\n"));
    }

    /// Words that are a rank wherever they begin or end a title.
    const RANK_WORDS: &[&str] = &[
        "director",
        "directora",
        "directeur",
        "directrice",
        "direktor",
        "direktorin",
        "direktoru",
        "direttore",
        "direttrice",
        "diretor",
        "diretora",
        "dyrektor",
        "dyrektorka",
        "reditel",
        "reditelka",
        "vp",
        "head",
        "hoofd",
        "leiter",
        "leiterin",
        "leitung",
    ];

    /// Crafts, and a place, that are named with a rank word.
    const NOT_RANKS: &[&str] = &[
        "art director",
        "film director",
        "stage director",
        "funeral director",
        "director of photography",
        "directeur artistique",
        "directrice artistique",
        "director de arte",
        "directora de arte",
        "direttore artistico",
        "diretor de arte",
        "diretora de arte",
        "dyrektor artystyczny",
        "head chef",
        "head coach",
        "head office",
    ];

    #[test]
    fn no_phrase_hides_the_rank_word_in_it() {
        let table = Table::shared();
        for (phrase, entry) in &table.entries {
            let words = || phrase.split(' ');
            let ranked = [words().next(), words().next_back()];
            // The rank in "director's" is that of the person served.
            if phrase.ends_with(" s") || !ranked.into_iter().flatten().any(|word| RANK_WORDS.contains(&word))
            {
                continue;
            }
            let level = entry.meaning.map(|index| table.meanings[usize::from(index)].level);
            let has_rank = level.is_none_or(|level| {
                matches!(level, Level::Rank(_) | Level::General | Level::AssistantTo | Level::Former)
            });
            assert!(has_rank || NOT_RANKS.contains(&&**phrase), "{phrase}: {level:?}");
        }
    }

    #[test]
    fn every_phrase_is_written_folded() {
        for phrase in Table::shared().entries.keys() {
            assert!(phrase.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | ' ')), "{phrase:?}");
            assert!(!phrase.is_empty() && !phrase.contains("  "), "{phrase:?}");
        }
    }

    #[test]
    fn alternatives_are_spelled_out() {
        assert_eq!(alternatives("leiter(in)"), ["leiter", "leiterin"]);
        assert_eq!(alternatives("soci(o/a) fundador(a)").len(), 4);
    }

    #[test]
    fn compounds_split_at_their_longest_known_ending() {
        let [ending, start] = Table::shared().word("vertriebsleiterin");
        assert_eq!(ending.map(|m| m.level), Some(Level::Rank(Seniority::Head)));
        assert_eq!(start.map(|m| m.departments.as_slice()), Some([Department::Sales].as_slice()));
        assert!(Table::shared().word("halbleiter")[0].is_some_and(|m| m.level == Level::Topic));
    }
}
