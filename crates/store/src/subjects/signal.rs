//! Signals: written when a record changes, read as a feed.

pub(crate) mod amounts;
pub(crate) mod derive;
pub(crate) mod feed;
pub(crate) mod openings;

use jiff::Timestamp;
use records::{Department, Seniority, Signal};

use crate::{
    ambient::from_micros,
    sql::{Result, Row},
    subjects::codec::decode,
};

/// Filter for signals. An empty filter selects all of a kind; an empty list does not filter.
#[derive(Debug, Clone, Default)]
pub struct SignalFilter {
    /// Happened at or after.
    pub since: Option<Timestamp>,
    /// Happened before.
    pub until: Option<Timestamp>,
    /// First known to the store at or after.
    pub observed_since: Option<Timestamp>,
    /// At a company with one of these handles, such as its domain (`records::keys::company_handles`).
    pub companies: Vec<String>,
    /// Moves away from a company with one of these handles.
    pub from_companies: Vec<String>,
    /// At a company that is named in some way.
    pub has_company: bool,
    /// In this country, by its code.
    pub country: Option<String>,
    /// At a company of this industry or one below it, by any of its names.
    pub industry: Option<String>,
    /// Rounds of at least this amount, in millionths of a dollar at the reference rates.
    pub min_micro_dollars: Option<i64>,
    /// Rounds of one of these stages, by their canonical names.
    pub rounds: Vec<&'static str>,
    /// In one of these departments.
    pub departments: Vec<Department>,
    /// Moves into a role of one of these ranks.
    pub seniorities: Vec<Seniority>,
    /// Moves that the person announced in a post.
    pub announced: bool,
    /// Positions with at most this many applicants.
    pub max_applicants: Option<u32>,
    /// Positions that are still open.
    pub open_only: bool,
}

/// A signal, with its row number and when the store first had it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredSignal {
    /// Row number, in the order of insertion.
    pub no: i64,
    /// When the store first had it; of a signal that is older than this column, the first observation of a source.
    pub observed_at: Timestamp,
    /// The signal.
    pub signal: Signal,
}

/// Where a page of a feed ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedPosition {
    /// When the last signal of the page happened.
    pub at: Timestamp,
    /// Its row number.
    pub no: i64,
}

/// A row of number, time of observation and record.
pub(crate) fn stored(row: &dyn Row) -> Result<StoredSignal> {
    let signal: Signal = decode(row.bytes(2)?)?;
    let observed_at = match row.int(1)? {
        0 => signal.sources.iter().map(|source| source.observed_at).min().unwrap_or(signal.at),
        known => from_micros(known),
    };
    Ok(StoredSignal { no: row.int(0)?, observed_at, signal })
}
