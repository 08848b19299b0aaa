//! An HTTP client for one request, and a small world with its servers.

use std::sync::Arc;

use http_body_util::{BodyExt, Full};
use hyper::{HeaderMap, Request, StatusCode, body::Bytes, client::conn::http1::handshake, header::HOST};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use world::{
    World, WorldOptions,
    net::{NetOptions, WorldNet},
};

pub struct Served {
    pub world: Arc<World>,
    pub net: WorldNet,
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

impl Served {
    pub async fn start() -> Self {
        let as_of = "2026-05-20T08:00:00Z".parse().unwrap();
        let world = Arc::new(World::new(WorldOptions { seed: 5, people: 1_000, as_of }));
        let net = WorldNet::start(Arc::clone(&world), NetOptions::default()).await.unwrap();
        Self { world, net }
    }

    pub async fn get(&self, host: &str, path: &str) -> Answer {
        self.send(Request::get(path).header(HOST, host).body(String::new()).unwrap()).await
    }

    pub async fn send(&self, request: Request<String>) -> Answer {
        let stream = TcpStream::connect(("127.0.0.1", self.net.http_port())).await.unwrap();
        let (mut sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
        let driver = tokio::spawn(connection);
        let request = request.map(|body| Full::new(Bytes::from(body)));
        let (head, body) = sender.send_request(request).await.unwrap().into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        driver.abort();
        Answer { status: head.status, headers: head.headers, body: String::from_utf8(body.to_vec()).unwrap() }
    }
}
