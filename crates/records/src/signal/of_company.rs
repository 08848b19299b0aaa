//! Signals of companies.

use super::{Signal, company_change, deals};
use crate::{Claim, Company};

/// The signals of a company: its dated rounds, acquisitions and changes.
pub fn company_signals(company: &Company, claims: &[Claim]) -> Vec<Signal> {
    let mut signals = deals::signals(company, claims);
    signals.extend(company_change::signals(company, claims));
    signals
}
