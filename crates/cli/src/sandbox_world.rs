//! Synthetic data of the sandbox: the same for everyone, dated from today.

use std::sync::Arc;

use engine::Verifier;
use jiff::{Timestamp, tz::TimeZone};
use store::{Clock, Store};
use world::{
    World, WorldOptions,
    net::{NetOptions, WorldNet},
};

use crate::external::network;

/// People in the sandbox: enough for every example, few enough to generate at each start.
const PEOPLE: u64 = 400;
const SEED: u64 = 1;

/// The sandbox's world: its records, and its own mail servers on loopback.
pub(crate) struct SandboxWorld {
    pub(crate) store: Store,
    pub(crate) verifier: Verifier,
    /// Ends when dropped.
    pub(crate) net: WorldNet,
}

/// The sandbox's world with everything that answers for it.
pub(crate) async fn sandbox(now: Timestamp) -> anyhow::Result<SandboxWorld> {
    let world = Arc::new(sandbox_world(now)?);
    let store = records_of(&world).await?;
    let net = WorldNet::start(world, NetOptions::default()).await?;
    server::SHOWCASE_MAILBOXES.iter().for_each(|address| net.add_mailbox(address));
    Ok(SandboxWorld { store, verifier: network::verifier_for(&net)?, net })
}

fn sandbox_world(now: Timestamp) -> anyhow::Result<World> {
    // Dated from the start of the day, so that two servers started today answer alike.
    let today = now.to_zoned(TimeZone::UTC).start_of_day()?.timestamp();
    Ok(World::new(WorldOptions { seed: SEED, people: PEOPLE, as_of: today }))
}

async fn records_of(world: &World) -> anyhow::Result<Store> {
    let store = Store::temporary()?.with_clock(Clock::manual(world.as_of()));
    store.ingest(world.companies().chain(world.jobs()).chain(world.people()).collect()).await?;
    server::seed_sandbox(&store, world.as_of()).await?;
    Ok(store)
}
