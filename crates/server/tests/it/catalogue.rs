//! The list of all endpoints.

mod coverage;
mod languages;
mod price_list;
mod record_ids;
mod why_not;
