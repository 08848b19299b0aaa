//! First lines to write to somebody, each made from one fact of the records and nothing else.

mod words;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use records::{Company, Employer, Experience, PartialDate, Person, Signal, SignalKind, signal::Change};
use schemars::JsonSchema;
use serde::Serialize;

use words::{department_words, listed, money_words, month_words, round_words, span_words};

/// A move is news for this many days.
const MOVE_NEWS_DAYS: i64 = 180;
/// Money, purchases and their like are news for this many days.
const COMPANY_NEWS_DAYS: i64 = 540;
/// Shorter than this, a stay is nothing to speak of.
const LOYAL_MONTHS: u32 = 24;
/// Names in one sentence.
const NAMED_MAX: usize = 3;

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

fn opener(fact: &str, value: impl ToString, text: String) -> Opener {
    Opener { text, fact: fact.to_owned(), value: value.to_string() }
}

/// What somebody can be congratulated with on a new role.
pub fn congratulation(person: &Person, change: &Change, company: Option<&Employer>) -> Opener {
    let first = person.first_name.as_deref().unwrap_or(&person.full_name);
    let role = change.new_title.as_deref().map(|title| format!(" as {title}")).unwrap_or_default();
    let joined = company.and_then(|company| company.name.as_deref());
    let left = change.old_company.name.as_deref();
    let stay = person
        .experience
        .iter()
        .find(|position| position.ended_at.is_some() && position.company.domain == change.old_company.domain);
    let months = stay.and_then(|stay| Some(stay.started_at?.months_until(stay.ended_at?)));
    let text = match (joined, left, months.filter(|months| *months >= 6)) {
        (Some(joined), Some(left), Some(months)) => {
            format!(
                "Congratulations on joining {joined}{role} after {} at {left}, {first}.",
                span_words(months)
            )
        }
        (Some(joined), Some(left), None) => {
            format!("Congratulations on the move from {left} to {joined}{role}, {first}.")
        }
        (Some(joined), None, _) => format!("Congratulations on joining {joined}{role}, {first}."),
        (None, _, _) => format!("Congratulations on your new role{role}, {first}."),
    };
    opener("experience[0].startedAt", change.changed_at, text)
}

/// Up to `count` first lines for a person, the newest facts first, no two from the same fact.
pub fn openers(
    person: &Person,
    company: Option<&Company>,
    news: &[Signal],
    count: usize,
    now: Timestamp,
) -> Vec<Opener> {
    let today = now.to_zoned(TimeZone::UTC).date();
    let mut found = of_moves(news, today);
    if let Some(company) = company {
        found.extend(of_company_news(company, today));
    }
    found.extend(of_career(person, today));
    found.extend(of_profile(person));
    if let Some(company) = company {
        found.extend(of_company(company));
    }
    found.extend(of_place(person, company));
    found.truncate(count);
    found
}

fn is_news(date: PartialDate, today: Date, days: i64) -> bool {
    let age = today.since(date.latest()).map_or(i64::MAX, |span| i64::from(span.get_days()));
    age <= days && date.earliest() <= today
}

fn of_moves(news: &[Signal], today: Date) -> Vec<Opener> {
    let newest = news.iter().find_map(|signal| {
        let change =
            signal.change.as_ref().filter(|change| is_news(change.changed_at, today, MOVE_NEWS_DAYS))?;
        Some((signal, change))
    });
    let Some((signal, change)) = newest else { return Vec::new() };
    let (Some(title), Some(company)) =
        (&change.new_title, signal.company.as_ref().and_then(|company| company.name.as_ref()))
    else {
        return Vec::new();
    };
    let when = month_words(change.changed_at);
    let text = match (signal.kind, &change.old_title, &change.old_company.name) {
        (SignalKind::Promotion, Some(old), _) => {
            format!("Congratulations on stepping up from {old} to {title} at {company} in {when}.")
        }
        (SignalKind::JobChange, _, Some(old)) => {
            format!("Congratulations on the move from {old} to {company} as {title} in {when}.")
        }
        _ => return Vec::new(),
    };
    vec![opener("experience[0].startedAt", change.changed_at, text)]
}

fn of_company_news(company: &Company, today: Date) -> Vec<Opener> {
    let mut found = Vec::new();
    let rounds = company.funding.iter().flat_map(|funding| &funding.rounds);
    let mut fresh =
        rounds.filter(|round| round.announced_at.is_some_and(|date| is_news(date, today, COMPANY_NEWS_DAYS)));
    if let Some(round) = fresh.next()
        && let (Some(amount), Some(date)) = (&round.amount, round.announced_at)
    {
        let money = money_words(amount);
        let from = match round.investors.as_slice() {
            [] => String::new(),
            investors => format!(" from {}", listed(&investors[..investors.len().min(NAMED_MAX)])),
        };
        let text = format!(
            "I saw that {} {} {money}{from} in {}.",
            company.name,
            round_words(&round.round),
            month_words(date)
        );
        found.push(opener("company.funding.rounds[0]", format!("{} {money} {date}", round.round), text));
    }
    let bought = company.acquisitions.iter().find_map(|bought| {
        Some((bought, bought.announced_at.filter(|date| is_news(*date, today, COMPANY_NEWS_DAYS))?))
    });
    if let Some((bought, date)) = bought {
        let text = format!("I read that {} bought {} in {}.", company.name, bought.name, month_words(date));
        found.push(opener("company.acquisitions[0]", &bought.name, text));
    }
    if let Some(openings) = company.openings.as_ref().filter(|openings| openings.count > 1) {
        let most =
            openings.by_department.iter().max_by_key(|(name, count)| (**count, std::cmp::Reverse(*name)));
        let most = most.filter(|(_, count)| **count > 1 && **count < openings.count);
        let within = most.map(|(name, count)| format!(", {count} of them in {}", department_words(name)));
        let text = format!(
            "{} is hiring for {} positions right now{}.",
            company.name,
            openings.count,
            within.unwrap_or_default()
        );
        found.push(opener("company.openings", openings.count, text));
    }
    found
}

fn of_career(person: &Person, today: Date) -> Vec<Opener> {
    let mut found = Vec::new();
    let current = person.company.as_ref().and_then(|company| company.name.as_deref());
    let Some(current) = current else { return found };
    let here = |position: &&Experience| position.company.name.as_deref() == Some(current);
    let joined = person.experience.iter().filter(here).filter_map(|position| position.started_at).min();
    if let Some(joined) = joined {
        let months = joined.months_until(PartialDate::day(today));
        if months >= LOYAL_MONTHS {
            let text = format!("You have been with {current} for {} now.", span_words(months));
            found.push(opener("experience[0].startedAt", joined, text));
        }
    }
    let before = person.experience.iter().find(|position| !here(position));
    if let Some(before) = before
        && let (Some(title), Some(company)) = (&before.title, &before.company.name)
    {
        let text = format!("Before {current} you were {title} at {company}.");
        found.push(opener("experience[1]", format!("{title}, {company}"), text));
    }
    found
}

fn of_profile(person: &Person) -> Vec<Opener> {
    let mut found = Vec::new();
    if let Some(school) = person.education.first() {
        let text = match &school.field {
            Some(field) => format!("You studied {field} at {}.", school.school),
            None => format!("You went to {}.", school.school),
        };
        found.push(opener("education[0]", &school.school, text));
    }
    if let Some(certification) = person.certifications.first() {
        let text = format!("I noticed that you hold the {certification} certification.");
        found.push(opener("certifications[0]", certification, text));
    }
    if person.skills.len() > 1 {
        let named = listed(&person.skills[..person.skills.len().min(NAMED_MAX)]);
        found.push(opener("skills", &named, format!("Your profile puts {named} first among your skills.")));
    }
    if person.languages.len() > 1 {
        let named = listed(&person.languages[..person.languages.len().min(NAMED_MAX)]);
        found.push(opener("languages", &named, format!("You speak {named}.")));
    }
    found
}

fn of_company(company: &Company) -> Vec<Opener> {
    let mut found = Vec::new();
    let names: Vec<String> =
        company.technologies.iter().take(NAMED_MAX).map(|technology| technology.name.clone()).collect();
    if !names.is_empty() {
        let named = listed(&names);
        found.push(opener("company.technologies", &named, format!("{} works with {named}.", company.name)));
    }
    if let Some(people) = company.employee_count.filter(|people| *people > 1) {
        let text = format!("{} has {people} people today.", company.name);
        found.push(opener("company.employeeCount", people, text));
    }
    if let Some(year) = company.founded_year {
        found.push(opener("company.foundedYear", year, format!("{} was founded in {year}.", company.name)));
    }
    found
}

fn of_place(person: &Person, company: Option<&Company>) -> Vec<Opener> {
    let Some(city) = person.location.as_ref().and_then(|place| place.city.as_deref()) else {
        return Vec::new();
    };
    let home = company.and_then(|company| Some((&company.name, company.location.as_ref()?.city.as_deref()?)));
    let text = match home {
        Some((name, home)) if home == city => {
            format!("You are based in {city}, where {name} has its headquarters.")
        }
        Some((name, home)) => format!("You are based in {city} while {name} has its headquarters in {home}."),
        None => format!("You are based in {city}."),
    };
    vec![opener("location.city", city, text)]
}

#[cfg(test)]
mod tests;
