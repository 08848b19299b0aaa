//! Scripts for mail servers: their replies, stalls and disconnects.

use std::{sync::Arc, time::Duration};

/// What a server does at one step of a session.
#[derive(Debug, Clone)]
pub enum Step {
    Say(String),
    SayAndHangUp(String),
    SayAndForget(String),
    HangUp,
    FallSilent,
    /// Sends one character at a time, slower than the timeout.
    Trickle(String),
    SayAfter(Duration, String),
}

pub fn say(line: &str) -> Step {
    Step::Say(line.to_owned())
}

/// State of the session at an RCPT command.
pub struct Recipient<'a> {
    pub local: &'a str,
    /// Earlier recipients in the same session.
    pub before: usize,
    /// Earlier recipients in the same transaction.
    pub before_in_transaction: usize,
    /// Refused recipients in the same session.
    pub refused: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tls {
    None,
    Offered,
    /// Offered, and MAIL is refused without it.
    Required,
    /// MAIL is refused without it, although EHLO does not offer it.
    RequiredNotOffered,
    /// Offered, and the handshake fails.
    Broken,
    /// Required, and the handshake fails.
    RequiredAndBroken,
}

type RecipientRule = Arc<dyn Fn(&Recipient<'_>) -> Step + Send + Sync>;

#[derive(Clone)]
pub struct Script {
    pub greeting: Step,
    pub ehlo: Step,
    pub helo: Step,
    pub mail: Step,
    pub tls: Tls,
    pub line_end: &'static str,
    pub recipient: RecipientRule,
}

impl Script {
    pub fn new(recipient: impl Fn(&Recipient<'_>) -> Step + Send + Sync + 'static) -> Self {
        Self {
            greeting: say("220 mx.lab.example ESMTP"),
            ehlo: say("250-mx.lab.example\n250-PIPELINING\n250-ENHANCEDSTATUSCODES\n250 8BITMIME"),
            helo: say("250 mx.lab.example"),
            mail: say("250 2.1.0 Ok"),
            tls: Tls::None,
            line_end: "\r\n",
            recipient: Arc::new(recipient),
        }
    }

    /// Accepts the staff and refuses strangers with this reply.
    pub fn with_refusal(refusal: &'static str) -> Self {
        Self::new(move |recipient| if is_known(recipient.local) { accepted() } else { say(refusal) })
    }

    /// A server with standard replies.
    pub fn normal() -> Self {
        Self::with_refusal("550 5.1.1 Recipient address rejected: User unknown")
    }

    /// Gives the same reply to every recipient.
    pub fn always(line: &'static str) -> Self {
        Self::new(move |_| say(line))
    }

    pub fn plain() -> Self {
        Self { ehlo: say("250-mx.lab.example\n250 8BITMIME"), ..Self::normal() }
    }
}

pub fn accepted() -> Step {
    say("250 2.1.5 Ok")
}

/// Local parts with a mailbox at every scripted server.
pub const STAFF: [&str; 10] = [
    "anna.weber",
    "bruno.keller",
    "carla.rossi",
    "david.smith",
    "elif.kaya",
    "farid.aziz",
    "greta.lund",
    "hugo.martin",
    "ines.costa",
    "jan.kowalski",
];

/// Local parts without a mailbox.
pub const STRANGERS: [&str; 10] = [
    "karl.niemand",
    "lena.nobody",
    "mario.nessuno",
    "nora.personne",
    "olga.nikto",
    "pedro.nadie",
    "quinn.nihil",
    "rosa.ninguem",
    "sven.ingen",
    "tom.niemand",
];

pub fn is_known(local: &str) -> bool {
    STAFF.contains(&local) || local == "postmaster"
}
