//! Signals of companies: funding rounds and acquisitions.

use super::{Signal, SignalKind, signal_id, sources, start_of};
use crate::{
    Claim, Company, Employer, Facts, FundingRound, PartialDate, identifiers::company_name::company_name_key,
};

/// Maximum number of days between reports of one round.
const SAME_ROUND_DAYS: i64 = 90;

/// One signal for each dated round and acquisition of a company.
pub(super) fn signals(company: &Company, claims: &[Claim]) -> Vec<Signal> {
    let rounds = company.funding.iter().flat_map(|funding| &funding.rounds);
    let mut signals: Vec<Signal> = rounds.filter_map(|round| funding(company, round, claims)).collect();
    for acquisition in &company.acquisitions {
        let Some(date) = acquisition.announced_at else { continue };
        let target = acquisition.domain.clone().unwrap_or_else(|| company_name_key(&acquisition.name));
        let reporting = claims.iter().filter(|claim| match &claim.facts {
            Facts::Company(facts) => facts.acquisitions.iter().any(|reported| {
                (reported.domain.is_some() && reported.domain == acquisition.domain)
                    || company_name_key(&reported.name) == company_name_key(&acquisition.name)
            }),
            Facts::Person(_) | Facts::Job(_) => false,
        });
        signals.push(Signal {
            acquisition: Some(acquisition.clone()),
            ..signal(SignalKind::Acquisition, company, &target, date, reporting)
        });
    }
    signals
}

fn funding(company: &Company, round: &FundingRound, claims: &[Claim]) -> Option<Signal> {
    let date = round.announced_at?;
    let reporting = claims.iter().filter(|claim| match &claim.facts {
        Facts::Company(facts) => facts.funding_rounds.iter().any(|reported| is_same_round(reported, round)),
        Facts::Person(_) | Facts::Job(_) => false,
    });
    // The year distinguishes two rounds of one kind and stays the same when the exact day becomes known.
    let name = format!("{} {}", round.round, date.earliest().year());
    Some(Signal {
        funding: Some(round.clone()),
        ..signal(SignalKind::Funding, company, &name, date, reporting)
    })
}

fn is_same_round(reported: &FundingRound, round: &FundingRound) -> bool {
    let alike = reported.round.eq_ignore_ascii_case(&round.round)
        || (reported.amount.is_some() && reported.amount == round.amount);
    let close = match (reported.announced_at, round.announced_at) {
        (Some(a), Some(b)) => {
            let days =
                a.earliest().since(b.earliest()).map_or(i64::MAX, |span| i64::from(span.get_days()).abs());
            days <= SAME_ROUND_DAYS || (a.earliest() <= b.latest() && b.earliest() <= a.latest())
        }
        _ => true,
    };
    alike && close
}

pub(super) fn signal<'a>(
    kind: SignalKind,
    company: &Company,
    name: &str,
    date: PartialDate,
    reporting: impl Iterator<Item = &'a Claim>,
) -> Signal {
    Signal {
        id: signal_id(kind, &[&company.id, name]),
        kind,
        at: start_of(date),
        company: Some(Employer {
            id: Some(company.id.clone()),
            name: Some(company.name.clone()),
            domain: company.domain.clone(),
            network_url: company.network_url.clone(),
            identifier: None,
            industry: company.industry.clone(),
            employee_count: company.employee_count,
        }),
        funding: None,
        acquisition: None,
        job: None,
        change: None,
        company_change: None,
        sources: sources(reporting.map(|claim| (claim, None))),
    }
}
