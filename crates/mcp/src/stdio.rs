//! The tools over standard input and output.

use rmcp::{ServiceExt, transport::stdio_pipes};

use crate::{caller::Caller, handler::Handler};

/// Serves until standard input ends. The error says why it could not begin.
pub async fn serve_stdio(caller: impl Caller) -> Result<(), String> {
    let (input, output) = stdio_pipes();
    let service = Handler::new(caller).serve((input, output)).await.map_err(|error| error.to_string())?;
    service.waiting().await.map(drop).map_err(|error| error.to_string())
}
