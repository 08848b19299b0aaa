//! The world's mail servers: they send the replies of their provider and store no mail.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{Instant, sleep, timeout},
};
use tokio_rustls::TlsAcceptor;

use super::{
    hosts::ServerGroup,
    mailboxes::{MailboxState, Mailboxes, Owner},
    manner::MailManner,
};
use crate::world::World;

const LINE_LIMIT_BYTES: u64 = 1_024;
const COMMAND_LIMIT: usize = 1_000;
const CONNECTION_LIMIT: usize = 512;
/// Idle timeout for clients, and the time that a silent server keeps a connection open.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
const TARPIT_BYTE_DELAY: Duration = Duration::from_secs(2);
/// Maximum number of greylisted pairs of sender and recipient.
const GREYLIST_LIMIT: usize = 50_000;

/// State shared by all mail servers of the world.
pub(super) struct SharedState {
    pub(super) world: Arc<World>,
    pub(super) mailboxes: Arc<Mailboxes>,
    pub(super) acceptor: TlsAcceptor,
    pub(super) greylist_wait: Duration,
    pub(super) greylist: Mutex<HashMap<String, Instant>>,
}

/// Serves connections to one group of servers until the task is aborted.
pub(super) async fn serve(shared: Arc<SharedState>, group: ServerGroup, listener: TcpListener) {
    let permits = Arc::new(Semaphore::new(CONNECTION_LIMIT));
    while let Ok((stream, _)) = listener.accept().await {
        let Ok(permit) = Arc::clone(&permits).try_acquire_owned() else { continue };
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let _ = SmtpSession { shared, group, sender: None, is_secure: false }.run(stream).await;
            drop(permit);
        });
    }
}

struct SmtpSession {
    shared: Arc<SharedState>,
    group: ServerGroup,
    sender: Option<String>,
    is_secure: bool,
}

/// The reaction to a command.
enum Reaction {
    Answer(&'static str),
    Encrypt,
    Close(&'static str),
}

impl SmtpSession {
    async fn run(mut self, mut stream: TcpStream) -> io::Result<()> {
        let greeting = b"220 mail.world.example ESMTP\r\n";
        match self.group {
            ServerGroup::HangsUp => return Ok(()),
            ServerGroup::Silent => {
                sleep(IDLE_TIMEOUT).await;
                return Ok(());
            }
            ServerGroup::RefusesUs => {
                stream
                    .write_all(b"554 5.7.1 Connections from your network are not accepted here\r\n")
                    .await?;
                return stream.shutdown().await;
            }
            ServerGroup::Tarpit => {
                for byte in greeting {
                    sleep(TARPIT_BYTE_DELAY).await;
                    stream.write_all(&[*byte]).await?;
                }
            }
            _ => stream.write_all(greeting).await?,
        }
        let mut stream = BufReader::new(stream);
        if !self.serve_commands(&mut stream).await? {
            return Ok(());
        }
        let secure = self.shared.acceptor.accept(stream.into_inner()).await?;
        self.is_secure = true;
        self.sender = None;
        self.serve_commands(&mut BufReader::new(secure)).await.map(|_| ())
    }

    /// Answers commands; returns true if the client requested STARTTLS.
    async fn serve_commands<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        stream: &mut BufReader<S>,
    ) -> io::Result<bool> {
        for _ in 0..COMMAND_LIMIT {
            let mut line = String::new();
            let mut limited = (&mut *stream).take(LINE_LIMIT_BYTES);
            if timeout(IDLE_TIMEOUT, limited.read_line(&mut line)).await?? == 0 {
                return Ok(false);
            }
            let (text, next) = match self.respond(line.trim_end()) {
                Reaction::Answer(text) => (text, None),
                Reaction::Encrypt => ("220 2.0.0 Ready to start TLS", Some(true)),
                Reaction::Close(text) => (text, Some(false)),
            };
            stream.get_mut().write_all(format!("{text}\r\n").as_bytes()).await?;
            stream.get_mut().flush().await?;
            if let Some(encrypt) = next {
                return Ok(encrypt);
            }
        }
        Ok(false)
    }

    fn respond(&mut self, line: &str) -> Reaction {
        let verb: String =
            line.chars().take_while(char::is_ascii_alphabetic).collect::<String>().to_ascii_uppercase();
        let may_encrypt = self.group.offers_encryption() && !self.is_secure;
        match verb.as_str() {
            "EHLO" if may_encrypt => Reaction::Answer(
                "250-mail.world.example\r\n250-PIPELINING\r\n250-STARTTLS\r\n250-SMTPUTF8\r\n250 ENHANCEDSTATUSCODES",
            ),
            "EHLO" => Reaction::Answer(
                "250-mail.world.example\r\n250-PIPELINING\r\n250-SMTPUTF8\r\n250 ENHANCEDSTATUSCODES",
            ),
            "HELO" => Reaction::Answer("250 mail.world.example"),
            "STARTTLS" if may_encrypt => Reaction::Encrypt,
            "MAIL" if self.group == ServerGroup::DemandsEncryption && !self.is_secure => {
                Reaction::Answer("530 5.7.0 Must issue a STARTTLS command first")
            }
            "MAIL" => {
                self.sender = Some(path_in(line).to_owned());
                Reaction::Answer("250 2.1.0 Ok")
            }
            "RCPT" => Reaction::Answer(self.recipient(path_in(line))),
            "RSET" => {
                self.sender = None;
                Reaction::Answer("250 2.0.0 Ok")
            }
            "NOOP" => Reaction::Answer("250 2.0.0 Ok"),
            "DATA" => Reaction::Close("554 5.7.1 This world keeps no mail"),
            "QUIT" => Reaction::Close("221 2.0.0 Bye"),
            _ => Reaction::Answer("502 5.5.2 Command not recognized"),
        }
    }

    fn recipient(&self, path: &str) -> &'static str {
        let Some(sender) = &self.sender else { return "503 5.5.1 MAIL first" };
        let path = path.to_lowercase();
        let Some((local, domain)) = path.rsplit_once('@') else {
            return "501 5.1.3 Bad recipient address syntax";
        };
        let manner = match self.shared.mailboxes.owner(domain) {
            None => return "554 5.7.1 Relay access denied",
            Some(Owner::FreeProvider) => MailManner::Normal,
            Some(Owner::Company(side, company)) => self.shared.world.of_side(side).mail_manner(company),
        };
        match manner {
            MailManner::CatchAll => "250 2.1.5 Ok",
            MailManner::CatchAllForNames if looks_like_a_name(local) => "250 2.1.5 Ok",
            MailManner::Busy => "451 4.3.0 The mail system has a problem, please come back later",
            MailManner::Greylisting if self.shared.is_greylisted(sender, &path) => {
                "451 4.7.1 Greylisted, please try again in 1 minute"
            }
            _ => match self.shared.mailboxes.state(local, domain) {
                MailboxState::Open => "250 2.1.5 Ok",
                MailboxState::Full => "452 4.2.2 The mailbox is over its quota",
                MailboxState::Disabled => "550 5.2.1 The mailbox is closed",
                MailboxState::Absent => self.group.refusal(),
            },
        }
    }
}

impl SharedState {
    /// Whether the sender must retry later for this recipient.
    fn is_greylisted(&self, sender: &str, recipient: &str) -> bool {
        let now = Instant::now();
        let mut greylist = self.greylist.lock().unwrap_or_else(PoisonError::into_inner);
        if greylist.len() >= GREYLIST_LIMIT {
            greylist.clear();
        }
        let first = *greylist.entry(format!("{sender} {recipient}")).or_insert(now);
        now.duration_since(first) < self.greylist_wait
    }
}

fn path_in(line: &str) -> &str {
    line.split(['<', '>']).nth(1).unwrap_or_default()
}

fn looks_like_a_name(local: &str) -> bool {
    let words: Vec<&str> = local.split(['.', '_', '-']).collect();
    words.len() <= 3
        && words.iter().all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()))
}
