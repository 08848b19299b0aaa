//! Which record a claim belongs to.

mod import_positions;
mod importing;
mod joining;
mod order;
mod real_rows;
mod review;
