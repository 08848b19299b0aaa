//! Opening lines for a message, each built from one fact of the records and nothing else. The facts are worked out
//! once, without words (`career.rs`, `gather.rs`); each language tells them by its own templates (`words/`).

mod career;
mod facts;
mod gather;
mod language;
mod stays;
mod words;
mod workplace;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use records::{Company, Person, Signal};
use schemars::JsonSchema;
use serde::Serialize;

use career::Career;
use facts::Told;
pub use language::Language;

/// A first line, and the fact it is made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Opener {
    /// The sentence.
    pub text: String,
    /// Which field of the person or company it is made from.
    pub fact: String,
    /// The fact itself.
    pub value: String,
}

fn opener(told: Told<'_>, name: Option<&str>, language: Language) -> Opener {
    Opener { text: words::sentence(&told.fact, name, language), fact: told.field, value: told.value }
}

/// A congratulation on the new role of a job change, with the person's first name. None when the person has left that
/// company again, or when the company only changed its name. `company` is the record of the present employer.
pub fn congratulation(
    person: &Person,
    signal: &Signal,
    company: Option<&Company>,
    language: Language,
    now: Timestamp,
) -> Option<Opener> {
    let told = Career::of(person, company, day_of(now)).congratulated(signal)?;
    let first = person.first_name.as_deref().unwrap_or(&person.full_name);
    Some(opener(told, Some(first).filter(|name| !name.is_empty()), language))
}

/// Up to `count` first lines for a person, the newest facts first, no two from the same fact. `company` is the record
/// of the present employer.
pub fn openers(
    person: &Person,
    company: Option<&Company>,
    news: &[Signal],
    count: usize,
    language: Language,
    now: Timestamp,
) -> Vec<Opener> {
    let mut found = tell(person, company, news, day_of(now));
    found.truncate(count);
    found.into_iter().map(|told| opener(told, None, language)).collect()
}

fn tell<'a>(
    person: &'a Person,
    company: Option<&'a Company>,
    news: &'a [Signal],
    today: Date,
) -> Vec<Told<'a>> {
    let career = Career::of(person, company, today);
    // What a company does is no topic for a person who has left it.
    let company = career.company();
    let mut found: Vec<Told<'a>> = career.news(news).into_iter().collect();
    let past = career.facts(found.first().map(|told| &told.fact));
    if let Some(company) = company {
        found.extend(gather::company_news(company, today));
    }
    found.extend(past);
    found.extend(gather::profile(person));
    if let Some(company) = company {
        found.extend(gather::company(company));
    }
    found.extend(gather::place(person, company));
    found
}

fn day_of(now: Timestamp) -> Date {
    now.to_zoned(TimeZone::UTC).date()
}

#[cfg(test)]
mod tests;
