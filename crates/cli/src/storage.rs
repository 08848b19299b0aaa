//! Which store a command works on.

use std::path::PathBuf;

use clap::Args;
use store::Store;

use crate::config::{Config, DatabaseConfig, Layers};

/// Where the data is, for commands that work beside a running server.
#[derive(Args, Clone)]
pub(crate) struct DataOption {
    /// Data folder
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// PostgreSQL database to use instead of the one in the data folder
    #[arg(long, value_name = "URL")]
    pub(crate) database_url: Option<String>,
    /// Configuration file [default: brimful.toml in the working folder, if present]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

impl DataOption {
    /// The configuration with these options on top.
    pub(crate) fn layers(&self) -> anyhow::Result<Layers> {
        let mut layers = Layers::read(self.config.as_deref())?;
        if let Some(data) = &self.data {
            layers.set_flag("server.data", data.display().to_string().into(), "--data")?;
        }
        if let Some(url) = &self.database_url {
            layers.set_flag("database.url", url.clone().into(), "--database-url")?;
        }
        Ok(layers)
    }

    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        self.layers()?.config()
    }

    /// Opens the store that is there.
    pub(crate) fn open_existing(&self) -> anyhow::Result<Store> {
        let config = self.config()?;
        match config.database.shared()? {
            Some(store) => Ok(store),
            None => Ok(Store::open_existing(&config.server.data)?),
        }
    }

    /// Opens the store to file much, making it if it is not there.
    pub(crate) fn open_for_import(&self) -> anyhow::Result<Store> {
        let config = self.config()?;
        match config.database.shared()? {
            Some(store) => Ok(store),
            None => Ok(Store::open_for_import(&config.server.data)?),
        }
    }

    /// Opens the store that is there to read all of it.
    pub(crate) fn open_existing_for_import(&self) -> anyhow::Result<Store> {
        drop(self.open_existing()?);
        self.open_for_import()
    }

    /// Opens the store, making it if it is not there.
    pub(crate) fn open(&self) -> anyhow::Result<Store> {
        self.config()?.open()
    }
}

impl Config {
    /// Opens the store, making it if it is not there.
    pub(crate) fn open(&self) -> anyhow::Result<Store> {
        match self.database.shared()? {
            Some(store) => Ok(store),
            None => Ok(Store::open(&self.server.data)?),
        }
    }
}

impl DatabaseConfig {
    /// The store in the database, if one is named.
    pub(crate) fn shared(&self) -> anyhow::Result<Option<Store>> {
        if self.url.is_empty() {
            return Ok(None);
        }
        Ok(Some(Store::connect(&self.url, usize::from(self.connections))?))
    }
}
