//! Questions to the mail servers of one domain: which server, over which connection, and what to do when one
//! fails.

use std::net::SocketAddr;

use records::email::EmailAddress;
use tokio::time::Instant;

use crate::{
    decoy::{self, Shape},
    dns::MailHost,
    pool::PoolPermit,
    classify::ReplyClass,
    session::{RcptResult, Session, SessionContext},
    transcript::{Exchange, Transcript},
    verdict::{Reason, Status},
    verifier::Verifier,
};

/// How the transcript calls the questions that are not about the caller's address.
const DECOY_STEP: &str = "RCPT (a name nobody has)";
const POSTMASTER_STEP: &str = "RCPT (postmaster)";
const STEP: &str = "RCPT";

struct PooledSession {
    session: Session,
    permit: PoolPermit,
    /// Whether the connection served an earlier call and may have gone stale.
    is_used: bool,
}

/// A talk with the mail servers of one domain.
pub(crate) struct DomainProbe<'a> {
    verifier: &'a Verifier,
    domain: &'a str,
    provider: &'a str,
    targets: Vec<(String, SocketAddr)>,
    /// The target in use; past the end when none is left.
    target: usize,
    connection: Option<PooledSession>,
    /// Why the best server failed so far.
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
        verifier: &'a Verifier,
        domain: &'a str,
        provider: &'a str,
        hosts: &[MailHost],
    ) -> Self {
        let options = verifier.options();
        let mut probe = Self {
            verifier,
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
                    let outcome = format!("{address} is in a network that must not be reached from here");
                    probe.transcript.note(&host.name, "connect", &outcome);
                    probe.note_failure(ReplyClass::Refused(Reason::ForbiddenNetwork));
                }
            }
        }
        probe
    }

    /// How many RCPT commands were sent.
    pub(crate) fn recipients(&self) -> usize {
        self.recipients
    }

    /// Gives the next question the whole time of a call, and every server that spoke another chance.
    pub(crate) fn renew(&mut self) {
        if self.answered_any {
            self.target = 0;
        }
        self.call_ends = Instant::now() + self.verifier.options().timeouts.call;
    }

    /// Whether mail for an address is taken; a refusal that explains nothing is compared with postmaster's,
    /// whom every server must know (RFC 5321, 4.5.1): if he is taken, the refusal was not about us.
    pub(crate) async fn probe(&mut self, address: &EmailAddress) -> ReplyClass {
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

    async fn accepts_postmaster(&mut self, asked: &EmailAddress) -> bool {
        if let Some(known) = self.postmaster {
            return known;
        }
        let taken = match EmailAddress::parse(&format!("postmaster@{}", self.domain)) {
            Ok(postmaster) if postmaster != *asked => {
                self.rcpt_as(&postmaster, POSTMASTER_STEP).await == ReplyClass::Accepted
            }
            _ => false,
        };
        *self.postmaster.insert(taken)
    }

    /// Whether the server takes names that nobody has; absent when that could not be found out, with the
    /// answer that stood in the way.
    pub(crate) async fn is_catch_all(&mut self, like: &EmailAddress) -> Result<bool, ReplyClass> {
        let shape = Shape::of(like.local());
        if let Some(known) = self.verifier.cached_catch_all(self.domain, shape) {
            return Ok(known);
        }
        let local = decoy::decoy(self.verifier.options().decoy_seed, self.domain, shape);
        let Ok(decoy) = EmailAddress::parse(&format!("{local}@{}", self.domain)) else {
            return Err(ReplyClass::Unclear);
        };
        let taken = match self.rcpt_as(&decoy, DECOY_STEP).await {
            ReplyClass::Accepted => true,
            // The address beside it was taken, so an unexplained refusal is about the name.
            ReplyClass::Unclear => false,
            ReplyClass::Mailbox(reason) if reason.status() == Status::Undeliverable => false,
            other => return Err(other),
        };
        self.verifier.cache_catch_all(self.domain, shape, taken);
        Ok(taken)
    }

    /// Remembers that names like this one are refused where nobody has them.
    pub(crate) fn learn_not_catch_all(&self, like: &EmailAddress) {
        self.verifier.cache_catch_all(self.domain, Shape::of(like.local()), false);
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
            let asked = {
                let context = self.verifier.context(self.call_ends);
                let provider = Some(self.provider);
                connection.session.rcpt(address, step, provider, &context, &mut self.transcript).await
            };
            self.recipients += usize::from(matches!(asked, RcptResult::Recipient(_)));
            let is_closing = connection.session.is_closing();
            match asked {
                // A conversation that went well before is worth a second one with the same server.
                _ if is_closing && had_answers => connection.session.quit(),
                RcptResult::BeforeRecipient(_) | RcptResult::Recipient(ReplyClass::TooManyRecipients) if had_answers => connection.session.quit(),
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
                    return conclusive(answer);
                }
            }
        }
    }

    /// Whether any server greets us; nothing is asked of it.
    pub(crate) async fn reach(&mut self) -> Result<(), ReplyClass> {
        let connection = self.open().await?;
        self.connection = Some(connection);
        Ok(())
    }

    /// The open connection, unless it has been asked enough.
    fn reusable_connection(&mut self) -> Option<PooledSession> {
        let connection = self.connection.take()?;
        if connection.permit.is_reusable(&connection.session) {
            return Some(connection);
        }
        connection.session.quit();
        None
    }

    /// A connection to the best server that is left.
    async fn open(&mut self) -> Result<PooledSession, ReplyClass> {
        while let Some((host, address)) = self.targets.get(self.target).cloned() {
            let Some(permit) = self.verifier.pools().acquire(address, self.call_ends).await else {
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
                let context: SessionContext<'_> = self.verifier.context(self.call_ends);
                Session::open(&host, address, &context, &mut self.transcript).await
            };
            match opened {
                Ok(session) => return Ok(PooledSession { session, permit, is_used: false }),
                Err(answer) => self.fail(answer),
            }
        }
        Err(self.failure.map_or(ReplyClass::Later(Reason::Unreachable, None), conclusive))
    }

    /// Remembers why the target in use failed and turns to the next.
    fn fail(&mut self, answer: ReplyClass) {
        self.note_failure(answer);
        self.target += 1;
    }

    /// The best server's answer counts, unless it could not be spoken to at all and another could.
    fn note_failure(&mut self, answer: ReplyClass) {
        let silent =
            [Reason::ForbiddenNetwork, Reason::Unreachable, Reason::TimedOut, Reason::ConnectionDropped];
        let says_little = |answer: ReplyClass| match answer {
            ReplyClass::Later(reason, _) | ReplyClass::Refused(reason) => silent.contains(&reason),
            _ => false,
        };
        if self.failure.is_none_or(|known| says_little(known) && !says_little(answer)) {
            self.failure = Some(answer);
        }
    }

    /// Ends the talk; a connection in good order is left for the next call.
    pub(crate) fn finish(mut self) -> Vec<Exchange> {
        if let Some(connection) = self.connection.take() {
            connection.permit.park(connection.session);
        }
        self.transcript.exchanges()
    }
}

/// What is left of answers that only a conversation can act upon.
fn conclusive(answer: ReplyClass) -> ReplyClass {
    match answer {
        ReplyClass::EncryptionRequired => ReplyClass::Refused(Reason::EncryptionFailed),
        ReplyClass::BadSequence => ReplyClass::Refused(Reason::ProtocolError),
        ReplyClass::TooManyRecipients => ReplyClass::Later(Reason::RateLimited, None),
        other => other,
    }
}
