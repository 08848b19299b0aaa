//! The external sources of the engine, as they are configured.

use engine::{ExternalSources, Feeds};
use store::Entropy;

use crate::{config::Config, external::vendors::VendorConfig};

/// Websites and vendors.
pub(crate) fn sources(config: &Config) -> anyhow::Result<ExternalSources> {
    let client = config.network.sources_client()?;
    let vendors = config.vendors.iter().map(VendorConfig::vendor).collect::<anyhow::Result<_>>()?;
    let mut seed = [0; 8];
    Entropy::System.fill(&mut seed);
    let mut sources = ExternalSources::default();
    if config.sources.websites {
        sources = sources.with_websites(client.clone());
    }
    Ok(sources.with_vendors(client, vendors, &config.waterfall, u64::from_le_bytes(seed))?)
}

/// Feeds.
pub(crate) fn feeds(config: &Config) -> anyhow::Result<Feeds> {
    Ok(Feeds::new(config.feeds.clone(), config.network.sources_client()?)?)
}
