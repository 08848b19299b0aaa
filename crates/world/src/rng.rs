//! Deterministic random numbers.
//!
//! Every stream is seeded by (seed, index, purpose), so that any person or company can be generated alone, in any
//! order, on any machine, and a new purpose does not change the numbers of another.

/// The purpose of a stream. The discriminants are part of every seed: never renumber.
#[derive(Clone, Copy)]
#[repr(u64)]
pub(crate) enum Purpose {
    Size = 1,
    Outline = 2,
    CompanyName = 3,
    CompanyProfile = 4,
    Mail = 5,
    Technologies = 6,
    Funding = 7,
    Acquisition = 8,
    Openings = 9,
    CompanyClaims = 10,
    Jobs = 11,
    #[cfg(feature = "net")]
    MailManner = 12,
    #[cfg(feature = "net")]
    SiteState = 13,
    #[cfg(feature = "net")]
    CompanyCoverage = 14,
    PersonName = 20,
    Post = 21,
    Title = 22,
    Career = 23,
    Background = 24,
    Contacts = 25,
    PersonClaims = 26,
    Announcement = 27,
    #[cfg(feature = "net")]
    Mailbox = 28,
    #[cfg(feature = "net")]
    PersonCoverage = 29,
    #[cfg(feature = "net")]
    MobileCoverage = 30,
    #[cfg(feature = "net")]
    PhoneLine = 31,
    Event = 40,
    World = 41,
    Outside = 42,
}

/// SplitMix64: small, fast, and good enough for synthetic data.
#[derive(Clone)]
pub(crate) struct Rng(u64);

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

impl Rng {
    /// The stream of one entity for one purpose.
    pub(crate) fn new(seed: u64, index: u64, purpose: Purpose) -> Self {
        let entity = mix(seed.wrapping_add((purpose as u64).wrapping_mul(GOLDEN)));
        Self(mix(entity ^ mix(index.wrapping_add(GOLDEN))))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A number below `bound`; 0 if the bound is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A number between both ends, inclusive; the low end if `low` exceeds `high`.
    pub(crate) fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((i64::from(high) - i64::from(low) + 1).max(1) as u64) as i32
    }

    /// True with a probability of `percent` in a hundred.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of the items. The list must not be empty.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// One of the items, by weight. The list must not be empty.
    pub(crate) fn weighted<T: Copy>(&mut self, items: &[(u32, T)]) -> T {
        let total: u64 = items.iter().map(|(weight, _)| u64::from(*weight)).sum();
        let mut left = self.below(total);
        for (weight, item) in items {
            if left < u64::from(*weight) {
                return *item;
            }
            left -= u64::from(*weight);
        }
        items[items.len() - 1].1
    }

    /// Up to `count` different items, in a random order.
    pub(crate) fn sample<'a, T: PartialEq>(&mut self, items: &'a [T], count: usize) -> Vec<&'a T> {
        let mut chosen: Vec<&T> = Vec::with_capacity(count);
        let start = self.below(items.len() as u64) as usize;
        for step in 0..items.len() {
            if chosen.len() == count {
                break;
            }
            let rest = items.len() - step;
            if self.below(rest as u64) < (count - chosen.len()) as u64 {
                chosen.push(&items[(start + step) % items.len()]);
            }
        }
        chosen
    }
}

/// A seeded permutation of `0..length`.
///
/// A Feistel network over the next power of four; outputs beyond the length are permuted again (cycle walking).
#[derive(Clone, Copy)]
pub(crate) struct Permutation {
    length: u64,
    half_bits: u32,
    keys: [u64; 4],
}

impl Permutation {
    pub(crate) fn new(seed: u64, salt: u64, length: u64) -> Self {
        let mut rng = Rng::new(seed, salt, Purpose::World);
        let length = length.max(1);
        let bits = u64::BITS - (length - 1).leading_zeros();
        Self { length, half_bits: bits.div_ceil(2).max(1), keys: std::array::from_fn(|_| rng.next()) }
    }

    /// The inverse of [`Permutation::at`].
    #[cfg(feature = "net")]
    pub(crate) fn index_of(&self, value: u64) -> Option<u64> {
        let mask = (1 << self.half_bits) - 1;
        let mut value = Some(value).filter(|value| *value < self.length)?;
        loop {
            let (mut left, mut right) = (value >> self.half_bits, value & mask);
            for key in self.keys.iter().rev() {
                (left, right) = (right ^ (mix(left ^ key) & mask), left);
            }
            value = (left << self.half_bits) | right;
            if value < self.length {
                return Some(value);
            }
        }
    }

    pub(crate) fn at(&self, index: u64) -> u64 {
        let mask = (1 << self.half_bits) - 1;
        let mut value = index % self.length;
        loop {
            let (mut left, mut right) = (value >> self.half_bits, value & mask);
            for key in self.keys {
                (left, right) = (right, left ^ (mix(right ^ key) & mask));
            }
            value = (left << self.half_bits) | right;
            if value < self.length {
                return value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Permutation, Purpose, Rng};

    #[test]
    fn the_stream_of_an_entity_never_changes() {
        let mut rng = Rng::new(7, 42, Purpose::PersonName);
        assert_eq!([rng.next(), rng.next()], SNAPSHOT);
    }

    const SNAPSHOT: [u64; 2] = [16_160_056_490_859_606_441, 14_850_890_549_562_684_323];

    proptest! {
        #[test]
        fn draws_stay_inside_their_bounds(seed: u64, bound in 1u64..1_000_000, low in -500i32..500, span in 0i32..500) {
            let mut rng = Rng::new(seed, 1, Purpose::Size);
            prop_assert!(rng.below(bound) < bound);
            let drawn = rng.between(low, low + span);
            prop_assert!((low..=low + span).contains(&drawn));
        }

        #[test]
        fn a_permutation_visits_everything_once(seed: u64, length in 1u64..300) {
            let order = Permutation::new(seed, 3, length);
            let seen: std::collections::BTreeSet<u64> = (0..length).map(|index| order.at(index)).collect();
            prop_assert_eq!(seen.len() as u64, length);
        }

        #[cfg(feature = "net")]
        #[test]
        fn a_permutation_can_be_undone(seed: u64, length in 1u64..5_000, index: u64) {
            let order = Permutation::new(seed, 3, length);
            let index = index % length;
            prop_assert_eq!(order.index_of(order.at(index)), Some(index));
            prop_assert_eq!(order.index_of(length), None);
        }
    }
}
