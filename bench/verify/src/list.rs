//! The addresses: eight at each domain, every other one with a mailbox.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Addresses at one domain.
const PER_DOMAIN: usize = 8;

/// An address and whether it has a mailbox.
#[derive(Debug, Clone)]
pub struct Listed {
    pub address: String,
    pub exists: bool,
}

/// As many addresses as asked for, those of one domain apart from each other.
pub fn addresses(count: usize) -> Vec<Listed> {
    let domains = count.div_ceil(PER_DOMAIN);
    (0..count)
        .map(|number| {
            let (domain, person) = (number % domains, number / domains);
            let exists = exists(person);
            Listed { address: format!("person.number{person}@company{domain}.example"), exists }
        })
        .collect()
}

/// Whether the person of this number has a mailbox at every company.
fn exists(person: usize) -> bool {
    person % 2 == 0
}

/// Whether a local part is that of a person with a mailbox.
pub fn is_mailbox(local: &str) -> bool {
    local.strip_prefix("person.number").and_then(|number| number.parse().ok()).is_some_and(exists)
}

/// Works through the list with this many at a time; says how many verdicts were right.
pub async fn work<F, W>(addresses: Vec<Listed>, at_once: usize, verify: F) -> usize
where
    F: Fn(String) -> W + Clone + Send + 'static,
    W: Future<Output = Option<bool>> + Send,
{
    let (addresses, next) = (Arc::new(addresses), Arc::new(AtomicUsize::new(0)));
    let workers: Vec<_> = (0..at_once)
        .map(|_| {
            let (addresses, next, verify) = (Arc::clone(&addresses), Arc::clone(&next), verify.clone());
            tokio::spawn(async move {
                let mut right = 0;
                while let Some(listed) = addresses.get(next.fetch_add(1, Ordering::Relaxed)) {
                    right += usize::from(verify(listed.address.clone()).await == Some(listed.exists));
                }
                right
            })
        })
        .collect();
    let mut right = 0;
    for worker in workers {
        right += worker.await.unwrap_or(0);
    }
    right
}
