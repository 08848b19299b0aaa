//! Short transcript of the SMTP sessions, to explain a verdict.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::smtp::reply::SmtpReply;

/// Maximum number of exchanges per verdict; the first ones identify the server.
const EXCHANGE_LIMIT: usize = 24;
/// Maximum number of characters of a reply.
const TEXT_LIMIT: usize = 200;

/// RCPT for another address of the domain that the server is known to accept. Only the code of its reply is kept, because
/// the text may name that address.
pub(crate) const COMPARISON_STEP: &str = "RCPT (comparison)";

/// Steps whose reply is the same whichever recipient follows.
const SERVER_STEPS: [&str; 7] = ["connect", "greeting", "EHLO", "HELO", "STARTTLS", "handshake", "MAIL"];
/// Exchanges about the server that are kept: the first ones tell what it is.
const SERVER_EXCHANGE_LIMIT: usize = 12;

/// One step of an SMTP session and its outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exchange {
    /// Host name of the mail server.
    pub host: String,
    /// The command or step, such as `RCPT`.
    pub step: String,
    /// The reply or the failure, shortened.
    pub outcome: String,
}

/// The exchanges of one call.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    exchanges: Vec<Exchange>,
}

impl Transcript {
    pub(crate) fn reply(&mut self, host: &str, step: &str, reply: &SmtpReply) {
        match step {
            COMPARISON_STEP => self.note(host, step, &reply.code.to_string()),
            _ => self.note(host, step, &reply.to_string()),
        }
    }

    pub(crate) fn note(&mut self, host: &str, step: &str, outcome: &str) {
        if self.exchanges.len() < EXCHANGE_LIMIT {
            let outcome = outcome.chars().take(TEXT_LIMIT).collect();
            self.exchanges.push(Exchange { host: host.to_owned(), step: step.to_owned(), outcome });
        }
    }

    /// Takes out what is about recipients, from the first RCPT on, and leaves what is about the server.
    pub(crate) fn take_about_recipients(&mut self) -> Vec<Exchange> {
        let is_about_server = |exchange: &Exchange| SERVER_STEPS.contains(&exchange.step.as_str());
        let (kept, taken) = std::mem::take(&mut self.exchanges).into_iter().partition(is_about_server);
        self.exchanges = kept;
        self.exchanges.truncate(SERVER_EXCHANGE_LIMIT);
        taken
    }

    pub(crate) fn exchanges(&self) -> Vec<Exchange> {
        self.exchanges.clone()
    }
}
