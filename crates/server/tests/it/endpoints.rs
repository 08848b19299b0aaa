//! One module for each endpoint, in the tree of `src/endpoints`.

mod account;
mod bulk;
mod bulk_kinds;
mod bulk_preview;
mod bundles;
mod combos;
mod find;
mod lists;
mod niche;
mod operator;
mod privacy;
mod recomputed;
mod resolve;
mod search;
mod signals;
