//! Sources of facts: files, feeds, websites and vendors. Each yields [`records::Claim`]s and is independent of the
//! database.

pub mod feed;
pub mod file;
mod markup;
pub mod vendor;
pub mod waterfall;
pub mod website;
mod xml;
