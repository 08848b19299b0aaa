//! One SMTP session: greeting, EHLO, STARTTLS, MAIL, any number of RCPT, never DATA.

use std::time::Duration;

use records::email::EmailAddress;
use tokio::{
    net::TcpStream,
    time::{Instant, timeout_at},
};
use tokio_rustls::TlsConnector;

use crate::{
    options::{Encryption, VerifierOptions},
    smtp::{
        classify::{self, ReplyClass},
        connection::{ConnectionFault, SmtpConnection, StepLimit},
        exits::{Exits, HostKey},
        memory::wording::Wording,
        reply::SmtpReply,
        transcript::Transcript,
    },
    verdict::Reason,
};

/// Maximum number of recipients per transaction; servers must allow a hundred.
const RECIPIENTS_PER_TRANSACTION: usize = 50;

/// Timeout of QUIT, which runs in the background.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Options, ways out, TLS connector and deadline of a call.
pub(crate) struct SessionContext<'a> {
    pub(crate) options: &'a VerifierOptions,
    pub(crate) exits: &'a Exits,
    pub(crate) connector: &'a TlsConnector,
    /// Time limits of the greeting and of a command.
    pub(crate) steps: StepTimes,
    pub(crate) call_ends: Instant,
}

/// Time limits of the steps that a server may delay on purpose.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepTimes {
    pub(crate) greeting: Duration,
    pub(crate) command: Duration,
}

impl SessionContext<'_> {
    fn limit(&self, step: Duration) -> StepLimit {
        StepLimit { step, call_ends: self.call_ends }
    }
}

/// Result of an RCPT command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RcptResult {
    /// The server replied to RCPT.
    Recipient(ReplyClass),
    /// The server refused an earlier command.
    BeforeRecipient(ReplyClass),
}

/// Extensions offered in the EHLO reply.
#[derive(Debug, Default, Clone, Copy)]
struct Extensions {
    starttls: bool,
    pipelining: bool,
    international: bool,
}

/// The transaction that is open. One has recipients of a single domain, because servers of many domains refuse others.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Transaction {
    None,
    Open { domain: String, international: bool },
}

/// An open SMTP session.
pub(crate) struct Session {
    connection: SmtpConnection,
    host: String,
    key: HostKey,
    extensions: Extensions,
    transaction: Transaction,
    recipients: usize,
    recipients_in_transaction: usize,
    refused: usize,
    accepted: usize,
    last_refusal: Option<Wording>,
    encryption_tried: bool,
    closing: bool,
}

impl Session {
    /// Begins a session over a new connection, with TLS where offered. A failed TLS handshake is followed by one attempt
    /// without TLS, over another connection.
    pub(crate) async fn open(
        host: &str,
        key: HostKey,
        stream: TcpStream,
        context: &SessionContext<'_>,
        transcript: &mut Transcript,
    ) -> Result<Self, ReplyClass> {
        let encrypt = context.options.encryption == Encryption::WhereOffered;
        let mut session = Self::begin_over(host, key, stream, context, transcript).await?;
        if !(encrypt && session.extensions.starttls) {
            return Ok(session);
        }
        if session.encrypt(context, transcript).await.is_ok() {
            return Ok(session);
        }
        let ends = (Instant::now() + context.options.timeouts.connect).min(context.call_ends);
        let Ok(Ok(stream)) = timeout_at(ends, context.exits.connect(key)).await else {
            transcript.note(host, "connect", ConnectionFault::Unreachable.outcome());
            return Err(ReplyClass::Later(Reason::Unreachable, None));
        };
        let mut session = Self::begin_over(host, key, stream, context, transcript).await?;
        session.encryption_tried = true;
        Ok(session)
    }

    async fn begin_over(
        host: &str,
        key: HostKey,
        stream: TcpStream,
        context: &SessionContext<'_>,
        transcript: &mut Transcript,
    ) -> Result<Self, ReplyClass> {
        let failed = |step: &str, fault: ConnectionFault, transcript: &mut Transcript| {
            transcript.note(host, step, fault.outcome());
            ReplyClass::Later(fault.reason(), None)
        };
        let mut connection = SmtpConnection::new(stream);
        let greeting = match connection.reply(context.limit(context.steps.greeting)).await {
            Ok(reply) => reply,
            Err(fault) => return Err(failed("greeting", fault, transcript)),
        };
        transcript.reply(host, "greeting", &greeting);
        let mut session = Self {
            connection,
            host: host.to_owned(),
            key,
            extensions: Extensions::default(),
            transaction: Transaction::None,
            recipients: 0,
            recipients_in_transaction: 0,
            refused: 0,
            accepted: 0,
            last_refusal: None,
            encryption_tried: false,
            closing: false,
        };
        if !greeting.is_success() {
            let answer = classify::before_recipient(&greeting, false);
            session.quit();
            return Err(answer);
        }
        session.ehlo(context, transcript).await?;
        Ok(session)
    }

    /// Sends EHLO, or HELO to servers without EHLO.
    async fn ehlo(
        &mut self,
        context: &SessionContext<'_>,
        transcript: &mut Transcript,
    ) -> Result<(), ReplyClass> {
        let name = &context.options.helo_name;
        let reply = self.command("EHLO", &format!("EHLO {name}\r\n"), context, transcript).await?;
        if reply.is_success() {
            self.extensions = extensions_in(&reply);
            return Ok(());
        }
        let refusal = classify::before_recipient(&reply, false);
        if reply.is_temporary() || !matches!(reply.code, 500 | 501 | 502 | 504 | 550 | 554) {
            return Err(refusal);
        }
        let reply = self.command("HELO", &format!("HELO {name}\r\n"), context, transcript).await?;
        if reply.is_success() { Ok(()) } else { Err(classify::before_recipient(&reply, false)) }
    }

    async fn encrypt(
        &mut self,
        context: &SessionContext<'_>,
        transcript: &mut Transcript,
    ) -> Result<(), ReplyClass> {
        self.encryption_tried = true;
        let reply = self.command("STARTTLS", "STARTTLS\r\n", context, transcript).await?;
        if !reply.is_success() {
            return Err(ReplyClass::Refused(Reason::EncryptionFailed));
        }
        let limit = context.limit(context.options.timeouts.handshake);
        if let Err(fault) = self.connection.secure(context.connector, &self.host, limit).await {
            transcript.note(&self.host, "handshake", fault.outcome());
            return Err(ReplyClass::Refused(Reason::EncryptionFailed));
        }
        self.ehlo(context, transcript).await
    }

    async fn command(
        &mut self,
        step: &str,
        line: &str,
        context: &SessionContext<'_>,
        transcript: &mut Transcript,
    ) -> Result<SmtpReply, ReplyClass> {
        let limit = context.limit(context.steps.command);
        let outcome = match self.connection.send(line, limit).await {
            Ok(()) => self.connection.reply(limit).await,
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
                Err(ReplyClass::Later(fault.reason(), None))
            }
        }
    }

    /// Sends RCPT for an address, once more after a recoverable refusal. `step` is its name in the transcript.
    pub(crate) async fn rcpt(
        &mut self,
        address: &EmailAddress,
        step: &str,
        provider: Option<&str>,
        context: &SessionContext<'_>,
        transcript: &mut Transcript,
    ) -> RcptResult {
        let international = !address.address().is_ascii();
        if international && !self.extensions.international {
            return RcptResult::Recipient(ReplyClass::Mailbox(Reason::InternationalMailUnsupported));
        }
        let first = self.send_rcpt(address, step, provider, context, transcript).await;
        match first {
            RcptResult::Recipient(ReplyClass::BadSequence) => self.transaction = Transaction::None,
            RcptResult::Recipient(ReplyClass::TooManyRecipients) if self.recipients_in_transaction > 1 => {
                if self.reset(context, transcript).await.is_err() {
                    return first;
                }
            }
            RcptResult::Recipient(ReplyClass::EncryptionRequired)
            | RcptResult::BeforeRecipient(ReplyClass::EncryptionRequired)
                if !self.encryption_tried && !self.connection.is_secure() =>
            {
                self.transaction = Transaction::None;
                if let Err(answer) = self.encrypt(context, transcript).await {
                    return RcptResult::BeforeRecipient(answer);
                }
            }
            _ => return first,
        }
        self.send_rcpt(address, step, provider, context, transcript).await
    }

    async fn send_rcpt(
        &mut self,
        address: &EmailAddress,
        step: &str,
        provider: Option<&str>,
        context: &SessionContext<'_>,
        transcript: &mut Transcript,
    ) -> RcptResult {
        let international = !address.address().is_ascii();
        let wanted = Transaction::Open { domain: address.domain().to_owned(), international };
        let is_full = self.recipients_in_transaction >= RECIPIENTS_PER_TRANSACTION;
        if self.transaction != Transaction::None
            && (self.transaction != wanted || is_full)
            && let Err(answer) = self.reset(context, transcript).await
        {
            return RcptResult::BeforeRecipient(answer);
        }
        let recipient = format!("RCPT TO:<{}>\r\n", address.address());
        let mut lines = String::new();
        if self.transaction == Transaction::None {
            lines = mail_command(context.options, international);
            if !self.extensions.pipelining {
                if let Some(refused) = self.begin(&lines, context, transcript).await {
                    return refused;
                }
                lines.clear();
            }
        }
        let opens_transaction = !lines.is_empty();
        lines.push_str(&recipient);
        let limit = context.limit(context.steps.command);
        if opens_transaction {
            // MAIL and RCPT are pipelined; the reply to RCPT counts only if MAIL was accepted.
            let refused = self.begin(&lines, context, transcript).await;
            if let Some(refused) = refused {
                if !self.closing && self.connection.reply(limit).await.is_err() {
                    self.closing = true;
                }
                return refused;
            }
        } else if let Err(fault) = self.connection.send(&lines, limit).await {
            return self.lost(step, fault, transcript);
        }
        self.transaction = wanted;
        self.recipients += 1;
        self.recipients_in_transaction += 1;
        match self.connection.reply(limit).await {
            Ok(reply) => {
                transcript.reply(&self.host, step, &reply);
                self.closing |= reply.code == 421;
                self.refused += usize::from(!reply.is_success());
                self.accepted += usize::from(reply.is_success());
                self.last_refusal = (!reply.is_success()).then(|| Wording::of(&reply, address.local()));
                RcptResult::Recipient(classify::recipient(&reply, provider))
            }
            Err(fault) => self.lost(step, fault, transcript),
        }
    }

    /// Sends lines that begin with MAIL and reads its reply; returns the refusal, if any.
    async fn begin(
        &mut self,
        lines: &str,
        context: &SessionContext<'_>,
        transcript: &mut Transcript,
    ) -> Option<RcptResult> {
        match self.command("MAIL", lines, context, transcript).await {
            Ok(reply) if reply.is_success() => {
                self.recipients_in_transaction = 0;
                None
            }
            Ok(reply) => Some(RcptResult::BeforeRecipient(classify::before_recipient(&reply, true))),
            Err(answer) => Some(RcptResult::BeforeRecipient(answer)),
        }
    }

    fn lost(&mut self, step: &str, fault: ConnectionFault, transcript: &mut Transcript) -> RcptResult {
        self.closing = true;
        transcript.note(&self.host, step, fault.outcome());
        RcptResult::Recipient(ReplyClass::Later(fault.reason(), None))
    }

    /// Resets the transaction, so that another can begin.
    async fn reset(
        &mut self,
        context: &SessionContext<'_>,
        transcript: &mut Transcript,
    ) -> Result<(), ReplyClass> {
        self.transaction = Transaction::None;
        let reply = self.command("RSET", "RSET\r\n", context, transcript).await?;
        if reply.is_success() { Ok(()) } else { Err(ReplyClass::Later(Reason::TemporaryFailure, None)) }
    }

    /// Number of RCPT commands sent.
    pub(crate) fn recipients(&self) -> usize {
        self.recipients
    }

    /// Number of refused recipients; servers slow down or disconnect clients with many of them.
    pub(crate) fn refused(&self) -> usize {
        self.refused
    }

    /// Whether the server accepted any recipient.
    pub(crate) fn accepted_any(&self) -> bool {
        self.accepted > 0
    }

    /// In which words the server refused the last recipient; none if it accepted it.
    pub(crate) fn last_refusal(&self) -> Option<Wording> {
        self.last_refusal
    }

    /// The server, as seen through the exit in use.
    pub(crate) fn key(&self) -> HostKey {
        self.key
    }

    /// Whether the server has closed the session or is about to.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing
    }

    /// Sends QUIT in the background.
    pub(crate) fn quit(mut self) {
        if self.closing {
            return;
        }
        tokio::spawn(async move {
            let limit = StepLimit { step: QUIT_TIMEOUT, call_ends: Instant::now() + QUIT_TIMEOUT };
            if self.connection.send("QUIT\r\n", limit).await.is_ok() {
                let _ = self.connection.reply(limit).await;
            }
        });
    }
}

fn mail_command(options: &VerifierOptions, international: bool) -> String {
    let path = options.mail_from.as_ref().map_or("", EmailAddress::address);
    let parameter = if international { " SMTPUTF8" } else { "" };
    format!("MAIL FROM:<{path}>{parameter}\r\n")
}

fn extensions_in(reply: &SmtpReply) -> Extensions {
    let offered =
        |keyword: &str| {
            reply.lines.iter().skip(1).any(|line| {
                line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case(keyword))
            })
        };
    Extensions {
        starttls: offered("STARTTLS"),
        pipelining: offered("PIPELINING"),
        international: offered("SMTPUTF8"),
    }
}
