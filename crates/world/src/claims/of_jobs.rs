//! Claims about open positions, as a company's careers page lists them.

use records::{Claim, Department, Facts, JobFacts, PartialDate, Seniority};

use super::source::JOB_BOARD;
use crate::{
    company::WorldCompany,
    org::Role,
    rng::{Purpose, Rng},
    world::World,
};

/// Maximum number of postings of one company: the first page of its careers page.
const POSTINGS_MAX: usize = 60;

/// One claim for each open position of a company.
pub(super) fn claims(world: &World, company: u64) -> Vec<Claim> {
    let company = world.company(company);
    let mut rng = Rng::new(world.seed, company.index, Purpose::Jobs);
    let departments = company.openings.iter().flat_map(|openings| &openings.by_department);
    let seats = departments.flat_map(|(word, count)| std::iter::repeat_n(word, *count as usize));
    let seats: Vec<&String> = seats.take(POSTINGS_MAX).collect();
    let mut claims = Vec::with_capacity(seats.len());
    for (number, word) in seats.into_iter().enumerate() {
        let Ok(department) = word.parse::<Department>() else { continue };
        let days_ago = rng.between(0, 80);
        claims.push(posting(world, &company, department, number as u64, days_ago, &mut rng));
    }
    claims
}

/// The claim about one open position.
pub(crate) fn posting(
    world: &World,
    company: &WorldCompany,
    department: Department,
    number: u64,
    days_ago: i32,
    rng: &mut Rng,
) -> Claim {
    let seniority = rng.weighted(&[
        (50, Seniority::Professional),
        (22, Seniority::Senior),
        (12, Seniority::Manager),
        (10, Seniority::Entry),
        (6, Seniority::Director),
    ]);
    let first = world.employees(company.index).start;
    let holder = world.person_name(company.index, first);
    // The number of applicants grows with time for most positions; some get hardly any.
    let pull = rng.weighted(&[(30, 0_i32), (50, 2), (20, 6)]);
    let posted = world.today.minus(days_ago);
    let facts = JobFacts {
        title: Some(world.title(company.index, (department, seniority, Role::Member), &holder, rng)),
        company_name: Some(company.name.clone()),
        company_domain: Some(company.domain.clone()),
        department: Some(department),
        location: company.locations.first().cloned(),
        url: Some(format!("https://{}/careers/{}", company.domain, number + 1)),
        posted_at: Some(PartialDate::day(posted.date())),
        closed_at: None,
        applicants: u32::try_from(rng.between(0, 9) + pull * days_ago).ok(),
    };
    Claim {
        source: JOB_BOARD.to_owned(),
        reference: format!("{}/{}", company.domain, number + 1),
        observed_at: world.moment(world.today.minus(days_ago.min(rng.between(0, 3))), rng.below(86_000)),
        facts: Facts::Job(Box::new(facts)),
    }
}
