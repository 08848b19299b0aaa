//! Emails and phones, found and proven.
//!
//! A [`Verifier`] asks the mail server itself whether it takes mail for an address, with the manners of a good
//! neighbour: it never sends a message, limits and paces its connections per server, and re-uses them.
//! Everything here speaks real protocols; whoever points DNS and port elsewhere gets the same code.

mod decoy;
mod dns;
mod find;
mod pool;
mod probe;
mod classify;
pub mod lists;
mod options;
mod patterns;
mod phone;
pub mod reply;
mod session;
mod suggestion;
mod tls;
mod transcript;
mod verdict;
mod verifier;
mod connection;
mod reply_text;

pub use dns::{MailHost, MailResolver, MailRoute};
pub use egress::{DnsServer, IpNet, NetworkPolicy, ResolverFault};
pub use find::{FindOutcome, FindRequest, Found};
pub use options::{Encryption, Manners, Timeouts, VerifierOptions};
pub use patterns::{Candidate, CompanyTraits, LearnedPatterns, Pattern, candidates};
pub use phone::{PhoneFacts, describe_phone};
pub use records::mail_provider::provider_of;
pub use suggestion::did_you_mean;
pub use transcript::Exchange;
pub use verdict::{Reason, Status, Verdict};
pub use verifier::{DomainMail, SetupFault, Verifier};
