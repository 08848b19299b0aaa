//! What the server said.

use serde_json::Value;

/// A whole answer.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
    headers: reqwest::header::HeaderMap,
}

impl Answer {
    pub(super) async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Self { status, headers, body: response.bytes().await.unwrap().to_vec() }
    }

    /// A header as text; empty when it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The answer of a call that worked.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.text());
        assert!(self.header("x-request-id").starts_with("req_"));
        self.json()
    }

    /// The problem of a call that was refused, once it is seen to be a whole one.
    #[track_caller]
    pub fn problem(&self, status: u16, code: &str) -> Value {
        let said = self.text();
        assert_eq!(self.status, status, "{said}");
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{said}");
        assert_eq!(problem["status"], status);
        assert_eq!(problem["type"], format!("/problems#{code}"));
        assert!(!problem["title"].as_str().unwrap().is_empty());
        assert!(problem["detail"].as_str().unwrap().ends_with(['.', '?', '!']), "{said}");
        assert_eq!(problem["request_id"], self.header("x-request-id"), "one id for body and header");
        problem
    }
}

/// The faults a problem lists, as `pointer: code`.
pub fn faults(problem: &Value) -> Vec<String> {
    let faults = problem["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    faults.iter().map(|fault| format!("{}: {}", text(&fault["pointer"]), text(&fault["code"]))).collect()
}
