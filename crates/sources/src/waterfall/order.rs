//! The order in which vendors are queried.

/// Cost of a millisecond of waiting, in millionths of a dollar: ten seconds cost ten cents.
const MILLISECOND_MICROS: f64 = 10.0;
/// Cost of a request besides its price: it uses up part of the vendor's rate limit.
const CALL_MICROS: f64 = 1_000.0;
/// Latency assumed for a vendor without requests.
const LATENCY_PRIOR_MS: f64 = 1_000.0;
/// Weight of the newest latency in the moving average.
const LATENCY_WEIGHT: f64 = 0.1;
/// Beyond this many calls the counts are halved, so that recent ones weigh more and an improving vendor is noticed.
const CALL_WEIGHT_LIMIT: f64 = 500.0;

/// Statistics of a vendor for one fact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct VendorStats {
    calls: f64,
    hits: f64,
    pub(crate) latency_ms: f64,
}

impl Default for VendorStats {
    fn default() -> Self {
        Self { calls: 0.0, hits: 0.0, latency_ms: LATENCY_PRIOR_MS }
    }
}

impl VendorStats {
    pub(crate) fn add(&mut self, is_hit: bool, latency_ms: u64) {
        if self.calls >= CALL_WEIGHT_LIMIT {
            self.calls /= 2.0;
            self.hits /= 2.0;
        }
        let weight = if self.calls == 0.0 { 1.0 } else { LATENCY_WEIGHT };
        self.calls += 1.0;
        self.hits += f64::from(u8::from(is_hit));
        self.latency_ms += weight * (latency_ms as f64 - self.latency_ms);
    }

    /// Laplace-smoothed: one half for a vendor without requests.
    pub(crate) fn hit_rate(&self) -> f64 {
        (self.hits + 1.0) / (self.calls + 2.0)
    }

    /// Expected cost of a hit, in money and waiting time.
    pub(crate) fn cost_per_hit(&self, price_micros: i64, charged_always: bool) -> f64 {
        let spend = price_micros as f64 * if charged_always { 1.0 } else { self.hit_rate() };
        (spend + CALL_MICROS + self.latency_ms * MILLISECOND_MICROS) / self.hit_rate()
    }
}

/// The vendors by expected cost of a hit; `explore_percent` of the questions start with a random other one.
pub(crate) fn adaptive(
    mut vendors: Vec<usize>,
    expected_cost: impl Fn(usize) -> f64,
    explore_percent: u8,
    seed: u64,
    query_number: u64,
) -> Vec<usize> {
    vendors.sort_by(|a, b| expected_cost(*a).total_cmp(&expected_cost(*b)));
    let random = splitmix64(seed ^ splitmix64(query_number));
    if vendors.len() > 1 && random % 100 < u64::from(explore_percent) {
        let chosen = 1 + (random / 100) as usize % (vendors.len() - 1);
        let first = vendors.remove(chosen);
        vendors.insert(0, first);
    }
    vendors
}

/// SplitMix64.
fn splitmix64(number: u64) -> u64 {
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
        let (mut good, mut poor, mut slow) =
            (VendorStats::default(), VendorStats::default(), VendorStats::default());
        for query_number in 0..100 {
            good.add(query_number % 10 < 8, 300);
            poor.add(query_number % 10 < 1, 300);
            slow.add(query_number % 10 < 8, 9_000);
        }
        let cost = |stats: &VendorStats, always| stats.cost_per_hit(100_000, always);
        assert!(cost(&good, false) < cost(&poor, false));
        assert!(cost(&good, false) < cost(&slow, false));
        assert!(cost(&good, true) * 3.0 < cost(&poor, true), "where misses cost, hit rate counts most");
    }

    #[test]
    fn exploration_has_the_configured_rate_and_is_deterministic() {
        let order = |query_number| adaptive(vec![0, 1, 2], |vendor| vendor as f64, 10, 7, query_number);
        let explored = (0..1_000).filter(|query_number| order(*query_number)[0] != 0).count();
        assert!((60..140).contains(&explored), "{explored} of 1000");
        assert!((0..1_000).all(|query_number| order(query_number) == order(query_number)));
        assert_eq!(adaptive(vec![2, 0, 1], |vendor| vendor as f64, 0, 7, 1), [0, 1, 2]);
    }
}
