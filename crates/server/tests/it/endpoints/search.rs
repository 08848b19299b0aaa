//! Searching people and companies.

mod companies;
mod people;
