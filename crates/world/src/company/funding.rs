//! Funding rounds by fictional investors.

use records::{FundingRound, PartialDate};

use crate::{
    calendar::Day,
    rng::{Purpose, Rng},
    words::{company_name, industries::IndustryKind},
    world::World,
};

/// Kinds of rounds in order, with the range of the amount in thousands.
const LADDER: [(&str, i32, i32); 6] = [
    ("pre_seed", 150, 900),
    ("seed", 900, 4_500),
    ("series_a", 5_000, 18_000),
    ("series_b", 15_000, 55_000),
    ("series_c", 45_000, 130_000),
    ("series_d", 90_000, 300_000),
];

impl World {
    /// The funding rounds of a company, oldest first.
    pub(crate) fn funding_rounds(&self, company: u64) -> Vec<FundingRound> {
        let mut rng = Rng::new(self.seed, company, Purpose::Funding);
        let outline = self.outline(company);
        let size = self.size(company);
        let (likely, highest) = match (outline.industry().kind, size) {
            (IndustryKind::Venture, 0..=12) => (65, 1),
            (IndustryKind::Venture, 13..=60) => (85, 2),
            (IndustryKind::Venture, 61..=200) => (90, 3),
            (IndustryKind::Venture, 201..=600) => (90, 4),
            (IndustryKind::Venture, _) => (90, 5),
            (IndustryKind::Local, _) => (5, 0),
            (IndustryKind::Corporate, _) => (4, 0),
        };
        if !rng.chance(likely) {
            return Vec::new();
        }
        let founded = Day::new_year(outline.founded());
        let since = (self.today.0 - founded.0 - 60).max(1);
        let last = match rng.below(100) {
            0..14 => rng.between(1, 29),
            14..52 => rng.between(183, 547),
            _ => rng.between(30, 1_400),
        }
        .min(since);
        if outline.industry().kind != IndustryKind::Venture {
            let (round, low, high) =
                *rng.pick(&[("debt_financing", 40, 400), ("grant", 15, 120), ("seed", 60, 500)]);
            let share = if size > 60 { 10 } else { 1 };
            return vec![self.round(
                company,
                (round, low * share, high * share),
                self.today.minus(last),
                &mut rng,
            )];
        }
        let first = usize::from(rng.chance(55));
        let count = (highest - first.min(highest) + 1) as i32;
        // Backwards from the newest round; a young company has fewer.
        let mut day = self.today.minus(last);
        let mut rounds = Vec::new();
        for step in (0..count).rev() {
            rounds.push(self.round(company, LADDER[first.min(highest) + step as usize], day, &mut rng));
            day = day.minus(rng.between(300, 800));
            if day < founded {
                break;
            }
        }
        rounds.reverse();
        rounds
    }

    /// The round that follows these.
    pub(crate) fn next_round(
        &self,
        company: u64,
        rounds: &[FundingRound],
        day: Day,
        rng: &mut Rng,
    ) -> FundingRound {
        let reached =
            rounds.iter().filter_map(|round| LADDER.iter().position(|(name, ..)| *name == round.round)).max();
        let next = reached.map_or(1, |step| (step + 1).min(LADDER.len() - 1));
        self.round(company, LADDER[next], day, rng)
    }

    fn round(&self, company: u64, step: (&str, i32, i32), day: Day, rng: &mut Rng) -> FundingRound {
        let (name, low, high) = step;
        let grain = if high > 4_000 { 500 } else { 10 };
        let thousands = rng.between(low, high).min(rng.between(low, high)) / grain * grain;
        let investors = (0..1 + rng.below(3)).map(|_| company_name::investor(rng)).collect();
        FundingRound {
            round: name.to_owned(),
            amount: Some(self.outline(company).city().money(i64::from(thousands.max(grain)) * 1_000)),
            announced_at: Some(PartialDate::day(day.date())),
            investors,
        }
    }
}
