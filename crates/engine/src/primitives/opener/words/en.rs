//! English.

use records::PartialDate;

use super::vocabulary::{Vocabulary, listed, part};
use crate::primitives::opener::facts::{Amount, Arrival, Fact, Lasting, Left, Round, Span, Unit};

/// More people than this are no team.
const TEAM_MAX: u32 = 500;

const WORDS: Vocabulary = Vocabulary {
    months: [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    numbers: ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
    thousands: (',', 4),
    decimal: '.',
    languages: &[],
    cities: &[],
    departments: [
        "in management",
        "in engineering",
        "in IT",
        "in security",
        "in product",
        "in design",
        "in data",
        "in marketing",
        "in sales",
        "in business development",
        "in customer success",
        "in support",
        "in operations",
        "in project management",
        "in procurement",
        "in administration",
        "in finance",
        "in HR",
        "in legal",
        "in education",
        "in health",
        "in research",
        "in consulting",
        "in other departments",
    ],
};

pub(super) fn sentence(fact: &Fact<'_>, name: Option<&str>) -> String {
    let congratulations =
        name.map_or("Congratulations".to_owned(), |name| format!("{name}, congratulations"));
    match fact {
        Fact::Joined { company: Some(company), title, when, arrival, left } => {
            format!("{congratulations} on {}.", joined(company, *title, *when, *arrival, *left))
        }
        Fact::Joined { company: None, title, when, .. } => {
            format!("{congratulations} on {}.", new_role(None, *title, *when))
        }
        Fact::NewRole { company, title, when } => {
            format!("{congratulations} on {}.", new_role(*company, *title, *when))
        }
        Fact::Promoted { company, from, to, when } => {
            let when = part(*when, |when| format!(" in {}", month(when)));
            format!("{congratulations} on stepping up from {from} to {to} at {company}{when}.")
        }
        Fact::Tenure { company, lasting, arrival, formerly } => {
            let (with, away) = match arrival {
                Arrival::First => ("with", String::new()),
                Arrival::Back(away) => {
                    ("back at", part(*away, |away| format!(", after {} away", span(away))))
                }
            };
            let lasting = match lasting {
                Lasting::For(time) => format!("for {} now", span(*time)),
                Lasting::Since(date) => format!("since {}", month(*date)),
            };
            let then = part(*formerly, |name| format!(", from the days when it was called {name}"));
            format!("You have been {with} {company} {lasting}{away}{then}.")
        }
        Fact::Rose { company, from, to } => format!("At {company}, you have risen from {from} to {to}."),
        Fact::Before { company, arrival, title, earlier } => {
            let before = match arrival {
                Arrival::First => format!("Before {company}"),
                Arrival::Back(_) => format!("Before you came back to {company}"),
            };
            format!("{before}, you worked as {title} at {earlier}.")
        }
        Fact::Beside { title, company } => format!("You also work as {title} at {company}."),
        Fact::Experience { title, company } => format!("You also have experience as {title} at {company}."),
        Fact::Until { title, company, until } => {
            format!("You worked as {title} at {company} until {}.", month(*until))
        }
        Fact::Raised { company, round, amount, from, when } => {
            let raised = raised(*round, amount.as_ref().map(money).as_deref());
            let from = if from.is_empty() { String::new() } else { format!(" from {}", listed(from, "and")) };
            format!("I saw that {company} {raised}{from} in {}.", month(*when))
        }
        Fact::Bought { company, bought, when } => {
            format!("I read that {company} acquired {bought} in {}.", month(*when))
        }
        Fact::Openings { company, count, most } => {
            let count = WORDS.digits(i64::from(*count));
            let within = part(*most, |(of, count)| format!(", {count} of them {}", WORDS.department(of)));
            format!("{company} has {count} open positions right now{within}.")
        }
        Fact::Studied { school, field } => {
            let the = if school.starts_with("University of ") { "the " } else { "" };
            let field = part(*field, |field| format!(" {field}"));
            format!("I see that you studied{field} at {the}{school}.")
        }
        Fact::Certified { certification } => {
            let says_so = certification.to_lowercase().contains("certifi");
            let kind = if says_so { "" } else { " certification" };
            format!("I noticed your {certification}{kind}.")
        }
        Fact::Skills { skills } => {
            format!("Your profile names {} among your skills.", listed(skills, "and"))
        }
        Fact::Speaks { languages } => format!("I see that you speak {}.", listed(languages, "and")),
        Fact::Uses { company, technologies } => {
            format!("I saw that {company} uses {}.", listed(technologies, "and"))
        }
        Fact::Size { company, people } => {
            let kind = if *people <= TEAM_MAX { "team" } else { "company" };
            format!("{company} is a {kind} of {} people.", WORDS.digits(i64::from(*people)))
        }
        Fact::Founded { company, year } => format!("{company} has been in business since {year}."),
        Fact::Place { city, headquarters: Some((company, home)) } if home == city => {
            format!("You are based in {city}, where {company} has its headquarters.")
        }
        Fact::Place { city, headquarters: Some((company, home)) } => {
            format!("You are based in {city}, while {company} has its headquarters in {home}.")
        }
        Fact::Place { city, headquarters: None } => format!("You are based in {city}."),
    }
}

fn joined(
    company: &str,
    title: Option<&str>,
    when: Option<PartialDate>,
    arrival: Arrival,
    left: Option<Left<'_>>,
) -> String {
    let role = part(title, |title| format!(" as {title}"));
    let date = part(when, |when| format!(" in {}", month(when)));
    let comma = if when.is_some() { "," } else { "" };
    let joining = match arrival {
        Arrival::First => "joining",
        Arrival::Back(_) => "returning to",
    };
    match (left, arrival) {
        (Some(Left { company: left, span: Some(time) }), _) => {
            format!("{joining} {company}{role}{date}{comma} after {} at {left}", span(time))
        }
        (Some(Left { company: left, span: None }), Arrival::First) if when.is_none() => {
            format!("your move from {left} to {company}{role}")
        }
        (Some(Left { company: left, span: None }), _) => {
            format!("{joining} {company}{role}{date}{comma} after your time at {left}")
        }
        (None, Arrival::Back(Some(away))) => {
            format!("{joining} {company}{role}{date}{comma} after {} away", span(away))
        }
        (None, _) => format!("{joining} {company}{role}{date}"),
    }
}

fn new_role(company: Option<&str>, title: Option<&str>, when: Option<PartialDate>) -> String {
    let role = part(title, |title| format!(" as {title}"));
    let at = part(company, |company| format!(" at {company}"));
    let when = part(when, |when| format!(", which you took on in {}", month(when)));
    format!("your new role{role}{at}{when}")
}

fn month(date: PartialDate) -> String {
    let year = date.earliest().year();
    WORDS.month(date).map_or_else(|| year.to_string(), |month| format!("{month} {year}"))
}

fn span(span: Span) -> String {
    let years = |count: u32| match count {
        1 => "a year".to_owned(),
        more => format!("{} years", WORDS.number(more)),
    };
    match span {
        Span::Months(1) => "a month".to_owned(),
        Span::Months(count) => format!("{} months", WORDS.number(count)),
        Span::YearAndHalf => "a year and a half".to_owned(),
        Span::Years(count) => years(count),
        Span::OverYears(count) => format!("more than {}", years(count)),
        Span::NearlyYears(count) => format!("nearly {}", years(count)),
    }
}

fn money(amount: &Amount<'_>) -> String {
    let unit = match amount.unit {
        Unit::One => "",
        Unit::Million => " million",
        Unit::Billion => " billion",
    };
    let number = WORDS.amount(amount);
    match amount.currency {
        "USD" => format!("${number}{unit}"),
        "EUR" => format!("€{number}{unit}"),
        "GBP" => format!("£{number}{unit}"),
        other => format!("{other} {number}{unit}"),
    }
}

fn raised(round: Round, money: Option<&str>) -> String {
    let of = |words: &str| match money {
        Some(money) => format!("{words} of {money}"),
        None => words.to_owned(),
    };
    match round {
        Round::Series(letter) => of(&format!("raised a Series {letter}")),
        Round::Grant => of("received a grant"),
        Round::Debt => of("took on debt financing"),
        Round::PreSeed => of("raised a pre-seed round"),
        Round::Seed => of("raised a seed round"),
        Round::Angel => of("raised an angel round"),
        Round::Listing => {
            money.map_or("went public".to_owned(), |sum| format!("went public and raised {sum}"))
        }
        Round::Other => format!("raised {}", money.unwrap_or("new funding")),
    }
}
