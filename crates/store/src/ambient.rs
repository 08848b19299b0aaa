//! Time and randomness, injected, so that a run can be repeated and a clock can be turned by hand.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

/// Where "now" comes from.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The machine's clock.
    #[default]
    System,
    /// A clock that moves only when told to; microseconds since the epoch.
    Manual(Arc<watch::Sender<i64>>),
}

impl Clock {
    /// A clock that stands at this time until advanced.
    pub fn manual(now: Timestamp) -> Self {
        Self::Manual(Arc::new(watch::Sender::new(now.as_microsecond())))
    }

    /// The time, to the microsecond: what is told is what is stored.
    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => from_micros(Timestamp::now().as_microsecond()),
            Self::Manual(microseconds) => from_micros(*microseconds.borrow()),
        }
    }

    /// Turns a manual clock forward; the machine's clock cannot be turned.
    pub fn advance(&self, by: SignedDuration) {
        if let Self::Manual(microseconds) = self {
            let by = i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
            microseconds.send_modify(|now| *now = now.saturating_add(by));
        }
    }

    /// Hears each turn of a manual clock; the machine's clock needs none, because it can be slept by.
    pub fn turns(&self) -> Option<watch::Receiver<i64>> {
        match self {
            Self::System => None,
            Self::Manual(microseconds) => Some(microseconds.subscribe()),
        }
    }
}

/// Reads a stored time. A time outside the calendar can only come from damage, so the epoch is as good.
pub(crate) fn from_micros(microseconds: i64) -> Timestamp {
    Timestamp::from_microsecond(microseconds).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// Where randomness comes from.
#[derive(Clone, Debug, Default)]
pub enum Entropy {
    /// The operating system's generator.
    #[default]
    System,
    /// A repeatable sequence; never for keys that are really handed out.
    Seeded(Arc<AtomicU64>),
}

impl Entropy {
    /// A repeatable sequence.
    pub fn seeded(seed: u64) -> Self {
        Self::Seeded(Arc::new(AtomicU64::new(seed)))
    }

    /// Fills a buffer.
    ///
    /// # Panics
    /// When the operating system has no randomness to give: going on would hand out guessable keys.
    pub fn fill(&self, buffer: &mut [u8]) {
        match self {
            Self::System => {
                if let Err(error) = getrandom::fill(buffer) {
                    panic!("the operating system gave no randomness: {error}");
                }
            }
            Self::Seeded(state) => {
                for chunk in buffer.chunks_mut(8) {
                    let mut z = state.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::SeqCst);
                    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                    chunk.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes()[..chunk.len()]);
                }
            }
        }
    }
}

/// A new id: a prefix, then 26 characters that sort by time of making.
pub fn new_id(prefix: &str, clock: &Clock, entropy: &Entropy) -> String {
    const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut random = [0_u8; 10];
    entropy.fill(&mut random);
    let millis = u128::try_from(clock.now().as_millisecond()).unwrap_or(0);
    let mut bits = (millis & 0xffff_ffff_ffff) << 80;
    for (position, byte) in random.iter().enumerate() {
        bits |= u128::from(*byte) << (position * 8);
    }
    let mut id = String::with_capacity(prefix.len() + 27);
    id.push_str(prefix);
    id.push('_');
    for position in (0..26).rev() {
        id.push(char::from(ALPHABET[(bits >> (position * 5)) as usize & 31]));
    }
    id
}
