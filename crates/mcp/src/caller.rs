//! How a tool reaches the API.

use serde_json::Value;
use server::Entry;

/// A call of an endpoint.
#[derive(Clone)]
pub struct ApiCall {
    /// The endpoint.
    pub entry: &'static Entry,
    /// Values of the path parameters.
    pub parts: Vec<(String, String)>,
    /// Query parameters, for a GET.
    pub query: Vec<(String, String)>,
    /// The request, for a POST.
    pub body: Option<Value>,
    /// Whether the sandbox answers.
    pub sandbox: bool,
    /// Makes a call that is sent twice act once.
    pub idempotency_key: Option<String>,
    /// What the call may cost at most, in credits.
    pub max_credits: Option<String>,
}

/// The answer of the API.
pub struct ApiAnswer {
    /// HTTP status.
    pub status: u16,
    /// The body: an answer, or a problem.
    pub body: Value,
    /// The id of the request.
    pub request_id: Option<String>,
    /// Whether it is the stored answer of an earlier call.
    pub is_replay: bool,
    /// Seconds until a retry makes sense.
    pub retry_after_seconds: Option<u64>,
}

/// Calls the API: in process, or over HTTP.
pub trait Caller: Clone + Send + Sync + 'static {
    /// Whether calls carry a key; without one the sandbox answers.
    fn has_key(&self) -> bool;

    /// Makes a call. The error says why the API cannot be reached.
    fn call(&self, call: ApiCall) -> impl Future<Output = Result<ApiAnswer, String>> + Send;
}
