//! Organisation chart of a company: departments, levels and managers, computed without the people.

use records::{Department, Seniority};

use crate::{
    rng::Rng,
    words::industries::{Industry, IndustryKind},
};

/// Number of people who report to one manager.
const SPAN: u64 = 7;

/// The organisation chart of a company of a given size. Seat 0 is the head.
pub(crate) struct OrgChart {
    size: u64,
    industry: &'static Industry,
    /// Department, first seat, number of seats.
    departments: Vec<(Department, u64, u64)>,
}

/// The position of a seat in a company.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Post {
    pub(crate) department: Department,
    pub(crate) seniority: Seniority,
    pub(crate) role: Role,
    /// Seat of the manager; none for the head.
    pub(crate) boss: Option<u64>,
}

/// Details of a title beyond department and level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Head,
    CoFounder,
    Lead,
    Dispatcher,
    Member,
}

impl OrgChart {
    pub(crate) fn new(industry: &'static Industry, size: u64) -> Self {
        let staff = size.saturating_sub(1);
        let total: u64 = industry.mix.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut departments = Vec::with_capacity(industry.mix.len());
        let (mut weight_so_far, mut seats_so_far) = (0, 0);
        for (department, weight) in industry.mix {
            weight_so_far += u64::from(*weight);
            // Rounded half up, so that the first departments fill first and the last one ends at `staff`.
            let end = (2 * staff * weight_so_far + total) / (2 * total);
            if end > seats_so_far {
                departments.push((*department, 1 + seats_so_far, end - seats_so_far));
            }
            seats_so_far = end;
        }
        Self { size, industry, departments }
    }

    /// The departments with their numbers of seats.
    pub(crate) fn departments(&self) -> impl Iterator<Item = (Department, u64)> + '_ {
        self.departments.iter().map(|(department, _, seats)| (*department, *seats))
    }

    /// The position of a seat; `rng` picks among equal options.
    pub(crate) fn post(&self, seat: u64, rng: &mut Rng) -> Post {
        let found = self.departments.iter().find(|(_, first, seats)| (*first..first + seats).contains(&seat));
        let Some((department, first, seats)) = found.copied().filter(|_| seat > 0) else {
            return self.head(seat);
        };
        // Seats of a department form a tree in level order: the first is its leader.
        let place = seat - first;
        if place == 0 {
            return self.leader(department, seats);
        }
        let boss_place = (place - 1) / SPAN;
        let boss = Some(first + boss_place);
        let member = |seniority, role| Post { department, seniority, role, boss };
        if place * SPAN + 1 < seats {
            return member(inner_level(depth(place), seats, self.size), Role::Lead);
        }
        if self.industry.dispatches() && department == self.industry.craft && place % 9 == 1 && self.size >= 5
        {
            return member(Seniority::Professional, Role::Dispatcher);
        }
        let drawn = rng.below(100);
        let level = match drawn {
            0..26 => Seniority::Senior,
            26..82 => Seniority::Professional,
            82..95 => Seniority::Entry,
            _ if self.size >= 15 => Seniority::Intern,
            _ => Seniority::Entry,
        };
        // A member never outranks the superior, and the leader of a small department may be below manager level.
        let floor =
            if boss_place == 0 { self.leader(department, seats).seniority } else { Seniority::Manager };
        member(level.max(floor), Role::Member)
    }

    fn head(&self, seat: u64) -> Post {
        let seniority = match self.industry.kind {
            IndustryKind::Local if self.industry.craft == Department::Legal && self.size < 90 => {
                Seniority::Partner
            }
            IndustryKind::Local if self.size <= 60 => Seniority::Owner,
            IndustryKind::Venture if self.size <= 300 => Seniority::Founder,
            IndustryKind::Corporate if self.size <= 8 => Seniority::Owner,
            _ => Seniority::CSuite,
        };
        Post { department: Department::Executive, seniority, role: Role::Head, boss: (seat > 0).then_some(0) }
    }

    fn leader(&self, department: Department, seats: u64) -> Post {
        let founders = self.industry.kind == IndustryKind::Venture && (4..=150).contains(&self.size);
        if founders && department == self.departments[0].0 {
            return Post { department, seniority: Seniority::Founder, role: Role::CoFounder, boss: Some(0) };
        }
        let chief = crate::words::departments::department_profile(department).chief.is_some();
        let seniority = match self.size {
            250.. if chief => Seniority::CSuite,
            90.. if chief && matches!(department, Department::Finance | Department::Operations) => {
                Seniority::CSuite
            }
            90.. => Seniority::Vp,
            40.. if seats >= 5 => Seniority::Director,
            25.. if seats >= 3 => Seniority::Head,
            _ if seats >= 3 => Seniority::Manager,
            5.. if department == Department::Administration => Seniority::Manager,
            _ if seats == 2 => Seniority::Senior,
            _ => Seniority::Professional,
        };
        Post { department, seniority, role: Role::Lead, boss: Some(0) }
    }
}

/// Number of levels below the leader of a department.
fn depth(place: u64) -> u32 {
    let (mut place, mut depth) = (place, 0);
    while place > 0 {
        place = (place - 1) / SPAN;
        depth += 1;
    }
    depth
}

fn inner_level(depth: u32, seats: u64, size: u64) -> Seniority {
    match depth {
        1 if seats > 120 && size >= 250 => Seniority::Vp,
        1 if seats > 25 && size >= 90 => Seniority::Director,
        2 if seats > 400 => Seniority::Director,
        _ => Seniority::Manager,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        rng::{Purpose, Rng},
        words::industries,
    };

    proptest! {
        #[test]
        fn every_seat_reports_to_the_head_and_never_outranks_its_manager(
            industry in 0usize..29, size in 1u64..3_000, seat in 0u64..3_000,
        ) {
            let industry = industries::at(industry);
            let chart = OrgChart::new(industry, size);
            let post = |seat| chart.post(seat, &mut Rng::new(1, seat, Purpose::Post));
            let mut current = seat % size;
            let seats: u64 = chart.departments().map(|(_, seats)| seats).sum();
            prop_assert_eq!(seats, size - 1);
            for _ in 0..9 {
                let here = post(current);
                let Some(boss) = here.boss else { break };
                prop_assert!(boss < current);
                prop_assert!(post(boss).seniority <= here.seniority, "{:?} under {:?}", here, post(boss));
                current = boss;
            }
            prop_assert_eq!(current, 0);
        }
    }
}
