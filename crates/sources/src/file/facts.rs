//! From the values of a row to the facts of a claim.

pub(crate) mod address;
pub(crate) mod companies;
pub(crate) mod dates;
pub(crate) mod identifiers;
pub(crate) mod normal;
pub(crate) mod people;
pub(crate) mod shaped;
pub(crate) mod signals;
pub(crate) mod values;
