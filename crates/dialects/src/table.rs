//! Tables of field paths: a vendor's parameters to our requests, and our answers to a vendor's fields.

mod answer;
mod naming;
mod request;

pub(crate) use answer::shape;
pub use answer::{AnswerTable, Field, Style};
pub(crate) use naming::Words;
pub use request::{Param, RequestTable, ToOurs};
pub(crate) use request::{all_text, is_blank, text};

/// Declares the parameters of a request table: the vendor's name, our field, and how a value is read.
macro_rules! params {
    ($($from:literal => $to:literal $with:path;)+) => {
        &[$($crate::table::Param { from: $from, to: $to, with: $with },)+]
    };
}
/// Declares the fields of an answer table: the vendor's field, our path, and how a value is written.
macro_rules! fields {
    ($($to:literal <- $from:literal $with:path $([$inner:path])?;)+) => {
        &[$($crate::table::Field { to: $to, from: $from, with: $with$(($inner))? },)+]
    };
}
pub(crate) use {fields, params};
