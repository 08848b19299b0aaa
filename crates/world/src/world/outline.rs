//! Size, place, industry and age of a company.

use crate::{
    rng::{Purpose, Rng},
    words::{
        geography::{self, CITIES, City},
        industries::{self, Industry, IndustryKind},
    },
};

/// The data of a company that other companies and people depend on, held in memory for all companies.
#[derive(Clone, Copy)]
pub(crate) struct Outline {
    pub(super) first_person: u64,
    /// Number of people at lower-numbered companies in the same country.
    pub(super) country_rank: u32,
    /// Number of lower-numbered companies with the same domain label.
    pub(super) namesakes: u32,
    founded: i16,
    city: u8,
    industry: u8,
}

impl Outline {
    pub(crate) fn city(&self) -> &'static City {
        &CITIES[usize::from(self.city)]
    }

    pub(crate) fn industry(&self) -> &'static Industry {
        industries::at(usize::from(self.industry))
    }

    pub(crate) fn founded(&self) -> i32 {
        i32::from(self.founded)
    }
}

/// Size of a company: many small, few large, and at most a twentieth of the people of a small world.
pub(super) fn company_size(seed: u64, index: u64, people: u64) -> u64 {
    let mut rng = Rng::new(seed, index, Purpose::Size);
    let (low, high) = rng.weighted(&[
        (700, (1, 10)),
        (200, (11, 50)),
        (75, (51, 200)),
        (20, (201, 500)),
        (6, (501, 1_000)),
        (4, (1_001, 5_000)),
        (1, (5_001, 12_000)),
    ]);
    // The minimum of two draws: small sizes are more frequent within a band too.
    let size = rng.between(low, high).min(rng.between(low, high)) as u64;
    size.min((people / 20).max(12))
}

pub(super) fn draw_outline(seed: u64, index: u64, size: u64, this_year: i32) -> Outline {
    let mut rng = Rng::new(seed, index, Purpose::Outline);
    let city = geography::any_city(rng.next());
    let class = if size <= 12 {
        0
    } else if size <= 250 {
        1
    } else {
        2
    };
    let total: u64 = industries::all().map(|industry| u64::from(industry.weights[class])).sum();
    let mut left = rng.below(total);
    let mut industry = 0;
    for (position, candidate) in industries::all().enumerate() {
        let weight = u64::from(candidate.weights[class]);
        if left < weight {
            industry = position;
            break;
        }
        left -= weight;
    }
    let age = match industries::at(industry).kind {
        IndustryKind::Local => rng.between(2, 40),
        IndustryKind::Venture if size <= 30 => rng.between(1, 6),
        IndustryKind::Venture if size <= 250 => rng.between(3, 12),
        IndustryKind::Venture => rng.between(7, 22),
        IndustryKind::Corporate if size <= 20 => rng.between(3, 35),
        IndustryKind::Corporate => rng.between(5, 45) + rng.between(0, 50),
    };
    Outline {
        first_person: 0,
        country_rank: 0,
        namesakes: 0,
        founded: (this_year - age) as i16,
        city: city as u8,
        industry: industry as u8,
    }
}
