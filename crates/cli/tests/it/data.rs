//! Commands that take data in or hand it out.

mod enrich;
mod history;
mod import;
