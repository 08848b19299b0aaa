//! Commands that go on: signals as they happen, calls as they are made, events as they are told.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::Duration,
};

use serde_json::{Value, json};

use super::commands::setting;
use crate::{http::Caller, process::Place};

const PATIENCE: Duration = Duration::from_secs(30);

/// A command that runs until it is dropped, and its lines.
struct Following {
    child: Child,
    lines: mpsc::Receiver<String>,
    said: mpsc::Receiver<String>,
}

impl Following {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (stdout, stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        Self { child, lines: lines(stdout), said: lines(stderr) }
    }

    fn line(&self) -> String {
        self.lines
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|error| panic!("{error}: {:?}", self.said.try_iter().collect::<Vec<_>>()))
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines(from: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

#[test]
fn signals_are_printed_as_they_become_known() {
    let (place, server, _) = setting("10");
    let feed = Following::start(place.command(&["signals", "--kind", "funding", "--follow", "--json"]));
    let said = feed.said.recv_timeout(PATIENCE).unwrap();
    assert!(said.contains("following"), "{said}");
    place.write(
        "rounds.csv",
        "kind,companyDomain,round,amount,currency,date\nfunding,acme.example,seed,1000000,USD,2026-01-31\n",
    );
    place.json(&["import", "signals", "rounds.csv", "--source", "news", "--data", "data"]);
    let signal: Value = serde_json::from_str(&feed.line()).unwrap();
    assert_eq!((&signal["kind"], &signal["company"]["domain"]), (&json!("funding"), &json!("acme.example")));
    drop(feed);
    let shown = place.run(&["signals", "--kind", "funding"]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert!(shown.stdout.contains("2026-01-31") && shown.stdout.contains("raised"), "{}", shown.stdout);
    server.stop();
}

#[test]
fn calls_are_printed_as_they_are_made() {
    let (place, server, key) = setting("10");
    let caller = Caller::new(&server.address, &key);
    caller.post("/v1/enrich", &json!({ "email": "ada0@acme.example" }));
    let log = Following::start(place.command(&["logs", "--follow", "--json"]));
    let endpoint = |line: String| serde_json::from_str::<Value>(&line).unwrap()["endpoint"].clone();
    assert_eq!(endpoint(log.line()), "enrich");
    caller.post("/v1/companies", &json!({ "domain": "acme.example" }));
    assert_eq!(endpoint(log.line()), "companies");
}

/// Takes one request, answers 204, and returns its head and body.
fn receive(listener: &TcpListener) -> (String, String) {
    let (mut stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .to_lowercase()
                .lines()
                .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").unwrap();
                return (head.to_owned(), body.to_owned());
            }
        }
        let read = stream.read(&mut buffer).unwrap();
        assert!(read > 0, "the request was cut off: {text}");
        bytes.extend_from_slice(&buffer[..read]);
    }
}

#[test]
fn events_reach_an_address_of_this_machine_signed_as_webhooks_are() {
    let place = Place::new().with("BRIMFUL_NETWORK__ALLOW_PRIVATE", "127.0.0.0/8");
    let (_, key) = place.account("ada@customer.example", "10");
    let server = place.serve();
    let caller = Caller::new(&server.address, &key);
    let place = place.with("BRIMFUL_URL", &format!("http://{}", server.address)).with("BRIMFUL_KEY", &key);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let here = format!("http://localhost:{}/hook", listener.local_addr().unwrap().port());
    let listen = ["listen", "--forward-to", &here, "--max-events", "1"];
    let none = place.run(&listen);
    assert_eq!(none.code, Some(3), "{}", none.stderr);
    assert!(none.stderr.contains("/v1/me/webhooks"), "{}", none.stderr);
    let made = caller.post("/v1/me/webhooks", &json!({ "url": "http://127.0.0.1:65000/nowhere" })).json();
    let (id, secret) = (made["id"].as_str().unwrap(), made["secret"].as_str().unwrap());
    // Told before the command began, and so not forwarded.
    caller.post(&format!("/v1/me/webhooks/{id}/test"), &json!({}));
    let mut listening = Following::start(place.command(&listen));
    assert!(listening.said.recv_timeout(PATIENCE).unwrap().contains(&here));
    let told = caller.post(&format!("/v1/me/webhooks/{id}/test"), &json!({}));
    assert!(told.status < 300, "{}", told.body);
    let (head, body) = receive(&listener);
    let header = |name: &str| {
        let line = head.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}: ")));
        line.unwrap_or_else(|| panic!("{name}: {head}")).split_once(": ").unwrap().1.to_owned()
    };
    assert!(!head.to_lowercase().contains("authorization"), "the key stays with the server: {head}");
    let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
    let mut headers = egress::HeaderMap::new();
    for name in names {
        headers.insert(name, header(name).parse().unwrap());
    }
    standardwebhooks::Webhook::new(secret).unwrap().verify(body.as_bytes(), &headers).unwrap();
    assert!(listening.line().contains(&header("webhook-id")));
    assert!(listening.child.wait().unwrap().success());
}
