//! The client: checks, connects, asks, and follows where it may.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::{
    HeaderMap, HeaderValue, Method,
    header::{ACCEPT_ENCODING, CONTENT_LENGTH, HOST, LOCATION, TRANSFER_ENCODING, USER_AGENT},
};
use http_body_util::Full;
use hyper::body::Incoming;
use rustls::pki_types::CertificateDer;
use tokio::time::timeout;

use crate::{
    DnsServer, EgressError, Limits, NetworkPolicy, Redirects, Request, Resolver, Response, SetupFault, body,
    line::{Dialer, Line},
    pool::Pool,
    target::{Origin, Ports, Target},
    tls,
};

/// How long a line may take after an answer to be ready for the next request; one that takes longer is given up.
const READY_LIMIT: Duration = Duration::from_millis(20);

/// The settings of a client.
#[derive(Debug, Clone)]
pub struct ClientOptions {
    /// Whom to ask for names.
    pub dns: DnsServer,
    /// How long DNS may take for one question.
    pub dns_timeout: Duration,
    /// Which addresses may be connected to.
    pub network: NetworkPolicy,
    /// The port that addresses without one mean, for plain HTTP.
    pub http_port: u16,
    /// The port that addresses without one mean, for encrypted HTTP.
    pub https_port: u16,
    /// Who we say we are.
    pub user_agent: String,
    /// Certificates trusted besides those the machine trusts.
    pub trusted: Vec<CertificateDer<'static>>,
}

impl Default for ClientOptions {
    fn default() -> Self {
        let ports = Ports::default();
        Self {
            dns: DnsServer::System,
            dns_timeout: Duration::from_secs(3),
            network: NetworkPolicy::default(),
            http_port: ports.http,
            https_port: ports.https,
            user_agent: concat!("brimful/", env!("CARGO_PKG_VERSION")).to_owned(),
            trusted: Vec::new(),
        }
    }
}

/// Makes guarded requests. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    dialer: Dialer,
    ports: Ports,
    user_agent: HeaderValue,
    pool: Pool,
}

impl Client {
    /// Sets a client up; must be called inside a Tokio runtime.
    pub fn new(options: ClientOptions) -> Result<Self, SetupFault> {
        let dialer = Dialer {
            resolver: Resolver::new(options.dns, options.dns_timeout)?,
            network: options.network,
            tls: tls::connector(&options.trusted)?,
        };
        let ports = Ports { http: options.http_port, https: options.https_port };
        let user_agent = HeaderValue::from_str(&options.user_agent)
            .unwrap_or_else(|_| HeaderValue::from_static(env!("CARGO_PKG_NAME")));
        Ok(Self { inner: Arc::new(Inner { dialer, ports, user_agent, pool: Pool::default() }) })
    }

    /// The resolver that the client itself asks.
    pub fn resolver(&self) -> &Resolver {
        &self.inner.dialer.resolver
    }

    /// Whether an address may be asked as things stand: nothing is sent there. Each request checks again.
    pub async fn check(&self, url: &str) -> Result<(), EgressError> {
        let target = Target::parse(url, self.inner.ports)?;
        self.inner.dialer.addresses(&target.origin).await.map(drop)
    }

    /// Makes a request and reads its answer, whatever its status.
    pub async fn send(&self, request: Request) -> Result<Response, EgressError> {
        let target = Target::parse(&request.url, self.inner.ports)?;
        let host = target.origin.host.to_string();
        let answer = timeout(request.limits.total, self.inner.follow(target, request));
        answer.await.unwrap_or(Err(EgressError::TimedOut(host)))
    }
}

impl Inner {
    async fn follow(&self, mut target: Target, mut request: Request) -> Result<Response, EgressError> {
        let at_most = match request.redirects {
            Redirects::Follow(at_most) if request.method == Method::GET => at_most,
            Redirects::Follow(_) | Redirects::Answer => return self.ask(&target, &request).await,
        };
        for _ in 0..=at_most {
            let response = self.ask(&target, &request).await?;
            let Some(next) = redirection(&response) else { return Ok(response) };
            let next = Target::new(next, self.ports)?;
            if next.origin.host != target.origin.host || target.origin.is_secure && !next.origin.is_secure {
                request.headers = public(&request.headers);
            }
            target = next;
        }
        Err(EgressError::Redirects(at_most))
    }

    async fn ask(&self, target: &Target, request: &Request) -> Result<Response, EgressError> {
        let (mut line, answer) = self.exchange(target, request).await?;
        let (parts, incoming) = answer.into_parts();
        let host = target.origin.host.to_string();
        let body = body::read(incoming, &parts.headers, &request.limits, &host).await?;
        if body.is_whole && timeout(READY_LIMIT, line.sender.ready()).await.is_ok_and(|ready| ready.is_ok()) {
            self.pool.put(&target.origin, line);
        }
        Ok(Response {
            status: parts.status,
            headers: parts.headers,
            body: body.bytes,
            is_cut: body.is_cut,
            url: target.url.clone(),
        })
    }

    /// Sends over a waiting line where there is one; the server may have hung up on it meanwhile, which is seen
    /// before the request is sent, so it is sent once.
    async fn exchange(
        &self,
        target: &Target,
        request: &Request,
    ) -> Result<(Line, http::Response<Incoming>), EgressError> {
        let broken = || EgressError::Broken(target.origin.host.to_string());
        let mut message = self.message(target, request)?;
        if let Some(mut line) = self.pool.take(&target.origin) {
            match line.sender.try_send_request(message).await {
                Ok(answer) => return Ok((line, answer)),
                Err(mut fault) => message = fault.take_message().ok_or_else(broken)?,
            }
        }
        let mut line = self.line(&target.origin, &request.limits).await?;
        let answer = line.sender.send_request(message).await.map_err(|_| broken())?;
        Ok((line, answer))
    }

    async fn line(&self, origin: &Origin, limits: &Limits) -> Result<Line, EgressError> {
        let mut line = self.dialer.dial(origin, limits).await?;
        line.sender.ready().await.map_err(|_| EgressError::Broken(origin.host.to_string()))?;
        Ok(line)
    }

    fn message(&self, target: &Target, request: &Request) -> Result<http::Request<Full<Bytes>>, EgressError> {
        let fault = |_| EgressError::Url("the address cannot be written into a request");
        let mut message = http::Request::new(Full::new(request.body.clone()));
        *message.method_mut() = request.method.clone();
        *message.uri_mut() = target.path().parse().map_err(fault)?;
        let authority = HeaderValue::from_str(&target.authority());
        let headers = message.headers_mut();
        headers.insert(USER_AGENT, self.user_agent.clone());
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        headers.extend(request.headers.clone());
        // How the body is framed and where it goes is ours alone to say.
        headers.remove(TRANSFER_ENCODING);
        headers.remove(CONTENT_LENGTH);
        headers.insert(HOST, authority.map_err(|_| EgressError::Url("the host cannot be written down"))?);
        Ok(message)
    }
}

/// Where an answer leads, if it does.
fn redirection(response: &Response) -> Option<url::Url> {
    if !matches!(response.status.as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    response.url.join(response.header_text(&LOCATION)?).ok()
}

/// The headers that may be told to anybody.
fn public(headers: &HeaderMap) -> HeaderMap {
    const PUBLIC: [&str; 3] = ["accept", "accept-language", "user-agent"];
    headers
        .iter()
        .filter(|(name, _)| PUBLIC.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
