//! Building blocks of the composite endpoints.

pub(crate) mod accounts;
pub(crate) mod alike;
pub(crate) mod committee;
pub(crate) mod coworkers;
pub(crate) mod decision_makers;
pub(crate) mod found_ids;
pub(crate) mod hiring;
pub(crate) mod moves;
pub(crate) mod opener;
pub(crate) mod openings_cache;
pub(crate) mod reach;
pub(crate) mod walk;
