//! Finding and verifying emails and mobiles.

pub(crate) mod backoff;
pub(crate) mod contact_query;
pub(crate) mod email_check;
pub(crate) mod find_email;
pub(crate) mod find_personal_email;
pub(crate) mod find_phone;
pub(crate) mod inquiries;
pub(crate) mod known_email;
pub(crate) mod mobile;
pub(crate) mod phone_check;
pub(crate) mod recheck;
pub(crate) mod search_outcome;
pub(crate) mod verify;
pub(crate) mod workplace;
