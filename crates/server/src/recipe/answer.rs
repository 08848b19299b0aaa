//! Requests and answers that several endpoints have, and their shared parts.

pub(crate) mod bulk_preview;
pub(crate) mod call;
pub(crate) mod call_filter;
pub(crate) mod company;
pub(crate) mod email;
pub(crate) mod fields;
pub(crate) mod late_verdict;
pub(crate) mod ledger;
pub(crate) mod masked;
pub(crate) mod person;
pub(crate) mod phone;
pub(crate) mod preview;
pub(crate) mod rates;
pub(crate) mod refs;
pub(crate) mod signal;

use engine::DecisionMaker;

use crate::call::{
    problem::Problem,
    request::{fault_code::FaultCode, validate::Fault},
};

/// Problem returned when two identifiers belong to different `records`: people or companies.
pub fn identifiers_disagree(records: &str, first: &str, second: &str) -> Problem {
    Problem::of_faults(vec![Fault {
        pointer: format!("/{}", field(second)),
        code: FaultCode::IdentifiersDisagree,
        message: format!(
            "\"{}\" and \"{}\" belong to different {records}. Send the one that is right.",
            field(first),
            field(second)
        ),
    }])
}

/// The people of each role of a committee, in the order of the roles.
pub fn parts<const N: usize>(committee: Vec<(&'static str, Vec<DecisionMaker>)>) -> [Vec<DecisionMaker>; N] {
    let mut people = committee.into_iter().map(|(_, people)| people);
    std::array::from_fn(|_| people.next().unwrap_or_default())
}

/// Request field of a part of a query.
pub fn field(part: &str) -> &str {
    if part == "network_url" { "networkUrl" } else { part }
}

/// Rounds a confidence to three decimals; more digits would suggest false precision.
pub fn round(confidence: f64) -> f64 {
    (confidence * 1000.0).round() / 1000.0
}
