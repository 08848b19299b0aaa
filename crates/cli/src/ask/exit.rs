//! Exit codes of commands that call the API, and refusals that carry one.

use std::{fmt, process::ExitCode};

use egress::{EgressError, Response};
use serde_json::Value;

/// How a command ended, as scripts see it. 0 is success and 1 any other failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The command line or the request is wrong.
    Usage = 2,
    /// There is no such person, company or thing.
    NotFound = 3,
    /// The key is missing or wrong, or may not do this.
    Auth = 4,
    /// The balance, the key's cap or the stated maximum does not cover the call.
    Credits = 5,
    /// The same command may succeed later.
    Later = 6,
    /// Some of it was done.
    Partly = 7,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// A call that was not answered.
#[derive(Debug)]
pub(crate) struct Refused {
    exit: Option<Exit>,
    message: String,
}

impl Refused {
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit: Some(exit), message: message.into() }
    }

    /// A server that gave no answer.
    pub(crate) fn unreachable(root: &str, error: &EgressError) -> Self {
        let exit = if error.is_refusal() { Exit::Usage } else { Exit::Later };
        Self::new(exit, format!("cannot reach the API at {root}: {error}"))
    }

    /// Whether the same call may succeed later.
    pub(crate) fn is_passing(&self) -> bool {
        self.exit == Some(Exit::Later)
    }

    /// The code to exit with.
    pub(crate) fn code(&self) -> ExitCode {
        self.exit.map_or(ExitCode::FAILURE, ExitCode::from)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refused {}

/// The exit that an HTTP status means; none for a failure of the server.
pub(crate) fn of_status(status: u16) -> Option<Exit> {
    match status {
        404 => Some(Exit::NotFound),
        401 | 403 => Some(Exit::Auth),
        402 => Some(Exit::Credits),
        409 | 429 | 503 => Some(Exit::Later),
        400..=499 => Some(Exit::Usage),
        _ => None,
    }
}

/// The body of an answer, or the reason why there is none.
pub(crate) fn good(answer: &Response) -> Result<Value, Refused> {
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
    let status = answer.status.as_u16();
    if answer.status.is_success() {
        return Ok(body);
    }
    let detail = body["detail"].as_str().unwrap_or("no reason was given");
    let mut message = format!("the API refused with {status}: {detail}");
    let faults: Vec<&Value> = body["errors"].as_array().into_iter().flatten().collect();
    for fault in faults.iter().filter(|_| faults.len() > 1) {
        let (place, text) = (fault["pointer"].as_str(), fault["message"].as_str());
        message.push_str(&format!(" {}: {}", place.unwrap_or_default(), text.unwrap_or_default()));
    }
    if status == 401 {
        message.push_str(" Set BRIMFUL_KEY or --key, or try the made-up data with --sandbox.");
    }
    Err(Refused { exit: of_status(status), message })
}
