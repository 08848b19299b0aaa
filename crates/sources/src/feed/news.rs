//! Extracts funding rounds and acquisitions from news items. Statements that are not explicit are ignored.

mod money;
mod names;
#[cfg(test)]
mod tests;

use records::{Money, PartialDate, SignalKind, signal::SignalReport};

use money::{after_amount, amount};
use names::{company, investors, is_speculation};

/// Items below this confidence are ignored.
pub(crate) const CONFIDENCE_MIN: f64 = 0.6;
/// Length of the lead: the beginning of a text, which states what happened.
const LEAD_LIMIT_CHARS: usize = 600;

/// Kind of event that an item reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewsKind {
    /// A funding round.
    Funding,
    /// An acquisition.
    Acquisition,
}

/// The event that an item reports.
#[derive(Debug, Clone, PartialEq)]
pub struct News {
    /// Funding or acquisition.
    pub kind: NewsKind,
    /// The company that raised money, or the buyer.
    pub company: String,
    /// The company that was acquired.
    pub target: Option<String>,
    /// Money raised, or the price.
    pub amount: Option<Money>,
    /// Kind of the round, such as `series_a`.
    pub round: Option<String>,
    /// Names of the investors.
    pub investors: Vec<String>,
    /// Confidence of the extraction, 0 to 1.
    pub confidence: f64,
}

impl News {
    /// The event as a signal report.
    pub(crate) fn report(self, id: &str, url: Option<String>, date: PartialDate) -> SignalReport {
        let (amount, currency) = self.amount.map_or((None, None), |m| (Some(m.amount), Some(m.currency)));
        SignalReport {
            kind: Some(match self.kind {
                NewsKind::Funding => SignalKind::Funding,
                NewsKind::Acquisition => SignalKind::Acquisition,
            }),
            id: Some(id.to_owned()),
            date: Some(date),
            company_name: Some(self.company),
            target_name: self.target,
            round: self.round,
            amount,
            currency,
            investors: self.investors,
            url,
            ..SignalReport::default()
        }
    }
}

/// Verbs between the company and the amount raised.
const RAISES: [&str; 22] = [
    "raises",
    "raised",
    "has raised",
    "secures",
    "has secured",
    "lands",
    "closes",
    "bags",
    "nabs",
    "gets",
    "snags",
    "scores",
    "picks up",
    "pulls in",
    "hauls in",
    "receives",
    "attracts",
    "banks",
    "completes",
    "grabs",
    "announces",
    "reels in",
];

/// Verbs between the buyer and the target.
const BUYS: [&str; 20] = [
    "acquires",
    "has acquired",
    "buys",
    "has bought",
    "to acquire",
    "to buy",
    "will acquire",
    "is acquiring",
    "snaps up",
    "scoops up",
    "takes over",
    "agrees to acquire",
    "agrees to buy",
    "completes acquisition of",
    "completes the acquisition of",
    "completes its acquisition of",
    "announces acquisition of",
    "announces the acquisition of",
    "acquired",
    "closes acquisition of",
];

/// Phrases between the target and the buyer.
const ACQUIRED_BY: [&str; 8] = [
    "acquired by",
    "bought by",
    "has been acquired by",
    "to be acquired by",
    "was acquired by",
    "is acquired by",
    "snapped up by",
    "gets acquired by",
];

/// Words that show that something other than a whole company was bought.
const NOT_A_COMPANY: [&str; 30] = [
    "stake",
    "stakes",
    "% of",
    "percent of",
    "shares",
    "rights",
    "license",
    "licence",
    "land",
    "building",
    "property",
    "properties",
    "assets",
    "customers",
    "domain",
    "patent",
    "patents",
    "portfolio",
    "bitcoin",
    "btc",
    "tokens",
    "stock",
    "interest in",
    "minority",
    "majority",
    "site",
    "plant",
    "aircraft",
    "homes",
    "players",
];

/// Words that show that "raises" does not refer to a funding round.
const NOT_A_ROUND: [&str; 13] = [
    "prices",
    "guidance",
    "forecast",
    "outlook",
    "dividend",
    "rates",
    "charity",
    "for cancer",
    "for relief",
    "scholarship",
    "price target",
    "its offer",
    "wages",
];

/// Extracts the event from a title and the beginning of its text; `None` if it is not stated explicitly.
pub fn read_news(title: &str, text: &str) -> Option<News> {
    let title = title.trim();
    let lead: String = text.chars().take(LEAD_LIMIT_CHARS).collect();
    if is_speculation(title) {
        return None;
    }
    let found = acquisition(title).or_else(|| funding(title, &lead));
    found.filter(|news| news.confidence >= CONFIDENCE_MIN)
}

fn funding(title: &str, lead: &str) -> Option<News> {
    let (before, after) = split_at_words(title, &RAISES)?;
    let company = company(before)?;
    let lower = after.to_lowercase();
    if NOT_A_ROUND.iter().any(|phrase| lower.contains(phrase)) {
        return None;
    }
    let amount = amount(after);
    let round = round(&lower).or_else(|| amount.as_ref().and_then(|_| round(&lead.to_lowercase())));
    let tail = after_amount(after).to_lowercase();
    // Raising a fund is done by an investor; it is not a company's funding round.
    let is_fund = ["fund", "new fund", "debut fund", "first fund", "vehicle"]
        .iter()
        .any(|word| tail.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(word))
        && !tail.trim_start().starts_with("funding");
    if is_fund || lower.contains(" fund i") || lower.contains("for its fund") {
        return None;
    }
    let mentions_funding =
        ["round", "funding", "financing", "investment", "series", "seed", "capital", "led by"]
            .iter()
            .any(|word| lower.contains(word));
    if amount.is_none() && round.is_none() {
        return None;
    }
    let investors = investors(after).into_iter().chain(investors(lead));
    let mut named: Vec<String> = Vec::new();
    for investor in investors {
        if !named.iter().any(|known| known.eq_ignore_ascii_case(&investor)) && investor != company {
            named.push(investor);
        }
    }
    let confidence = 0.4
        + if amount.is_some() { 0.25 } else { 0.0 }
        + if round.is_some() { 0.2 } else { 0.0 }
        + if mentions_funding { 0.1 } else { 0.0 }
        + if named.is_empty() { 0.0 } else { 0.05 };
    Some(News { kind: NewsKind::Funding, company, target: None, amount, round, investors: named, confidence })
}

fn acquisition(title: &str) -> Option<News> {
    let (buyer, bought_text, is_completed) = match split_at_words(title, &ACQUIRED_BY) {
        Some((target, buyer)) => (leading_name(buyer), target, true),
        None => {
            let (buyer, target) = split_at_words(title, &BUYS)?;
            (buyer.to_owned(), target, !target.is_empty())
        }
    };
    let object = leading_name(bought_text);
    let lower = object.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !(c.is_alphanumeric() || c == '%')).collect();
    let is_not_company = NOT_A_COMPANY.iter().any(|phrase| match phrase.contains(' ') {
        true => lower.contains(phrase),
        false => words.contains(phrase),
    });
    if is_not_company || amount(&object).is_some() || lower.contains('%') {
        return None;
    }
    let (company, target) = (company(&buyer)?, company(&object)?);
    if company.eq_ignore_ascii_case(&target) {
        return None;
    }
    let price = title.split_once(" for ").and_then(|(_, rest)| amount(rest));
    let confidence = 0.6 + if price.is_some() { 0.2 } else { 0.0 } + if is_completed { 0.1 } else { 0.0 };
    Some(News {
        kind: NewsKind::Acquisition,
        company,
        target: Some(target),
        amount: price,
        round: None,
        investors: Vec::new(),
        confidence,
    })
}

/// Splits at the first of these phrases, at word boundaries; the longest if several start there.
fn split_at_words<'a>(text: &'a str, words: &[&str]) -> Option<(&'a str, &'a str)> {
    let lower = text.to_ascii_lowercase();
    let mut best: Option<(usize, usize)> = None;
    for word in words {
        let Some(at) = lower.find(&format!(" {word} ")) else { continue };
        let is_better = best.is_none_or(|(place, length)| at < place || at == place && word.len() > length);
        if is_better {
            best = Some((at, word.len()));
        }
    }
    let (at, length) = best?;
    Some((text.get(..at)?, text.get(at + length + 2..)?))
}

/// The name at the beginning of a text, cut at the first preposition or punctuation.
fn leading_name(text: &str) -> String {
    const ENDS: [&str; 16] = [
        " for ", " in ", " to ", " from ", ", ", " as ", " – ", " — ", " - ", " | ", "; ", ": ", " after ",
        " at ", " with ", " amid ",
    ];
    let end = ENDS.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    text[..end].trim().trim_end_matches(['.', '!']).to_owned()
}

/// The kind of a funding round.
fn round(lower: &str) -> Option<String> {
    const NAMED: [(&str, &str); 12] = [
        ("pre-seed", "pre_seed"),
        ("preseed", "pre_seed"),
        ("pre seed", "pre_seed"),
        ("pre-series a", "pre_series_a"),
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
    let is_before_series = lower.contains("pre-series");
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
