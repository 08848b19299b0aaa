//! What reaches the server before it knows who sent it, and what it shows to those it does not know.

mod bodies;
mod caps;
mod connections;
mod cursors;
mod expensive;
mod framing;
mod login;
mod mutations;
mod overload;
mod safe_by_default;
mod signup;
mod validation;

use std::{net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// How long an answer to raw bytes is waited for.
const ANSWER_WAIT: Duration = Duration::from_secs(20);

/// Sends bytes as they are, and reads until the server closes the connection.
async fn exchange(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may close before everything was taken.
    let _ = stream.write_all(bytes).await;
    read_to_end(&mut stream).await
}

/// Reads until the server closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let read = tokio::time::timeout(ANSWER_WAIT, stream.read_to_end(&mut answer)).await;
    let text = String::from_utf8_lossy(&answer).into_owned();
    assert!(read.is_ok(), "the server did not close the connection: {text}");
    text
}

/// Reads the head of one answer from a connection that stays open.
async fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let reading = async {
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
    };
    tokio::time::timeout(ANSWER_WAIT, reading).await.expect("no answer");
    String::from_utf8(head).unwrap()
}

/// The memory this process has in use, in bytes.
fn resident_bytes() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

/// The value below which this share of the times lies.
fn percentile(times: &mut [Duration], share: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * share).round() as usize]
}
