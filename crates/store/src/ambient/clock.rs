//! Time, injected: a clock that goes on steadily when the machine's clock is set.
//!
//! A server's time is an anchor plus monotonic elapsed time. [`Clock::observe`] compares it with the machine's wall clock:
//! a small difference is followed, a large one is a jump, which is adopted only after it has held for [`HOLD`].

use std::{
    sync::{
        Arc, LazyLock, Mutex, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
    time::Instant,
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use crate::ambient::from_micros;

/// A difference between wall clock and own time up to this is drift; beyond it, the wall clock has jumped.
pub const DRIFT_MAX: SignedDuration = SignedDuration::from_secs(3);
/// How long a new wall time has to hold before it is adopted.
pub const HOLD: SignedDuration = SignedDuration::from_mins(10);
/// How often the wall clock is compared with monotonic time.
pub const OBSERVE_EVERY: SignedDuration = SignedDuration::from_secs(1);
/// Drift that one comparison follows at most, so that time never stands still or hurries.
const SLEW_MAX_US: i64 = 50_000;
/// A server that was away for longer than this grants and deletes nothing until its start is [`HOLD`] ago.
pub(crate) const ABSENCE_MAX: SignedDuration = SignedDuration::from_hours(1);

/// Where the monotonic clock of the process begins.
static PROCESS_START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Where "now" comes from.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The machine's wall clock as it is: for commands, which end soon.
    #[default]
    System,
    /// Anchored monotonic time: for servers and tests.
    Steady(Arc<SteadyClock>),
}

/// Own time as an offset to monotonic time.
#[derive(Debug)]
pub struct SteadyClock {
    source: Source,
    offset: AtomicI64,
    state: Mutex<ClockState>,
}

/// What own time is derived from and compared with.
#[derive(Debug)]
enum Source {
    Machine,
    Manual(watch::Sender<ManualTime>),
}

/// Both parts of a manual clock, in microseconds.
#[derive(Debug, Clone, Copy)]
pub struct ManualTime {
    wall: i64,
    monotonic: i64,
}

#[derive(Debug, Default)]
struct ClockState {
    /// A jump that is not adopted yet: its size, and the monotonic time at which it was first seen.
    pending: Option<(i64, i64)>,
    /// Monotonic time from which grants and deletions may run.
    settled_from: i64,
}

/// What a comparison with the wall clock found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observed {
    /// Both agree, or the same jump is still pending.
    Nothing,
    /// The wall clock has jumped by this much; own time goes on.
    Jumped(SignedDuration),
    /// The wall clock agrees again; nothing was changed.
    Returned,
    /// The jump has held long enough to be adopted: [`Clock::adopt`] changes own time by this much.
    Held(SignedDuration),
}

fn micros(duration: SignedDuration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(if duration.is_negative() { i64::MIN } else { i64::MAX })
}

impl Source {
    fn wall(&self) -> i64 {
        match self {
            Self::Machine => Timestamp::now().as_microsecond(),
            Self::Manual(time) => time.borrow().wall,
        }
    }

    fn monotonic(&self) -> i64 {
        match self {
            Self::Machine => i64::try_from(PROCESS_START.elapsed().as_micros()).unwrap_or(i64::MAX),
            Self::Manual(time) => time.borrow().monotonic,
        }
    }
}

impl SteadyClock {
    fn starting(source: Source, newest: Option<Timestamp>) -> Self {
        let (wall, monotonic) = (source.wall(), source.monotonic());
        let newest = newest.map_or(wall, Timestamp::as_microsecond);
        let is_behind = newest.saturating_sub(wall) > micros(DRIFT_MAX);
        let was_away = wall.saturating_sub(newest) > micros(ABSENCE_MAX);
        // A wall clock behind the newest time known is a jump back: time goes on from there until it has held.
        let anchor = if is_behind { newest } else { wall };
        let settled_from = if was_away { monotonic.saturating_add(micros(HOLD)) } else { monotonic };
        Self {
            source,
            offset: AtomicI64::new(anchor.saturating_sub(monotonic)),
            state: Mutex::new(ClockState { pending: None, settled_from }),
        }
    }

    fn now(&self) -> i64 {
        self.source.monotonic().saturating_add(self.offset.load(Ordering::SeqCst))
    }

    fn observe(&self) -> Observed {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (monotonic, wall) = (self.source.monotonic(), self.source.wall());
        let difference = wall.saturating_sub(self.now());
        let is_near = |one: i64, other: i64| one.saturating_sub(other).saturating_abs() <= micros(DRIFT_MAX);
        if is_near(difference, 0) {
            self.offset.fetch_add(difference.clamp(-SLEW_MAX_US, SLEW_MAX_US), Ordering::SeqCst);
            return if state.pending.take().is_some() { Observed::Returned } else { Observed::Nothing };
        }
        match state.pending {
            Some((jump, since)) if is_near(difference, jump) => {
                if monotonic.saturating_sub(since) < micros(HOLD) {
                    return Observed::Nothing;
                }
                Observed::Held(SignedDuration::from_micros(difference))
            }
            _ => {
                state.pending = Some((difference, monotonic));
                Observed::Jumped(SignedDuration::from_micros(difference))
            }
        }
    }
}

impl Clock {
    /// The steady clock of a server over the machine's clock. `newest` is the newest time that its store knows.
    pub fn steady(newest: Option<Timestamp>) -> Self {
        Self::Steady(Arc::new(SteadyClock::starting(Source::Machine, newest)))
    }

    /// A steady clock whose wall and monotonic time move only when told to.
    pub fn manual(now: Timestamp) -> Self {
        Self::manual_from(now, None)
    }

    /// The same for a store that knows this newest time, as after a restart.
    pub fn manual_from(now: Timestamp, newest: Option<Timestamp>) -> Self {
        let time = ManualTime { wall: now.as_microsecond(), monotonic: 0 };
        let source = Source::Manual(watch::Sender::new(time));
        Self::Steady(Arc::new(SteadyClock::starting(source, newest)))
    }

    /// The time, to the microsecond, as it is stored.
    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => from_micros(Timestamp::now().as_microsecond()),
            Self::Steady(steady) => from_micros(steady.now()),
        }
    }

    /// Monotonic time since some start; no setting of any clock changes how fast it passes.
    pub fn monotonic(&self) -> SignedDuration {
        SignedDuration::from_micros(match self {
            Self::System => Source::Machine.monotonic(),
            Self::Steady(steady) => steady.source.monotonic(),
        })
    }

    /// Compares own time with the wall clock. To be called every [`OBSERVE_EVERY`].
    pub fn observe(&self) -> Observed {
        match self {
            Self::System => Observed::Nothing,
            Self::Steady(steady) => steady.observe(),
        }
    }

    /// Changes own time by a jump that has held.
    pub fn adopt(&self, by: SignedDuration) {
        if let Self::Steady(steady) = self {
            steady.state.lock().unwrap_or_else(PoisonError::into_inner).pending = None;
            steady.offset.fetch_add(micros(by), Ordering::SeqCst);
        }
    }

    /// Whether time is certain enough to grant and delete by it: not soon after a start that follows a long absence,
    /// which may be a wall clock that is ahead.
    pub fn is_settled(&self) -> bool {
        match self {
            Self::System => true,
            Self::Steady(steady) => {
                let state = steady.state.lock().unwrap_or_else(PoisonError::into_inner);
                steady.source.monotonic() >= state.settled_from
            }
        }
    }

    /// Turns a manual clock forward, wall and monotonic time alike; the machine's clock cannot be turned.
    pub fn advance(&self, by: SignedDuration) {
        self.turn(micros(by), micros(by));
    }

    /// Sets the wall part of a manual clock forward or back, as an operator or a time server does.
    pub fn set_wall_by(&self, by: SignedDuration) {
        self.turn(micros(by), 0);
    }

    fn turn(&self, wall: i64, monotonic: i64) {
        if let Self::Steady(steady) = self
            && let Source::Manual(time) = &steady.source
        {
            time.send_modify(|time| {
                time.wall = time.wall.saturating_add(wall);
                time.monotonic = time.monotonic.saturating_add(monotonic);
            });
        }
    }

    /// Hears each turn of a manual clock; the machine's clock needs none, because it can be slept by.
    pub fn turns(&self) -> Option<watch::Receiver<ManualTime>> {
        match self {
            Self::Steady(steady) => match &steady.source {
                Source::Manual(time) => Some(time.subscribe()),
                Source::Machine => None,
            },
            Self::System => None,
        }
    }
}
