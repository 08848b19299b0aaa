//! What pages are made of.

pub(crate) mod chart;
pub(crate) mod code;
pub(crate) mod facts;
pub(crate) mod field;
pub(crate) mod graph;
pub(crate) mod icon;
pub(crate) mod layout;
pub(crate) mod note;
pub(crate) mod price;
pub(crate) mod readable;
pub(crate) mod signal;
pub(crate) mod tag;
pub(crate) mod timeline;
pub(crate) mod vessel;
pub(crate) mod words;
