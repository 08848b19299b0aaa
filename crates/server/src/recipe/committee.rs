//! The people of a buying committee by role.

use engine::DecisionMaker;

/// The people of each role, in the order of the roles.
pub fn parts<const N: usize>(committee: Vec<(&'static str, Vec<DecisionMaker>)>) -> [Vec<DecisionMaker>; N] {
    let mut people = committee.into_iter().map(|(_, people)| people);
    std::array::from_fn(|_| people.next().unwrap_or_default())
}
