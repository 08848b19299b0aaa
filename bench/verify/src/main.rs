//! Verifies the same addresses with brimful and with check-if-email-exists, against the same servers on loopback.
//!
//! `verify-bench serve` runs DNS on port 53 and a mail server on port 25 of 127.0.0.1 until it is killed;
//! `verify-bench ours|peer COUNT AT_ONCE` verifies that many addresses and prints one line: addresses a second, verdicts
//! that are right, and the most memory the process had.

mod list;
mod ours;
mod peer;
mod servers;

use std::{env, error::Error, fs, process::ExitCode, time::Instant};

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).and_then(|text| text.parse::<usize>().ok());
    match (arguments.first().map(String::as_str), number(1), number(2)) {
        (Some("serve"), None, None) => servers::serve().await?,
        (Some(side @ ("ours" | "peer")), Some(count), Some(at_once)) => {
            let addresses = list::addresses(count);
            let begun = Instant::now();
            let right = match side {
                "ours" => ours::verify(addresses, at_once).await?,
                _ => peer::verify(addresses, at_once).await?,
            };
            let rate = count as f64 / begun.elapsed().as_secs_f64();
            println!("{rate:.0} {right} {}", peak_kilobytes());
        }
        _ => {
            eprintln!("usage: verify-bench serve | verify-bench ours|peer COUNT AT_ONCE");
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The most memory this process had at a time, where the system tells.
fn peak_kilobytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}
