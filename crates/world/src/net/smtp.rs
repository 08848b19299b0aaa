//! The world's mail servers: they say what their kind says, and keep no mail.

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
    hosts::Post,
    mailboxes::{MailboxState, Mailboxes, Owner},
    manner::MailManner,
};
use crate::world::World;

const LINE_LIMIT_BYTES: u64 = 1_024;
const COMMAND_LIMIT: usize = 1_000;
const CONNECTION_LIMIT: usize = 512;
/// How long a caller may be silent, and how long a server that means to be silent stays so.
const PATIENCE: Duration = Duration::from_secs(60);
const TRICKLE: Duration = Duration::from_secs(2);
/// Senders and recipients remembered by greylisting.
const GREYLIST_LIMIT: usize = 50_000;

/// What all servers of the world share.
pub(super) struct PostOffice {
    pub(super) world: Arc<World>,
    pub(super) mailboxes: Arc<Mailboxes>,
    pub(super) acceptor: TlsAcceptor,
    pub(super) greylist_wait: Duration,
    pub(super) greylist: Mutex<HashMap<String, Instant>>,
}

/// Answers connections to one group of servers until the task is ended.
pub(super) async fn serve(office: Arc<PostOffice>, post: Post, listener: TcpListener) {
    let places = Arc::new(Semaphore::new(CONNECTION_LIMIT));
    while let Ok((stream, _)) = listener.accept().await {
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let office = Arc::clone(&office);
        tokio::spawn(async move {
            let _ = Talk { office, post, sender: None, is_secure: false }.hold(stream).await;
            drop(place);
        });
    }
}

struct Talk {
    office: Arc<PostOffice>,
    post: Post,
    sender: Option<String>,
    is_secure: bool,
}

/// What comes after a command.
enum Next {
    Answer(&'static str),
    Encrypt,
    HangUp(&'static str),
}

impl Talk {
    async fn hold(mut self, mut stream: TcpStream) -> io::Result<()> {
        let greeting = b"220 mail.world.example ESMTP\r\n";
        match self.post {
            Post::HangsUp => return Ok(()),
            Post::Silent => {
                sleep(PATIENCE).await;
                return Ok(());
            }
            Post::RefusesUs => {
                stream
                    .write_all(b"554 5.7.1 Connections from your network are not accepted here\r\n")
                    .await?;
                return stream.shutdown().await;
            }
            Post::Tarpit => {
                for byte in greeting {
                    sleep(TRICKLE).await;
                    stream.write_all(&[*byte]).await?;
                }
            }
            _ => stream.write_all(greeting).await?,
        }
        let mut stream = BufReader::new(stream);
        if !self.converse(&mut stream).await? {
            return Ok(());
        }
        let secure = self.office.acceptor.accept(stream.into_inner()).await?;
        self.is_secure = true;
        self.sender = None;
        self.converse(&mut BufReader::new(secure)).await.map(|_| ())
    }

    /// Answers commands; true when the line is to be encrypted.
    async fn converse<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        stream: &mut BufReader<S>,
    ) -> io::Result<bool> {
        for _ in 0..COMMAND_LIMIT {
            let mut line = String::new();
            let mut limited = (&mut *stream).take(LINE_LIMIT_BYTES);
            if timeout(PATIENCE, limited.read_line(&mut line)).await?? == 0 {
                return Ok(false);
            }
            let (text, next) = match self.respond(line.trim_end()) {
                Next::Answer(text) => (text, None),
                Next::Encrypt => ("220 2.0.0 Ready to start TLS", Some(true)),
                Next::HangUp(text) => (text, Some(false)),
            };
            stream.get_mut().write_all(format!("{text}\r\n").as_bytes()).await?;
            stream.get_mut().flush().await?;
            if let Some(encrypt) = next {
                return Ok(encrypt);
            }
        }
        Ok(false)
    }

    fn respond(&mut self, line: &str) -> Next {
        let verb: String =
            line.chars().take_while(char::is_ascii_alphabetic).collect::<String>().to_ascii_uppercase();
        let may_encrypt = self.post.offers_encryption() && !self.is_secure;
        match verb.as_str() {
            "EHLO" if may_encrypt => Next::Answer(
                "250-mail.world.example\r\n250-PIPELINING\r\n250-STARTTLS\r\n250-SMTPUTF8\r\n250 ENHANCEDSTATUSCODES",
            ),
            "EHLO" => Next::Answer(
                "250-mail.world.example\r\n250-PIPELINING\r\n250-SMTPUTF8\r\n250 ENHANCEDSTATUSCODES",
            ),
            "HELO" => Next::Answer("250 mail.world.example"),
            "STARTTLS" if may_encrypt => Next::Encrypt,
            "MAIL" if self.post == Post::DemandsEncryption && !self.is_secure => {
                Next::Answer("530 5.7.0 Must issue a STARTTLS command first")
            }
            "MAIL" => {
                self.sender = Some(path_in(line).to_owned());
                Next::Answer("250 2.1.0 Ok")
            }
            "RCPT" => Next::Answer(self.recipient(path_in(line))),
            "RSET" => {
                self.sender = None;
                Next::Answer("250 2.0.0 Ok")
            }
            "NOOP" => Next::Answer("250 2.0.0 Ok"),
            "DATA" => Next::HangUp("554 5.7.1 This world keeps no mail"),
            "QUIT" => Next::HangUp("221 2.0.0 Bye"),
            _ => Next::Answer("502 5.5.2 Command not recognized"),
        }
    }

    fn recipient(&self, path: &str) -> &'static str {
        let Some(sender) = &self.sender else { return "503 5.5.1 MAIL first" };
        let path = path.to_lowercase();
        let Some((local, domain)) = path.rsplit_once('@') else {
            return "501 5.1.3 Bad recipient address syntax";
        };
        let manner = match self.office.mailboxes.owner(domain) {
            None => return "554 5.7.1 Relay access denied",
            Some(Owner::FreeProvider) => MailManner::Normal,
            Some(Owner::Company(company)) => self.office.world.mail_manner(company),
        };
        match manner {
            MailManner::CatchAll => "250 2.1.5 Ok",
            MailManner::CatchAllForNames if looks_like_a_name(local) => "250 2.1.5 Ok",
            MailManner::Busy => "451 4.3.0 The mail system has a problem, please come back later",
            MailManner::Greylisting if self.office.is_new(sender, &path) => {
                "451 4.7.1 Greylisted, please try again in 1 minute"
            }
            _ => match self.office.mailboxes.state(local, domain) {
                MailboxState::Open => "250 2.1.5 Ok",
                MailboxState::Full => "452 4.2.2 The mailbox is over its quota",
                MailboxState::Disabled => "550 5.2.1 The mailbox is closed",
                MailboxState::Absent => self.post.refusal(),
            },
        }
    }
}

impl PostOffice {
    /// Whether a sender must come back later for this recipient.
    fn is_new(&self, sender: &str, recipient: &str) -> bool {
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
