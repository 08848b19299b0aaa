//! Funding rounds: reports of the same round by several sources become one.
//!
//! Two rows of one source are two rounds, unless they state the same; reports of two sources are one round when kind, date
//! and amount fit. Groups are formed from the closest reports on, so that the result is a function of the set of reports.

#[cfg(test)]
mod tests;

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet},
};

use super::{
    gathered::{Gathered, record_all, record_item},
    provenance::Recorder,
    values::{days_apart, most_exact, same_text},
    views::{View, company_views},
};
use crate::{Claim, CompanyFacts, Funding, FundingRound, Money, PartialDate, funding_stage};

/// Reports of a round are at most this many days apart if their amounts are not known to agree.
const SAME_KIND_DAYS: i32 = 45;

/// Reports of a round with the same amount are at most this many days apart.
const SAME_AMOUNT_DAYS: i32 = 90;

/// Amounts that differ by at most one part in this many are roundings of one amount: 30.1 and 30 million.
const ROUNDING: u128 = 50;

/// More distinct reports than this are not compared with each other: no company has as many rounds.
const COMPARED_MAX: usize = 400;

/// A round with the claims that report it, newest first.
pub(crate) struct ReportedRound<'a> {
    pub(crate) round: FundingRound,
    pub(crate) claims: Vec<&'a Claim>,
}

/// The rounds of a company as its record lists them, each with the claims that report it.
pub(crate) fn reported_rounds(claims: &[Claim]) -> Vec<ReportedRound<'_>> {
    rounds(&company_views(claims))
}

pub(super) fn merge<'a, R: Recorder>(views: &[View<'a, CompanyFacts>], recorder: &mut R) -> Option<Funding> {
    let reports: Vec<Gathered<'a, FundingRound>> = rounds(views)
        .into_iter()
        .map(|reported| Gathered { value: reported.round, claims: reported.claims })
        .collect();
    record_all(recorder, "funding.rounds", &reports);
    let (newest, furthest) = (reports.first()?, furthest(&reports)?);
    record_item(recorder, format_args!("funding.stage"), &furthest.claims);
    for field in ["total", "lastRoundAt"] {
        record_item(recorder, format_args!("funding.{field}"), &newest.claims);
    }
    let stage = Some(furthest.value.round.as_str()).filter(|round| !round.is_empty());
    let stage = stage.map(|round| funding_stage::find(round).unwrap_or(round).to_owned());
    let rounds: Vec<FundingRound> = reports.into_iter().map(|report| report.value).collect();
    Some(Funding {
        stage,
        total: total(&rounds),
        last_round_at: rounds.first().and_then(|round| round.announced_at),
        rounds,
    })
}

/// The round that tells the stage, of rounds sorted newest first: the newest, or one of a later stage whose date is too
/// coarse to tell that it was before. A year is sorted by its first day, which says nothing about the order.
fn furthest<'r, 'a>(rounds: &'r [Gathered<'a, FundingRound>]) -> Option<&'r Gathered<'a, FundingRound>> {
    let newest = rounds.first()?;
    let since = newest.value.announced_at.map(PartialDate::earliest);
    let may_be_last = |round: &&Gathered<'a, FundingRound>| {
        let until = round.value.announced_at.map(PartialDate::latest);
        until.zip(since).is_some_and(|(until, since)| until >= since)
    };
    let order = |round: &Gathered<'a, FundingRound>| funding_stage::order(&round.value.round);
    let Some(reached) = order(newest) else { return Some(newest) };
    let later = rounds.iter().filter(may_be_last).filter(|round| order(round) > Some(reached));
    later.rev().max_by_key(|round| order(round)).or(Some(newest))
}

/// What a source states about one round.
struct Report<'a> {
    round: &'a FundingRound,
    /// The claims that state it, newest first, each with its place among all claims.
    claims: Vec<(usize, &'a Claim)>,
}

fn rounds<'a>(views: &[View<'a, CompanyFacts>]) -> Vec<ReportedRound<'a>> {
    let reports = distinct_reports(views);
    let mut rounds: Vec<ReportedRound<'a>> = groups(&reports)
        .into_iter()
        .map(|group| merged(group.into_iter().map(|index| &reports[index])))
        .collect();
    // Dates alone leave rounds of one day in the order of their claims, which a repeated import changes.
    rounds.sort_by_cached_key(|reported| {
        let round = &reported.round;
        (Reverse(round.announced_at), Reverse(round.amount.clone()), round.round.clone())
    });
    rounds
}

/// The different statements of each source. The same kind, date and amount are one round in all its rows, because a list
/// may be imported twice, under other row numbers.
fn distinct_reports<'a>(views: &[View<'a, CompanyFacts>]) -> Vec<Report<'a>> {
    type Statement<'a> = (&'a str, Option<PartialDate>, Option<&'a Money>, String);
    let mut places: HashMap<Statement<'a>, usize> = HashMap::new();
    let mut reports: Vec<Report<'a>> = Vec::new();
    for (index, View { claim, facts }) in views.iter().enumerate() {
        let past = facts.funding_rounds.iter().filter(|round| claim.reports_as_past(round.announced_at));
        for round in past {
            let kind = funding_stage::word(&round.round);
            let statement = (claim.source.as_str(), round.announced_at, round.amount.as_ref(), kind);
            let place = *places.entry(statement).or_insert(reports.len());
            if place == reports.len() {
                reports.push(Report { round, claims: Vec::new() });
            }
            reports[place].claims.push((index, claim));
        }
    }
    reports
}

/// Groups of reports about one round: pairs that fit are joined, the closest first, while no two reports of a group are
/// known to be about different rounds.
fn groups(reports: &[Report<'_>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = (0..reports.len()).map(|index| vec![index]).collect();
    if reports.len() > COMPARED_MAX {
        return groups;
    }
    // Pairs in an order that depends on nothing but the reports.
    let mut pairs: BTreeMap<_, (usize, usize)> = BTreeMap::new();
    for (index, one) in reports.iter().enumerate() {
        for (other_index, other) in reports.iter().enumerate().skip(index + 1) {
            if let Some(closeness) = closeness(one, other) {
                let mut texts = [one.order(), other.order()];
                texts.sort();
                pairs.insert((closeness, texts), (index, other_index));
            }
        }
    }
    let mut group_of: Vec<usize> = (0..reports.len()).collect();
    for (one, other) in pairs.into_values() {
        let (into, from) = (group_of[one], group_of[other]);
        let fits = |a: &usize, b: &usize| closeness(&reports[*a], &reports[*b]).is_some();
        if into == from || !groups[into].iter().all(|a| groups[from].iter().all(|b| fits(a, b))) {
            continue;
        }
        let moved = std::mem::take(&mut groups[from]);
        moved.iter().for_each(|index| group_of[*index] = into);
        groups[into].extend(moved);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

impl Report<'_> {
    fn source(&self) -> &str {
        self.claims.first().map_or("", |(_, claim)| &claim.source)
    }

    /// A key that sorts reports the same way whenever they were observed.
    fn order(&self) -> (&str, Option<PartialDate>, Option<&Money>, &str) {
        (self.source(), self.round.announced_at, self.round.amount.as_ref(), &self.round.round)
    }

    /// Whether a claim states both.
    fn is_listed_with(&self, other: &Self) -> bool {
        let place = |claim: &(usize, &Claim)| claim.0;
        self.claims.iter().any(|claim| other.claims.binary_search_by_key(&claim.0, place).is_ok())
    }

    /// Whether a row of the source states both, in two versions.
    fn shares_row_with(&self, other: &Self) -> bool {
        let rows = |report: &Self| {
            report.claims.iter().map(|(_, claim)| claim.reference.clone()).collect::<HashSet<_>>()
        };
        !rows(self).is_disjoint(&rows(other))
    }
}

/// How close two reports are, the closest least; none if they are about different rounds.
fn closeness(one: &Report<'_>, other: &Report<'_>) -> Option<(bool, i32)> {
    let dates = one.round.announced_at.zip(other.round.announced_at);
    let days = dates.map_or(0, |(one, other)| days_apart(one, other));
    if days > SAME_AMOUNT_DAYS {
        return None;
    }
    let amounts = Amounts::of(one.round, other.round);
    let is_same = if one.source() == other.source() {
        // Rounds that a source lists side by side are different, and so are those of different rows, unless they agree. A
        // correction of a row changes the date or the amount, not both.
        let agree = dates.is_some_and(|(one, other)| one == other) && one.round.amount == other.round.amount;
        let corrected = || days == 0 || (days <= SAME_KIND_DAYS && amounts != Amounts::Different);
        !one.is_listed_with(other) && (agree || (corrected() && one.shares_row_with(other)))
    } else {
        let most = if amounts == Amounts::Same { SAME_AMOUNT_DAYS } else { SAME_KIND_DAYS };
        amounts != Amounts::Different && days <= most
    };
    let is_same = is_same && funding_stage::fits(&one.round.round, &other.round.round);
    // A date that is not known is further away than any that is.
    is_same.then_some((amounts != Amounts::Same, if dates.is_some() { days } else { SAME_AMOUNT_DAYS + 1 }))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Amounts {
    Same,
    /// One is not stated, or they are in two currencies.
    Unknown,
    Different,
}

impl Amounts {
    fn of(one: &FundingRound, other: &FundingRound) -> Self {
        match one.amount.as_ref().zip(other.amount.as_ref()) {
            Some((one, other)) if one.currency == other.currency => {
                let apart = i128::from(one.amount).abs_diff(i128::from(other.amount));
                let largest = u128::from(one.amount.unsigned_abs().max(other.amount.unsigned_abs()));
                if apart * ROUNDING <= largest { Self::Same } else { Self::Different }
            }
            _ => Self::Unknown,
        }
    }
}

/// The round of a group: values of the newest claims, completed by older ones.
fn merged<'r, 'a: 'r>(reports: impl Iterator<Item = &'r Report<'a>>) -> ReportedRound<'a> {
    let mut stated: Vec<(usize, &'a Claim, &'a FundingRound)> = reports
        .flat_map(|report| report.claims.iter().map(|(place, claim)| (*place, *claim, report.round)))
        .collect();
    stated.sort_by_key(|(place, ..)| *place);
    let mut round = FundingRound::default();
    for (.., other) in &stated {
        if round.round.is_empty() || (says_little(&round.round) && !says_little(&other.round)) {
            round.round.clone_from(&other.round);
        }
        round.amount = round.amount.take().or_else(|| other.amount.clone());
        round.announced_at = most_exact(round.announced_at.into_iter().chain(other.announced_at));
        for investor in other.investors.iter().map(|investor| investor.trim()) {
            if !investor.is_empty() && !round.investors.iter().any(|known| same_text(known, investor)) {
                round.investors.push(investor.to_owned());
            }
        }
    }
    ReportedRound { round, claims: stated.into_iter().map(|(_, claim, _)| claim).collect() }
}

/// Whether a kind is a filing's `unknown`, which another source may name.
fn says_little(kind: &str) -> bool {
    kind.is_empty() || funding_stage::find(kind) == Some("other")
}

/// The sum of the known amounts; none if the rounds have several currencies.
fn total(rounds: &[FundingRound]) -> Option<Money> {
    let mut amounts = rounds.iter().filter_map(|round| round.amount.as_ref());
    let first = amounts.next()?.clone();
    amounts.try_fold(first, |sum, money| {
        let amount = sum.amount.checked_add(money.amount)?;
        (sum.currency == money.currency).then_some(Money { amount, ..sum })
    })
}
