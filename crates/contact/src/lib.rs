//! Finds and verifies email addresses, and describes phone numbers.
//!
//! A [`Verifier`] asks the mail server by SMTP whether it accepts mail for an address. It never sends a message, limits
//! and paces its connections per server, and reuses them. It uses real DNS and SMTP, so tests run the same code against
//! another DNS server and port.

mod dns;
mod find;
mod find_outcome;
mod inquiry;
pub mod lists;
mod options;
mod patterns;
mod phone;
mod remote;
mod single_flight;
mod smtp;
mod suggestion;
mod verdict;
mod verifier;

pub use dns::{MailHost, MailResolver, MailRoute};
pub use egress::{DnsServer, IpNet, NetworkPolicy, ResolverFault};
pub use find::FindRequest;
pub use find_outcome::{
    ConfidenceStep, Evidence, FindExplanation, FindOutcome, FoundAddress, RefusedCandidate, TriedCandidate,
};
pub use inquiry::{AddressResult, MailQuestion, MailReply};
pub use options::{Encryption, Exit, ExitWay, Manners, Socks5Proxy, Timeouts, VerifierOptions};
pub use patterns::{CandidateAddress, CompanyTraits, LearnedPatterns, Pattern, candidates};
pub use phone::{PhoneFacts, describe_phone};
pub use records::mail_provider::provider_of;
pub use remote::{PROBE_ADDRESSES_MAX, PROBE_PATH, ProbeLimits, RemoteProbe};
pub use single_flight::SingleFlight;
pub use smtp::exits::ExitHealth;
pub use smtp::memory::book::{DecoyNote, DomainPage, HostPage, MailBook, Rest};
pub use smtp::reply;
pub use smtp::transcript::Exchange;
pub use suggestion::did_you_mean;
pub use verdict::{Reason, Status, Verdict};
pub use verifier::{DomainMail, Verifier, VerifierSetupFault};
