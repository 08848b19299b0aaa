//! In which order vendors are asked.

/// What a millisecond of waiting is worth, in millionths of a dollar: ten seconds are worth ten cents.
const MILLISECOND_MICROS: f64 = 10.0;
/// What asking is worth whatever comes of it: it uses up what a vendor bears.
const ASKING_MICROS: f64 = 1_000.0;
/// How long a vendor that was never asked is thought to take.
const LATENCY_PRIOR_MS: f64 = 1_000.0;
/// The weight of the newest answer's time.
const LATENCY_WEIGHT: f64 = 0.1;
/// Past answers fade, so that a vendor that becomes better is noticed: this many weigh at most.
const MEMORY: f64 = 500.0;

/// How a vendor has been doing with one fact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Record {
    asked: f64,
    hits: f64,
    pub(crate) latency_ms: f64,
}

impl Default for Record {
    fn default() -> Self {
        Self { asked: 0.0, hits: 0.0, latency_ms: LATENCY_PRIOR_MS }
    }
}

impl Record {
    pub(crate) fn add(&mut self, is_hit: bool, latency_ms: u64) {
        if self.asked >= MEMORY {
            self.asked /= 2.0;
            self.hits /= 2.0;
        }
        let weight = if self.asked == 0.0 { 1.0 } else { LATENCY_WEIGHT };
        self.asked += 1.0;
        self.hits += f64::from(u8::from(is_hit));
        self.latency_ms += weight * (latency_ms as f64 - self.latency_ms);
    }

    /// Half for a vendor that was never asked.
    pub(crate) fn hit_rate(&self) -> f64 {
        (self.hits + 1.0) / (self.asked + 2.0)
    }

    /// What a hit is expected to cost, in money and in waiting.
    pub(crate) fn cost_per_hit(&self, price_micros: i64, charged_always: bool) -> f64 {
        let spend = price_micros as f64 * if charged_always { 1.0 } else { self.hit_rate() };
        (spend + ASKING_MICROS + self.latency_ms * MILLISECOND_MICROS) / self.hit_rate()
    }
}

/// The vendors by what a hit is expected to cost; sometimes one drawn by lot comes first.
pub(crate) fn adaptive(
    mut vendors: Vec<usize>,
    expected_cost: impl Fn(usize) -> f64,
    explore_percent: u8,
    seed: u64,
    turn: u64,
) -> Vec<usize> {
    vendors.sort_by(|a, b| expected_cost(*a).total_cmp(&expected_cost(*b)));
    let lot = mixed(seed ^ mixed(turn));
    if vendors.len() > 1 && lot % 100 < u64::from(explore_percent) {
        let drawn = 1 + (lot / 100) as usize % (vendors.len() - 1);
        let first = vendors.remove(drawn);
        vendors.insert(0, first);
    }
    vendors
}

/// Scatters the bits of a number (SplitMix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vendor_that_hits_more_is_cheaper_and_so_is_one_that_answers_faster() {
        let (mut good, mut poor, mut slow) = (Record::default(), Record::default(), Record::default());
        for turn in 0..100 {
            good.add(turn % 10 < 8, 300);
            poor.add(turn % 10 < 1, 300);
            slow.add(turn % 10 < 8, 9_000);
        }
        let cost = |record: &Record, always| record.cost_per_hit(100_000, always);
        assert!(cost(&good, false) < cost(&poor, false));
        assert!(cost(&good, false) < cost(&slow, false));
        assert!(cost(&good, true) * 3.0 < cost(&poor, true), "where misses cost, hit rate counts most");
    }

    #[test]
    fn the_lot_falls_as_often_as_it_should_and_the_same_way_each_time() {
        let order = |turn| adaptive(vec![0, 1, 2], |vendor| vendor as f64, 10, 7, turn);
        let explored = (0..1_000).filter(|turn| order(*turn)[0] != 0).count();
        assert!((60..140).contains(&explored), "{explored} of 1000");
        assert!((0..1_000).all(|turn| order(turn) == order(turn)));
        assert_eq!(adaptive(vec![2, 0, 1], |vendor| vendor as f64, 0, 7, 1), [0, 1, 2]);
    }
}
