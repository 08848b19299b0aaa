//! Questions to the mail servers of one domain: which server, over which connection, and what to do when one
//! fails.

use std::net::SocketAddr;

use records::email::EmailAddress;
use tokio::time::Instant;

use crate::{
    decoy::{self, Shape},
    dns::MailHost,
    gates::Admission,
    judgement::Answer,
    session::{Asked, Session, Setting},
    transcript::{Exchange, Transcript},
    verdict::{Reason, Status},
    verifier::Verifier,
};

/// How the transcript calls the questions that are not about the caller's address.
const DECOY_STEP: &str = "RCPT (a name nobody has)";
const POSTMASTER_STEP: &str = "RCPT (postmaster)";
const STEP: &str = "RCPT";

struct Line {
    session: Session,
    admission: Admission,
    /// Whether the connection served an earlier call and may have gone stale.
    is_used: bool,
}

/// A talk with the mail servers of one domain.
pub(crate) struct Inquiry<'a> {
    verifier: &'a Verifier,
    domain: &'a str,
    provider: &'a str,
    targets: Vec<(String, SocketAddr)>,
    /// The target in use; past the end when none is left.
    target: usize,
    line: Option<Line>,
    /// Why the best server failed so far.
    failure: Option<Answer>,
    transcript: Transcript,
    call_ends: Instant,
    answered_any: bool,
    accepted_any: bool,
    postmaster: Option<bool>,
    recipients: usize,
}

impl<'a> Inquiry<'a> {
    pub(crate) fn new(
        verifier: &'a Verifier,
        domain: &'a str,
        provider: &'a str,
        hosts: &[MailHost],
    ) -> Self {
        let options = verifier.options();
        let mut inquiry = Self {
            verifier,
            domain,
            provider,
            targets: Vec::new(),
            target: 0,
            line: None,
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
                    inquiry.targets.push((host.name.clone(), target));
                } else {
                    let outcome = format!("{address} is in a network that must not be reached from here");
                    inquiry.transcript.note(&host.name, "connect", &outcome);
                    inquiry.note_failure(Answer::Refused(Reason::ForbiddenNetwork));
                }
            }
        }
        inquiry
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
    pub(crate) async fn ask(&mut self, address: &EmailAddress) -> Answer {
        let answer = self.ask_as(address, STEP).await;
        if answer != Answer::Unclear {
            return answer;
        }
        if self.accepted_any || self.takes_postmaster(address).await {
            Answer::Mailbox(Reason::MailboxNotFound)
        } else {
            Answer::Refused(Reason::UnclearRefusal)
        }
    }

    async fn takes_postmaster(&mut self, asked: &EmailAddress) -> bool {
        if let Some(known) = self.postmaster {
            return known;
        }
        let taken = match EmailAddress::parse(&format!("postmaster@{}", self.domain)) {
            Ok(postmaster) if postmaster != *asked => {
                self.ask_as(&postmaster, POSTMASTER_STEP).await == Answer::Accepted
            }
            _ => false,
        };
        *self.postmaster.insert(taken)
    }

    /// Whether the server takes names that nobody has; absent when that could not be found out, with the
    /// answer that stood in the way.
    pub(crate) async fn takes_anything(&mut self, like: &EmailAddress) -> Result<bool, Answer> {
        let shape = Shape::of(like.local());
        if let Some(known) = self.verifier.catch_all_known(self.domain, shape) {
            return Ok(known);
        }
        let local = decoy::decoy(self.verifier.options().decoy_seed, self.domain, shape);
        let Ok(decoy) = EmailAddress::parse(&format!("{local}@{}", self.domain)) else {
            return Err(Answer::Unclear);
        };
        let taken = match self.ask_as(&decoy, DECOY_STEP).await {
            Answer::Accepted => true,
            // The address beside it was taken, so an unexplained refusal is about the name.
            Answer::Unclear => false,
            Answer::Mailbox(reason) if reason.status() == Status::Undeliverable => false,
            other => return Err(other),
        };
        self.verifier.learn_catch_all(self.domain, shape, taken);
        Ok(taken)
    }

    /// Remembers that names like this one are refused where nobody has them.
    pub(crate) fn learn_choosy(&self, like: &EmailAddress) {
        self.verifier.learn_catch_all(self.domain, Shape::of(like.local()), false);
    }

    async fn ask_as(&mut self, address: &EmailAddress, step: &str) -> Answer {
        loop {
            let mut line = match self.fit_line() {
                Some(line) => line,
                None => match self.open().await {
                    Ok(line) => line,
                    Err(answer) => return answer,
                },
            };
            let had_answers = line.is_used || line.session.asked() > 0;
            let asked = {
                let setting = self.verifier.setting(self.call_ends);
                let provider = Some(self.provider);
                line.session.ask(address, step, provider, &setting, &mut self.transcript).await
            };
            self.recipients += usize::from(matches!(asked, Asked::Recipient(_)));
            let is_closing = line.session.is_closing();
            match asked {
                // A conversation that went well before is worth a second one with the same server.
                _ if is_closing && had_answers => line.session.part(),
                Asked::Newcomer(_) | Asked::Recipient(Answer::Crowded) if had_answers => line.session.part(),
                Asked::Recipient(Answer::Crowded) => {
                    self.line = Some(line);
                    return Answer::Later(Reason::RateLimited, None);
                }
                Asked::Recipient(answer) if is_closing => {
                    line.session.part();
                    self.fail(answer);
                }
                Asked::Newcomer(answer) => {
                    line.session.part();
                    self.fail(answer);
                }
                Asked::Recipient(answer) => {
                    self.line = Some(line);
                    self.answered_any = true;
                    self.accepted_any |= answer == Answer::Accepted;
                    return conclusive(answer);
                }
            }
        }
    }

    /// Whether any server greets us; nothing is asked of it.
    pub(crate) async fn reach(&mut self) -> Result<(), Answer> {
        let line = self.open().await?;
        self.line = Some(line);
        Ok(())
    }

    /// The open connection, unless it has been asked enough.
    fn fit_line(&mut self) -> Option<Line> {
        let line = self.line.take()?;
        if line.admission.is_fit(&line.session) {
            return Some(line);
        }
        line.session.part();
        None
    }

    /// A connection to the best server that is left.
    async fn open(&mut self) -> Result<Line, Answer> {
        while let Some((host, address)) = self.targets.get(self.target).cloned() {
            let Some(admission) = self.verifier.gates().admit(address, self.call_ends).await else {
                self.fail(Answer::Later(Reason::TimedOut, None));
                continue;
            };
            if let Some(session) = admission.idle_session() {
                return Ok(Line { session, admission, is_used: true });
            }
            if !admission.pace(self.call_ends).await {
                self.fail(Answer::Later(Reason::TimedOut, None));
                continue;
            }
            let opened = {
                let setting: Setting<'_> = self.verifier.setting(self.call_ends);
                Session::open(&host, address, &setting, &mut self.transcript).await
            };
            match opened {
                Ok(session) => return Ok(Line { session, admission, is_used: false }),
                Err(answer) => self.fail(answer),
            }
        }
        Err(self.failure.map_or(Answer::Later(Reason::Unreachable, None), conclusive))
    }

    /// Remembers why the target in use failed and turns to the next.
    fn fail(&mut self, answer: Answer) {
        self.note_failure(answer);
        self.target += 1;
    }

    /// The best server's answer counts, unless it could not be spoken to at all and another could.
    fn note_failure(&mut self, answer: Answer) {
        let silent =
            [Reason::ForbiddenNetwork, Reason::Unreachable, Reason::TimedOut, Reason::ConnectionDropped];
        let says_little = |answer: Answer| match answer {
            Answer::Later(reason, _) | Answer::Refused(reason) => silent.contains(&reason),
            _ => false,
        };
        if self.failure.is_none_or(|known| says_little(known) && !says_little(answer)) {
            self.failure = Some(answer);
        }
    }

    /// Ends the talk; a connection in good order is left for the next call.
    pub(crate) fn finish(mut self) -> Vec<Exchange> {
        if let Some(line) = self.line.take() {
            line.admission.park(line.session);
        }
        self.transcript.exchanges()
    }
}

/// What is left of answers that only a conversation can act upon.
fn conclusive(answer: Answer) -> Answer {
    match answer {
        Answer::EncryptionDemanded => Answer::Refused(Reason::EncryptionFailed),
        Answer::OutOfOrder => Answer::Refused(Reason::ProtocolError),
        Answer::Crowded => Answer::Later(Reason::RateLimited, None),
        other => other,
    }
}
