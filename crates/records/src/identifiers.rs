//! Identifiers and names in their normal forms.

pub mod company_name;
pub mod domain;
pub mod email;
pub mod external_id;
pub mod identifier;
pub mod mail_provider;
pub mod name;
pub mod nickname;
pub mod phone;
pub mod placeholder;
pub mod profile_url;
pub mod record_id;
pub mod role_mailbox;
pub mod written_case;
