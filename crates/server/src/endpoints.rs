//! Endpoints, one per file: declaration, request and answer types, implementation. No endpoint takes anything
//! from another one: what two of them share is in `recipe/`, or in the family's own file.

pub(crate) mod account;
pub mod bulk;
pub mod bundles;
pub(crate) mod combos;
pub(crate) mod find;
pub(crate) mod lists;
pub(crate) mod niche;
pub mod operator;
pub(crate) mod privacy;
pub(crate) mod resolve;
pub mod sandbox_info;
pub mod search;
pub mod signals;
