//! The small made-up world behind the sandbox: the same for everyone, dated from today.

use jiff::{Timestamp, tz::TimeZone};
use store::Store;
use world::{World, WorldOptions};

/// People in the sandbox: enough for every example, few enough to be made at each start.
const PEOPLE: u64 = 400;
const SEED: u64 = 1;

/// A store that holds the sandbox's world and is gone with the process.
pub(crate) async fn sandbox_store(now: Timestamp) -> anyhow::Result<Store> {
    // Dated from the start of the day, so that two servers started today answer alike.
    let today = now.to_zoned(TimeZone::UTC).start_of_day()?.timestamp();
    let world = World::new(WorldOptions { seed: SEED, people: PEOPLE, as_of: today });
    let store = Store::temporary()?;
    store.ingest(world.companies().chain(world.jobs()).chain(world.people()).collect()).await?;
    server::furnish_sandbox(&store, today).await?;
    Ok(store)
}
