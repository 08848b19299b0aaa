//! How the mail of each company behaves: most of it well, some of it as mail does.

use crate::{
    rng::{Purpose, Rng},
    world::World,
};

/// How a domain's mail behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailManner {
    /// Takes mail for mailboxes that exist and refuses it for others.
    Normal,
    /// Takes every address.
    CatchAll,
    /// Takes every address that looks like a person's.
    CatchAllForNames,
    /// Takes mail from newcomers only on a later attempt.
    Greylisting,
    /// Has a passing problem.
    Busy,
    /// Takes no mail without encryption.
    DemandsEncryption,
    /// Takes nothing from this network.
    RefusesUs,
    /// Answers too slowly to wait for.
    Tarpit,
    /// Accepts a connection and says nothing.
    Silent,
    /// Hangs up before it answers.
    HangsUp,
    /// Says in DNS that it takes no mail.
    NullMx,
    /// Has no MX records; the domain's own address takes its mail.
    NoMx,
    /// Its DNS fails.
    DnsFailure,
}

use MailManner as M;

impl World {
    /// How a company's mail behaves.
    pub fn mail_manner(&self, company: u64) -> MailManner {
        let mut rng = Rng::new(self.seed, company, Purpose::MailManner);
        let mail = self.mail(company);
        if mail.catch_all {
            return if rng.chance(25) { M::CatchAllForNames } else { M::CatchAll };
        }
        // The great providers behave alike for all their customers.
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
