//! A server with all dialects on a free loopback port, which knows the people of the showcase.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use dialects::{Dialect, DialectSettings};
use engine::{ExternalSources, Feeds};
use reqwest::Method;
use serde_json::Value;
use server::{App, AppDependencies, Index, Pages, Settings};
use store::{AccountId, Clock, Credits, Entropy, NewAccount, Plan, Scopes, Store};
use tokio::{net::TcpListener, sync::oneshot};

/// When every test begins: noon of a working day.
pub const START: &str = "2026-03-04T12:00:00Z";
/// A person of the showcase.
pub const EMAIL: &str = "marta.quist@tidewater.example";
/// The profile of that person.
pub const PROFILE: &str = "https://network.example/in/marta-quist";
/// The person's employer.
pub const DOMAIN: &str = "tidewater.example";

pub struct TestServer {
    pub app: Arc<App>,
    pub store: Store,
    clock: Clock,
    address: SocketAddr,
    _stop: oneshot::Sender<()>,
}

/// Someone who calls the server with a key.
pub struct Caller {
    pub id: AccountId,
    pub key: String,
    client: reqwest::Client,
    root: String,
}

/// What the server said.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub text: String,
    headers: reqwest::header::HeaderMap,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {} {}", self.status, self.text))
    }

    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        assert!(self.header("x-request-id").starts_with("req_"), "{:?}", self.headers);
        self.json()
    }
}

impl TestServer {
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(set: impl FnOnce(&mut Settings)) -> Self {
        Self::speaking(Dialect::ALL.to_vec(), set).await
    }

    /// A server that speaks these dialects.
    pub async fn speaking(enabled: Vec<Dialect>, set: impl FnOnce(&mut Settings)) -> Self {
        let clock = Clock::manual(START.parse().unwrap());
        let store = Store::temporary().unwrap().with_clock(clock.clone());
        store.ingest(server::showcase_claims(clock.now())).await.unwrap();
        let mut settings = Settings::default();
        settings.plans.values_mut().for_each(|terms| terms.requests_per_second = 0);
        settings.limits.refused_keys_per_minute = 10_000;
        set(&mut settings);
        let options = egress::ClientOptions {
            dns: egress::DnsServer::At("127.0.0.1:1".parse().unwrap()),
            dns_timeout: Duration::from_millis(50),
            ..egress::ClientOptions::default()
        };
        let http = egress::Client::new(options).unwrap();
        let app = App::new(AppDependencies {
            store: store.clone(),
            index: Index::in_memory().unwrap(),
            verifier: None,
            external: ExternalSources::default(),
            feeds: Feeds::new(Vec::new(), http.clone()).unwrap(),
            sandbox: Store::temporary().unwrap(),
            sandbox_verifier: None,
            http,
            settings,
            imports: "/nonexistent".into(),
            traces: server::Traces::default(),
            shown_settings: Vec::new(),
            machine_checks: None,
            clock: clock.clone(),
            entropy: Entropy::seeded(1),
        })
        .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let routes = dialects::routes(&DialectSettings { enabled });
        let pages = Pages { routes, not_found: |_, _, _| panic!("no page is asked for") };
        tokio::spawn(server::serve(app.clone(), Some(pages), listener, async move {
            let _ = stopped.await;
        }));
        let server = Self { app, store, clock, address, _stop: stop };
        server.indexed().await;
        server
    }

    async fn indexed(&self) {
        for _ in 0..400 {
            let state = self.app.engine.index_state().unwrap();
            if state.is_some_and(|state| state.index_change >= state.store_change) {
                tokio::time::sleep(Duration::from_millis(50)).await;
                return;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("the index does not catch up");
    }

    /// An account with these credits.
    pub async fn account(&self, credits: i64) -> Caller {
        self.account_with(credits, Scopes::CUSTOMER).await
    }

    pub async fn account_with(&self, credits: i64, scopes: Scopes) -> Caller {
        let (clock, entropy) = (&self.clock, &self.app.entropy);
        let (key, stored) = server::generate_key("first key", scopes, None, clock, entropy);
        let number = self.store.accounts().unwrap().len();
        let new = NewAccount {
            id: AccountId::generate(clock, entropy),
            email: format!("customer-{number}@client.example"),
            password_hash: None,
            plan: Plan::Scale,
            trial_ends_at: None,
            credits: Credits::whole(credits),
        };
        let account = self.store.create_account(new, Some(stored), clock.now()).await.unwrap();
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        Caller { id: account.id, key, client, root: format!("http://{}", self.address) }
    }

    pub fn balance(&self, caller: &Caller) -> Credits {
        self.store.balance(&caller.id).unwrap()
    }
}

impl Drop for TestServer {
    /// The thread that follows the index ends only once the server drains, and the test waits for it.
    fn drop(&mut self) {
        self.app.drain();
    }
}

impl Caller {
    /// The same caller with another key.
    pub fn with_key(&self, key: &str) -> Self {
        let (client, root) = (self.client.clone(), self.root.clone());
        Self { id: self.id.clone(), key: key.to_owned(), client, root }
    }

    /// The same caller with a key that differs from the right one in its last character.
    pub fn with_wrong_key(&self) -> Self {
        let (kept, last) = self.key.split_at(self.key.len() - 1);
        self.with_key(&format!("{kept}{}", if last == "x" { "y" } else { "x" }))
    }

    /// A GET with the key in a header that all vendors but Clearbit have, and with its scheme there.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    /// A call that may cost so many credits at most.
    pub async fn bounded(&self, method: Method, path: &str, body: Option<Value>, max_credits: u64) -> Answer {
        let request = self.request(method, path, body).header("max-credits", max_credits);
        read(request.send().await.unwrap()).await
    }

    /// A call of our own API.
    pub async fn own(&self, path: &str, body: Value) -> Value {
        let request = self.client.post(format!("{}{path}", self.root)).bearer_auth(&self.key).json(&body);
        read(request.send().await.unwrap()).await.json()
    }

    pub async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        read(self.request(method, path, body).send().await.unwrap()).await
    }

    fn request(&self, method: Method, path: &str, body: Option<Value>) -> reqwest::RequestBuilder {
        let mut request = self.client.request(method, format!("{}{path}", self.root));
        if !self.key.is_empty() {
            request = match path.starts_with("/dialect/clearbit") {
                true => request.basic_auth(&self.key, Some("")),
                false => request.header("x-api-key", &self.key),
            };
        }
        match body {
            Some(body) => request.json(&body),
            None => request,
        }
    }

    /// Sends bytes that claim to be JSON.
    pub async fn post_bytes(&self, path: &str, body: Vec<u8>) -> Answer {
        let request = self.client.post(format!("{}{path}", self.root)).header("x-api-key", &self.key);
        read(request.header("content-type", "application/json").body(body).send().await.unwrap()).await
    }

    /// Sends bytes that claim to be JSON in an encoding.
    pub async fn post_encoded(&self, path: &str, encoding: &str, body: Vec<u8>) -> Answer {
        let request = self.request(Method::POST, path, None).header("content-type", "application/json");
        read(request.header("content-encoding", encoding).body(body).send().await.unwrap()).await
    }

    /// A GET without a key in its headers.
    pub async fn get_plain(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.client.get(format!("{}{path}", self.root));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(request.send().await.unwrap()).await
    }
}

async fn read(response: reqwest::Response) -> Answer {
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Answer { status, headers, text: response.text().await.unwrap() }
}
