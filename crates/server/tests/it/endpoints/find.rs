//! Finding contacts, and people by their contacts.

mod ad_audience;
mod email;
mod explained_email;
mod personal_email;
mod phone;
mod reverse_lookups;
