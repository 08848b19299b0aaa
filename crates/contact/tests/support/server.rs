//! A mail server that runs a script.

use std::{
    net::Ipv4Addr,
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::sleep,
};
use tokio_rustls::TlsAcceptor;

use super::script::{Recipient, Script, Step, Tls};

const FOREVER: Duration = Duration::from_secs(60);
const TRICKLE: Duration = Duration::from_millis(400);

static ACCEPTOR: LazyLock<TlsAcceptor> = LazyLock::new(|| {
    let made = rcgen::generate_simple_self_signed(["mx.lab.example".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
});

pub struct ScriptedServer {
    commands: Arc<Mutex<Vec<String>>>,
    connections: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl ScriptedServer {
    pub async fn start(address: (Ipv4Addr, u16), script: Script) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let commands = Arc::new(Mutex::new(Vec::new()));
        let connections = Arc::new(AtomicUsize::new(0));
        let (log, count) = (Arc::clone(&commands), Arc::clone(&connections));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                let conversation = Conversation::new(script.clone(), Arc::clone(&log));
                tokio::spawn(conversation.run(stream));
            }
        });
        Self { commands, connections, task }
    }

    pub fn commands(&self) -> Vec<String> {
        self.commands.lock().unwrap().clone()
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

impl Drop for ScriptedServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// How the session continues after a step.
enum Next {
    GoOn,
    HangUp,
    Encrypt,
}

struct Conversation {
    script: Script,
    commands: Arc<Mutex<Vec<String>>>,
    in_transaction: bool,
    secure: bool,
    recipients: usize,
    recipients_in_transaction: usize,
    refused: usize,
}

impl Conversation {
    fn new(script: Script, commands: Arc<Mutex<Vec<String>>>) -> Self {
        Self {
            script,
            commands,
            in_transaction: false,
            secure: false,
            recipients: 0,
            recipients_in_transaction: 0,
            refused: 0,
        }
    }

    async fn run(mut self, stream: TcpStream) {
        let mut reader = BufReader::new(stream);
        let greeting = self.script.greeting.clone();
        if matches!(self.act(&mut reader, greeting).await, Next::HangUp) {
            return;
        }
        if let Next::Encrypt = self.converse(&mut reader).await {
            let stream = reader.into_inner();
            if matches!(self.script.tls, Tls::Broken | Tls::RequiredAndBroken) {
                return;
            }
            let Ok(stream) = ACCEPTOR.accept(stream).await else { return };
            self.secure = true;
            self.in_transaction = false;
            let mut reader = BufReader::new(stream);
            self.converse(&mut reader).await;
        }
    }

    async fn converse<S: AsyncRead + AsyncWrite + Unpin>(&mut self, reader: &mut BufReader<S>) -> Next {
        let mut line = String::new();
        loop {
            line.clear();
            if !matches!(reader.read_line(&mut line).await, Ok(1..)) {
                return Next::HangUp;
            }
            let command = line.trim_end().to_owned();
            self.commands.lock().unwrap().push(command.clone());
            let step = match self.step_for(&command) {
                Ok(step) => step,
                Err(next) => {
                    if matches!(next, Next::Encrypt) {
                        self.act(reader, Step::Say("220 2.0.0 Ready".to_owned())).await;
                    }
                    return next;
                }
            };
            if matches!(self.act(reader, step).await, Next::HangUp) {
                return Next::HangUp;
            }
        }
    }

    fn step_for(&mut self, command: &str) -> Result<Step, Next> {
        let upper = command.to_ascii_uppercase();
        let verb = upper.split([' ', ':']).next().unwrap_or_default();
        Ok(match verb {
            "EHLO" => self.ehlo(),
            "HELO" => self.script.helo.clone(),
            "STARTTLS" if self.script.tls != Tls::None && !self.secure => return Err(Next::Encrypt),
            "MAIL" => self.mail(),
            "RCPT" if !self.in_transaction => Step::Say("503 5.5.1 MAIL first".to_owned()),
            "RCPT" => self.recipient(command),
            "RSET" => {
                self.in_transaction = false;
                Step::Say("250 2.0.0 Ok".to_owned())
            }
            "QUIT" => Step::SayAndHangUp("221 2.0.0 Bye".to_owned()),
            "DATA" => panic!("a probe must never send a message"),
            _ => Step::Say("500 5.5.1 Unknown command".to_owned()),
        })
    }

    fn ehlo(&self) -> Step {
        let offers =
            matches!(self.script.tls, Tls::Offered | Tls::Required | Tls::Broken | Tls::RequiredAndBroken);
        match self.script.ehlo.clone() {
            Step::Say(lines) if offers && !self.secure => {
                let (first, rest) = lines.split_once('\n').unwrap();
                Step::Say(format!("{first}\n250-STARTTLS\n{rest}"))
            }
            step => step,
        }
    }

    fn mail(&mut self) -> Step {
        let requires_tls =
            matches!(self.script.tls, Tls::Required | Tls::RequiredNotOffered | Tls::RequiredAndBroken);
        if requires_tls && !self.secure {
            return Step::Say("530 5.7.0 Must issue a STARTTLS command first".to_owned());
        }
        let step = self.script.mail.clone();
        self.in_transaction = matches!(&step, Step::Say(line) if line.starts_with('2'));
        self.recipients_in_transaction = 0;
        step
    }

    fn recipient(&mut self, command: &str) -> Step {
        let path = command.split(['<', '>']).nth(1).unwrap_or_default();
        let (local, _) = path.rsplit_once('@').unwrap_or((path, ""));
        let recipient = Recipient {
            local,
            before: self.recipients,
            before_in_transaction: self.recipients_in_transaction,
            refused: self.refused,
        };
        let step = (self.script.recipient)(&recipient);
        self.recipients += 1;
        self.recipients_in_transaction += 1;
        self.refused += usize::from(!matches!(&step, Step::Say(line) if line.starts_with('2')));
        if matches!(step, Step::SayAndForget(_)) {
            self.in_transaction = false;
        }
        step
    }

    async fn act<S: AsyncRead + AsyncWrite + Unpin>(&self, reader: &mut BufReader<S>, step: Step) -> Next {
        let end = self.script.line_end;
        let whole = |lines: &str| format!("{}{end}", lines.replace('\n', end));
        let out = reader.get_mut();
        match step {
            Step::Say(lines) | Step::SayAndForget(lines) => {
                let _ = out.write_all(whole(&lines).as_bytes()).await;
            }
            Step::SayAfter(wait, lines) => {
                sleep(wait).await;
                let _ = out.write_all(whole(&lines).as_bytes()).await;
            }
            Step::SayAndHangUp(lines) => {
                let _ = out.write_all(whole(&lines).as_bytes()).await;
                let _ = out.shutdown().await;
                return Next::HangUp;
            }
            Step::HangUp => return Next::HangUp,
            Step::FallSilent => {
                sleep(FOREVER).await;
                return Next::HangUp;
            }
            Step::Trickle(lines) => {
                for byte in whole(&lines).bytes() {
                    sleep(TRICKLE).await;
                    if out.write_all(&[byte]).await.is_err() {
                        return Next::HangUp;
                    }
                }
            }
        }
        Next::GoOn
    }
}
