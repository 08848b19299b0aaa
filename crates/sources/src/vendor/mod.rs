//! Vendors of facts, each described in TOML and none of them known to the program by name.
//!
//! A [`Description`] says how a vendor is asked, where each fact lies in its answer, what an answer costs and
//! what counts as a miss; a [`Vendor`] asks. The presets are descriptions like any other.

mod answer;
mod ask;
mod description;
mod fields;
mod path;
mod presets;
mod question;
mod template;

pub use answer::{Answer, PhoneCheck};
pub use ask::{Outcome, Reply, Vendor};
pub use description::{
    Auth, Charged, Condition, Cost, Description, DescriptionError, LookupDescription, Secret, VendorLimits,
};
pub use fields::Field;
pub use path::{FactPath, PathError};
pub use presets::{PRESETS, preset};
pub use question::{Fact, Question, Subject};
