//! Measures verifications per second against the synthetic world's mail servers on loopback.
//!
//! `cargo run --release -p contact --example probe_speed -- 3000` verifies that many addresses with 1, 16 and 64
//! concurrent tasks, and prints the rate, the number of deliverable addresses and the memory used.

use std::{
    error::Error,
    fs,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use contact::{DnsServer, Encryption, Manners, NetworkPolicy, Status, Verifier, VerifierOptions};
use records::email::EmailAddress;
use world::{
    World, WorldOptions,
    net::{MailManner, NetOptions, WorldNet},
};

const DEFAULT_COUNT: usize = 3_000;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(DEFAULT_COUNT), |text| text.parse())?;
    let as_of = "2026-05-20T08:00:00Z".parse()?;
    let world = Arc::new(World::new(WorldOptions { seed: 20, people: 20_000, as_of }));
    let net = WorldNet::start(Arc::clone(&world), NetOptions::default()).await?;
    let addresses: Arc<Vec<EmailAddress>> = Arc::new(
        (0..world.company_count())
            .filter(|company| world.mail_manner(*company) == MailManner::Normal)
            .flat_map(|company| world.employees(company).take(8))
            .take(count)
            .filter_map(|person| EmailAddress::parse(&world.person(person).business_email).ok())
            .collect(),
    );
    for encryption in [Encryption::WhereOffered, Encryption::WhereDemanded] {
        for concurrency in [1, 16, 64] {
            let verifier = Arc::new(verifier(&net, encryption, concurrency)?);
            let begun = Instant::now();
            let deliverable = verify_all(verifier, Arc::clone(&addresses), concurrency).await?;
            let rate = addresses.len() as f64 / begun.elapsed().as_secs_f64();
            println!(
                "{encryption:?}, {concurrency:>2} tasks: {rate:>6.0} per second, {deliverable} of {} deliverable, {}",
                addresses.len(),
                memory()
            );
        }
    }
    Ok(())
}

fn verifier(net: &WorldNet, encryption: Encryption, concurrency: usize) -> Result<Verifier, Box<dyn Error>> {
    let manners = Manners {
        connections_per_host: concurrency,
        connection_interval: Duration::ZERO,
        ..Manners::default()
    };
    Ok(Verifier::new(VerifierOptions {
        dns: DnsServer::At(net.dns_address()),
        smtp_port: net.smtp_port(),
        network: NetworkPolicy::allowing(["127.0.0.0/8".parse()?]),
        encryption,
        manners,
        ..VerifierOptions::default()
    })?)
}

async fn verify_all(
    verifier: Arc<Verifier>,
    addresses: Arc<Vec<EmailAddress>>,
    concurrency: usize,
) -> Result<usize, Box<dyn Error>> {
    let next = Arc::new(AtomicUsize::new(0));
    let workers: Vec<_> = (0..concurrency)
        .map(|_| {
            let (verifier, addresses, next) =
                (Arc::clone(&verifier), Arc::clone(&addresses), Arc::clone(&next));
            tokio::spawn(async move {
                let mut deliverable = 0;
                while let Some(address) = addresses.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = verifier.verify(address).await;
                    deliverable += usize::from(verdict.status() == Status::Deliverable);
                }
                deliverable
            })
        })
        .collect();
    let mut deliverable = 0;
    for worker in workers {
        deliverable += worker.await?;
    }
    Ok(deliverable)
}

/// Peak memory of this process, including servers and world, where the system reports it.
fn memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    peak.map_or_else(
        || "memory unknown".to_owned(),
        |line| line.split_whitespace().collect::<Vec<_>>().join(" "),
    )
}
