//! Finding contacts, and people by their contacts.

pub mod ad_audience;
pub mod email;
pub mod personal_email;
pub mod phone;
pub mod reverse_email;
pub mod reverse_phone;
