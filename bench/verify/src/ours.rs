//! brimful's side.

use std::{error::Error, sync::Arc, time::Duration};

use contact::{DnsServer, Manners, NetworkPolicy, Status, Verifier, VerifierOptions};
use records::email::EmailAddress;

use crate::list::{Listed, work};

/// Verifies the list; says how many verdicts were right.
pub async fn verify(addresses: Vec<Listed>, at_once: usize) -> Result<usize, Box<dyn Error>> {
    let options = VerifierOptions {
        dns: DnsServer::System,
        helo_name: "bench.example".into(),
        mail_from: Some(EmailAddress::parse("bench@bench.example")?),
        // The one server is ours and need not be spared.
        manners: Manners {
            connections_per_host: at_once,
            connection_interval: Duration::ZERO,
            ..Manners::default()
        },
        network: NetworkPolicy::allowing(["127.0.0.0/8".parse()?]),
        ..VerifierOptions::default()
    };
    let verifier = Arc::new(Verifier::new(options)?);
    let verify = move |text: String| {
        let verifier = Arc::clone(&verifier);
        async move {
            match verifier.verify_text(&text).await.status() {
                Status::Deliverable => Some(true),
                Status::Undeliverable => Some(false),
                Status::Risky | Status::Unknown => None,
            }
        }
    };
    Ok(work(addresses, at_once, verify).await)
}
