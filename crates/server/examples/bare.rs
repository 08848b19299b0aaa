//! The least that an HTTP server of this kind can cost: reads the JSON of a request and answers bytes it has ready.
//!
//! `bare ADDRESS BYTES`: listens there and answers every `POST /v1/enrich` with an object of this many bytes. What
//! `bench/calls.sh` compares calls with.

use std::sync::Arc;

use axum::{Router, body::Bytes, extract::State, http::header, response::IntoResponse, routing};

async fn answer(State(answer): State<Arc<Bytes>>, body: Bytes) -> impl IntoResponse {
    let is_read = serde_json::from_slice::<serde_json::Value>(&body).is_ok_and(|value| value.is_object());
    let answer = if is_read { Bytes::clone(&answer) } else { Bytes::from_static(b"{}") };
    ([(header::CONTENT_TYPE, "application/json")], answer)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().ok_or("usage: bare ADDRESS BYTES")?;
    let bytes: usize = arguments.next().ok_or("usage: bare ADDRESS BYTES")?.parse()?;
    let answer = format!("{{\"bytes\":\"{}\"}}", "x".repeat(bytes.saturating_sub(12)));
    let router = Router::new()
        .route("/v1/enrich", routing::post(self::answer))
        .with_state(Arc::new(Bytes::from(answer)));
    axum::serve(tokio::net::TcpListener::bind(address).await?, router).await?;
    Ok(())
}
