//! `brimful probe`: asks mail servers for an installation whose own SMTP port is closed, and does nothing else.

use std::{
    convert::Infallible, net::SocketAddr, path::PathBuf, process::ExitCode, sync::Arc, time::Duration,
};

use anyhow::{Context, bail};
use clap::Args;
use engine::{MailQuestion, PROBE_ADDRESSES_MAX, PROBE_PATH, Verifier};
use http_body_util::{BodyExt, Full, Limited};
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Bytes, Incoming},
    header,
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use sha2::{Digest, Sha256};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::timeout,
};
use tokio_rustls::TlsAcceptor;

use crate::{
    config::Layers,
    external::probe::ProbeConfig,
    output::print_line,
    serve::{start_logging, stop_signal},
};

/// Shortest key, in characters.
const KEY_MIN: usize = 24;
const CONNECTIONS_MAX: usize = 256;
const BODY_BYTES_MAX: usize = 64 << 10;
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Time to send the head and the body of a request.
const REQUEST_TIME: Duration = Duration::from_secs(10);

#[derive(Args)]
pub(crate) struct Probe {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// Configuration file [default: brimful.toml in the working folder, if present]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

struct ProbeServer {
    verifier: Verifier,
    key_digest: [u8; 32],
}

impl Probe {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let mut layers = Layers::read(self.config.as_deref())?;
        if let Some(listen) = self.listen {
            layers.set_flag("probe.listen", listen.into(), "--listen")?;
        }
        let config = layers.config()?;
        start_logging(&config)?;
        let settings = &config.probe;
        if settings.key.chars().count() < KEY_MIN {
            bail!(
                "probe.key has to have {KEY_MIN} characters or more; set BRIMFUL_PROBE__KEY, for example to `openssl rand -hex 32`"
            );
        }
        let acceptor = acceptor(settings)?;
        let listener = TcpListener::bind(&settings.listen)
            .await
            .with_context(|| format!("cannot listen on {}", settings.listen))?;
        let address = listener.local_addr()?;
        if acceptor.is_none() && !address.ip().is_loopback() {
            bail!(
                "{address} is open to others: set probe.tls_cert and probe.tls_key, or listen on loopback behind a TLS proxy"
            );
        }
        let key_digest: [u8; 32] = Sha256::digest(settings.key.as_bytes()).into();
        // The decoys of a domain stay the same over restarts, and cannot be known without the key.
        let mut seed = [0; 8];
        seed.copy_from_slice(&key_digest[..8]);
        let verifier = config.network.verifier(u64::from_le_bytes(seed))?;
        let server = Arc::new(ProbeServer { verifier, key_digest });
        let scheme = if acceptor.is_some() { "https" } else { "http" };
        let stop = stop_signal()?;
        print_line(&format!("listening on {scheme}://{address}"))?;
        tokio::select! {
            () = accept(listener, acceptor, server) => {}
            () = stop => {}
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn acceptor(settings: &ProbeConfig) -> anyhow::Result<Option<TlsAcceptor>> {
    if settings.tls_cert.as_os_str().is_empty() && settings.tls_key.as_os_str().is_empty() {
        return Ok(None);
    }
    let chain = CertificateDer::pem_file_iter(&settings.tls_cert)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .with_context(|| format!("probe.tls_cert: cannot read {}", settings.tls_cert.display()))?;
    let key = PrivateKeyDer::from_pem_file(&settings.tls_key)
        .with_context(|| format!("probe.tls_key: cannot read {}", settings.tls_key.display()))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .context("probe.tls_cert and probe.tls_key do not fit together")?;
    Ok(Some(TlsAcceptor::from(Arc::new(config))))
}

async fn accept(listener: TcpListener, acceptor: Option<TlsAcceptor>, server: Arc<ProbeServer>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let (acceptor, server) = (acceptor.clone(), Arc::clone(&server));
        tokio::spawn(async move {
            let _place = place;
            handle(stream, peer, acceptor, server).await;
        });
    }
}

async fn handle(
    stream: TcpStream,
    peer: SocketAddr,
    acceptor: Option<TlsAcceptor>,
    server: Arc<ProbeServer>,
) {
    match acceptor {
        None => converse(stream, server).await,
        Some(acceptor) => match timeout(HANDSHAKE, acceptor.accept(stream)).await {
            Ok(Ok(stream)) => converse(stream, server).await,
            Ok(Err(_)) | Err(_) => tracing::debug!(%peer, "the TLS handshake failed"),
        },
    }
}

async fn converse(stream: impl AsyncRead + AsyncWrite + Unpin, server: Arc<ProbeServer>) {
    let service = service_fn(move |request| {
        let server = Arc::clone(&server);
        async move { Ok::<_, Infallible>(server.answer(request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIME)
        .serve_connection(TokioIo::new(stream), service);
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection ended early");
    }
}

impl ProbeServer {
    async fn answer(&self, request: Request<Incoming>) -> Response<Full<Bytes>> {
        if request.uri().path() != PROBE_PATH {
            return problem(StatusCode::NOT_FOUND, "there is nothing here");
        }
        if !self.is_authorized(&request) {
            return problem(StatusCode::UNAUTHORIZED, "the key is missing or wrong");
        }
        if request.method() != Method::POST {
            return problem(StatusCode::METHOD_NOT_ALLOWED, "only POST is answered");
        }
        let body = Limited::new(request.into_body(), BODY_BYTES_MAX);
        let Ok(Ok(body)) = timeout(REQUEST_TIME, body.collect()).await else {
            return problem(StatusCode::BAD_REQUEST, "the body is too large or did not arrive");
        };
        let question: MailQuestion = match serde_json::from_slice(&body.to_bytes()) {
            Ok(question) => question,
            Err(error) => return problem(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()),
        };
        if let Some(fault) = fault_of(&question) {
            return problem(StatusCode::UNPROCESSABLE_ENTITY, &fault);
        }
        let reply = self.verifier.ask(&question).await;
        match serde_json::to_vec(&reply) {
            Ok(body) => json(StatusCode::OK, body),
            Err(_) => problem(StatusCode::INTERNAL_SERVER_ERROR, "the reply cannot be written"),
        }
    }

    fn is_authorized(&self, request: &Request<Incoming>) -> bool {
        let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let key = given.and_then(|text| text.strip_prefix("Bearer "));
        // Digests are compared, so that the time tells nothing of the key.
        key.is_some_and(|key| <[u8; 32]>::from(Sha256::digest(key.as_bytes())) == self.key_digest)
    }
}

/// What is wrong with a question.
fn fault_of(question: &MailQuestion) -> Option<String> {
    if question.addresses.len() > PROBE_ADDRESSES_MAX {
        return Some(format!("more than {PROBE_ADDRESSES_MAX} addresses"));
    }
    let is_of_domain = |text: &String| {
        records::email::EmailAddress::parse(text).is_ok_and(|address| address.domain() == question.domain)
    };
    question
        .addresses
        .iter()
        .find(|text| !is_of_domain(text))
        .map(|text| format!("{text} is no address at {}", question.domain))
}

fn problem(status: StatusCode, detail: &str) -> Response<Full<Bytes>> {
    json(status, serde_json::json!({ "detail": detail }).to_string().into_bytes())
}

fn json(status: StatusCode, body: Vec<u8>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    response
}
