//! One SMTP conversation: greeting, EHLO, encryption, MAIL, any number of RCPT, never DATA.

use std::{net::SocketAddr, time::Duration};

use records::email::EmailAddress;
use tokio::time::Instant;
use tokio_rustls::TlsConnector;

use crate::{
    judgement::{self, Answer},
    options::{Encryption, VerifierOptions},
    reply::Reply,
    transcript::Transcript,
    verdict::Reason,
    wire::{StepLimit, Wire, WireFault},
};

/// Recipients named in one transaction before another begins; servers must allow a hundred.
const RECIPIENTS_PER_TRANSACTION: usize = 50;

/// How long a good-bye may take; nobody waits for it.
const FAREWELL_LIMIT: Duration = Duration::from_secs(2);

/// What a conversation is held with.
pub(crate) struct Setting<'a> {
    pub(crate) options: &'a VerifierOptions,
    pub(crate) connector: &'a TlsConnector,
    pub(crate) call_ends: Instant,
}

impl Setting<'_> {
    fn limit(&self, step: Duration) -> StepLimit {
        StepLimit { step, call_ends: self.call_ends }
    }
}

/// What came of a question about a recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The server answered for the recipient.
    Recipient(Answer),
    /// The server refused us before a recipient was named.
    Newcomer(Answer),
}

#[derive(Debug, Default, Clone, Copy)]
struct Offers {
    starttls: bool,
    pipelining: bool,
    international: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transaction {
    None,
    Open { international: bool },
}

/// An open conversation with a mail server.
pub(crate) struct Session {
    wire: Wire,
    host: String,
    offers: Offers,
    transaction: Transaction,
    asked: usize,
    asked_in_transaction: usize,
    refused: usize,
    encryption_tried: bool,
    closing: bool,
}

impl Session {
    /// Connects, is greeted and introduces itself. A failed handshake is followed by one attempt in clear.
    pub(crate) async fn open(
        host: &str,
        address: SocketAddr,
        setting: &Setting<'_>,
        transcript: &mut Transcript,
    ) -> Result<Self, Answer> {
        let encrypt = setting.options.encryption == Encryption::WhereOffered;
        let mut session = Self::greet(host, address, setting, transcript).await?;
        if !(encrypt && session.offers.starttls) {
            return Ok(session);
        }
        if session.encrypt(setting, transcript).await.is_ok() {
            return Ok(session);
        }
        let mut session = Self::greet(host, address, setting, transcript).await?;
        session.encryption_tried = true;
        Ok(session)
    }

    async fn greet(
        host: &str,
        address: SocketAddr,
        setting: &Setting<'_>,
        transcript: &mut Transcript,
    ) -> Result<Self, Answer> {
        let timeouts = setting.options.timeouts;
        let failed = |step: &str, fault: WireFault, transcript: &mut Transcript| {
            transcript.note(host, step, fault.outcome());
            Answer::Later(fault.reason(), None)
        };
        let mut wire = match Wire::connect(address, setting.limit(timeouts.connect)).await {
            Ok(wire) => wire,
            Err(fault) => return Err(failed("connect", fault, transcript)),
        };
        let greeting = match wire.reply(setting.limit(timeouts.greeting)).await {
            Ok(reply) => reply,
            Err(fault) => return Err(failed("greeting", fault, transcript)),
        };
        transcript.reply(host, "greeting", &greeting);
        let mut session = Self {
            wire,
            host: host.to_owned(),
            offers: Offers::default(),
            transaction: Transaction::None,
            asked: 0,
            asked_in_transaction: 0,
            refused: 0,
            encryption_tried: false,
            closing: false,
        };
        if !greeting.is_success() {
            let answer = judgement::of_newcomer(&greeting, false);
            session.part();
            return Err(answer);
        }
        session.introduce(setting, transcript).await?;
        Ok(session)
    }

    /// EHLO, or HELO for servers that know no other.
    async fn introduce(&mut self, setting: &Setting<'_>, transcript: &mut Transcript) -> Result<(), Answer> {
        let name = &setting.options.helo_name;
        let reply = self.command("EHLO", &format!("EHLO {name}\r\n"), setting, transcript).await?;
        if reply.is_success() {
            self.offers = offers_in(&reply);
            return Ok(());
        }
        let refusal = judgement::of_newcomer(&reply, false);
        if reply.is_temporary() || !matches!(reply.code, 500 | 501 | 502 | 504 | 550 | 554) {
            return Err(refusal);
        }
        let reply = self.command("HELO", &format!("HELO {name}\r\n"), setting, transcript).await?;
        if reply.is_success() { Ok(()) } else { Err(judgement::of_newcomer(&reply, false)) }
    }

    async fn encrypt(&mut self, setting: &Setting<'_>, transcript: &mut Transcript) -> Result<(), Answer> {
        self.encryption_tried = true;
        let reply = self.command("STARTTLS", "STARTTLS\r\n", setting, transcript).await?;
        if !reply.is_success() {
            return Err(Answer::Refused(Reason::EncryptionFailed));
        }
        let limit = setting.limit(setting.options.timeouts.handshake);
        if let Err(fault) = self.wire.secure(setting.connector, &self.host, limit).await {
            transcript.note(&self.host, "handshake", fault.outcome());
            return Err(Answer::Refused(Reason::EncryptionFailed));
        }
        self.introduce(setting, transcript).await
    }

    async fn command(
        &mut self,
        step: &str,
        line: &str,
        setting: &Setting<'_>,
        transcript: &mut Transcript,
    ) -> Result<Reply, Answer> {
        let limit = setting.limit(setting.options.timeouts.command);
        let outcome = match self.wire.send(line, limit).await {
            Ok(()) => self.wire.reply(limit).await,
            Err(fault) => Err(fault),
        };
        match outcome {
            Ok(reply) => {
                transcript.reply(&self.host, step, &reply);
                self.closing |= reply.code == 421;
                Ok(reply)
            }
            Err(fault) => {
                self.closing = true;
                transcript.note(&self.host, step, fault.outcome());
                Err(Answer::Later(fault.reason(), None))
            }
        }
    }

    /// Asks whether mail for an address would be taken. `step` is how the transcript calls it.
    pub(crate) async fn ask(
        &mut self,
        address: &EmailAddress,
        step: &str,
        provider: Option<&str>,
        setting: &Setting<'_>,
        transcript: &mut Transcript,
    ) -> Asked {
        let international = !address.address().is_ascii();
        if international && !self.offers.international {
            return Asked::Recipient(Answer::Mailbox(Reason::InternationalMailUnsupported));
        }
        let first = self.ask_once(address, step, provider, setting, transcript).await;
        match first {
            Asked::Recipient(Answer::OutOfOrder) => self.transaction = Transaction::None,
            Asked::Recipient(Answer::Crowded) if self.asked_in_transaction > 1 => {
                if self.reset(setting, transcript).await.is_err() {
                    return first;
                }
            }
            Asked::Recipient(Answer::EncryptionDemanded) | Asked::Newcomer(Answer::EncryptionDemanded)
                if !self.encryption_tried && !self.wire.is_secure() =>
            {
                self.transaction = Transaction::None;
                if let Err(answer) = self.encrypt(setting, transcript).await {
                    return Asked::Newcomer(answer);
                }
            }
            _ => return first,
        }
        self.ask_once(address, step, provider, setting, transcript).await
    }

    async fn ask_once(
        &mut self,
        address: &EmailAddress,
        step: &str,
        provider: Option<&str>,
        setting: &Setting<'_>,
        transcript: &mut Transcript,
    ) -> Asked {
        let wanted = Transaction::Open { international: !address.address().is_ascii() };
        let is_full = self.asked_in_transaction >= RECIPIENTS_PER_TRANSACTION;
        if self.transaction != Transaction::None
            && (self.transaction != wanted || is_full)
            && let Err(answer) = self.reset(setting, transcript).await
        {
            return Asked::Newcomer(answer);
        }
        let recipient = format!("RCPT TO:<{}>\r\n", address.address());
        let mut lines = String::new();
        if self.transaction == Transaction::None {
            lines = mail_command(setting.options, wanted);
            if !self.offers.pipelining {
                if let Some(refused) = self.begin(&lines, setting, transcript).await {
                    return refused;
                }
                lines.clear();
            }
        }
        let opens = !lines.is_empty();
        lines.push_str(&recipient);
        let limit = setting.limit(setting.options.timeouts.command);
        if opens {
            // Both commands travel together; the answer to the second counts only if the first was taken.
            let refused = self.begin(&lines, setting, transcript).await;
            if let Some(refused) = refused {
                if !self.closing && self.wire.reply(limit).await.is_err() {
                    self.closing = true;
                }
                return refused;
            }
        } else if let Err(fault) = self.wire.send(&lines, limit).await {
            return self.lost(step, fault, transcript);
        }
        self.transaction = wanted;
        self.asked += 1;
        self.asked_in_transaction += 1;
        match self.wire.reply(limit).await {
            Ok(reply) => {
                transcript.reply(&self.host, step, &reply);
                self.closing |= reply.code == 421;
                self.refused += usize::from(!reply.is_success());
                Asked::Recipient(judgement::of_recipient(&reply, provider))
            }
            Err(fault) => self.lost(step, fault, transcript),
        }
    }

    /// Sends lines that begin with MAIL and reads the answer to it; tells why when it was refused.
    async fn begin(
        &mut self,
        lines: &str,
        setting: &Setting<'_>,
        transcript: &mut Transcript,
    ) -> Option<Asked> {
        match self.command("MAIL", lines, setting, transcript).await {
            Ok(reply) if reply.is_success() => {
                self.asked_in_transaction = 0;
                None
            }
            Ok(reply) => Some(Asked::Newcomer(judgement::of_newcomer(&reply, true))),
            Err(answer) => Some(Asked::Newcomer(answer)),
        }
    }

    fn lost(&mut self, step: &str, fault: WireFault, transcript: &mut Transcript) -> Asked {
        self.closing = true;
        transcript.note(&self.host, step, fault.outcome());
        Asked::Recipient(Answer::Later(fault.reason(), None))
    }

    /// Forgets the transaction, so that another can begin.
    async fn reset(&mut self, setting: &Setting<'_>, transcript: &mut Transcript) -> Result<(), Answer> {
        self.transaction = Transaction::None;
        let reply = self.command("RSET", "RSET\r\n", setting, transcript).await?;
        if reply.is_success() { Ok(()) } else { Err(Answer::Later(Reason::TemporaryFailure, None)) }
    }

    /// How many recipients were asked about.
    pub(crate) fn asked(&self) -> usize {
        self.asked
    }

    /// How many recipients were refused; servers lose patience with whoever guesses names.
    pub(crate) fn refused(&self) -> usize {
        self.refused
    }

    /// Whether the server has ended the conversation or is about to.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing
    }

    /// Says good-bye in the background.
    pub(crate) fn part(mut self) {
        if self.closing {
            return;
        }
        tokio::spawn(async move {
            let limit = StepLimit { step: FAREWELL_LIMIT, call_ends: Instant::now() + FAREWELL_LIMIT };
            if self.wire.send("QUIT\r\n", limit).await.is_ok() {
                let _ = self.wire.reply(limit).await;
            }
        });
    }
}

fn mail_command(options: &VerifierOptions, transaction: Transaction) -> String {
    let path = options.mail_from.as_ref().map_or("", EmailAddress::address);
    match transaction {
        Transaction::Open { international: true } => format!("MAIL FROM:<{path}> SMTPUTF8\r\n"),
        _ => format!("MAIL FROM:<{path}>\r\n"),
    }
}

fn offers_in(reply: &Reply) -> Offers {
    let offered =
        |keyword: &str| {
            reply.lines.iter().skip(1).any(|line| {
                line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case(keyword))
            })
        };
    Offers {
        starttls: offered("STARTTLS"),
        pipelining: offered("PIPELINING"),
        international: offered("SMTPUTF8"),
    }
}
