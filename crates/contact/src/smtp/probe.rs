//! Probes the mail servers of one domain by RCPT: chooses the server and the connection, and fails over to the next.

use std::net::SocketAddr;

use records::email::EmailAddress;
use tokio::time::Instant;

use crate::{
    dns::MailHost,
    smtp::{
        classify::ReplyClass,
        client::SmtpClient,
        decoy::{self, DecoyShape},
        pool::PoolPermit,
        session::{RcptResult, Session, SessionContext},
        transcript::{Exchange, Transcript},
    },
    verdict::{Reason, Status},
};

/// Transcript names of the RCPT steps.
const DECOY_STEP: &str = "RCPT (catch-all check)";
const POSTMASTER_STEP: &str = "RCPT (postmaster)";
const STEP: &str = "RCPT";

struct PooledSession {
    session: Session,
    permit: PoolPermit,
    /// Whether the session was reused from an earlier call; the server may have closed it.
    is_used: bool,
}

/// Probe of the mail servers of one domain.
pub(crate) struct DomainProbe<'a> {
    client: &'a SmtpClient,
    domain: &'a str,
    provider: &'a str,
    targets: Vec<(String, SocketAddr)>,
    /// Index of the target in use; past the end if none is left.
    target: usize,
    connection: Option<PooledSession>,
    /// The most informative failure so far.
    failure: Option<ReplyClass>,
    transcript: Transcript,
    call_ends: Instant,
    answered_any: bool,
    accepted_any: bool,
    postmaster: Option<bool>,
    recipients: usize,
}

impl<'a> DomainProbe<'a> {
    pub(crate) fn new(
        client: &'a SmtpClient,
        domain: &'a str,
        provider: &'a str,
        hosts: &[MailHost],
    ) -> Self {
        let options = &client.options;
        let mut probe = Self {
            client,
            domain,
            provider,
            targets: Vec::new(),
            target: 0,
            connection: None,
            failure: None,
            transcript: Transcript::default(),
            call_ends: Instant::now() + options.timeouts.call,
            answered_any: false,
            accepted_any: false,
            postmaster: None,
            recipients: 0,
        };
        for host in hosts {
            for &address in &host.addresses {
                let target = SocketAddr::new(address, options.smtp_port);
                if options.network.allows(address) {
                    probe.targets.push((host.name.clone(), target));
                } else {
                    let outcome = format!("{address} is in a network that the network policy forbids");
                    probe.transcript.note(&host.name, "connect", &outcome);
                    probe.note_failure(ReplyClass::Refused(Reason::ForbiddenNetwork));
                }
            }
        }
        probe
    }

    /// Number of RCPT commands sent.
    pub(crate) fn recipients(&self) -> usize {
        self.recipients
    }

    /// Restarts the call timeout. If any server has answered, all targets are tried again.
    pub(crate) fn renew(&mut self) {
        if self.answered_any {
            self.target = 0;
        }
        self.call_ends = Instant::now() + self.client.options.timeouts.call;
    }

    /// Checks whether the server accepts mail for an address. After an unclear refusal it tries `postmaster`, which
    /// every server must accept (RFC 5321, 4.5.1): if that is accepted, the refusal was about the mailbox and not the
    /// sender.
    pub(crate) async fn check(&mut self, address: &EmailAddress) -> ReplyClass {
        let answer = self.rcpt_as(address, STEP).await;
        if answer != ReplyClass::Unclear {
            return answer;
        }
        if self.accepted_any || self.accepts_postmaster(address).await {
            ReplyClass::Mailbox(Reason::MailboxNotFound)
        } else {
            ReplyClass::Refused(Reason::UnclearRefusal)
        }
    }

    async fn accepts_postmaster(&mut self, address: &EmailAddress) -> bool {
        if let Some(known) = self.postmaster {
            return known;
        }
        let accepted = match EmailAddress::parse(&format!("postmaster@{}", self.domain)) {
            Ok(postmaster) if postmaster != *address => {
                self.rcpt_as(&postmaster, POSTMASTER_STEP).await == ReplyClass::Accepted
            }
            _ => false,
        };
        *self.postmaster.insert(accepted)
    }

    /// Checks whether the server accepts every address, by an RCPT for a made-up name of the same shape. An
    /// inconclusive reply is returned as the error.
    pub(crate) async fn is_catch_all(&mut self, like: &EmailAddress) -> Result<bool, ReplyClass> {
        let shape = DecoyShape::of(like.local());
        if let Some(known) = self.client.cached_catch_all(self.domain, shape) {
            return Ok(known);
        }
        let local = decoy::decoy(self.client.options.decoy_seed, self.domain, shape);
        let Ok(decoy) = EmailAddress::parse(&format!("{local}@{}", self.domain)) else {
            return Err(ReplyClass::Unclear);
        };
        let is_catch_all = match self.rcpt_as(&decoy, DECOY_STEP).await {
            ReplyClass::Accepted => true,
            // The real address was accepted, so an unclear refusal is about this name.
            ReplyClass::Unclear => false,
            ReplyClass::Mailbox(reason) if reason.status() == Status::Undeliverable => false,
            other => return Err(other),
        };
        self.client.cache_catch_all(self.domain, shape, is_catch_all);
        Ok(is_catch_all)
    }

    /// Caches that the server refuses unknown names of this shape.
    pub(crate) fn learn_not_catch_all(&self, like: &EmailAddress) {
        self.client.cache_catch_all(self.domain, DecoyShape::of(like.local()), false);
    }

    async fn rcpt_as(&mut self, address: &EmailAddress, step: &str) -> ReplyClass {
        loop {
            let mut connection = match self.reusable_connection() {
                Some(connection) => connection,
                None => match self.open().await {
                    Ok(connection) => connection,
                    Err(answer) => return answer,
                },
            };
            let had_answers = connection.is_used || connection.session.recipients() > 0;
            let result = {
                let context = self.client.context(self.call_ends);
                let provider = Some(self.provider);
                connection.session.rcpt(address, step, provider, &context, &mut self.transcript).await
            };
            self.recipients += usize::from(matches!(result, RcptResult::Recipient(_)));
            let is_closing = connection.session.is_closing();
            match result {
                // The session worked before, so reconnect to the same server.
                _ if is_closing && had_answers => connection.session.quit(),
                RcptResult::BeforeRecipient(_) | RcptResult::Recipient(ReplyClass::TooManyRecipients)
                    if had_answers =>
                {
                    connection.session.quit()
                }
                RcptResult::Recipient(ReplyClass::TooManyRecipients) => {
                    self.connection = Some(connection);
                    return ReplyClass::Later(Reason::RateLimited, None);
                }
                RcptResult::Recipient(answer) if is_closing => {
                    connection.session.quit();
                    self.fail(answer);
                }
                RcptResult::BeforeRecipient(answer) => {
                    connection.session.quit();
                    self.fail(answer);
                }
                RcptResult::Recipient(answer) => {
                    self.connection = Some(connection);
                    self.answered_any = true;
                    self.accepted_any |= answer == ReplyClass::Accepted;
                    return final_class(answer);
                }
            }
        }
    }

    /// Opens a session with any of the servers, without an RCPT.
    pub(crate) async fn reach(&mut self) -> Result<(), ReplyClass> {
        let connection = self.open().await?;
        self.connection = Some(connection);
        Ok(())
    }

    /// The open connection, unless it has reached its limits.
    fn reusable_connection(&mut self) -> Option<PooledSession> {
        let connection = self.connection.take()?;
        if connection.permit.is_reusable(&connection.session) {
            return Some(connection);
        }
        connection.session.quit();
        None
    }

    /// Opens or reuses a connection to the best remaining server.
    async fn open(&mut self) -> Result<PooledSession, ReplyClass> {
        while let Some((host, address)) = self.targets.get(self.target).cloned() {
            let Some(permit) = self.client.pools.acquire(address, self.call_ends).await else {
                self.fail(ReplyClass::Later(Reason::TimedOut, None));
                continue;
            };
            if let Some(session) = permit.idle_session() {
                return Ok(PooledSession { session, permit, is_used: true });
            }
            if !permit.pace(self.call_ends).await {
                self.fail(ReplyClass::Later(Reason::TimedOut, None));
                continue;
            }
            let opened = {
                let context: SessionContext<'_> = self.client.context(self.call_ends);
                Session::open(&host, address, &context, &mut self.transcript).await
            };
            match opened {
                Ok(session) => return Ok(PooledSession { session, permit, is_used: false }),
                Err(answer) => self.fail(answer),
            }
        }
        Err(self.failure.map_or(ReplyClass::Later(Reason::Unreachable, None), final_class))
    }

    /// Records the failure of the target in use and advances to the next.
    fn fail(&mut self, answer: ReplyClass) {
        self.note_failure(answer);
        self.target += 1;
    }

    /// Keeps the first failure, but prefers a server's reply to a connection failure.
    fn note_failure(&mut self, answer: ReplyClass) {
        let without_reply =
            [Reason::ForbiddenNetwork, Reason::Unreachable, Reason::TimedOut, Reason::ConnectionDropped];
        let is_connection_failure = |answer: ReplyClass| match answer {
            ReplyClass::Later(reason, _) | ReplyClass::Refused(reason) => without_reply.contains(&reason),
            _ => false,
        };
        if self.failure.is_none_or(|known| is_connection_failure(known) && !is_connection_failure(answer)) {
            self.failure = Some(answer);
        }
    }

    /// Ends the probe. A reusable connection returns to the pool.
    pub(crate) fn finish(mut self) -> Vec<Exchange> {
        if let Some(connection) = self.connection.take() {
            connection.permit.park(connection.session);
        }
        self.transcript.exchanges()
    }
}

/// Maps replies that only a running session can handle to final results.
fn final_class(answer: ReplyClass) -> ReplyClass {
    match answer {
        ReplyClass::EncryptionRequired => ReplyClass::Refused(Reason::EncryptionFailed),
        ReplyClass::BadSequence => ReplyClass::Refused(Reason::ProtocolError),
        ReplyClass::TooManyRecipients => ReplyClass::Later(Reason::RateLimited, None),
        other => other,
    }
}
