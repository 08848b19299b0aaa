//! Funding rounds: reports of the same round by several sources become one.

use std::cmp::Reverse;

use super::{
    gathered::{Gathered, record_all, record_item},
    provenance::Recorder,
    values::{days_apart, most_exact, same_text},
    views::View,
};
use crate::{Claim, CompanyFacts, Funding, FundingRound, Money};

/// Reports with the same kind of round and at most this many days apart are one round.
const SAME_KIND_DAYS: i32 = 45;

/// Reports with the same amount and at most this many days apart are one round, whatever its kind.
const SAME_AMOUNT_DAYS: i32 = 90;

/// A round that is being merged.
struct Report<'a> {
    round: FundingRound,
    /// The last claim merged into it.
    last: &'a Claim,
}

pub(super) fn merge<'a, R: Recorder>(views: &[View<'a, CompanyFacts>], recorder: &mut R) -> Option<Funding> {
    let mut reports: Vec<Gathered<'a, Report<'a>>> = Vec::new();
    for (claim, round) in
        views.iter().flat_map(|view| view.facts.funding_rounds.iter().map(|round| (view.claim, round)))
    {
        let nearest = reports
            .iter()
            .enumerate()
            .filter_map(|(index, kept)| Some((distance(&kept.value, claim, round)?, index)))
            .min();
        let place = nearest.map_or(reports.len(), |(_, index)| index);
        if place == reports.len() {
            let round = FundingRound { investors: Vec::new(), ..round.clone() };
            reports.push(Gathered { value: Report { round, last: claim }, claims: Vec::new() });
        }
        reports[place].value.absorb(claim, round);
        reports[place].add_claim::<R>(claim);
    }
    reports.sort_by_key(|report| Reverse(report.value.round.announced_at));
    record_all(recorder, "funding.rounds", &reports);
    let newest = reports.first()?;
    for field in ["stage", "total", "lastRoundAt"] {
        record_item(recorder, format_args!("funding.{field}"), &newest.claims);
    }
    let rounds: Vec<FundingRound> = reports.into_iter().map(|report| report.value.round).collect();
    Some(Funding {
        stage: rounds.first().map(|round| round.round.clone()).filter(|round| !round.is_empty()),
        total: total(&rounds),
        last_round_at: rounds.first().and_then(|round| round.announced_at),
        rounds,
    })
}

/// Days between a claimed round and a known one; none if they are different rounds.
fn distance(known: &Report<'_>, claim: &Claim, round: &FundingRound) -> Option<i32> {
    // Rounds listed in one claim are different rounds, except exact duplicates.
    if std::ptr::eq(known.last, claim) {
        let same = known.round.amount == round.amount && known.round.announced_at == round.announced_at;
        return (same && same_kind(&known.round, round)).then_some(0);
    }
    let amounts = known.round.amount.as_ref().zip(round.amount.as_ref());
    let same_amount = amounts.is_some_and(|(a, b)| a == b);
    match known.round.announced_at.zip(round.announced_at) {
        Some((a, b)) => {
            let days = days_apart(a, b);
            let same = (same_kind(&known.round, round) && days <= SAME_KIND_DAYS)
                || (same_amount && days <= SAME_AMOUNT_DAYS);
            same.then_some(days)
        }
        // Without dates, rounds of the same kind are equal unless their amounts differ.
        None => (same_kind(&known.round, round) && (same_amount || amounts.is_none()))
            .then_some(SAME_AMOUNT_DAYS + 1),
    }
}

/// Whether two rounds have the same name, ignoring case and punctuation.
fn same_kind(a: &FundingRound, b: &FundingRound) -> bool {
    let letters = |kind: &'_ str| -> String {
        kind.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    a.round == b.round || letters(&a.round) == letters(&b.round)
}

impl<'a> Report<'a> {
    /// Adds details that newer claims did not state.
    fn absorb(&mut self, claim: &'a Claim, other: &FundingRound) {
        self.last = claim;
        let round = &mut self.round;
        if round.round.is_empty() {
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
