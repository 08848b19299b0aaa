//! A small made-up world: its records, and the mail servers that answer for it on loopback.

use std::sync::Arc;

use contact::{DnsServer, NetworkPolicy};
use engine::{Manners, Verifier, VerifierOptions};
use jiff::Timestamp;
use records::Claim;
use store::{Clock, Store};
use world::{
    World, WorldOptions,
    net::{NetOptions, WorldNet},
};

/// Enough for every example.
const PEOPLE: u64 = 400;

/// A small made-up world.
pub struct SmallWorld {
    world: Arc<World>,
    net: WorldNet,
}

impl SmallWorld {
    /// The world as it is at a time.
    pub async fn at(now: Timestamp) -> Self {
        let options = WorldOptions { seed: 1, people: PEOPLE, as_of: now };
        let world = Arc::new(World::new(options));
        let net = WorldNet::start(world.clone(), NetOptions::default()).await.unwrap();
        server::SHOWCASE_MAILBOXES.iter().for_each(|address| net.add_mailbox(address));
        Self { world, net }
    }

    /// What its sources claim.
    pub fn claims(&self) -> Vec<Claim> {
        let world = &self.world;
        let showcase = server::showcase_claims(world.as_of());
        world.companies().chain(world.jobs()).chain(world.people()).chain(showcase).collect()
    }

    /// Its records, as the sandbox has them.
    pub async fn store(&self) -> Store {
        let store = Store::temporary().unwrap().with_clock(Clock::manual(self.world.as_of()));
        store.ingest(self.claims()).await.unwrap();
        server::seed_sandbox(&store, self.world.as_of()).await.unwrap();
        store
    }

    /// Someone who asks its mail servers.
    pub fn verifier(&self) -> Verifier {
        let options = VerifierOptions {
            dns: DnsServer::At(self.net.dns_address()),
            smtp_port: self.net.smtp_port(),
            helo_name: "localhost".into(),
            network: NetworkPolicy::allowing(vec!["127.0.0.0/8".parse().unwrap()]),
            free_providers: world::FREE_PROVIDERS.map(str::to_owned).to_vec(),
            manners: Manners { refused_per_host_hour: 0, ..Manners::default() },
            ..VerifierOptions::default()
        };
        Verifier::new(options).unwrap()
    }
}
