//! As much of HTTP as the tests need: one request per connection, read to its very end or not at all.

use std::{
    io::{Error, ErrorKind, Read, Result, Write},
    net::TcpStream,
    time::Duration,
};

use serde_json::Value;

const TIMEOUT: Duration = Duration::from_secs(20);

/// An answer that came through whole.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

/// Sends a request and reads the answer; an answer that is cut off is an error.
pub fn send(address: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Result<Answer> {
    let mut stream = connect(address)?;
    stream.write_all(request(address, method, path, headers, body).as_bytes())?;
    receive(stream)
}

pub fn connect(address: &str) -> Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The bytes of a request.
pub fn request(address: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    text
}

/// Reads an answer to its end.
pub fn receive(mut stream: TcpStream) -> Result<Answer> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    let cut = || Error::new(ErrorKind::UnexpectedEof, "the answer was cut off");
    let text = String::from_utf8(bytes).map_err(Error::other)?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(cut)?;
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let answer = Answer { status: status.ok_or_else(cut)?, headers, body: body.to_owned() };
    let body = match answer.header("content-length") {
        Some(length) if length.parse() == Ok(body.len()) => answer.body,
        Some(_) => return Err(cut()),
        None => unchunked(body).ok_or_else(cut)?,
    };
    Ok(Answer { body, ..answer })
}

/// The content of a chunked body; none when its end is missing.
fn unchunked(mut body: &str) -> Option<String> {
    let mut content = String::new();
    loop {
        let (length, rest) = body.split_once("\r\n")?;
        let length = usize::from_str_radix(length, 16).ok()?;
        if length == 0 {
            return Some(content);
        }
        content.push_str(rest.get(..length)?);
        body = rest.get(length..)?.strip_prefix("\r\n")?;
    }
}

/// A caller with a key.
pub struct Caller {
    pub address: String,
    authorization: String,
}

impl Caller {
    pub fn new(address: &str, key: &str) -> Self {
        Self { address: address.to_owned(), authorization: format!("Bearer {key}") }
    }

    pub fn get(&self, path: &str) -> Answer {
        send(&self.address, "GET", path, &[("Authorization", &self.authorization)], "").unwrap()
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = [("Authorization", self.authorization.as_str()), ("Content-Type", "application/json")];
        send(&self.address, "POST", path, &headers, &body.to_string()).unwrap()
    }

    /// A POST under an idempotency key, which may be cut off.
    pub fn post_once(&self, path: &str, body: &Value, key: &str) -> Result<Answer> {
        let headers = [
            ("Authorization", self.authorization.as_str()),
            ("Content-Type", "application/json"),
            ("Idempotency-Key", key),
        ];
        send(&self.address, "POST", path, &headers, &body.to_string())
    }

    /// Credits left.
    pub fn balance(&self) -> f64 {
        self.get("/v1/me").json()["balance"].as_f64().unwrap()
    }
}
