//! Behaviour of each company's mail: mostly normal, sometimes with the faults of real mail servers.

use crate::{
    rng::{Purpose, Rng},
    world::World,
};

/// Behaviour of a domain's mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailManner {
    /// Accepts existing mailboxes and rejects others.
    Normal,
    /// Accepts every address.
    CatchAll,
    /// Accepts every address that looks like a person's name.
    CatchAllForNames,
    /// Accepts mail from unknown senders only on a later attempt.
    Greylisting,
    /// Rejects with a temporary error.
    Busy,
    /// Requires STARTTLS.
    DemandsEncryption,
    /// Rejects all connections from this network.
    RefusesUs,
    /// Replies very slowly.
    Tarpit,
    /// Accepts a connection and sends nothing.
    Silent,
    /// Closes the connection without a greeting.
    HangsUp,
    /// Publishes a null MX record: the domain accepts no mail.
    NullMx,
    /// Has no MX records; the domain's own address receives its mail.
    NoMx,
    /// DNS queries fail.
    DnsFailure,
}

use MailManner as M;

impl World {
    /// The behaviour of a company's mail.
    pub fn mail_manner(&self, company: u64) -> MailManner {
        let mut rng = Rng::new(self.seed, company, Purpose::MailManner);
        let mail = self.mail(company);
        if mail.catch_all {
            return if rng.chance(25) { M::CatchAllForNames } else { M::CatchAll };
        }
        // Large providers behave the same for all customers.
        match mail.provider {
            "Google Workspace" | "Proton Mail" => rng.weighted(&[(99, M::Normal), (1, M::Busy)]),
            "Microsoft 365" | "Zoho Mail" => {
                rng.weighted(&[(93, M::Normal), (4, M::Greylisting), (2, M::RefusesUs), (1, M::Busy)])
            }
            _ => rng.weighted(&[
                (38, M::Normal),
                (16, M::Greylisting),
                (12, M::DemandsEncryption),
                (6, M::RefusesUs),
                (5, M::Busy),
                (3, M::Tarpit),
                (3, M::Silent),
                (4, M::HangsUp),
                (3, M::NullMx),
                (7, M::NoMx),
                (3, M::DnsFailure),
            ]),
        }
    }
}
