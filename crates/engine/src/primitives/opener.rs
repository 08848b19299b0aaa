//! Opening lines for a message, each built from one fact of the records and nothing else.

mod stays;
mod words;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use records::{Company, Employer, Experience, PartialDate, Person, Signal, SignalKind, signal::Change};
use schemars::JsonSchema;
use serde::Serialize;

use stays::{Stay, stays};
use words::{counted, department_words, listed, money_words, month_words, round_words, span_words};

/// A move is news for this many days.
const MOVE_NEWS_DAYS: i64 = 180;
/// Money, purchases and their like are news for this many days.
const COMPANY_NEWS_DAYS: i64 = 540;
/// A shorter stay is not mentioned.
const LOYAL_MONTHS: u32 = 24;
/// Names in one sentence.
const NAMED_MAX: usize = 3;
/// A shorter stay before a move is not mentioned.
const STAY_MONTHS: u32 = 6;
/// More people than this are no team.
const TEAM_MAX: u32 = 500;

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

fn opener(fact: impl ToString, value: impl ToString, mut text: String) -> Opener {
    // A name may bring its own full stop, as in `Acme Inc.`
    if text.ends_with("..") {
        text.pop();
    }
    Opener { text, fact: fact.to_string(), value: value.to_string() }
}

/// A congratulation on a new role.
pub fn congratulation(person: &Person, change: &Change, company: Option<&Employer>) -> Opener {
    let first = person.first_name.as_deref().unwrap_or(&person.full_name);
    let greeting =
        if first.is_empty() { "Congratulations".to_owned() } else { format!("{first}, congratulations") };
    let role = change.new_title.as_deref().map(|title| format!(" as {title}")).unwrap_or_default();
    let joined = company.and_then(|company| company.name.as_deref());
    let left = change.old_company.name.as_deref();
    let joining =
        if company.is_some_and(|company| is_back(person, company)) { "returning to" } else { "joining" };
    let text = match (joined, left, stay_months(person, &change.old_company)) {
        (Some(joined), Some(left), Some(months)) => {
            format!("{greeting} on {joining} {joined}{role} after {} at {left}.", span_words(months))
        }
        (Some(joined), Some(left), None) if joining == "joining" => {
            format!("{greeting} on your move from {left} to {joined}{role}.")
        }
        (Some(joined), _, _) => format!("{greeting} on {joining} {joined}{role}."),
        (None, _, _) => format!("{greeting} on your new role{role}."),
    };
    opener("experience[0].startedAt", change.changed_at, text)
}

/// Months of the last stay at a company the person left, if long enough to mention.
fn stay_months(person: &Person, company: &Employer) -> Option<u32> {
    let last = stays(person, company).into_iter().next()?;
    Some(last.from.months_until(last.to?)).filter(|months| *months >= STAY_MONTHS)
}

/// Whether the person was at a company before the present stay.
fn is_back(person: &Person, company: &Employer) -> bool {
    stays(person, company).len() > 1
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
    let newest = news.iter().find_map(|signal| fresh_move(person, signal, today));
    let spoken_of = newest.as_ref().and_then(|(_, left)| left.clone());
    let mut found: Vec<Opener> = newest.into_iter().map(|(opener, _)| opener).collect();
    if let Some(company) = company {
        found.extend(of_company_news(company, today));
    }
    found.extend(of_career(person, spoken_of.as_deref(), today));
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

/// A move that is news, and the company it speaks of leaving.
fn fresh_move(person: &Person, signal: &Signal, today: Date) -> Option<(Opener, Option<String>)> {
    let change = signal.change.as_ref().filter(|change| is_news(change.changed_at, today, MOVE_NEWS_DAYS))?;
    let title = change.new_title.as_ref()?;
    let employer = signal.company.as_ref()?;
    let company = employer.name.as_ref()?;
    let joining = if is_back(person, employer) { "returning to" } else { "joining" };
    let when = month_words(change.changed_at);
    let (text, left) = match (signal.kind, &change.old_title, &change.old_company.name) {
        (SignalKind::Promotion, Some(old), _) => {
            (format!("Congratulations on stepping up from {old} to {title} at {company} in {when}."), None)
        }
        (SignalKind::JobChange, _, Some(old)) => {
            let text = format!(
                "Congratulations on {joining} {company} as {title} in {when}, after your time at {old}."
            );
            (text, Some(old.clone()))
        }
        (SignalKind::JobChange, _, None) => {
            (format!("Congratulations on {joining} {company} as {title} in {when}."), None)
        }
        _ => return None,
    };
    Some((opener("experience[0].startedAt", change.changed_at, text), left))
}

fn of_company_news(company: &Company, today: Date) -> Vec<Opener> {
    let mut found = Vec::new();
    let rounds = company.funding.iter().flat_map(|funding| &funding.rounds).enumerate();
    let mut fresh = rounds.filter_map(|(index, round)| {
        Some((index, round, round.announced_at.filter(|date| is_news(*date, today, COMPANY_NEWS_DAYS))?))
    });
    if let Some((index, round, date)) = fresh.next() {
        let money = round.amount.as_ref().map(money_words);
        let from = match round.investors.as_slice() {
            [] => String::new(),
            investors => format!(" from {}", listed(&investors[..investors.len().min(NAMED_MAX)])),
        };
        let raised = round_words(&round.round, money.as_deref());
        let text = format!("I saw that {} {raised}{from} in {}.", company.name, month_words(date));
        let value = [Some(round.round.clone()), money, Some(date.to_string())];
        let value: Vec<String> = value.into_iter().flatten().collect();
        found.push(opener(format!("company.funding.rounds[{index}]"), value.join(" "), text));
    }
    let bought = company.acquisitions.iter().enumerate().find_map(|(index, bought)| {
        Some((index, bought, bought.announced_at.filter(|date| is_news(*date, today, COMPANY_NEWS_DAYS))?))
    });
    if let Some((index, bought, date)) = bought {
        let text = format!("I read that {} acquired {} in {}.", company.name, bought.name, month_words(date));
        found.push(opener(format!("company.acquisitions[{index}]"), &bought.name, text));
    }
    if let Some(openings) = company.openings.as_ref().filter(|openings| openings.count > 1) {
        let most =
            openings.by_department.iter().max_by_key(|(name, count)| (**count, std::cmp::Reverse(*name)));
        let most = most.filter(|(_, count)| **count > 1 && **count < openings.count);
        let within = most.map(|(name, count)| format!(", {count} of them in {}", department_words(name)));
        let text = format!(
            "{} has {} open positions right now{}.",
            company.name,
            counted(openings.count),
            within.unwrap_or_default()
        );
        found.push(opener("company.openings", openings.count, text));
    }
    found
}

fn of_career(person: &Person, spoken_of: Option<&str>, today: Date) -> Vec<Opener> {
    let mut found = Vec::new();
    let current = person.company.as_ref().and_then(|company| company.name.as_deref());
    let Some(current) = current else { return found };
    let here = |position: &Experience| position.company.name.as_deref() == Some(current);
    let positions = || person.experience.iter().enumerate();
    let present = person.company.as_ref().and_then(|company| stays(person, company).into_iter().next());
    if let Some(Stay { from, to: None, first }) = present {
        let months = from.months_until(PartialDate::day(today));
        if months >= LOYAL_MONTHS {
            let text = format!("You have been with {current} for {} now.", span_words(months));
            found.push(opener(format!("experience[{first}].startedAt"), from, text));
        }
    }
    // The company named in the congratulation is not mentioned again.
    let earlier = positions().find_map(|(index, position)| {
        let company = position.company.name.as_deref()?;
        let is_news = !here(position) && spoken_of != Some(company);
        Some((index, position.title.as_ref()?, company)).filter(|_| is_news)
    });
    if let Some((index, title, company)) = earlier {
        let text = format!("Before {current}, you worked as {title} at {company}.");
        found.push(opener(format!("experience[{index}]"), format!("{title}, {company}"), text));
    }
    found
}

fn of_profile(person: &Person) -> Vec<Opener> {
    let mut found = Vec::new();
    if let Some(school) = person.education.first() {
        let text = match &school.field {
            Some(field) => format!("I see that you studied {field} at {}.", school.school),
            None => format!("I see that you went to {}.", school.school),
        };
        found.push(opener("education[0]", &school.school, text));
    }
    if let Some(certification) = person.certifications.first() {
        let says_so = certification.to_lowercase().contains("certificat");
        let kind = if says_so { "" } else { " certification" };
        let text = format!("I noticed that you hold the {certification}{kind}.");
        found.push(opener("certifications[0]", certification, text));
    }
    if person.skills.len() > 1 {
        let named = listed(&person.skills[..person.skills.len().min(NAMED_MAX)]);
        found.push(opener("skills", &named, format!("Your profile names {named} among your skills.")));
    }
    if person.languages.len() > 1 {
        let named = listed(&person.languages[..person.languages.len().min(NAMED_MAX)]);
        found.push(opener("languages", &named, format!("I see that you speak {named}.")));
    }
    found
}

fn of_company(company: &Company) -> Vec<Opener> {
    let mut found = Vec::new();
    let names: Vec<String> =
        company.technologies.iter().take(NAMED_MAX).map(|technology| technology.name.clone()).collect();
    if !names.is_empty() {
        let named = listed(&names);
        found.push(opener(
            "company.technologies",
            &named,
            format!("I saw that {} uses {named}.", company.name),
        ));
    }
    if let Some(people) = company.employee_count.filter(|people| *people > 1) {
        let kind = if people <= TEAM_MAX { "team" } else { "company" };
        let text = format!("{} is a {kind} of {} people.", company.name, counted(people));
        found.push(opener("company.employeeCount", people, text));
    }
    if let Some(year) = company.founded_year {
        let text = format!("{} has been in business since {year}.", company.name);
        found.push(opener("company.foundedYear", year, text));
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
