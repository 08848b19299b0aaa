//! The list of all endpoints.

mod coverage;
mod price_list;
mod why_not;
