//! Where facts come from. Each source yields [`records::Claim`]s and knows nothing of the database.

pub mod file;
pub mod vendor;
pub mod waterfall;
