//! Where facts come from. Each source yields [`records::Claim`]s and knows nothing of the database.

pub mod feed;
pub mod file;
mod markup;
pub mod vendor;
pub mod waterfall;
pub mod website;
