//! DNS and one mail server on loopback for every domain of the cast, whose manners a test can change.

use std::{
    collections::{HashMap, HashSet},
    net::{IpAddr, Ipv4Addr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use contact::{DnsServer, Manners, NetworkPolicy};
use engine::{Verifier, VerifierOptions};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use world::net::{DnsOnLoopback, DnsQuestion, Zone, ZoneAnswer};

/// How long a slow server thinks.
const SLOWNESS: std::time::Duration = std::time::Duration::from_millis(500);

/// How the mail of a domain behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Takes mail for open mailboxes and refuses it for others.
    Normal,
    /// Takes every address.
    CatchAll,
    /// Takes nothing yet.
    Greylisting,
    /// Its server hangs up at once.
    Down,
    /// Its server hangs up without a word when it hears a recipient.
    HangsUp,
    /// Takes mail as a normal server does, and is slow to say so.
    Slow,
    /// There is no such domain.
    Absent,
}

#[derive(Default)]
struct State {
    open: Mutex<HashSet<String>>,
    manners: Mutex<HashMap<String, Manner>>,
    recipients: AtomicUsize,
    asked_about: Mutex<Vec<String>>,
}

impl State {
    fn manner(&self, domain: &str) -> Manner {
        self.manners.lock().unwrap().get(domain).copied().unwrap_or(Manner::Normal)
    }

    fn answer_to(&self, recipient: &str) -> &'static str {
        self.recipients.fetch_add(1, Ordering::SeqCst);
        self.asked_about.lock().unwrap().push(recipient.to_owned());
        let domain = recipient.rsplit_once('@').map_or("", |(_, domain)| domain);
        match self.manner(domain) {
            Manner::Down | Manner::Absent | Manner::HangsUp => "421 4.3.2 Going down",
            Manner::Greylisting => "451 4.7.1 Greylisted, try again in 60 seconds",
            Manner::CatchAll => "250 2.1.5 Ok",
            Manner::Normal | Manner::Slow if self.open.lock().unwrap().contains(recipient) => "250 2.1.5 Ok",
            Manner::Normal | Manner::Slow => "550 5.1.1 User unknown",
        }
    }
}

impl Zone for State {
    fn answer(&self, name: &str, question: DnsQuestion) -> ZoneAnswer {
        let domain = name.strip_prefix("mx.").unwrap_or(name);
        match (self.manner(domain), question) {
            (Manner::Absent, _) => ZoneAnswer::NoSuchName,
            (_, DnsQuestion::Mail) => ZoneAnswer::Mail(vec![(10, format!("mx.{domain}"))]),
            (_, DnsQuestion::Address) => ZoneAnswer::Addresses(vec![IpAddr::V4(Ipv4Addr::LOCALHOST)]),
            (_, DnsQuestion::AddressV6 | DnsQuestion::Text | DnsQuestion::Alias) => ZoneAnswer::Nothing,
        }
    }
}

/// The running servers; they end when dropped.
pub struct PostOffice {
    state: Arc<State>,
    dns: DnsOnLoopback,
    smtp_port: u16,
    task: JoinHandle<()>,
}

impl PostOffice {
    pub async fn start() -> Self {
        let state = Arc::new(State::default());
        let dns = DnsOnLoopback::start(Arc::clone(&state) as Arc<dyn Zone>).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let smtp_port = listener.local_addr().unwrap().port();
        let served = Arc::clone(&state);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, Arc::clone(&served)));
            }
        });
        Self { state, dns, smtp_port, task }
    }

    /// Opens a mailbox.
    pub fn open(&self, address: &str) {
        self.state.open.lock().unwrap().insert(address.to_owned());
    }

    /// Closes a mailbox.
    pub fn close(&self, address: &str) {
        self.state.open.lock().unwrap().remove(address);
    }

    /// Changes how the mail of a domain behaves.
    pub fn behave(&self, domain: &str, manner: Manner) {
        self.state.manners.lock().unwrap().insert(domain.to_owned(), manner);
    }

    /// Recipients that were asked about so far.
    pub fn asked(&self) -> usize {
        self.state.recipients.load(Ordering::SeqCst)
    }

    /// How often one recipient was asked about.
    pub fn asked_about(&self, address: &str) -> usize {
        self.state.asked_about.lock().unwrap().iter().filter(|asked| *asked == address).count()
    }

    /// Someone who asks these servers.
    pub fn verifier(&self) -> Verifier {
        self.verifier_knowing(&[])
    }

    /// The same, who knows further free providers.
    pub fn verifier_knowing(&self, free_providers: &[&str]) -> Verifier {
        let free_providers = free_providers.iter().map(|domain| (*domain).to_owned()).collect();
        Verifier::new(VerifierOptions { free_providers, ..self.options() }).unwrap()
    }

    /// The same with a limit of refused names per hour.
    pub fn verifier_with_budget(&self, refused_per_host_hour: usize) -> Verifier {
        let options = self.options();
        let manners = Manners { refused_per_host_hour, ..options.manners };
        Verifier::new(VerifierOptions { manners, ..options }).unwrap()
    }

    fn options(&self) -> VerifierOptions {
        VerifierOptions {
            dns: DnsServer::At(self.dns.address()),
            smtp_port: self.smtp_port,
            manners: Manners {
                connection_interval: std::time::Duration::ZERO,
                refused_per_host_hour: 0,
                ..Manners::default()
            },
            network: NetworkPolicy::allowing(["127.0.0.0/8".parse().unwrap()]),
            ..VerifierOptions::default()
        }
    }
}

impl Drop for PostOffice {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn talk(stream: TcpStream, state: Arc<State>) {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    let _ = writer.write_all(b"220 mx.lab.example ESMTP\r\n").await;
    while let Ok(Some(line)) = lines.next_line().await {
        let command = line.to_ascii_uppercase();
        let answer = match command.split(' ').next().unwrap_or_default() {
            "EHLO" => "250-mx.lab.example\r\n250 ENHANCEDSTATUSCODES",
            "RCPT" => {
                let inside = line.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
                let recipient = inside.map_or("", |(address, _)| address);
                let answer = state.answer_to(recipient);
                match state.manner(recipient.rsplit_once('@').map_or("", |(_, domain)| domain)) {
                    Manner::HangsUp => return,
                    Manner::Slow => tokio::time::sleep(SLOWNESS).await,
                    _ => {}
                }
                answer
            }
            "QUIT" => "221 2.0.0 Bye",
            _ => "250 2.0.0 Ok",
        };
        if writer.write_all(format!("{answer}\r\n").as_bytes()).await.is_err()
            || answer.starts_with("421")
            || answer.starts_with("221")
        {
            return;
        }
    }
}
