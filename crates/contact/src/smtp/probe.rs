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
        memory::{
            host::{FailedStep, RefusalSlot},
            wording::Wording,
        },
        session::RcptResult,
        transcript::{COMPARISON_STEP, Exchange, Transcript},
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
    /// Refused ones that are shorter and accepted ones that are longer, and the shortest is asked first. It saves refused
    /// names where many addresses of a domain are guessed.
    ByLimit,
}

/// Whether the server accepts a name that it accepted before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Accepted,
    Refused,
    /// No such name is known, or the server did not answer about it.
    Unknown,
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
    recipients: usize,
    /// RCPT commands that were tried.
    tried: usize,
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
            recipients: 0,
            tried: 0,
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

    /// Number of connections and RCPT commands that were tried. It stays the same while every server is left alone.
    pub(crate) fn efforts(&self) -> usize {
        self.tried + self.targets.attempts()
    }

    /// Whether a temporary reply came to an RCPT, as a greylisting server's does, in whatever words. The same server can be
    /// shown further recipients.
    pub(crate) fn was_put_off(&self, reply: ReplyClass) -> bool {
        let is_passing = matches!(reply, ReplyClass::Later(Reason::Greylisted | Reason::TemporaryFailure, _));
        is_passing && self.connection.is_some()
    }

    /// Checks whether the server accepts mail for an address.
    pub(crate) async fn check(&mut self, address: &EmailAddress) -> ReplyClass {
        let answer = self.rcpt_as(address, STEP).await;
        match answer {
            ReplyClass::Accepted => self.client.domains.learn_accepted(address),
            ReplyClass::Mailbox(Reason::MailboxNotFound) => self.learn_refusal(self.last_refusal()),
            ReplyClass::UnverifiedMailbox(wait) => return ReplyClass::Later(Reason::TemporaryFailure, wait),
            ReplyClass::Unclear => return self.weigh_refusal(address).await,
            _ => {}
        }
        answer
    }

    /// What an unclear refusal means. It is about the mailbox if the server refuses unknown names in these words, as far
    /// as is known, and still accepts another name after it. A server that defends itself against guessed names refuses
    /// existing ones as well, and in words of its own.
    async fn weigh_refusal(&mut self, address: &EmailAddress) -> ReplyClass {
        let wording = self.last_refusal();
        let is_usual = wording.and_then(|wording| self.client.domains.refuses_so(self.plan.domain, wording));
        match (self.compare(address).await, is_usual) {
            (Comparison::Accepted, None | Some(true)) => {
                self.learn_refusal(wording);
                ReplyClass::Mailbox(Reason::MailboxNotFound)
            }
            (Comparison::Refused, _) | (Comparison::Unknown, Some(false)) => self.leave_alone(),
            (Comparison::Accepted, Some(false)) | (Comparison::Unknown, None | Some(true)) => {
                ReplyClass::Refused(Reason::UnclearRefusal)
            }
        }
    }

    /// Asks about the last address that the server accepted, or about `postmaster`, which every server must accept
    /// (RFC 5321, 4.5.1).
    async fn compare(&mut self, address: &EmailAddress) -> Comparison {
        let (client, domain) = (self.client, self.plan.domain);
        match client.domains.accepted(domain) {
            // It was accepted before, and the server refuses it now.
            Some(known) if known == *address => Comparison::Refused,
            Some(known) => self.still_accepts(&known).await,
            None if client.domains.has_no_postmaster(domain) => Comparison::Unknown,
            None => match EmailAddress::parse(&format!("postmaster@{domain}")) {
                Ok(postmaster) if postmaster != *address => self.ask_postmaster(&postmaster).await,
                _ => Comparison::Unknown,
            },
        }
    }

    async fn ask_postmaster(&mut self, postmaster: &EmailAddress) -> Comparison {
        match self.rcpt_as(postmaster, POSTMASTER_STEP).await {
            ReplyClass::Accepted => {
                self.client.domains.learn_accepted(postmaster);
                Comparison::Accepted
            }
            ReplyClass::Mailbox(_) | ReplyClass::Refused(_) | ReplyClass::Unclear => {
                self.client.domains.learn_no_postmaster(self.plan.domain);
                Comparison::Unknown
            }
            _ => Comparison::Unknown,
        }
    }

    async fn still_accepts(&mut self, known: &EmailAddress) -> Comparison {
        match self.rcpt_as(known, COMPARISON_STEP).await {
            ReplyClass::Accepted => Comparison::Accepted,
            ReplyClass::Mailbox(Reason::MailboxNotFound) | ReplyClass::Refused(_) | ReplyClass::Unclear => {
                Comparison::Refused
            }
            _ => Comparison::Unknown,
        }
    }

    /// Leaves the server alone that refuses every name for now.
    fn leave_alone(&mut self) -> ReplyClass {
        let answer = ReplyClass::Later(Reason::RateLimited, None);
        if let Some(connection) = self.connection.take() {
            let step = FailedStep::Recipient { domain: self.plan.domain, accepted_any: false };
            self.client.memory.failed(connection.session.key(), step, answer, Instant::now());
            connection.session.quit();
        }
        answer
    }

    /// In which words the server refused the last recipient.
    fn last_refusal(&self) -> Option<Wording> {
        self.connection.as_ref()?.session.last_refusal()
    }

    fn learn_refusal(&self, wording: Option<Wording>) {
        if let Some(wording) = wording {
            self.client.domains.learn_refusal(self.plan.domain, wording);
        }
    }

    /// Checks whether the server accepts every address, by an RCPT for a made-up name of the same shape. Called after
    /// the address was accepted. An inconclusive reply is returned as the error.
    pub(crate) async fn is_catch_all(
        &mut self,
        like: &EmailAddress,
        precision: DecoyPrecision,
    ) -> Result<bool, ReplyClass> {
        let shape = DecoyShape::of(like.local());
        if let Some(known) = self.known_catch_all(shape, precision) {
            return Ok(known);
        }
        let first = self.first_decoy(shape, precision);
        let accepts_first = self.accepts_decoy(first, like).await?;
        match accepts_first && first != shape {
            // It may accept short names only.
            true => self.accepts_decoy(shape, like).await,
            false => Ok(accepts_first),
        }
    }

    fn known_catch_all(&self, shape: DecoyShape, precision: DecoyPrecision) -> Option<bool> {
        match precision {
            DecoyPrecision::SameLength => self.client.domains.catch_all(self.plan.domain, shape),
            DecoyPrecision::ByLimit => self.client.domains.catch_all_by_limit(self.plan.domain, shape),
        }
    }

    /// The shape of the decoy that is asked first. A refused short one speaks for all longer names.
    fn first_decoy(&self, shape: DecoyShape, precision: DecoyPrecision) -> DecoyShape {
        let shortest = shape.shortest();
        let accepts_short = || self.client.domains.catch_all(self.plan.domain, shortest) == Some(true);
        match precision {
            DecoyPrecision::ByLimit if !accepts_short() => shortest,
            _ => shape,
        }
    }

    async fn accepts_decoy(&mut self, shape: DecoyShape, like: &EmailAddress) -> Result<bool, ReplyClass> {
        let accepts = match self.rcpt_decoy(shape).await {
            ReplyClass::Accepted => true,
            ReplyClass::UnverifiedMailbox(_) => false,
            ReplyClass::Mailbox(reason) if reason.status() == Status::Undeliverable => {
                self.learn_refusal(self.last_refusal());
                false
            }
            // It is about this name if the real address is still accepted.
            ReplyClass::Unclear => {
                let wording = self.last_refusal();
                if self.still_accepts(like).await != Comparison::Accepted {
                    return Err(ReplyClass::Unclear);
                }
                self.learn_refusal(wording);
                false
            }
            other => return Err(other),
        };
        self.client.domains.learn_decoy(self.plan.domain, shape, accepts);
        Ok(accepts)
    }

    /// Shows a greylisting server the decoy of an address together with the address itself, so that the server knows
    /// both when they are tried again.
    pub(crate) async fn introduce_decoy(&mut self, like: &EmailAddress, precision: DecoyPrecision) {
        let shape = DecoyShape::of(like.local());
        if self.known_catch_all(shape, precision).is_some() {
            return;
        }
        let shape = self.first_decoy(shape, precision);
        let accepts = match self.rcpt_decoy(shape).await {
            ReplyClass::Accepted => true,
            ReplyClass::Mailbox(reason) if reason.status() == Status::Undeliverable => false,
            _ => return,
        };
        self.client.domains.learn_decoy(self.plan.domain, shape, accepts);
    }

    async fn rcpt_decoy(&mut self, shape: DecoyShape) -> ReplyClass {
        let local = decoy::decoy(self.client.options.decoy_seed, self.plan.domain, shape);
        match EmailAddress::parse(&format!("{local}@{}", self.plan.domain)) {
            Ok(decoy) => self.rcpt_as(&decoy, DECOY_STEP).await,
            Err(_) => ReplyClass::Refused(Reason::UnclearRefusal),
        }
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
            self.tried += 1;
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
                    connection.session.quit();
                    self.targets.refuse(key, answer);
                }
                RcptResult::Recipient(answer)
                    if !connection.session.accepted_any() && self.targets.refuse_recipient(key, answer) =>
                {
                    connection.session.quit();
                }
                RcptResult::Recipient(answer) | RcptResult::BeforeRecipient(answer) => {
                    self.connection = Some(connection);
                    self.answered_any = true;
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
