//! Vendors as the operator configures them.

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::{Context, bail};
use egress::Client;
use serde::{Deserialize, Serialize};
use sources::{
    vendor::{Cost, Description, Fact, PRESETS, Secret, Vendor, preset},
    waterfall::{BreakerLimits, Plans, Waterfall},
};
use store::Entropy;

/// A vendor.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct VendorConfig {
    /// Name of a preset.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) preset: String,
    /// A file with a description, in the place of a preset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<PathBuf>,
    /// Name of the environment variable that holds the key, so that the key itself is in no file.
    pub(crate) key_env: String,
    /// Another address than the description's.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) base_url: String,
    /// What facts cost here, in US dollars, where it is not what the description says.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) prices_usd: BTreeMap<Fact, Cost>,
}

impl VendorConfig {
    fn vendor(&self) -> anyhow::Result<Vendor> {
        let mut description = self.description()?;
        if !self.base_url.is_empty() {
            description.base_url.clone_from(&self.base_url);
        }
        for lookup in &mut description.lookups {
            let prices = lookup.facts.iter().filter_map(|fact| self.prices_usd.get(fact));
            lookup.price = prices.copied().max().unwrap_or(lookup.price);
        }
        let key = std::env::var(&self.key_env).with_context(|| {
            let name = &description.name;
            format!(
                "the vendor {name} has its key in the environment variable {}, which is not set",
                self.key_env
            )
        })?;
        Ok(Vendor::new(description, Secret::new(key))?)
    }

    fn description(&self) -> anyhow::Result<Description> {
        match (&self.file, self.preset.as_str()) {
            (Some(path), "") => {
                let text = std::fs::read_to_string(path)
                    .with_context(|| format!("cannot read the vendor's description {}", path.display()))?;
                Description::parse(&text).with_context(|| format!("{} is no description", path.display()))
            }
            (None, name) => match preset(name) {
                Some(description) => Ok(description?),
                None => {
                    let known: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
                    bail!("there is no preset \"{name}\" for vendors; there are {}", known.join(", "))
                }
            },
            (Some(_), _) => bail!("a vendor has a preset or a file, not both"),
        }
    }
}

/// The vendor waterfall; none if no vendor is configured.
pub(crate) fn waterfall(
    vendors: &[VendorConfig],
    plans: &Plans,
    client: Client,
) -> anyhow::Result<Option<Waterfall>> {
    if vendors.is_empty() {
        return Ok(None);
    }
    let vendors: Vec<Vendor> = vendors.iter().map(VendorConfig::vendor).collect::<anyhow::Result<_>>()?;
    let names: Vec<&str> = vendors.iter().map(|vendor| vendor.description().name.as_str()).collect();
    for (fact, plan) in &plans.0 {
        if let Some(stranger) = plan.order.iter().find(|name| !names.contains(&name.as_str())) {
            bail!("waterfall.{} names the vendor {stranger}, which is not configured", fact.as_str());
        }
    }
    let mut seed = [0; 8];
    Entropy::System.fill(&mut seed);
    let seed = u64::from_le_bytes(seed);
    Ok(Some(Waterfall::new(client, vendors, plans.clone(), BreakerLimits::default(), seed)))
}
