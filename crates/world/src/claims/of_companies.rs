//! Claims about companies.

use jiff::Timestamp;
use records::{Claim, CompanyFacts, Facts, FundingRound};

use super::source::{DIRECTORY, JOB_BOARD, NEWS_DESK, REGISTRY, TECH_SCAN};
use crate::{
    calendar::Day,
    company::WorldCompany,
    rng::{Purpose, Rng},
    world::World,
};

/// The claims of all sources about a company, each source's older claims first.
pub(super) fn claims(world: &World, company: u64) -> Vec<Claim> {
    let company = world.company(company);
    let mut rng = Rng::new(world.seed, company.index, Purpose::CompanyClaims);
    let mut claims = vec![registry(world, &company, &mut rng), directory(world, &company, &mut rng)];
    if rng.chance(80) {
        claims.push(tech_scan(world, &company, &mut rng));
    }
    news_desk(world, &company, &mut claims);
    job_board(world, &company, &mut rng, &mut claims);
    claims
}

/// A claim about a company, with its domain as the reference.
pub(crate) fn company_claim(
    company: &WorldCompany,
    source: &str,
    observed_at: Timestamp,
    facts: CompanyFacts,
) -> Claim {
    let facts = CompanyFacts {
        name: Some(facts.name.unwrap_or_else(|| company.name.clone())),
        domains: if facts.domains.is_empty() { vec![company.domain.clone()] } else { facts.domains },
        ..facts
    };
    Claim {
        source: source.to_owned(),
        reference: format!("{source}-{}", company.index),
        observed_at,
        facts: Facts::Company(Box::new(facts)),
    }
}

fn registry(world: &World, company: &WorldCompany, rng: &mut Rng) -> Claim {
    let facts = CompanyFacts {
        legal_name: Some(company.legal_name.clone()),
        former_names: company.former_names.clone(),
        founded_year: Some(company.founded_year),
        locations: company.locations[..1].to_vec(),
        ..CompanyFacts::default()
    };
    company_claim(
        company,
        REGISTRY,
        world.moment(world.today.minus(rng.between(30, 360)), rng.below(86_000)),
        facts,
    )
}

fn directory(world: &World, company: &WorldCompany, rng: &mut Rng) -> Claim {
    let mut domains = vec![company.domain.clone()];
    domains.extend(company.second_domain.clone());
    let facts = CompanyFacts {
        domains,
        network_url: Some(company.network_url.clone()),
        description: Some(company.description.clone()),
        industries: company.industries.clone(),
        tags: company.tags.clone(),
        employee_count: Some(company.headcount),
        revenue: Some(company.revenue.clone()),
        founded_year: Some(company.founded_year),
        locations: company.locations.clone(),
        phone: company.phone.clone(),
        ..CompanyFacts::default()
    };
    company_claim(
        company,
        DIRECTORY,
        world.moment(world.today.minus(rng.between(1, 20)), rng.below(86_000)),
        facts,
    )
}

fn tech_scan(world: &World, company: &WorldCompany, rng: &mut Rng) -> Claim {
    let facts = CompanyFacts {
        email_provider: Some(company.email_provider.to_owned()),
        technologies: company.technologies.clone(),
        ..CompanyFacts::default()
    };
    company_claim(
        company,
        TECH_SCAN,
        world.moment(world.today.minus(rng.between(0, 1)), rng.below(86_000)),
        facts,
    )
}

/// One claim per announcement, each with all facts announced by then.
fn news_desk(world: &World, company: &WorldCompany, claims: &mut Vec<Claim>) {
    let day = |round: &FundingRound| round.announced_at.map(|date| Day::of_date(date.earliest()));
    for count in 1..=company.funding_rounds.len() {
        let known = company.funding_rounds[..count].to_vec();
        let Some(announced) = known.last().and_then(day) else { continue };
        let facts = CompanyFacts { funding_rounds: known, ..CompanyFacts::default() };
        claims.push(company_claim(company, NEWS_DESK, world.moment(announced, 32_400), facts));
    }
    if let Some((_, acquisition)) = &company.acquisition
        && let Some(announced) = acquisition.announced_at
    {
        let moment = world.moment(Day::of_date(announced.earliest()), 36_000);
        let known = company.funding_rounds.iter().filter(|round| round.announced_at <= Some(announced));
        let facts = CompanyFacts {
            acquisitions: vec![acquisition.clone()],
            funding_rounds: known.cloned().collect(),
            ..CompanyFacts::default()
        };
        claims.push(company_claim(company, NEWS_DESK, moment, facts));
    }
}

/// The current openings, and an older claim with a quarter of them.
fn job_board(world: &World, company: &WorldCompany, rng: &mut Rng, claims: &mut Vec<Claim>) {
    let Some(openings) = &company.openings else { return };
    let mut earlier = openings.clone();
    earlier.by_department.values_mut().for_each(|count| *count /= 4);
    earlier.by_department.retain(|_, count| *count > 0);
    earlier.count = earlier.by_department.values().sum();
    let views = [(rng.between(30, 60), earlier), (rng.between(0, 12), openings.clone())];
    for (days_ago, openings) in views {
        let facts = CompanyFacts { openings: Some(openings), ..CompanyFacts::default() };
        let moment = world.moment(world.today.minus(days_ago), rng.below(86_000));
        claims.push(company_claim(company, JOB_BOARD, moment, facts));
    }
}
