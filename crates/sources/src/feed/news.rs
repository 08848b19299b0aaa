//! Extracts funding rounds and acquisitions from news items. Statements that are not explicit are ignored.

mod acquisition;
mod clause;
mod event;
mod funding;
mod lexicon;
mod money;
mod names;
#[cfg(test)]
mod tests;
mod token;

use acquisition::acquisition;
use clause::{clauses, is_doubtful, is_explainer, is_history, is_label};
pub use event::{News, NewsKind};
use funding::funding;
use names::investors;
use token::{Kind, Token, tokens};

/// Items below this confidence are ignored.
pub(crate) const CONFIDENCE_MIN: f64 = 0.6;
/// Length of the lead: the beginning of a text, which states what happened.
const LEAD_LIMIT_CHARS: usize = 600;
/// Sentences of the lead that are read for an event.
const LEAD_SENTENCES: usize = 2;
/// Place and agency stand within these characters.
const DATELINE_LIMIT_CHARS: usize = 90;

/// Extracts the event from a title and the beginning of its text; `None` if it is not stated explicitly.
pub fn read_news(title: &str, text: &str) -> Option<News> {
    let title = without_desk_mark(title.trim());
    let lead: String = text.chars().take(LEAD_LIMIT_CHARS).collect();
    if is_explainer(title) {
        return None;
    }
    let tokens = tokens(title);
    let found = event(&clauses(&tokens), &lead, true);
    let mut found = match found {
        Some(news) => news,
        None => lead_event(title, &tokens, &lead)?,
    };
    complete(&mut found, title, &lead);
    Some(found).filter(|news| news.confidence >= CONFIDENCE_MIN)
}

/// The first event of these clauses.
fn event(clauses: &[&[Token]], lead: &str, is_title: bool) -> Option<News> {
    for (at, clause) in clauses.iter().enumerate() {
        let round = funding(clause, lead, is_title);
        let purchase = acquisition(clause, lead, is_title);
        let first = match (round, purchase) {
            (Some((round, news)), Some((purchase, _))) if round < purchase => Some(news),
            (_, Some((_, news))) => Some(news),
            (round, None) => round.map(|(_, news)| news),
        };
        if first.is_some() {
            return first;
        }
        // What a label or clause puts in doubt stays in doubt, and what it puts into the past is no news.
        let is_label = is_label(clause) && at + 1 < clauses.len();
        if is_title && (is_doubtful(clause) || is_history(clause)) && (is_label || at == 0) {
            return None;
        }
    }
    None
}

/// The event of the first sentences, if the title names a company of it and does not doubt it.
fn lead_event(title: &str, title_tokens: &[Token], lead: &str) -> Option<News> {
    if is_doubtful(title_tokens) || is_history(title_tokens) {
        return None;
    }
    let lead = without_dateline(lead);
    let tokens = tokens(lead);
    let found = event(&news_sentences(&tokens), "", false)?;
    let title = title.to_lowercase();
    let is_in_title = |name: &str| title.contains(&name.to_lowercase());
    let is_named = is_in_title(&found.company) || found.target.as_deref().is_some_and(is_in_title);
    is_named.then_some(found)
}

/// The first sentences that report something new. Background (`Acme recently raised`) is left out, and so is what follows
/// the first sentence without saying when or by whom it was announced.
fn news_sentences(tokens: &[Token]) -> Vec<&[Token]> {
    let sentences = tokens.split(|token| token.kind == Kind::Stop).filter(|sentence| !sentence.is_empty());
    let has = |sentence: &[Token], words: &str| sentence.iter().any(|token| token.is_in(words));
    sentences
        .take(LEAD_SENTENCES)
        .enumerate()
        .filter(|(at, sentence)| {
            let is_background = has(sentence, "recently earlier already once prior previously backed");
            let is_told = has(
                sentence,
                "today announced announces said monday tuesday wednesday thursday friday yesterday",
            );
            !is_background && (*at == 0 || is_told)
        })
        .map(|(_, sentence)| sentence)
        .collect()
}

/// The first sentences in lower case; later ones tell of earlier rounds.
fn first_sentences(text: &str) -> String {
    let tokens = tokens(text);
    let sentences = tokens.split(|token| token.kind == Kind::Stop).filter(|sentence| !sentence.is_empty());
    let words = sentences.take(LEAD_SENTENCES).flatten().map(|token| token.lower.as_str());
    words.collect::<Vec<&str>>().join(" ")
}

/// Leaves out `UPDATE 1-`, `BRIEF-` and the like.
fn without_desk_mark(title: &str) -> &str {
    const MARKS: [&str; 9] = [
        "UPDATE",
        "BRIEF",
        "REFILE",
        "EXCLUSIVE",
        "CORRECTED",
        "WRAPUP",
        "RPT",
        "DEALTALK",
        "CORRECTED-UPDATE",
    ];
    let Some((mark, rest)) = title.split_once('-') else { return title };
    let mark = mark.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    if MARKS.contains(&mark) { without_desk_mark(rest.trim()) } else { title }
}

/// Leaves out `HELSINKI, Nov 5 (Newswire) -` and the like.
fn without_dateline(lead: &str) -> &str {
    let head: String = lead.chars().take(DATELINE_LIMIT_CHARS).collect();
    let mark = [") - ", ") – ", ") — ", "/ -- ", "/ — ", ")--", ") -- ", "/ – "];
    let end = mark.iter().filter_map(|mark| head.find(mark).map(|at| at + mark.len())).min();
    end.and_then(|end| lead.get(end..)).unwrap_or(lead).trim_start()
}

/// Adds round, investors and what the title leaves out.
fn complete(news: &mut News, title: &str, lead: &str) {
    let text = without_dateline(lead);
    if news.amount.is_none() {
        let lead_tokens = tokens(text);
        let told = event(&news_sentences(&lead_tokens), "", false).filter(|told| {
            told.kind == news.kind
                && told.company.eq_ignore_ascii_case(&news.company)
                && told.target.as_deref().map(str::to_lowercase)
                    == news.target.as_deref().map(str::to_lowercase)
        });
        news.amount = told.and_then(|told| told.amount);
    }
    if news.kind != NewsKind::Funding {
        return;
    }
    news.round = round(&title.to_lowercase()).or_else(|| round(&first_sentences(text)));
    let named = investors(title).into_iter().chain(investors(lead));
    for investor in named {
        let is_known = news.investors.iter().any(|known| known.eq_ignore_ascii_case(&investor));
        if !is_known && investor != news.company {
            news.investors.push(investor);
        }
    }
    news.confidence = 0.6
        + if news.amount.is_some() { 0.2 } else { 0.0 }
        + if news.round.is_some() { 0.1 } else { 0.0 }
        + if news.investors.is_empty() { 0.0 } else { 0.05 };
}

/// The kind of a funding round.
fn round(lower: &str) -> Option<String> {
    const NAMED: [(&str, &str); 13] = [
        ("pre-seed", "pre_seed"),
        ("preseed", "pre_seed"),
        ("pre seed", "pre_seed"),
        ("pre-series a", "pre_series_a"),
        ("pre series a", "pre_series_a"),
        ("seed", "seed"),
        ("angel", "angel"),
        ("bridge", "bridge"),
        ("debt financing", "debt_financing"),
        ("venture debt", "debt_financing"),
        ("growth equity", "growth_equity"),
        ("growth round", "growth_equity"),
        ("growth funding", "growth_equity"),
    ];
    let series = lower.match_indices("series ").find_map(|(at, _)| {
        let mut rest = lower[at + 7..].chars();
        let letter = rest.next().filter(|letter| ('a'..='k').contains(letter))?;
        rest.next().is_none_or(|next| !next.is_alphabetic()).then(|| format!("series_{letter}"))
    });
    let is_before_series = lower.contains("pre-series") || lower.contains("pre series");
    series.filter(|_| !is_before_series).or_else(|| {
        let named = NAMED.iter().find(|(word, _)| {
            lower.match_indices(word).any(|(at, _)| {
                let before = lower[..at].chars().next_back();
                let after = lower[at + word.len()..].chars().next();
                let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
                is_edge(before) && is_edge(after)
            })
        });
        named.map(|(_, round)| (*round).to_owned())
    })
}
