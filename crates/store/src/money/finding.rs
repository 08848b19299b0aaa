//! A fault that a check of the store has found.

use serde::Serialize;

/// One thing found wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Which check found it.
    pub check: &'static str,
    /// What is wrong.
    pub detail: String,
}
