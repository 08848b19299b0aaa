//! Makes calls over kept connections as fast as they are answered, and prints how many were answered in a second and how
//! long they took: `load ADDRESS PATH KEY CONNECTIONS CALLS BODIES`, with a file of bodies, one a line, taken in turn.
//!
//! Requests are written and answers are counted as bytes, so that the load takes little of the machine that it shares with
//! the server.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

type Fault = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Fault> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [address, path, key, connections, calls, bodies] = &given[..] else {
        return Err("load ADDRESS PATH KEY CONNECTIONS CALLS BODIES".into());
    };
    let bodies = std::fs::read_to_string(bodies)?;
    let requests: Arc<Vec<String>> = Arc::new(
        bodies
            .lines()
            .map(|body| {
                format!(
                    "POST {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {key}\r\n\
                     content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                    body.len()
                )
            })
            .collect(),
    );
    let (calls, next) = (calls.parse::<usize>()?, Arc::new(AtomicUsize::new(0)));
    let began = Instant::now();
    let mut workers = JoinSet::new();
    for _ in 0..connections.parse::<usize>()? {
        let line = TcpStream::connect(address.as_str()).await?;
        line.set_nodelay(true)?;
        workers.spawn(work(line, requests.clone(), next.clone(), calls));
    }
    let mut times = Vec::new();
    while let Some(done) = workers.join_next().await {
        times.extend(done??);
    }
    let seconds = began.elapsed().as_secs_f64();
    times.sort_unstable();
    let quantile = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("{:.0} {:.2} {:.2}", calls as f64 / seconds, quantile(0.5), quantile(0.99));
    Ok(())
}

/// Makes calls over one connection until all are made; returns how long each took.
async fn work(
    mut line: TcpStream,
    requests: Arc<Vec<String>>,
    next: Arc<AtomicUsize>,
    calls: usize,
) -> Result<Vec<Duration>, Fault> {
    let (mut times, mut read) = (Vec::new(), Vec::new());
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= calls {
            return Ok(times);
        }
        let began = Instant::now();
        line.write_all(requests[number % requests.len()].as_bytes()).await?;
        read.clear();
        let left = loop {
            if line.read_buf(&mut read).await? == 0 {
                return Err("the server has closed the connection".into());
            }
            if let Some(left) = missing(&read)? {
                break left;
            }
        };
        let whole = read.len() + left;
        while read.len() < whole {
            if line.read_buf(&mut read).await? == 0 {
                return Err("the server has closed the connection".into());
            }
        }
        times.push(began.elapsed());
    }
}

/// Bytes that are missing of an answer, once its head is there. Only 200 counts.
fn missing(read: &[u8]) -> Result<Option<usize>, Fault> {
    let Some(end) = read.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&read[..end])?;
    if !head.starts_with("HTTP/1.1 200") {
        return Err(head.lines().next().unwrap_or_default().to_owned().into());
    }
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    let length = length.ok_or("an answer without a length")?;
    Ok(Some((end + 4 + length).saturating_sub(read.len())))
}
