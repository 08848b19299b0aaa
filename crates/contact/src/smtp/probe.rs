//! Probes the mail servers of one domain by RCPT: asks about addresses, postmaster and decoys, within the limits of each
//! server.

use records::email::EmailAddress;
use tokio::time::Instant;

use crate::{
    options::Manners,
    smtp::{
        classify::ReplyClass,
        client::SmtpClient,
        connecting::{PooledSession, ProbePlan, Targets},
        decoy::{self, DecoyShape},
        host_memory::{FailedStep, RefusalSlot},
        session::RcptResult,
        transcript::{Exchange, Transcript},
    },
    verdict::{Reason, Status},
};

/// Transcript names of the RCPT steps.
const DECOY_STEP: &str = "RCPT (catch-all check)";
const POSTMASTER_STEP: &str = "RCPT (postmaster)";
const STEP: &str = "RCPT";

/// Which earlier decoys count for an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DecoyPrecision {
    /// Those of its length: some servers accept every name up to a length.
    SameLength,
    /// Those of any length, which saves refused names where many addresses of a domain are guessed.
    AnyLength,
}

/// Probe of the mail servers of one domain.
pub(crate) struct DomainProbe<'a> {
    client: &'a SmtpClient,
    plan: ProbePlan<'a>,
    manners: Manners,
    targets: Targets<'a>,
    connection: Option<PooledSession>,
    transcript: Transcript,
    call_ends: Instant,
    answered_any: bool,
    accepted_any: bool,
    postmaster: Option<bool>,
    recipients: usize,
}

impl<'a> DomainProbe<'a> {
    pub(crate) fn new(client: &'a SmtpClient, plan: ProbePlan<'a>) -> Self {
        let mut transcript = Transcript::default();
        let manners = client.manners(plan.provider);
        Self {
            targets: Targets::new(client, &plan, manners, &mut transcript),
            call_ends: client.call_ends(plan.patience),
            client,
            plan,
            manners,
            connection: None,
            transcript,
            answered_any: false,
            accepted_any: false,
            postmaster: None,
            recipients: 0,
        }
    }

    /// Number of RCPT commands sent.
    pub(crate) fn recipients(&self) -> usize {
        self.recipients
    }

    /// Restarts the call timeout. If any server has answered, all servers are tried again.
    pub(crate) fn renew(&mut self) {
        if self.answered_any {
            self.targets.renew();
        }
        self.call_ends = self.client.call_ends(self.plan.patience);
    }

    /// Checks whether the server accepts mail for an address. An unclear refusal is about the mailbox if the server
    /// accepts others: an address of this call, `postmaster`, which every server must accept (RFC 5321, 4.5.1), or
    /// one of the last hour.
    pub(crate) async fn check(&mut self, address: &EmailAddress) -> ReplyClass {
        match self.rcpt_as(address, STEP).await {
            ReplyClass::Unclear => {}
            ReplyClass::UnverifiedMailbox(wait) => return ReplyClass::Later(Reason::TemporaryFailure, wait),
            answer => return answer,
        }
        let separator = DecoyShape::of(address.local()).separator;
        let accepts_others = self.accepted_any
            || self.client.cached_catch_all_of_any_length(self.plan.domain, separator) == Some(false)
            || self.accepts_postmaster(address).await;
        if accepts_others {
            ReplyClass::Mailbox(Reason::MailboxNotFound)
        } else {
            ReplyClass::Refused(Reason::UnclearRefusal)
        }
    }

    async fn accepts_postmaster(&mut self, address: &EmailAddress) -> bool {
        if let Some(known) = self.postmaster {
            return known;
        }
        let accepted = match EmailAddress::parse(&format!("postmaster@{}", self.plan.domain)) {
            Ok(postmaster) if postmaster != *address => {
                self.rcpt_as(&postmaster, POSTMASTER_STEP).await == ReplyClass::Accepted
            }
            _ => false,
        };
        *self.postmaster.insert(accepted)
    }

    /// Checks whether the server accepts every address, by an RCPT for a made-up name of the same shape. Called after
    /// the address was accepted. An inconclusive reply is returned as the error.
    pub(crate) async fn is_catch_all(
        &mut self,
        like: &EmailAddress,
        precision: DecoyPrecision,
    ) -> Result<bool, ReplyClass> {
        let (domain, shape) = (self.plan.domain, DecoyShape::of(like.local()));
        let known = match precision {
            DecoyPrecision::SameLength => self.client.cached_catch_all(domain, shape),
            DecoyPrecision::AnyLength => self.client.cached_catch_all_of_any_length(domain, shape.separator),
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let is_catch_all = match self.rcpt_decoy(shape).await {
            ReplyClass::Accepted => true,
            // The real address was accepted, so an unclear refusal is about this name.
            ReplyClass::Unclear | ReplyClass::UnverifiedMailbox(_) => false,
            ReplyClass::Mailbox(reason) if reason.status() == Status::Undeliverable => false,
            other => return Err(other),
        };
        self.client.cache_catch_all(self.plan.domain, shape, is_catch_all);
        Ok(is_catch_all)
    }

    /// Shows a greylisting server the decoy of an address together with the address itself, so that the server knows
    /// both when they are tried again.
    pub(crate) async fn introduce_decoy(&mut self, like: &EmailAddress) {
        let shape = DecoyShape::of(like.local());
        if self.client.cached_catch_all(self.plan.domain, shape).is_some() {
            return;
        }
        let is_catch_all = match self.rcpt_decoy(shape).await {
            ReplyClass::Accepted => true,
            ReplyClass::Mailbox(reason) if reason.status() == Status::Undeliverable => false,
            _ => return,
        };
        self.client.cache_catch_all(self.plan.domain, shape, is_catch_all);
    }

    async fn rcpt_decoy(&mut self, shape: DecoyShape) -> ReplyClass {
        let local = decoy::decoy(self.client.options.decoy_seed, self.plan.domain, shape);
        match EmailAddress::parse(&format!("{local}@{}", self.plan.domain)) {
            Ok(decoy) => self.rcpt_as(&decoy, DECOY_STEP).await,
            Err(_) => ReplyClass::Refused(Reason::UnclearRefusal),
        }
    }

    /// Caches that the server refuses unknown names of this shape.
    pub(crate) fn learn_not_catch_all(&self, like: &EmailAddress) {
        self.client.cache_catch_all(self.plan.domain, DecoyShape::of(like.local()), false);
    }

    async fn rcpt_as(&mut self, address: &EmailAddress, step: &str) -> ReplyClass {
        loop {
            let mut connection = match self.reusable_connection() {
                Some(connection) => connection,
                None => {
                    let opened =
                        self.targets.open(self.plan.patience, self.call_ends, &mut self.transcript).await;
                    match opened {
                        Ok(connection) => connection,
                        Err(answer) => return final_class(answer),
                    }
                }
            };
            let key = connection.session.key();
            let budget = self.manners.refused_per_host_hour;
            let slot = match self.client.memory.reserve(key, budget, self.call_ends).await {
                Ok(slot) => slot,
                Err(answer) => {
                    self.transcript.note(address.domain(), step, "not sent: the hourly limit is reached");
                    self.connection = Some(connection);
                    return answer;
                }
            };
            let had_answers = connection.is_used || connection.session.recipients() > 0;
            let result = {
                let context = self.client.context(self.plan.patience, self.call_ends);
                let provider = Some(self.plan.provider);
                connection.session.rcpt(address, step, provider, &context, &mut self.transcript).await
            };
            self.recipients += usize::from(matches!(result, RcptResult::Recipient(_)));
            self.remember(&connection, result, slot);
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
                RcptResult::Recipient(answer) | RcptResult::BeforeRecipient(answer)
                    if is_closing || matches!(result, RcptResult::BeforeRecipient(_)) =>
                {
                    let address = connection.session.key().address;
                    connection.session.quit();
                    self.targets.fail(address, answer);
                }
                RcptResult::Recipient(answer) | RcptResult::BeforeRecipient(answer) => {
                    self.connection = Some(connection);
                    self.answered_any = true;
                    self.accepted_any |= answer == ReplyClass::Accepted;
                    return final_class(answer);
                }
            }
        }
    }

    /// Stores what the reply tells of the server, and uses up the slot of the hourly budget if it was a refusal.
    fn remember(&self, connection: &PooledSession, result: RcptResult, slot: RefusalSlot) {
        let (session, memory, now) = (&connection.session, &self.client.memory, Instant::now());
        match result {
            RcptResult::Recipient(answer) => match answer {
                ReplyClass::Later(
                    Reason::RateLimited | Reason::ConnectionDropped | Reason::RefusedNetwork,
                    _,
                )
                | ReplyClass::Refused(Reason::RefusedNetwork) => {
                    let (domain, accepted_any) = (self.plan.domain, session.accepted_any());
                    let step = FailedStep::Recipient { domain, accepted_any };
                    memory.failed(session.key(), step, answer, now);
                    if matches!(answer, ReplyClass::Refused(_)) {
                        slot.used();
                    }
                }
                ReplyClass::Later(Reason::TimedOut, _) => {}
                ReplyClass::Mailbox(Reason::InternationalMailUnsupported) => {}
                ReplyClass::Mailbox(_)
                | ReplyClass::Refused(_)
                | ReplyClass::Unclear
                | ReplyClass::UnverifiedMailbox(_) => {
                    slot.used();
                    memory.answered(session.key(), self.plan.domain, now);
                }
                _ => memory.answered(session.key(), self.plan.domain, now),
            },
            // A session of an earlier call may have been closed since, which tells nothing.
            RcptResult::BeforeRecipient(_) if connection.is_used || session.recipients() > 0 => {}
            RcptResult::BeforeRecipient(answer) => {
                memory.failed(session.key(), FailedStep::BeforeRecipient, answer, now);
            }
        }
    }

    /// Opens a session with any of the servers, without an RCPT.
    pub(crate) async fn reach(&mut self) -> Result<(), ReplyClass> {
        let opened = self.targets.open(self.plan.patience, self.call_ends, &mut self.transcript).await;
        self.connection = Some(opened.map_err(final_class)?);
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

    /// Takes out of the transcript what is about recipients.
    pub(crate) fn take_about_recipients(&mut self) -> Vec<Exchange> {
        self.transcript.take_about_recipients()
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
