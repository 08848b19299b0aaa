//! Searching people and companies.

mod companies;
mod expected_filters;
mod people;
mod previews;
mod suggest;
