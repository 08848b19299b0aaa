//! A short record of what was said to mail servers, so that a verdict can be explained.

use serde::{Deserialize, Serialize};

use crate::reply::Reply;

/// Exchanges kept per verdict; the first ones say what sort of server it is.
const EXCHANGE_LIMIT: usize = 24;
/// Characters kept of what a server says.
const TEXT_LIMIT: usize = 200;

/// One step with a mail server and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The mail server.
    pub host: String,
    /// What was said or tried, such as `RCPT`.
    pub step: String,
    /// What was answered or what went wrong, shortened.
    pub outcome: String,
}

/// The exchanges of one call.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    exchanges: Vec<Exchange>,
}

impl Transcript {
    pub(crate) fn reply(&mut self, host: &str, step: &str, reply: &Reply) {
        self.note(host, step, &reply.to_string());
    }

    pub(crate) fn note(&mut self, host: &str, step: &str, outcome: &str) {
        if self.exchanges.len() < EXCHANGE_LIMIT {
            let outcome = outcome.chars().take(TEXT_LIMIT).collect();
            self.exchanges.push(Exchange { host: host.to_owned(), step: step.to_owned(), outcome });
        }
    }

    pub(crate) fn exchanges(&self) -> Vec<Exchange> {
        self.exchanges.clone()
    }
}
