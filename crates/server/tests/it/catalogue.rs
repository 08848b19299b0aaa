//! The list of all endpoints.

mod coverage;
mod languages;
mod price_list;
mod why_not;
