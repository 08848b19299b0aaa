//! The injected clock and randomness, ids, the installation id, kept documents, months, and the encoding of times.

pub(crate) mod clock;
pub(crate) mod document;
pub(crate) mod ids;
pub(crate) mod installation;
pub(crate) mod month;
pub(crate) mod timekeeping;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use jiff::Timestamp;

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
