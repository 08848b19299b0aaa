//! Cursors: opaque to the caller, bound to the question they came from.

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::{problem::Problem, validate::Faults};

const BOUND_BYTES: usize = 6;
const CURSOR_CHARACTERS_MAX: usize = 1_000;

/// A cursor to `position` within the answers to `question`.
pub fn encode(question: &str, position: &str) -> String {
    let bound = Sha256::digest(question);
    bound.iter().take(BOUND_BYTES).chain(position.as_bytes()).map(|byte| format!("{byte:02x}")).collect()
}

/// The position a cursor stands for, if it came from this question.
pub fn decode(question: &str, cursor: &str) -> Result<String, Problem> {
    read(question, cursor).ok_or_else(foreign)
}

/// What is told of a cursor that came from another question, or from nowhere.
pub fn foreign() -> Problem {
    let mut faults = Faults::default();
    faults.add(
        "/cursor",
        "invalid_value",
        "This cursor is not from this question. Send next_cursor as it was given, with the same filters.",
    );
    Problem::of_faults(faults.into_vec())
}

/// A cursor behind a row that is ordered by time and id.
pub fn after(question: &str, at: Timestamp, id: &str) -> String {
    encode(question, &format!("{at} {id}"))
}

/// The time and id a cursor of [`after`] stands for.
pub fn time_and_id(question: &str, cursor: Option<&str>) -> Result<Option<(Timestamp, String)>, Problem> {
    let Some(cursor) = cursor else { return Ok(None) };
    let position = decode(question, cursor)?;
    let (at, id) = position.split_once(' ').unwrap_or_default();
    Ok(at.parse().ok().map(|at| (at, id.to_owned())))
}

fn read(question: &str, cursor: &str) -> Option<String> {
    if cursor.len() > CURSOR_CHARACTERS_MAX || !cursor.len().is_multiple_of(2) || !cursor.is_ascii() {
        return None;
    }
    let pairs = cursor.as_bytes().chunks(2);
    let bytes: Vec<u8> = pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect::<Option<_>>()?;
    let (bound, position) = bytes.split_at_checked(BOUND_BYTES)?;
    if Sha256::digest(question)[..BOUND_BYTES] != *bound {
        return None;
    }
    String::from_utf8(position.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_cursor_leads_back_only_within_its_question(position in ".*", junk in ".*") {
            let cursor = encode("a", &position);
            prop_assume!(cursor.len() <= CURSOR_CHARACTERS_MAX);
            prop_assert_eq!(decode("a", &cursor).unwrap(), position);
            prop_assert!(decode("b", &cursor).is_err());
            prop_assert!(decode("a", &junk).is_err());
        }
    }
}
