//! A test website with its DNS, on loopback.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use egress::{Client, ClientOptions, DnsServer, NetworkPolicy};
use sources::website::{SiteReading, WebsiteOptions, WebsiteReader};
use world::net::{DnsOnLoopback, DnsQuestion, Zone, ZoneAnswer};

use crate::lab::{Script, Scripted};

pub const NOW: &str = "2026-11-01T12:00:00Z";

/// Resolves every name to the site, except for records added by [`Site::add_record`].
#[derive(Default)]
struct SiteZone {
    records: Mutex<HashMap<(String, &'static str), ZoneAnswer>>,
}

impl Zone for SiteZone {
    fn answer(&self, name: &str, question: DnsQuestion) -> ZoneAnswer {
        let kind = match question {
            DnsQuestion::Mail => "mail",
            DnsQuestion::Text => "text",
            DnsQuestion::Alias => "alias",
            DnsQuestion::Address => "address",
            DnsQuestion::AddressV6 => "address6",
        };
        let records = self.records.lock().unwrap().get(&(name.to_owned(), kind)).cloned();
        match question {
            DnsQuestion::Address if records.is_none() => {
                ZoneAnswer::Addresses(vec!["127.0.0.2".parse().unwrap()])
            }
            _ => records.unwrap_or(ZoneAnswer::Nothing),
        }
    }
}

pub struct Site {
    zone: Arc<SiteZone>,
    dns: DnsOnLoopback,
    pub server: Scripted,
}

pub fn html(body: &str) -> Script {
    with_headers("content-type: text/html; charset=utf-8\r\n", body.as_bytes())
}

pub fn with_headers(headers: &str, body: &[u8]) -> Script {
    let head = format!("HTTP/1.1 200 OK\r\n{headers}content-length: {}\r\n\r\n", body.len());
    Script::Bytes([head.as_bytes(), body].concat())
}

pub fn absent() -> Script {
    Script::Bytes(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_vec())
}

impl Site {
    /// A site with scripted responses by host and path, such as `harbor.example/about`.
    pub async fn start(answer: impl Fn(&str) -> Script + Send + Sync + 'static) -> Self {
        let zone = Arc::new(SiteZone::default());
        let dns = DnsOnLoopback::start(Arc::clone(&zone) as Arc<dyn Zone>).await.unwrap();
        let server = Scripted::start_by_request("127.0.0.2", move |request| {
            let path = request.split(' ').nth(1).unwrap_or_default();
            let host = request
                .lines()
                .find_map(|line| line.to_lowercase().strip_prefix("host: ").map(str::to_owned));
            answer(&format!("{}{path}", host.unwrap_or_default()))
        })
        .await;
        Self { zone, dns, server }
    }

    pub fn add_record(&self, name: &str, kind: &'static str, answer: ZoneAnswer) {
        self.zone.records.lock().unwrap().insert((name.to_owned(), kind), answer);
    }

    pub fn client(&self) -> Client {
        Client::new(ClientOptions {
            dns: DnsServer::At(self.dns.address()),
            network: NetworkPolicy::allowing(["127.0.0.2/32".parse().unwrap()]),
            http_port: self.server.address.port(),
            // Nothing listens there: the site has no TLS.
            https_port: 1_024,
            ..ClientOptions::default()
        })
        .unwrap()
    }

    pub async fn read(&self, domain: &str) -> SiteReading {
        let options = WebsiteOptions {
            deadline: Duration::from_secs(3),
            page_timeout: Duration::from_millis(600),
            pause: Duration::from_millis(5),
            page_bytes: 100_000,
            ..WebsiteOptions::default()
        };
        WebsiteReader::new(self.client(), options).read(domain, NOW.parse().unwrap()).await
    }

    /// The requested paths.
    pub fn paths(&self) -> Vec<String> {
        let path = |request: &String| request.split(' ').nth(1).unwrap_or_default().to_owned();
        self.server.received().iter().map(path).collect()
    }
}
