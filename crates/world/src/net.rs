//! The world's DNS and mail servers on loopback, so that it can be asked by real protocol.

mod dns;

pub use dns::{DnsOnLoopback, Question, Zone, ZoneAnswer};
