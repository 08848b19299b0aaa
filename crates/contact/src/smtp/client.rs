//! What all probes share: options, TLS, connection pools and what was learned of mail servers.

use std::mem;

use tokio::time::Instant;
use tokio_rustls::TlsConnector;

use crate::{
    options::{Manners, VerifierOptions},
    smtp::{
        exits::{Exits, HostKey},
        memory::{
            book::{HostPage, MailBook, PAGES_MAX, TimeOfDay},
            domain::DomainMemory,
            host::HostMemory,
            port::PortHealth,
        },
        pool::ConnectionPools,
        session::{SessionContext, StepTimes},
        tls,
    },
};

/// Connections to mail servers and what was learned of them, shared by all probes of a verifier.
pub(crate) struct SmtpClient {
    pub(crate) options: VerifierOptions,
    pub(crate) pools: ConnectionPools,
    pub(crate) memory: HostMemory,
    pub(crate) domains: DomainMemory,
    pub(crate) port: PortHealth,
    pub(crate) exits: Exits,
    connector: TlsConnector,
}

/// Whether a caller waits for the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    Caller,
    Background,
}

impl SmtpClient {
    pub(crate) fn new(mut options: VerifierOptions) -> Result<Self, rustls::Error> {
        Ok(Self {
            pools: ConnectionPools::default(),
            memory: HostMemory::default(),
            domains: DomainMemory::default(),
            port: PortHealth::default(),
            exits: Exits::new(mem::take(&mut options.exits)),
            connector: tls::connector()?,
            options,
        })
    }

    pub(crate) fn context(&self, patience: Patience, call_ends: Instant) -> SessionContext<'_> {
        let timeouts = self.options.timeouts;
        let steps = match patience {
            Patience::Caller => StepTimes { greeting: timeouts.greeting, command: timeouts.command },
            Patience::Background => {
                StepTimes { greeting: timeouts.background_step, command: timeouts.background_step }
            }
        };
        SessionContext {
            options: &self.options,
            exits: &self.exits,
            connector: &self.connector,
            steps,
            call_ends,
        }
    }

    /// When a call that begins now has to end.
    pub(crate) fn call_ends(&self, patience: Patience) -> Instant {
        let timeouts = self.options.timeouts;
        Instant::now()
            + match patience {
                Patience::Caller => timeouts.call,
                Patience::Background => timeouts.background_call,
            }
    }

    /// Load limits at the servers of a mail provider.
    pub(crate) fn manners(&self, provider: &str) -> Manners {
        let own = self.options.provider_manners.get(&provider.to_lowercase());
        own.copied().unwrap_or(self.options.manners)
    }

    /// What was learned of mail servers, at a time in Unix milliseconds.
    pub(crate) fn book(&self, now_millis: i64) -> MailBook {
        let time = TimeOfDay::at(now_millis);
        MailBook {
            hosts: self.memory.pages(time, PAGES_MAX, |exit| self.exits.name(exit)),
            domains: self.domains.pages(time),
        }
    }

    /// Takes over what other processes learned, in the place of what they had learned before.
    pub(crate) fn read_books<'a>(&self, books: impl Iterator<Item = &'a MailBook> + Clone, now_millis: i64) {
        let time = TimeOfDay::at(now_millis);
        let keyed = |page: &'a HostPage| {
            let exit = self.exits.by_name(&page.exit)?;
            Some((HostKey { exit, address: page.address }, page))
        };
        self.memory.read_pages(books.clone().flat_map(|book| &book.hosts).filter_map(keyed), time);
        for page in books.flat_map(|book| &book.domains) {
            self.domains.read_page(page, time);
        }
    }
}
