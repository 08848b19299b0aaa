//! Decision makers: reads a role in words into a rank and a function, and ranks candidates for it.

mod rank;
mod read;
mod reasons;
mod selector;
mod topic;

pub use rank::{RankedCandidate, ScorePart, best, rank};
pub use read::{UnreadableRole, read_role};
pub use selector::{MIN_SCORE, RoleSelector};
