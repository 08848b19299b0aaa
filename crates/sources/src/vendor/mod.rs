//! Data vendors. Each is described in TOML; no vendor is built into the code.
//!
//! A [`Description`] defines the requests to a vendor's API, the path of each fact in the response, the prices and
//! what counts as a miss; a [`Vendor`] executes it. The presets are descriptions like any other.

mod answer;
mod ask;
mod description;
mod fields;
mod path;
mod presets;
mod question;
mod template;

pub use answer::{Answer, PhoneCheck};
pub use ask::{Vendor, VendorOutcome, VendorReply};
pub use description::{
    Auth, Charged, Condition, Cost, Description, DescriptionError, LookupDescription, VendorLimits,
    VendorSecret,
};
pub use fields::Field;
pub use path::{FactPath, PathError};
pub use presets::{PRESETS, preset};
pub use question::{Fact, VendorQuestion, VendorSubject};
