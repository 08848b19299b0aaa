//! How often things happen: measured on the history that the claims tell, so that what happens next goes on like it.

use records::PartialDate;

use crate::{
    calendar::Day,
    career::RECENT_DAYS,
    world::{Pace, World},
};

/// People and companies looked at; a larger world is sampled evenly.
const SAMPLE_MAX: u64 = 2_000;
/// Days within which the postings of a careers page were made.
const POSTING_DAYS: f64 = 80.0;

impl World {
    /// Events a day in the last months of the world's history.
    pub fn pace(&self) -> Pace {
        *self.pace.get_or_init(|| self.measure())
    }

    fn measure(&self) -> Pace {
        let days = f64::from(RECENT_DAYS);
        let is_recent = |day: Day| (0..=RECENT_DAYS).contains(&(self.today.0 - day.0));
        let of_date =
            |date: Option<PartialDate>| date.is_some_and(|date| is_recent(Day::of_date(date.earliest())));
        let mut pace = Pace::default();
        let (people, weight) = sample(self.people);
        for index in people {
            let person = self.person(index);
            let [present, before, ..] = person.career.as_slice() else { continue };
            if !is_recent(Day::of_date(present.started)) {
                continue;
            }
            if before.company == present.company {
                pace.promotions += weight / days;
            } else {
                pace.job_changes += weight / days;
            }
        }
        let (companies, weight) = sample(self.company_count());
        for index in companies {
            let company = self.company(index);
            let rounds = company.funding_rounds.iter().filter(|round| of_date(round.announced_at)).count();
            pace.rounds += rounds as f64 * weight / days;
            let bought = company.acquisition.is_some_and(|(_, bought)| of_date(bought.announced_at));
            pace.purchases += f64::from(u8::from(bought)) * weight / days;
            if let Some(openings) = company.openings.filter(|openings| openings.count > 0) {
                // An event posts one position in each of its departments.
                let departments = openings.by_department.len().max(1) as f64;
                pace.openings += f64::from(openings.count) / departments * weight / POSTING_DAYS;
            }
        }
        pace
    }
}

/// Indexes spread evenly below a count, and how many each of them stands for.
fn sample(count: u64) -> (impl Iterator<Item = u64>, f64) {
    let taken = count.clamp(1, SAMPLE_MAX);
    ((0..taken).map(move |step| step * count / taken), count as f64 / taken as f64)
}
