//! Options of every endpoint that takes a role: what is accepted as an answer, and the check that a role can be read.

use engine::{RoleSelector, RoleTerms, read_role};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::request::{fault_code::FaultCode, validate::Faults};

/// What is accepted as an answer for a role.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct RoleOptions {
    /// Lowest score of an answer; 0.5 if omitted. People of a lower rank than asked for have scores below 0.5.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub min_score: Option<f64>,
    /// Answer the nearest match, marked with `fallback: true`, where no one reaches the score. Such an answer is
    /// charged like any other.
    #[serde(default)]
    pub fallback: bool,
}

impl RoleOptions {
    /// The options as the engine takes them.
    pub fn terms(&self) -> RoleTerms {
        let default = RoleTerms::default();
        RoleTerms { min_score: self.min_score.unwrap_or(default.min_score), fallback: self.fallback }
    }
}

/// Adds a fault with suggestions if a role cannot be read.
pub fn check_role(role: Option<&str>, pointer: &str, faults: &mut Faults) {
    let Some(Err(unreadable)) = role.map(read_role) else { return };
    let quoted: Vec<String> = unreadable.did_you_mean.iter().map(|role| format!("\"{role}\"")).collect();
    let suggested = match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => return,
    };
    let message = format!("The role names no rank and no function that is known. Did you mean {suggested}?");
    faults.add(pointer, FaultCode::InvalidValue, message);
}

/// The role in words, or else the default. The words have passed [`check_role`].
pub fn role_or(role: Option<&str>, otherwise: impl FnOnce() -> RoleSelector) -> RoleSelector {
    role.and_then(|role| read_role(role).ok()).unwrap_or_else(otherwise)
}
