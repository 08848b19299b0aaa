//! Positions: the statements of all claims about a person's jobs, merged into one career.

use std::cell::OnceCell;

use jiff::civil::Date;
use serde_json::{Value, json};

use super::{
    gathered::record_item,
    provenance::{Recorder, Stance},
    values::{days_apart, most_exact, non_blank, same_text},
    views::{View, precedence},
    wording::title_key,
};
use crate::{
    Claim, Employer, Experience, ExperienceFact, ExternalId, PartialDate, PersonFacts,
    identifiers::company_name::company_name_key, title::read_title,
};

/// Starts further apart than this belong to two stints, not to conflicting claims about one.
const SAME_STINT_MONTHS: u32 = 12;

/// A career: positions newest first, and whether the first one is current.
pub(super) struct Career {
    pub(super) positions: Vec<Experience>,
    pub(super) has_current: bool,
}

/// One claim's statement about one position.
struct Statement<'a> {
    claim: &'a Claim,
    name: Option<&'a str>,
    domain: Option<&'a str>,
    network_url: Option<&'a str>,
    identifier: Option<&'a ExternalId>,
    title: Option<&'a str>,
    started_at: Option<PartialDate>,
    ended_at: Option<PartialDate>,
    /// Whether the claim states it as the current position.
    present: bool,
    /// Comparison keys of name and title, computed on first use: most people have one position in one claim, so that
    /// nothing is compared.
    name_key: OnceCell<String>,
    title_key: OnceCell<String>,
}

/// Statements about the same position, newest first.
struct Position<'a> {
    statements: Vec<Statement<'a>>,
    started_at: Option<PartialDate>,
    ended_at: Option<PartialDate>,
    current: bool,
}

pub(super) fn merge<'a>(views: &[View<'a, PersonFacts>], recorder: &mut impl Recorder) -> Career {
    let mut statements: Vec<Statement<'a>> = views.iter().flat_map(statements_of).collect();
    let employed = statements.iter().any(|statement| statement.present && statement.has_employer());
    // Drop current titles without employer if another claim states the employer; each would become a separate job.
    statements.retain(|statement| statement.has_employer() || !(statement.present && employed));
    let current = current(&statements);
    let mut positions: Vec<Position<'a>> = Vec::new();
    for (index, statement) in statements.into_iter().enumerate() {
        let is_current = current == Some(index);
        let home = positions
            .iter_mut()
            .map(|position| (position.affinity(&statement), position))
            // `max_by_key` returns the last of equal items; reversed, that is the first and so the newest.
            .rev()
            .max_by_key(|(affinity, _)| *affinity)
            .filter(|(affinity, _)| *affinity > 0);
        match home {
            Some((_, position)) => position.add(statement, is_current),
            None => positions.push(Position::new(statement, is_current)),
        }
    }
    positions.sort_by_key(|position| std::cmp::Reverse((position.current, position.recency())));
    if current.is_some() {
        record_current(recorder, &positions);
    }
    for (index, position) in positions.iter().enumerate() {
        let claims: Vec<&Claim> = position.statements.iter().map(|statement| statement.claim).collect();
        record_item(recorder, format_args!("experience[{index}]"), &claims);
    }
    Career { positions: positions.iter().map(Position::experience).collect(), has_current: current.is_some() }
}

/// The statement of the current position: the newest one, unless a later claim states its end.
fn current(statements: &[Statement<'_>]) -> Option<usize> {
    let (index, newest) = statements.iter().enumerate().find(|(_, statement)| statement.present)?;
    let ended = statements.iter().any(|other| {
        other.ended_at.is_some()
            && other.claim.observed_at > newest.claim.observed_at
            && other.same_employer(newest)
            && other.titles(newest) > Titles::Unlike
            && !two_stints(other.started_at, newest.started_at)
    });
    (!ended).then_some(index)
}

fn statements_of<'a>(view: &View<'a, PersonFacts>) -> Vec<Statement<'a>> {
    let (claim, facts) = (view.claim, view.facts);
    let mut statements = Vec::with_capacity(1 + facts.experience.len());
    let named = [&facts.title, &facts.company_name, &facts.company_domain, &facts.company_network_url];
    let states_current = facts.company_identifier.is_some()
        || named.into_iter().any(|field| non_blank(field.as_ref()).is_some());
    if states_current {
        statements.push(Statement {
            claim,
            name: non_blank(facts.company_name.as_ref()),
            domain: non_blank(facts.company_domain.as_ref()),
            network_url: non_blank(facts.company_network_url.as_ref()),
            identifier: facts.company_identifier.as_ref(),
            title: non_blank(facts.title.as_ref()),
            started_at: facts.started_at,
            ended_at: None,
            present: true,
            name_key: OnceCell::new(),
            title_key: OnceCell::new(),
        });
    }
    let open = if states_current { None } else { open_position(&facts.experience, claim) };
    for (index, fact) in facts.experience.iter().enumerate() {
        let (name, title) = (non_blank(fact.company_name.as_ref()), non_blank(fact.title.as_ref()));
        statements.push(Statement {
            claim,
            name,
            domain: non_blank(fact.company_domain.as_ref()),
            network_url: None,
            identifier: None,
            title,
            started_at: fact.started_at,
            ended_at: fact.ended_at,
            present: open == Some(index),
            name_key: OnceCell::new(),
            title_key: OnceCell::new(),
        });
    }
    statements.retain(|statement| statement.has_employer() || statement.title.is_some());
    // The current position first, so that older ones of the same claim are compared with it.
    statements.sort_by_key(|statement| !statement.present);
    statements
}

/// The current position in a list of positions: of those held when the claim was observed, the one that started last. An
/// undated one is current only if no other is held: sources leave the end out of positions that are over.
fn open_position(experience: &[ExperienceFact], claim: &Claim) -> Option<usize> {
    let observed = claim.observed_on();
    let is_held = |fact: &ExperienceFact| {
        fact.ended_at.is_none_or(|end| end.earliest() > observed)
            && fact.started_at.is_none_or(|start| start.earliest() <= observed)
    };
    let held = || experience.iter().enumerate().filter(|(_, fact)| is_held(fact));
    let last = held().filter_map(|(_, fact)| fact.started_at).max();
    match last {
        Some(last) => held().find(|(_, fact)| fact.started_at == Some(last)).map(|(index, _)| index),
        None => {
            let mut undated = held().map(|(index, _)| index);
            undated.next().filter(|_| undated.next().is_none())
        }
    }
}

/// How well two titles agree, the worst first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Titles {
    Unlike,
    OneMissing,
    Alike,
    Same,
}

impl<'a> Statement<'a> {
    fn has_employer(&self) -> bool {
        let texts = [self.name, self.domain, self.network_url];
        self.identifier.is_some() || texts.iter().any(Option::is_some)
    }

    fn name_key(&self) -> &str {
        self.name_key.get_or_init(|| self.name.map(company_name_key).unwrap_or_default())
    }

    fn title_key(&self) -> &str {
        self.title_key.get_or_init(|| self.title.map(title_key).unwrap_or_default())
    }

    fn same_employer(&self, other: &Self) -> bool {
        let same = |a: Option<&str>, b: Option<&str>| a.is_some() && a == b;
        if let Some((one, other)) = self.identifier.zip(other.identifier)
            && one.scheme == other.scheme
        {
            return one.value == other.value;
        }
        same(self.domain, other.domain)
            || same(self.network_url, other.network_url)
            || (!self.name_key().is_empty() && self.name_key() == other.name_key())
            || (!self.has_employer() && !other.has_employer())
    }

    fn titles(&self, other: &Self) -> Titles {
        if self.title_key() == other.title_key() && self.title.is_some() {
            Titles::Same
        } else if self.title.is_none() || other.title.is_none() {
            Titles::OneMissing
        } else if strsim::normalized_levenshtein(self.title_key(), other.title_key()) >= 0.88 {
            Titles::Alike
        } else {
            Titles::Unlike
        }
    }
}

impl<'a> Position<'a> {
    fn new(statement: Statement<'a>, current: bool) -> Self {
        let (started_at, ended_at) = (statement.started_at, statement.ended_at);
        Self { statements: vec![statement], started_at, ended_at, current }
    }

    fn add(&mut self, statement: Statement<'a>, current: bool) {
        self.started_at = most_exact(self.started_at.into_iter().chain(statement.started_at));
        self.ended_at = most_exact(self.ended_at.into_iter().chain(statement.ended_at));
        self.current |= current;
        self.statements.push(statement);
    }

    /// Degree of certainty that a statement is about this position; 0 if it is about another one.
    fn affinity(&self, statement: &Statement<'_>) -> u8 {
        let same_employer = self.statements.iter().any(|own| own.same_employer(statement));
        if !same_employer
            || two_stints(self.started_at, statement.started_at)
            || self.apart_in_time(statement)
        {
            return 0;
        }
        let titled = self.statements.iter().find(|own| own.title.is_some()).or(self.statements.first());
        let titles = titled.map_or(Titles::Unlike, |own| own.titles(statement));
        // Positions listed in one claim are different, however similar they are.
        if self.statements.iter().any(|own| std::ptr::eq(own.claim, statement.claim)) {
            return if titles == Titles::Same { 4 } else { 0 };
        }
        let starts_together = same_start(self.started_at, statement.started_at);
        if self.current && statement.ended_at.is_some() && !starts_together {
            return 0;
        }
        match titles {
            Titles::Same => 4,
            Titles::Alike => 3,
            _ if starts_together => 2,
            Titles::OneMissing => 1,
            Titles::Unlike => 0,
        }
    }

    fn apart_in_time(&self, statement: &Statement<'_>) -> bool {
        let ends_before = |end: Option<PartialDate>, start: Option<PartialDate>| {
            end.zip(start).is_some_and(|(end, start)| end.latest() < start.earliest())
        };
        ends_before(self.ended_at, statement.started_at) || ends_before(statement.ended_at, self.started_at)
    }

    /// Sort key of positions: the start, else the end, else the last time a claim stated the position as current.
    fn recency(&self) -> Option<Date> {
        let seen = self
            .statements
            .iter()
            .filter(|statement| statement.present)
            .map(|statement| statement.claim.observed_on());
        self.started_at.or(self.ended_at).map(PartialDate::earliest).or_else(|| seen.max())
    }

    fn first<T>(&self, get: impl Fn(&Statement<'a>) -> Option<T>) -> Option<T> {
        self.statements.iter().find_map(get)
    }

    fn experience(&self) -> Experience {
        let title = self.first(|statement| statement.title).map(str::to_owned);
        let reading = title.as_deref().map(read_title);
        let (seniority, departments) =
            reading.map_or((None, Vec::new()), |reading| (reading.seniority, reading.departments));
        Experience {
            company: Employer {
                name: self.first(|statement| statement.name).map(str::to_owned),
                domain: self.first(|statement| statement.domain).map(str::to_owned),
                network_url: self.first(|statement| statement.network_url).map(str::to_owned),
                identifier: self.first(|statement| statement.identifier).cloned(),
                ..Employer::default()
            },
            title,
            seniority,
            departments,
            started_at: self.started_at,
            ended_at: self.ended_at.filter(|_| !self.current),
        }
    }
}

fn two_stints(a: Option<PartialDate>, b: Option<PartialDate>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a.months_until(b).max(b.months_until(a)) > SAME_STINT_MONTHS)
}

/// Whether both started in the same month; a year is too coarse to distinguish a promotion from a reworded title.
fn same_start(a: Option<PartialDate>, b: Option<PartialDate>) -> bool {
    let exact = |date: PartialDate| date.earliest().month() == date.latest().month();
    a.zip(b).is_some_and(|(a, b)| exact(a) && exact(b) && days_apart(a, b) == 0)
}

/// Records the origins of the current position's fields, compared with the current positions of other claims.
fn record_current<R: Recorder>(recorder: &mut R, positions: &[Position<'_>]) {
    let Some(current) = positions.first().filter(|position| R::RECORDS_ORIGINS && position.current) else {
        return;
    };
    let mut present: Vec<&Statement<'_>> = positions
        .iter()
        .flat_map(|position| &position.statements)
        .filter(|statement| statement.present)
        .collect();
    present.sort_by(|a, b| precedence(a.claim, b.claim));
    let mut field = |name: &str, get: &dyn Fn(&Statement<'_>) -> Option<Value>| {
        let Some((chosen, value)) = current.first(|statement| Some((statement.claim, get(statement)?)))
        else {
            return;
        };
        let others = present.iter().filter_map(|other| {
            let stated = get(other)?;
            let same = value.as_str().zip(stated.as_str()).map_or(value == stated, |(a, b)| same_text(a, b));
            Some((other.claim, Stance::of(same, stated)))
        });
        recorder.record(format_args!("{name}"), chosen, others);
    };
    let text = |text: Option<&str>| text.map(Value::from);
    field("title", &|statement| text(statement.title));
    // Only if the merged title yields it: values derived from other titles are not in the record.
    let shown = current.experience();
    if shown.seniority.is_some() {
        field("seniority", &|statement| text(Some(read_title(statement.title?).seniority?.as_str())));
    }
    if !shown.departments.is_empty() {
        field("departments", &|statement| {
            let departments = read_title(statement.title?).departments;
            (!departments.is_empty())
                .then(|| departments.iter().map(|department| department.as_str()).collect())
        });
    }
    field("company.name", &|statement| text(statement.name));
    field("company.domain", &|statement| text(statement.domain));
    field("company.networkUrl", &|statement| text(statement.network_url));
    field("company.identifier", &|statement| statement.identifier.map(|identifier| json!(identifier)));
    if let Some(started_at) = current.started_at {
        // The most precise date may come from an older claim, so match it by value.
        let of_current =
            |statement: &Statement<'_>| current.statements.iter().any(|own| std::ptr::eq(own, statement));
        field("startedAt", &|statement| {
            statement
                .started_at
                .filter(|date| !of_current(statement) || *date == started_at)
                .map(|date| date.to_string().into())
        });
    }
}
