//! Clauses of a headline, and those that report a plan, a rumour or a refusal.

use super::{
    lexicon::{ADVERBS, DOUBTING_PHRASES, DOUBTS, EXPLAINERS, UNDONE, VERBS},
    token::{Kind, Token},
};

/// Longest label in front of a headline, in words.
const LABEL_WORDS_MAX: usize = 6;

/// Ends of headlines that only repeat what others say.
const HEARSAY: [&str; 11] = [
    "sources",
    "sources say",
    "sources said",
    "source says",
    "report says",
    "reports say",
    "according to report",
    ", report",
    ": report",
    "- report",
    "– report",
];
/// Labels in front of such headlines.
const HEARSAY_LABELS: [&str; 9] =
    ["report:", "reports:", "reportedly:", "rumor:", "rumors:", "rumour:", "rumours:", "source:", "sources:"];

/// Agencies that rate the debt of others, and the words with which they do.
const RATING_AGENCIES: &str =
    "fitch moody moody's moodys s&p kbra dbrs morningstar egan-jones crisil icra scope";
const RATING_WORDS: &str = "rates rated rating ratings assigns assigned affirms affirmed upgrades upgraded downgrades \
    downgraded outlook confirms";

/// Whether the words report a plan, a rumour or a refusal. Asides (`Acme, which offers loans, …`) do not count.
pub(super) fn is_doubtful(tokens: &[Token]) -> bool {
    let mut parts: Vec<&[Token]> = tokens.split(|token| token.kind == Kind::Comma).collect();
    let last = parts.len() - 1;
    let mut at = 0;
    parts.retain(|part| {
        at += 1;
        let is_inside = at > 1 && at <= last;
        let opens = part
            .first()
            .is_some_and(|first| first.is_in("which who whose a an the where that maker formerly"));
        !(is_inside && opens)
    });
    parts.into_iter().any(has_doubt)
}

fn has_doubt(tokens: &[Token]) -> bool {
    let has_phrase =
        |at: usize| DOUBTING_PHRASES.list().iter().any(|phrase| phrase_at(tokens, at, phrase).is_some());
    // In sentence case, a capital marks a name: `Adaptive Planning`.
    let is_sentence =
        tokens.iter().any(|token| token.is_word() && !token.is_high() && VERBS.has(&token.lower));
    tokens.iter().enumerate().any(|(at, token)| {
        let is_part_of_name = is_sentence && at > 0 && token.is_high();
        let is_word = token.is_word() && DOUBTS.has(&token.lower) && !is_part_of_name;
        // `May 5` is a date.
        let is_date = token.lower == "may"
            && tokens.get(at + 1).is_some_and(|next| next.text.starts_with(|c: char| c.is_ascii_digit()));
        is_word && !is_date || has_phrase(at)
    })
}

/// Whether the words after an event take it back.
pub(super) fn is_undone(tokens: &[Token]) -> bool {
    tokens.iter().enumerate().any(|(at, token)| {
        UNDONE.has(&token.lower)
            || ["falls through", "fell through", "falls apart", "called off", "calls off"]
                .iter()
                .any(|phrase| phrase_at(tokens, at, phrase).is_some())
    })
}

/// Whether a sentence looks back at an event of the past.
pub(super) fn is_history(tokens: &[Token]) -> bool {
    let phrases = [
        "last year",
        "years ago",
        "year ago",
        "months ago",
        "weeks ago",
        "to date",
        "so far",
        "in total",
        "last month",
        "back in",
        "last summer",
        "last fall",
        "last spring",
        "over the years",
        "a decade ago",
    ];
    tokens.iter().enumerate().any(|(at, token)| {
        let is_year = token.lower.len() == 4
            && token.lower.starts_with("20")
            && token.lower.chars().all(|c| c.is_ascii_digit())
            && at.checked_sub(1).is_some_and(|before| tokens[before].is_in("in since of until"));
        is_year
            || token.is_in("previously originally ago anniversary formerly")
            || phrases.iter().any(|phrase| phrase_at(tokens, at, phrase).is_some())
    })
}

/// Whether a rating agency judges the debt of a company: the money is neither the agency's nor a round.
pub(super) fn is_rating(tokens: &[Token]) -> bool {
    let agency = tokens.iter().position(|token| token.is_in(RATING_AGENCIES));
    let is_rating_word = |token: &Token| token.is_in(RATING_WORDS);
    agency.is_some() && tokens.iter().any(is_rating_word)
}

/// Whether a headline asks or explains rather than reports.
pub(super) fn is_explainer(title: &str) -> bool {
    let lower = title.trim().to_lowercase().replace('’', "'");
    let first = lower.split_whitespace().next().unwrap_or_default();
    EXPLAINERS.has(first)
        || lower.ends_with('?')
        || HEARSAY.iter().any(|end| lower.ends_with(end))
        || HEARSAY_LABELS.iter().any(|label| lower.starts_with(label))
        || lower.contains("box office")
}

/// The position after a phrase that begins at `at`; adverbs between its words are passed over.
pub(super) fn phrase_at(tokens: &[Token], at: usize, phrase: &str) -> Option<usize> {
    let mut place = at;
    for (number, word) in phrase.split(' ').enumerate() {
        while number > 0
            && tokens.get(place).is_some_and(|token| token.is_word() && ADVERBS.has(&token.lower))
        {
            place += 1;
        }
        let token = tokens.get(place).filter(|token| token.is_word())?;
        if token.lower != word {
            return None;
        }
        place += 1;
    }
    Some(place)
}

/// The longest of these phrases that begins at `at`, and the position after it.
pub(super) fn longest_at<'a>(tokens: &[Token], at: usize, phrases: &[&'a str]) -> Option<(&'a str, usize)> {
    let found = phrases.iter().filter_map(|phrase| Some((*phrase, phrase_at(tokens, at, phrase)?)));
    found.max_by_key(|(_, end)| *end)
}

/// The clauses of a headline; questions are left out.
pub(super) fn clauses(tokens: &[Token]) -> Vec<&[Token]> {
    let is_break = |token: &Token| matches!(token.kind, Kind::Stop | Kind::Dash | Kind::Colon);
    let mut found = Vec::new();
    let mut rest = tokens;
    while !rest.is_empty() {
        let end = rest.iter().position(is_break).unwrap_or(rest.len());
        let is_question = rest.get(end).is_some_and(|mark| mark.text.contains('?'));
        if end > 0 && !is_question {
            found.push(&rest[..end]);
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    found
}

/// Whether a clause is a label in front of the report: `Confirmed`, `Funding Daily`.
pub(super) fn is_label(clause: &[Token]) -> bool {
    clause.len() <= LABEL_WORDS_MAX && clause.iter().all(Token::is_word)
}
