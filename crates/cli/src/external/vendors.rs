//! Vendors as the operator configures them.

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use sources::vendor::{Cost, Description, Fact, PRESETS, Vendor, VendorSecret, preset};
use world::net::WorldVendor;

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
    /// A vendor of a synthetic world, with its key; no setting.
    #[serde(skip)]
    pub(crate) of_world: Option<&'static WorldVendor>,
}

impl VendorConfig {
    /// The vendors of a synthetic world.
    pub(crate) fn of_world() -> Vec<Self> {
        world::net::VENDORS.iter().map(|vendor| Self { of_world: Some(vendor), ..Self::default() }).collect()
    }

    /// The vendor with its key.
    pub(crate) fn vendor(&self) -> anyhow::Result<Vendor> {
        if let Some(vendor) = self.of_world {
            return Ok(Vendor::new(Description::parse(vendor.description)?, VendorSecret::new(vendor.key))?);
        }
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
        Ok(Vendor::new(description, VendorSecret::new(key))?)
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
