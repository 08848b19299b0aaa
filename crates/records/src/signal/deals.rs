//! Signals of funding rounds and acquisitions.

use super::{Signal, SignalKind, signal_id, sources, start_of};
use crate::{
    Claim, Company, Employer, Facts, PartialDate, funding_stage,
    identifiers::company_name::company_name_key,
    merge::{ReportedRound, reported_rounds},
};

/// One signal for each dated round and acquisition of a company.
pub(super) fn signals(company: &Company, claims: &[Claim]) -> Vec<Signal> {
    let mut signals = funding(company, claims);
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

fn funding(company: &Company, claims: &[Claim]) -> Vec<Signal> {
    if company.funding.is_none() {
        return Vec::new();
    }
    let mut rounds: Vec<(ReportedRound<'_>, PartialDate)> = reported_rounds(claims)
        .into_iter()
        .filter_map(|reported| reported.round.announced_at.map(|date| (reported, date)))
        .collect();
    // In the order of the first report, so that a round keeps its id when another one of its year is reported.
    rounds.sort_by_cached_key(|(reported, date)| {
        (reported.claims.iter().map(|claim| claim.observed_at).min(), *date, reported.round.amount.clone())
    });
    let mut names: Vec<String> = Vec::new();
    let mut signals = Vec::new();
    for (reported, date) in rounds {
        let round = reported.round;
        // The year distinguishes rounds of one kind and stays the same when the exact day becomes known.
        let mut name = format!("{} {}", funding_stage::word(&round.round), date.earliest().year());
        if names.contains(&name) {
            let amount = round.amount.as_ref().map_or(0, |money| money.amount);
            name = format!("{name} {date} {amount}");
        }
        let claims = reported.claims.into_iter();
        signals.push(Signal {
            funding: Some(round),
            ..signal(SignalKind::Funding, company, &name, date, claims)
        });
        names.push(name);
    }
    signals.sort_by_key(|signal| std::cmp::Reverse(signal.at));
    signals
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
