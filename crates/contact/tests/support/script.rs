//! What a scripted mail server says, and when it falls silent or hangs up.

use std::{sync::Arc, time::Duration};

/// What a server does at one point of a conversation.
#[derive(Debug, Clone)]
pub enum Step {
    Say(String),
    SayAndHangUp(String),
    SayAndForget(String),
    HangUp,
    FallSilent,
    /// One character at a time, too slowly to wait for.
    Trickle(String),
    SayAfter(Duration, String),
}

pub fn say(line: &str) -> Step {
    Step::Say(line.to_owned())
}

/// What is known when a recipient is named.
pub struct Recipient<'a> {
    pub local: &'a str,
    /// Recipients named before in the same conversation and transaction.
    pub before: usize,
    pub before_in_transaction: usize,
    /// Recipients refused before in the same conversation.
    pub refused: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tls {
    None,
    Offered,
    /// Offered, and MAIL is refused without it.
    Demanded,
    /// MAIL is refused without it, although the greeting does not mention it.
    DemandedInSilence,
    /// Offered, and the handshake fails.
    Broken,
    /// Demanded, and the handshake fails.
    DemandedAndBroken,
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

    /// Takes the staff and refuses strangers in these words.
    pub fn with_refusal(refusal: &'static str) -> Self {
        Self::new(move |recipient| if is_known(recipient.local) { taken() } else { say(refusal) })
    }

    /// A well-kept server.
    pub fn normal() -> Self {
        Self::with_refusal("550 5.1.1 Recipient address rejected: User unknown")
    }

    /// Says the same of everybody.
    pub fn always(line: &'static str) -> Self {
        Self::new(move |_| say(line))
    }

    pub fn plain() -> Self {
        Self { ehlo: say("250-mx.lab.example\n250 8BITMIME"), ..Self::normal() }
    }
}

pub fn taken() -> Step {
    say("250 2.1.5 Ok")
}

/// The people with a mailbox at every scripted server.
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

/// People without one.
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
