//! Merging the claims about a position.

use crate::{Claim, Department, Employer, Facts, Job, JobFacts, SourceStamp, place, title::read_title};

/// Merges the claims about one position into its record.
pub fn merge_job(id: &str, claims: &[Claim]) -> Job {
    let mut views: Vec<(&Claim, &JobFacts)> = claims
        .iter()
        .filter_map(|claim| match &claim.facts {
            Facts::Job(facts) => Some((claim, &**facts)),
            Facts::Person(_) | Facts::Company(_) => None,
        })
        .collect();
    views.sort_by(|(a, _), (b, _)| {
        b.observed_at
            .cmp(&a.observed_at)
            .then_with(|| (&a.source, &a.reference).cmp(&(&b.source, &b.reference)))
    });
    let newest = views.first().map(|(_, facts)| *facts).cloned().unwrap_or_default();
    let title = first(&views, |facts| facts.title.clone()).unwrap_or_default();
    let reading = read_title(&title);
    let mut departments: Vec<Department> = first(&views, |facts| facts.department).into_iter().collect();
    departments.extend(
        reading.departments.into_iter().filter(|read| !departments.contains(read)).collect::<Vec<_>>(),
    );
    let mut sources: Vec<SourceStamp> = Vec::new();
    for (claim, _) in &views {
        if !sources.iter().any(|stamp| stamp.name == claim.source) {
            sources.push(SourceStamp { name: claim.source.clone(), observed_at: claim.observed_at });
        }
    }
    sources.sort();
    Job {
        id: id.to_owned(),
        title,
        seniority: reading.seniority,
        departments,
        company: Employer {
            name: first(&views, |facts| facts.company_name.clone()),
            domain: first(&views, |facts| facts.company_domain.clone()),
            ..Employer::default()
        },
        location: first(&views, |facts| facts.location.as_ref().map(place::normal)),
        url: first(&views, |facts| facts.url.clone()),
        posted_at: views.iter().filter_map(|(_, facts)| facts.posted_at).min(),
        // Only the newest claim counts: a posting that it shows without an end is open again.
        closed_at: newest.closed_at,
        applicants: first(&views, |facts| facts.applicants),
        updated_at: views.first().map(|(claim, _)| claim.observed_at),
        sources,
    }
}

fn first<T>(views: &[(&Claim, &JobFacts)], get: impl Fn(&JobFacts) -> Option<T>) -> Option<T> {
    views.iter().find_map(|(_, facts)| get(facts))
}
