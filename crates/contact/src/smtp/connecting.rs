//! Connects to one of the mail servers of a domain: by preference, with a short head start for each before the next, and
//! one time limit for all of them.

use std::{collections::VecDeque, net::SocketAddr, time::Duration};

use futures_util::{StreamExt, stream::FuturesUnordered};
use tokio::{
    net::TcpStream,
    time::{Instant, sleep_until},
};

use crate::{
    dns::MailHost,
    options::Manners,
    smtp::{
        classify::ReplyClass,
        client::{Patience, SmtpClient},
        exits::{ConnectFault, HostKey},
        memory::host::FailedStep,
        pool::PoolPermit,
        session::Session,
        transcript::Transcript,
    },
    verdict::Reason,
};

/// Head start of a server before the next one is tried as well.
const HEAD_START: Duration = Duration::from_millis(200);

/// The servers of one domain and the terms of a probe.
pub(crate) struct ProbePlan<'a> {
    pub(crate) domain: &'a str,
    pub(crate) provider: &'a str,
    pub(crate) hosts: &'a [MailHost],
    pub(crate) patience: Patience,
}

/// A session with its permit.
pub(crate) struct PooledSession {
    pub(crate) session: Session,
    pub(crate) permit: PoolPermit,
    /// Whether the session was reused from an earlier call; the server may have closed it.
    pub(crate) is_used: bool,
}

/// One address of a mail server.
struct Target {
    host: String,
    key: HostKey,
    has_failed: bool,
}

/// The mail servers of a domain that a probe may connect to.
pub(crate) struct Targets<'a> {
    client: &'a SmtpClient,
    domain: &'a str,
    manners: Manners,
    targets: Vec<Target>,
    /// Exits in the order of use.
    exits: Vec<usize>,
    /// The most informative failure so far.
    failure: Option<ReplyClass>,
    connected_any: bool,
    /// Whether a connection was tried, now or lately. Servers that are left alone for what they said show that the port is
    /// open.
    tried_any: bool,
    /// Number of connections that were tried.
    attempts: usize,
}

/// How a target can be used.
enum Start {
    Idle(Box<PooledSession>),
    Connect(PoolPermit),
    /// Through the next exit.
    Again,
    Not,
}

/// A new connection, or why there is none.
type Attempt = (usize, PoolPermit, Result<(HostKey, TcpStream), String>);

impl<'a> Targets<'a> {
    pub(crate) fn new(
        client: &'a SmtpClient,
        plan: &ProbePlan<'a>,
        manners: Manners,
        transcript: &mut Transcript,
    ) -> Self {
        let exits = client.exits.order(plan.domain, plan.provider);
        let mut targets = Self {
            client,
            domain: plan.domain,
            manners,
            targets: Vec::new(),
            failure: None,
            connected_any: false,
            tried_any: false,
            attempts: 0,
            exits,
        };
        let exit = targets.exits.first().copied();
        for host in plan.hosts {
            for &address in &host.addresses {
                if !client.options.network.allows(address) {
                    let outcome = format!("{address} is in a network that the network policy forbids");
                    transcript.note(&host.name, "connect", &outcome);
                    targets.note_failure(ReplyClass::Refused(Reason::ForbiddenNetwork));
                } else if let Some(exit) = exit {
                    let address = (address, client.options.smtp_port).into();
                    let key = HostKey { exit, address };
                    targets.targets.push(Target { host: host.name.clone(), key, has_failed: false });
                }
            }
        }
        targets
    }

    /// Number of connections that were tried.
    pub(crate) fn attempts(&self) -> usize {
        self.attempts
    }

    /// Admits all servers again.
    pub(crate) fn renew(&mut self) {
        for target in &mut self.targets {
            target.has_failed = false;
        }
    }

    /// Records that a server refuses us. One that refuses the network of an exit is tried through the next exit, if there
    /// is one; whether it is.
    pub(crate) fn refuse(&mut self, key: HostKey, answer: ReplyClass) -> bool {
        let Some(exit) = self.next_exit(key, answer) else {
            self.fail(key.address, answer);
            return false;
        };
        self.note_failure(answer);
        for target in self.targets.iter_mut().filter(|target| target.key.address == key.address) {
            target.key.exit = exit;
        }
        true
    }

    /// The same after a reply to RCPT, which ends nothing if it is not about our network or there is no other exit.
    pub(crate) fn refuse_recipient(&mut self, key: HostKey, answer: ReplyClass) -> bool {
        self.next_exit(key, answer).is_some() && self.refuse(key, answer)
    }

    /// The exit after that of the key, if the answer refuses the network of that one.
    fn next_exit(&self, key: HostKey, answer: ReplyClass) -> Option<usize> {
        let is_about_network = matches!(
            answer,
            ReplyClass::Refused(Reason::RefusedNetwork) | ReplyClass::Later(Reason::RefusedNetwork, _)
        );
        let mut after = self.exits.iter().copied().skip_while(|exit| *exit != key.exit).skip(1);
        after.next().filter(|_| is_about_network)
    }

    /// Records the failure of a server, which is not tried again in this call.
    fn fail(&mut self, address: SocketAddr, answer: ReplyClass) {
        self.note_failure(answer);
        for target in self.targets.iter_mut().filter(|target| target.key.address == address) {
            target.has_failed = true;
        }
    }

    /// Opens or reuses a session with the best server that can be reached.
    pub(crate) async fn open(
        &mut self,
        patience: Patience,
        call_ends: Instant,
        transcript: &mut Transcript,
    ) -> Result<PooledSession, ReplyClass> {
        loop {
            let (index, permit, key, stream) = match self.connect(patience, call_ends, transcript).await {
                Ok(Connected::Session(session)) => return Ok(session),
                Ok(Connected::Stream { index, permit, key, stream }) => (index, permit, key, stream),
                Err(answer) => return Err(answer),
            };
            let context = self.client.context(patience, call_ends);
            match Session::open(&self.targets[index].host, key, stream, &context, transcript).await {
                Ok(session) => return Ok(PooledSession { session, permit, is_used: false }),
                Err(answer) => {
                    self.client.memory.failed(key, FailedStep::BeforeRecipient, answer, Instant::now());
                    self.refuse(key, answer);
                }
            }
        }
    }

    async fn connect(
        &mut self,
        patience: Patience,
        call_ends: Instant,
        transcript: &mut Transcript,
    ) -> Result<Connected, ReplyClass> {
        let client = self.client;
        let exits = self.exits.clone();
        let mut waiting: VecDeque<usize> =
            (0..self.targets.len()).filter(|&index| !self.targets[index].has_failed).collect();
        let mut running: Vec<usize> = Vec::new();
        let mut attempts = FuturesUnordered::new();
        let limit =
            client.port.connect_limit(client.options.timeouts.connect, patience == Patience::Background);
        let mut ends = None;
        loop {
            if let Some(index) = waiting.pop_front() {
                match self.start(index, call_ends, transcript).await? {
                    Start::Idle(session) => return Ok(Connected::Session(*session)),
                    Start::Connect(permit) => {
                        self.tried_any = true;
                        self.attempts += 1;
                        running.push(index);
                        attempts.push(attempt(client, &exits, index, permit, self.targets[index].key));
                    }
                    Start::Again => {
                        waiting.push_front(index);
                        continue;
                    }
                    Start::Not => continue,
                }
            }
            if attempts.is_empty() {
                return Err(self.without_connection());
            }
            let ends = *ends.get_or_insert((Instant::now() + limit).min(call_ends));
            let next_start = if waiting.is_empty() { ends } else { ends.min(Instant::now() + HEAD_START) };
            tokio::select! {
                Some((index, permit, result)) = attempts.next() => match result {
                    Ok((key, stream)) => {
                        self.connected_any = true;
                        client.port.connected();
                        return Ok(Connected::Stream { index, permit, key, stream });
                    }
                    Err(outcome) => {
                        running.retain(|other| *other != index);
                        self.failed_to_connect(index, Reason::Unreachable, &outcome, transcript);
                        if waiting.is_empty() && running.is_empty() {
                            return Err(self.without_connection());
                        }
                    }
                },
                () = sleep_until(next_start) => if next_start >= ends {
                    for index in running.into_iter().chain(waiting) {
                        self.failed_to_connect(index, Reason::TimedOut, "no connection in time", transcript);
                    }
                    return Err(self.without_connection());
                },
            }
        }
    }

    /// Waits for a permit of a server and for its connection interval.
    async fn start(
        &mut self,
        index: usize,
        call_ends: Instant,
        transcript: &mut Transcript,
    ) -> Result<Start, ReplyClass> {
        let key = self.targets[index].key;
        let Some(permit) = self.client.pools.acquire(key.address, self.manners, call_ends).await else {
            self.fail(key.address, ReplyClass::Later(Reason::TimedOut, None));
            return Ok(Start::Not);
        };
        // Asked after the wait for a permit, in which other calls may have learned that the server is to be left alone.
        let budget = self.manners.refused_per_host_hour;
        if let Err(closed) = self.client.memory.admit(key, self.domain, budget, Instant::now()) {
            transcript.note(
                &self.targets[index].host,
                "connect",
                "not tried: the server is left alone for now",
            );
            self.tried_any |= matches!(
                closed.answer,
                ReplyClass::Later(Reason::Unreachable | Reason::TimedOut | Reason::ConnectionDropped, _)
            );
            // A server that limits us is not asked through its neighbours.
            if !closed.may_fail_over && self.next_exit(key, closed.answer).is_none() {
                return Err(closed.answer);
            }
            return Ok(if self.refuse(key, closed.answer) { Start::Again } else { Start::Not });
        }
        if let Some(session) = permit.idle_session(key.exit) {
            return Ok(Start::Idle(Box::new(PooledSession { session, permit, is_used: true })));
        }
        if !permit.pace(call_ends).await {
            self.fail(key.address, ReplyClass::Later(Reason::TimedOut, None));
            return Ok(Start::Not);
        }
        Ok(Start::Connect(permit))
    }

    fn failed_to_connect(
        &mut self,
        index: usize,
        reason: Reason,
        outcome: &str,
        transcript: &mut Transcript,
    ) {
        let answer = ReplyClass::Later(reason, None);
        let Target { host, key, .. } = &self.targets[index];
        transcript.note(host, "connect", outcome);
        let key = *key;
        self.client.memory.failed(key, FailedStep::BeforeRecipient, answer, Instant::now());
        self.fail(key.address, answer);
    }

    /// The failure of a call that reached no server.
    fn without_connection(&mut self) -> ReplyClass {
        if !self.connected_any && self.tried_any {
            self.client.port.silent(self.domain);
        }
        self.failure.unwrap_or(ReplyClass::Later(Reason::Unreachable, None))
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
}

/// A session of the pool, or a new connection without a session.
enum Connected {
    Session(PooledSession),
    Stream { index: usize, permit: PoolPermit, key: HostKey, stream: TcpStream },
}

/// Connects to one server by the first exit that works, beginning with that of the key.
async fn attempt(
    client: &SmtpClient,
    exits: &[usize],
    index: usize,
    permit: PoolPermit,
    key: HostKey,
) -> Attempt {
    let mut outcome = "cannot connect".to_owned();
    let mut unclear = Vec::new();
    for &exit in exits.iter().skip_while(|exit| **exit != key.exit) {
        let key = HostKey { exit, ..key };
        match client.exits.connect(key).await {
            Ok(stream) => {
                // The server can be reached, so the exits before were at fault.
                unclear.into_iter().for_each(|(exit, failure)| client.exits.blame(exit, failure));
                return (index, permit, Ok((key, stream)));
            }
            Err(ConnectFault::Host) => break,
            Err(ConnectFault::Exit(failure)) => outcome = failure,
            Err(ConnectFault::Unclear(failure)) => unclear.push((exit, failure)),
        }
    }
    (index, permit, Err(outcome))
}
