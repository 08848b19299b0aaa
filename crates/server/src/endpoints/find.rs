//! Contact data of people, and people by their contact data.

pub mod ad_audience;
pub mod email;
pub mod personal_email;
pub mod phone;
pub mod reverse_email;
pub mod reverse_phone;
