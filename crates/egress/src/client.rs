//! The HTTP client: checks the target address, connects, sends the request and follows redirects if allowed.

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
    DnsServer, EgressError, NetworkPolicy, Redirects, Request, RequestLimits, Resolver, Response, SetupFault,
    body,
    line::{Connection, Dialer},
    pool::Pool,
    stream::Streamed,
    target::{Ports, RequestTarget, UrlOrigin},
    tls,
};

/// Longest wait, after a response, for a connection to accept the next request; after that it is dropped.
const READY_LIMIT: Duration = Duration::from_millis(20);

/// Settings of a [`Client`].
#[derive(Debug, Clone)]
pub struct ClientOptions {
    /// DNS server that resolves host names.
    pub dns: DnsServer,
    /// Timeout of one DNS query.
    pub dns_timeout: Duration,
    /// Addresses that connections may go to.
    pub network: NetworkPolicy,
    /// Port of `http://` URLs that name none.
    pub http_port: u16,
    /// Port of `https://` URLs that name none.
    pub https_port: u16,
    /// Value of the `User-Agent` header.
    pub user_agent: String,
    /// CA certificates trusted in addition to the operating system's.
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

/// HTTP client that connects only to allowed addresses. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    inner: Arc<ClientInner>,
}

struct ClientInner {
    dialer: Dialer,
    ports: Ports,
    user_agent: HeaderValue,
    pool: Pool,
}

impl Client {
    /// Creates a client; must be called inside a Tokio runtime.
    pub fn new(options: ClientOptions) -> Result<Self, SetupFault> {
        let dialer = Dialer {
            resolver: Resolver::new(options.dns, options.dns_timeout)?,
            network: options.network,
            tls: tls::connector(&options.trusted)?,
        };
        let ports = Ports { http: options.http_port, https: options.https_port };
        let user_agent = HeaderValue::from_str(&options.user_agent)
            .unwrap_or_else(|_| HeaderValue::from_static(env!("CARGO_PKG_NAME")));
        Ok(Self { inner: Arc::new(ClientInner { dialer, ports, user_agent, pool: Pool::default() }) })
    }

    /// The client's own resolver, with its cache.
    pub fn resolver(&self) -> &Resolver {
        &self.inner.dialer.resolver
    }

    /// Checks the URL and resolves its host without connecting. Each request repeats the check.
    pub async fn check(&self, url: &str) -> Result<(), EgressError> {
        let target = RequestTarget::parse(url, self.inner.ports)?;
        self.inner.dialer.addresses(&target.origin).await.map(drop)
    }

    /// Sends a request and reads the response, whatever its status code.
    pub async fn send(&self, request: Request) -> Result<Response, EgressError> {
        let target = RequestTarget::parse(&request.url, self.inner.ports)?;
        let host = target.origin.host.to_string();
        let response = timeout(request.limits.total, self.inner.follow(target, request));
        response.await.unwrap_or(Err(EgressError::TimedOut(host)))
    }

    /// Sends a request and returns the response as soon as its headers are there, within the time limit; the body is read
    /// while it arrives. Redirects are not followed, and nothing is decompressed.
    pub async fn open(&self, request: Request) -> Result<Streamed, EgressError> {
        let target = RequestTarget::parse(&request.url, self.inner.ports)?;
        let host = target.origin.host.to_string();
        let request = request.header(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        let exchanged = timeout(request.limits.total, self.inner.exchange(&target, &request)).await;
        let (connection, response) = exchanged.unwrap_or(Err(EgressError::TimedOut(host.clone())))?;
        let (parts, body) = response.into_parts();
        Ok(Streamed { status: parts.status, headers: parts.headers, body, host, _connection: connection })
    }
}

impl ClientInner {
    async fn follow(&self, mut target: RequestTarget, mut request: Request) -> Result<Response, EgressError> {
        let at_most = match request.redirects {
            Redirects::Follow(at_most) if request.method == Method::GET => at_most,
            Redirects::Follow(_) | Redirects::Answer => return self.send_once(&target, &request).await,
        };
        for _ in 0..=at_most {
            let response = self.send_once(&target, &request).await?;
            let Some(next) = redirect_url(&response) else { return Ok(response) };
            let next = RequestTarget::new(next, self.ports)?;
            if next.origin.host != target.origin.host || target.origin.is_secure && !next.origin.is_secure {
                request.headers = without_secrets(&request.headers);
            }
            target = next;
        }
        Err(EgressError::Redirects(at_most))
    }

    async fn send_once(&self, target: &RequestTarget, request: &Request) -> Result<Response, EgressError> {
        let (mut connection, response) = self.exchange(target, request).await?;
        let (parts, incoming) = response.into_parts();
        let host = target.origin.host.to_string();
        let body = body::read(incoming, &parts.headers, &request.limits, &host).await?;
        if body.is_complete
            && timeout(READY_LIMIT, connection.sender.ready()).await.is_ok_and(|ready| ready.is_ok())
        {
            self.pool.put(&target.origin, connection);
        }
        Ok(Response {
            status: parts.status,
            headers: parts.headers,
            body: body.bytes,
            is_cut: body.is_cut,
            url: target.url.clone(),
        })
    }

    /// Reuses an idle connection if there is one. The server may have closed it meanwhile; that shows before anything
    /// is written, so the request is sent at most once.
    async fn exchange(
        &self,
        target: &RequestTarget,
        request: &Request,
    ) -> Result<(Connection, http::Response<Incoming>), EgressError> {
        let broken = || EgressError::Broken(target.origin.host.to_string());
        let mut message = self.message(target, request)?;
        if let Some(mut connection) = self.pool.take(&target.origin) {
            match connection.sender.try_send_request(message).await {
                Ok(response) => return Ok((connection, response)),
                Err(mut fault) => message = fault.take_message().ok_or_else(broken)?,
            }
        }
        let mut connection = self.connect(&target.origin, &request.limits).await?;
        let response = connection.sender.send_request(message).await.map_err(|_| broken())?;
        Ok((connection, response))
    }

    async fn connect(&self, origin: &UrlOrigin, limits: &RequestLimits) -> Result<Connection, EgressError> {
        let mut connection = self.dialer.dial(origin, limits).await?;
        connection.sender.ready().await.map_err(|_| EgressError::Broken(origin.host.to_string()))?;
        Ok(connection)
    }

    fn message(
        &self,
        target: &RequestTarget,
        request: &Request,
    ) -> Result<http::Request<Full<Bytes>>, EgressError> {
        let fault = |_| EgressError::Url("the URL cannot be encoded in a request");
        let mut message = http::Request::new(Full::new(request.body.clone()));
        *message.method_mut() = request.method.clone();
        *message.uri_mut() = target.path().parse().map_err(fault)?;
        let authority = HeaderValue::from_str(&target.authority());
        let headers = message.headers_mut();
        headers.insert(USER_AGENT, self.user_agent.clone());
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        headers.extend(request.headers.clone());
        // Framing and `Host` are set here alone, so that a caller's headers cannot smuggle a second request.
        headers.remove(TRANSFER_ENCODING);
        headers.remove(CONTENT_LENGTH);
        headers
            .insert(HOST, authority.map_err(|_| EgressError::Url("the host cannot be encoded in a header"))?);
        Ok(message)
    }
}

/// The URL that a response redirects to.
fn redirect_url(response: &Response) -> Option<url::Url> {
    if !matches!(response.status.as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    response.url.join(response.header_text(&LOCATION)?).ok()
}

/// The headers that may be sent to another host after a redirect: none that can carry a secret.
fn without_secrets(headers: &HeaderMap) -> HeaderMap {
    const PUBLIC: [&str; 3] = ["accept", "accept-language", "user-agent"];
    headers
        .iter()
        .filter(|(name, _)| PUBLIC.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}
