//! A server with pages on a free loopback port, with a clock that is turned by hand, and browsers that keep cookies.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use engine::{ExternalSources, Feeds};
use jiff::SignedDuration;
use records::{Claim, Facts, PersonFacts, PrivateTraits};
use server::{App, AppDependencies, Index, Settings, SignupMode};
use store::{AccountId, Clock, Entropy, Store};
use tokio::{net::TcpListener, sync::oneshot};

/// When every test begins: noon of a working day.
pub const START: &str = "2026-03-04T12:00:00Z";
pub const PASSWORD: &str = "correct horse battery";

/// Two rows of one household, of which one has no given name: a pair for the review list. `title` is that of the first.
pub fn nearly_one(number: u32, title: &str) -> Vec<Claim> {
    let row = |reference: &str, first: Option<&str>, title: Option<&str>| {
        let private = PrivateTraits {
            street: Some(format!("{number} Mill Lane")),
            house_number: Some(number.to_string()),
            postcode: Some(format!("TN2{number} 8RZ")),
            ..PrivateTraits::default()
        };
        let facts = PersonFacts {
            first_name: first.map(Into::into),
            last_name: Some(format!("Ellwood{number}")),
            title: title.map(Into::into),
            private: Some(private),
            ..PersonFacts::default()
        };
        Claim {
            source: "test".into(),
            reference: format!("{number}{reference}"),
            observed_at: START.parse().unwrap(),
            facts: Facts::Person(Box::new(facts)),
        }
    };
    vec![row("a", Some("Marta"), Some(title)), row("b", None, None)]
}

/// A client that reaches no server.
pub fn client() -> egress::Client {
    let options = egress::ClientOptions {
        dns: egress::DnsServer::At("127.0.0.1:1".parse().unwrap()),
        dns_timeout: Duration::from_millis(50),
        ..egress::ClientOptions::default()
    };
    egress::Client::new(options).unwrap()
}

pub struct TestServer {
    pub app: Arc<App>,
    pub store: Store,
    pub clock: Clock,
    address: SocketAddr,
    /// Where files for imports lie.
    pub folder: tempfile::TempDir,
    _stop: oneshot::Sender<()>,
}

impl TestServer {
    pub async fn start() -> Self {
        Self::with(Vec::new()).await
    }

    /// A server that knows the showcase and what these claims tell.
    pub async fn with(claims: Vec<Claim>) -> Self {
        Self::set_up(claims, |_| {}).await
    }

    /// A server with these settings.
    pub async fn set_up(claims: Vec<Claim>, set: impl FnOnce(&mut Settings)) -> Self {
        Self::assembled(claims, ExternalSources::default(), set).await
    }

    /// A server that asks these vendors.
    pub async fn with_external(external: ExternalSources) -> Self {
        Self::assembled(Vec::new(), external, |_| {}).await
    }

    /// A server that knows these claims and asks these vendors.
    pub async fn with_all(claims: Vec<Claim>, external: ExternalSources) -> Self {
        Self::assembled(claims, external, |_| {}).await
    }

    async fn assembled(
        claims: Vec<Claim>,
        external: ExternalSources,
        set: impl FnOnce(&mut Settings),
    ) -> Self {
        let clock = Clock::manual(START.parse().unwrap());
        let store = Store::temporary().unwrap().with_clock(clock.clone());
        store.ingest(server::showcase_claims(clock.now())).await.unwrap();
        store.ingest(claims).await.unwrap();
        let sandbox = Store::temporary().unwrap();
        sandbox.ingest(server::showcase_claims(clock.now())).await.unwrap();
        let mut settings = Settings::default();
        settings.plans.values_mut().for_each(|terms| terms.requests_per_second = 0);
        settings.signup.mode = SignupMode::Open;
        settings.signup.per_client_day = 0;
        settings.limits.logins_per_minute = 1_000;
        settings.limits.sandbox_calls_per_day = 1_000_000;
        set(&mut settings);
        let http = client();
        let folder = tempfile::tempdir().unwrap();
        let app = App::new(AppDependencies {
            store: store.clone(),
            index: Index::in_memory().unwrap(),
            verifier: None,
            external,
            feeds: Feeds::new(Vec::new(), http.clone()).unwrap(),
            sandbox,
            sandbox_verifier: None,
            http,
            settings,
            imports: folder.path().join("imports"),
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
        tokio::spawn(server::serve(app.clone(), Some(console::pages()), listener, async move {
            let _ = stopped.await;
        }));
        let server = Self { app, store, clock, address, folder, _stop: stop };
        server.indexed().await;
        server
    }

    async fn indexed(&self) {
        for _ in 0..400 {
            let state = self.app.engine.index_state().unwrap();
            if state.is_some_and(|state| state.index_change >= state.store_change) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("the index does not catch up");
    }

    pub fn wait(&self, hours: i64) {
        self.wait_minutes(60 * hours);
    }

    pub fn wait_minutes(&self, minutes: i64) {
        self.clock.advance(SignedDuration::from_mins(minutes));
    }

    pub fn browser(&self) -> Browser {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let base = format!("http://{}", self.address);
        Browser { client, base, cookies: Mutex::default(), clock: Some(self.clock.clone()) }
    }

    /// A browser of a new account, signed in.
    pub async fn signed_in(&self, email: &str) -> Browser {
        let browser = self.browser();
        let answer = browser.submit("/signup", &[("email", email), ("password", PASSWORD)]).await;
        assert_eq!(answer.status, 303, "{}", answer.text);
        browser
    }

    /// A browser of a new account that is an operator's, signed in.
    pub async fn operator(&self, email: &str) -> Browser {
        let browser = self.signed_in(email).await;
        self.set_operator(email, true).await;
        browser
    }

    pub async fn set_operator(&self, email: &str, is_operator: bool) {
        let key = server::generate_pages_key(&self.clock, &Entropy::System);
        let account = self.account(email);
        self.store.set_operator(&account, is_operator, key, self.clock.now()).await.unwrap();
    }

    /// What an account has left, in thousandths of a credit.
    pub fn balance(&self, email: &str) -> i64 {
        self.store.account_by_email(email).unwrap().unwrap().balance.thousandths()
    }

    pub fn account(&self, email: &str) -> AccountId {
        self.store.account_by_email(email).unwrap().unwrap().id
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.app.drain();
    }
}

/// A browser without scripts.
pub struct Browser {
    client: reqwest::Client,
    base: String,
    pub cookies: Mutex<BTreeMap<String, String>>,
    /// The clock that it waits by when it has opened too many pages; without one it does not wait.
    pub clock: Option<Clock>,
}

#[derive(Debug)]
pub struct Page {
    pub status: u16,
    pub text: String,
    pub body: Vec<u8>,
    pub headers: reqwest::header::HeaderMap,
}

impl Page {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The value of the first hidden field of this name.
    pub fn hidden(&self, name: &str) -> Option<String> {
        let at = self.text.find(&format!("name=\"{name}\" value=\""))?;
        let rest = &self.text[at + name.len() + 15..];
        Some(rest.split('"').next()?.to_owned())
    }
}

/// An attribute of a tag.
pub fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?;
    Some(value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
}

impl Page {
    /// The first form with this action that holds this text.
    pub fn form(&self, action: &str, holding: &str) -> &str {
        let forms = self.text.split("<form").skip(1).map(|form| form.split("</form>").next().unwrap());
        let mut fitting = forms.filter(|form| form.contains(&format!("action=\"{action}\"")));
        let form = fitting.find(|form| form.contains(holding));
        form.unwrap_or_else(|| panic!("no form for {action} with {holding}: {}", self.text))
    }

    /// What a browser without scripts sends with that form.
    pub fn fields(&self, action: &str, holding: &str) -> Vec<(String, String)> {
        self.fields_of(self.form(action, holding))
    }

    /// Hidden fields, boxes that are ticked, texts and chosen options of a form.
    pub fn fields_of(&self, form: &str) -> Vec<(String, String)> {
        let form = form.split("</form>").next().unwrap();
        let inputs = form.split("<input").skip(1).filter_map(|input| {
            let tag = input.split('>').next().unwrap();
            let is_box = tag.contains("type=\"checkbox\"") || tag.contains("type=\"radio\"");
            let is_sent = !is_box || tag.contains(" checked");
            Some((attribute(tag, "name")?, attribute(tag, "value").unwrap_or_default())).filter(|_| is_sent)
        });
        let selects = form.split("<select").skip(1).filter_map(|select| {
            let (tag, options) = select.split_once('>').unwrap();
            let options = options.split("</select>").next().unwrap();
            let mut tags = options.split("<option").skip(1).map(|option| option.split('>').next().unwrap());
            let chosen = tags.clone().find(|tag| tag.contains(" selected")).or_else(|| tags.next())?;
            Some((attribute(tag, "name")?, attribute(chosen, "value").unwrap_or_default()))
        });
        inputs.chain(selects).collect()
    }

    /// The price on the button of that form, without `up to`.
    pub fn price(&self, action: &str, holding: &str) -> f64 {
        let form = self.form(action, holding);
        let label = form.rsplit("<b>").next().unwrap().split("</b>").next().unwrap();
        let number = label.trim_start_matches("up to ").trim_end_matches(" cr").replace(',', "");
        number.parse().unwrap_or_else(|_| panic!("no price: {label}"))
    }
}

impl Browser {
    /// Sends the first form of a page with this action that holds this text, as it is.
    pub async fn press(&self, page: &Page, action: &str, holding: &str) -> Page {
        let fields = page.fields(action, holding);
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.post(action, &fields).await
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Page {
        let again = request.try_clone();
        let page = self.send_once(request).await;
        match (&self.clock, again) {
            (Some(clock), Some(again)) if page.text.contains("Too many pages were opened") => {
                clock.advance(SignedDuration::from_secs(page.header("retry-after").parse().unwrap()));
                self.send_once(again).await
            }
            _ => page,
        }
    }

    async fn send_once(&self, request: reqwest::RequestBuilder) -> Page {
        let cookies: Vec<String> =
            self.cookies.lock().unwrap().iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = request.header("accept", "text/html").header("cookie", cookies.join("; "));
        let answer = request.send().await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        for cookie in headers.get_all("set-cookie") {
            let (name, value) = cookie.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.lock().unwrap().insert(name.to_owned(), value.to_owned());
        }
        let body = answer.bytes().await.unwrap().to_vec();
        Page { status, headers, text: String::from_utf8_lossy(&body).into_owned(), body }
    }

    pub async fn get(&self, path: &str) -> Page {
        self.send(self.client.get(format!("{}{path}", self.base))).await
    }

    /// Asks as a program does: with these headers and no others.
    pub async fn ask(&self, path: &str, headers: &[(&str, &str)]) -> Page {
        let mut request = self.client.get(format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = request.send().await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = answer.bytes().await.unwrap().to_vec();
        Page { status, headers, text: String::from_utf8_lossy(&body).into_owned(), body }
    }

    /// Sends a form as it is.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let mut body = String::new();
        for (name, value) in fields {
            let encode = |text: &str| {
                text.bytes()
                    .map(|byte| {
                        if byte.is_ascii_alphanumeric() {
                            (byte as char).to_string()
                        } else {
                            format!("%{byte:02X}")
                        }
                    })
                    .collect::<String>()
            };
            body.push_str(&format!("{}={}&", encode(name), encode(value)));
        }
        let request = self.client.post(format!("{}{path}", self.base));
        self.send(request.header("content-type", "application/x-www-form-urlencoded").body(body)).await
    }

    /// Sends a body that claims to be a compressed form.
    pub async fn post_encoded(&self, path: &str, media: &str) -> Page {
        let request = self.client.post(format!("{}{path}", self.base)).header("content-type", media);
        self.send(request.header("content-encoding", "gzip").body(vec![0x1f, 0x8b, 8, 0])).await
    }

    /// Sends a form with a file, with these fields before it.
    pub async fn upload(&self, path: &str, fields: &[(&str, &str)], file: (&str, impl AsRef<[u8]>)) -> Page {
        const BOUNDARY: &str = "boundary-of-the-form";
        let mut body = Vec::new();
        for (name, value) in fields {
            let part =
                format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend(part.into_bytes());
        }
        let (name, content) = file;
        let head = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        );
        body.extend(head.into_bytes());
        body.extend(content.as_ref());
        body.extend(format!("\r\n--{BOUNDARY}--\r\n").into_bytes());
        let request = self.client.post(format!("{}{path}", self.base));
        let media = format!("multipart/form-data; boundary={BOUNDARY}");
        self.send(request.header("content-type", media).body(body)).await
    }

    /// The token of this browser's forms.
    pub async fn token(&self) -> String {
        self.get("/problems").await.hidden("csrf").unwrap()
    }

    /// Sends a form with its token, and with a bound of its charge if the fields have none.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let token = self.token().await;
        let mut all = vec![("csrf", token.as_str())];
        all.extend(fields);
        all.push(("max_credits", "1000"));
        self.post(path, &all).await
    }
}
