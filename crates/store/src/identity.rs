//! Entity resolution: preparing and filing claims, the key index, evidence, rulings and the review list.

pub(crate) mod agreement;
pub(crate) mod commonness;
pub(crate) mod evidence;
pub(crate) mod file_parts;
pub(crate) mod filing;
pub(crate) mod import_position;
pub(crate) mod ingest;
pub(crate) mod ingest_report;
pub(crate) mod key_index;
pub(crate) mod prepare;
pub(crate) mod rebuild;
pub(crate) mod review;
pub(crate) mod rule;
pub(crate) mod ruling;
pub(crate) mod stated_employer;
