//! Configuration in layers: defaults, then a file, then the environment, then flags.

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};

use anyhow::{Context, anyhow, bail};
use dialects::DialectSettings;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use server::{Settings, ShownSetting, TraceSettings};
use sources::{feed::FeedDescription, waterfall::Plans};
use toml::{Table, Value};

use crate::external::{
    exits::without_password, network::NetworkConfig, probe::ProbeConfig, vendors::VendorConfig,
};

const FILE_NAME: &str = "brimful.toml";
const ENVIRONMENT_PREFIX: &str = "BRIMFUL_";
/// Variables with that prefix that are options of commands which call a server, and no settings of one.
const CLIENT_VARIABLES: [&str; 2] = ["BRIMFUL_KEY", "BRIMFUL_URL"];
/// Least similarity for a "did you mean" suggestion.
const LIKENESS_MIN: f64 = 1.3;

/// Everything that can be configured.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    /// The process.
    pub(crate) server: ServerConfig,
    /// Network settings.
    pub(crate) network: NetworkConfig,
    /// The database, where records and state are not in the data folder.
    pub(crate) database: DatabaseConfig,
    /// Settings of `brimful probe`.
    pub(crate) probe: ProbeConfig,
    /// External sources queried when no record matches.
    pub(crate) sources: SourcesConfig,
    /// Order, budget and timeout of the vendors, by fact.
    #[schemars(with = "serde_json::Value")]
    pub(crate) waterfall: Plans,
    /// Vendors of facts.
    #[schemars(with = "Vec<serde_json::Value>")]
    pub(crate) vendors: Vec<VendorConfig>,
    /// Feeds that are polled.
    #[schemars(with = "Vec<serde_json::Value>")]
    pub(crate) feeds: Vec<FeedDescription>,
    /// Settings of the API.
    pub(crate) api: Settings,
    /// Where traces are sent.
    pub(crate) traces: TraceSettings,
    /// Vendors whose paths and shapes are spoken.
    pub(crate) dialects: DialectSettings,
}

/// External sources queried when no record matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SourcesConfig {
    /// Whether a company without a record is looked up at its own website.
    pub(crate) websites: bool,
}

impl Default for SourcesConfig {
    fn default() -> Self {
        Self { websites: true }
    }
}

/// The process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ServerConfig {
    /// Address to listen on.
    pub(crate) listen: String,
    /// Data folder.
    pub(crate) data: PathBuf,
    /// How log lines look.
    pub(crate) log_format: LogFormat,
    /// What is logged: `error`, `warn`, `info`, `debug`, or a filter such as `info,server=debug`.
    pub(crate) log: String,
}

/// A PostgreSQL database that several nodes share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DatabaseConfig {
    /// Its URL, such as `postgres://brimful:secret@db1,db2/brimful`; empty for the data folder.
    pub(crate) url: String,
    /// Connections that read at a time, besides six that write.
    pub(crate) connections: u16,
}

impl Default for DatabaseConfig {
    fn default() -> Self {
        Self { url: String::new(), connections: 16 }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LogFormat {
    #[default]
    Text,
    Json,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:8080".into(),
            data: "data".into(),
            log_format: LogFormat::Text,
            log: "info".into(),
        }
    }
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ConfigOrigin {
    Default,
    File(PathBuf),
    Environment(String),
    Flag(String),
}

impl fmt::Display for ConfigOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Environment(name) | Self::Flag(name) => f.write_str(name),
        }
    }
}

/// The configuration as it was put together.
pub(crate) struct Layers {
    values: Table,
    origins: BTreeMap<String, ConfigOrigin>,
}

impl Layers {
    /// Defaults, the file and the environment.
    pub(crate) fn read(file: Option<&Path>) -> anyhow::Result<Self> {
        let mut layers = Self { values: Table::try_from(Config::default())?, origins: BTreeMap::new() };
        let found =
            file.map(Path::to_owned).or_else(|| Path::new(FILE_NAME).exists().then(|| FILE_NAME.into()));
        if let Some(path) = found {
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read the configuration file {}", path.display()))?;
            let table: Table = toml::from_str(&text).map_err(|error| {
                let before = text.get(..error.span().map_or(0, |span| span.start)).unwrap_or_default();
                let line = before.matches('\n').count() + 1;
                anyhow!("{} is not valid TOML in line {line}: {}", path.display(), error.message())
            })?;
            layers.merge(table, "", &ConfigOrigin::File(path))?;
        }
        let mut variables: Vec<(String, String)> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| name.starts_with(ENVIRONMENT_PREFIX))
            .filter(|(name, _)| !CLIENT_VARIABLES.contains(&name.as_str()))
            .collect();
        variables.sort();
        for (name, text) in variables {
            let path = name[ENVIRONMENT_PREFIX.len()..].to_lowercase().replace("__", ".");
            let value = layers.typed(&path, &text);
            layers.set(&path, value, ConfigOrigin::Environment(name))?;
        }
        Ok(layers)
    }

    /// Puts a flag on top.
    pub(crate) fn set_flag(&mut self, path: &str, value: Value, flag: &str) -> anyhow::Result<()> {
        self.set(path, value, ConfigOrigin::Flag(flag.into()))
    }

    /// The configuration itself.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        self.check().context("the configuration does not hold together")
    }

    fn check(&self) -> Result<Config, toml::de::Error> {
        Value::Table(self.values.clone()).try_into::<Config>()
    }

    /// Every value with its path and origin.
    pub(crate) fn entries(&self) -> Vec<(String, Value, ConfigOrigin)> {
        let mut leaves = Vec::new();
        collect_leaves(&self.values, "", &mut leaves);
        let origin = |path: &str| self.origins.get(path).cloned().unwrap_or(ConfigOrigin::Default);
        leaves.into_iter().map(|(path, value)| (path.clone(), value, origin(&path))).collect()
    }

    /// Every value with its path and origin, as operators see it: without secrets.
    pub(crate) fn shown(&self) -> Vec<ShownSetting> {
        let shown = self.entries().into_iter().map(|(setting, mut value, origin)| {
            hide_secrets(&setting, &mut value);
            let value = serde_json::to_value(&value).unwrap_or_default();
            ShownSetting { setting, value, from: origin.to_string() }
        });
        shown.collect()
    }

    fn merge(&mut self, table: Table, prefix: &str, origin: &ConfigOrigin) -> anyhow::Result<()> {
        for (name, value) in table {
            let path = if prefix.is_empty() { name } else { format!("{prefix}.{name}") };
            match value {
                Value::Table(inner) => self.merge(inner, &path, origin)?,
                value => self.set(&path, value, origin.clone())?,
            }
        }
        Ok(())
    }

    fn set(&mut self, path: &str, value: Value, origin: ConfigOrigin) -> anyhow::Result<()> {
        let is_there = find(&mut self.values, path).is_some() || self.is_optional(path, &value);
        let Some(slot) = find(&mut self.values, path).filter(|_| is_there) else {
            let known: Vec<String> = self.entries().into_iter().map(|(path, ..)| path).collect();
            let near = known.iter().map(|known| (likeness(path, known), known));
            let near =
                near.max_by(|(a, _), (b, _)| a.total_cmp(b)).filter(|(alike, _)| *alike >= LIKENESS_MIN);
            let hint = near.map(|(_, near)| format!(" Did you mean {near}?")).unwrap_or_default();
            bail!("{origin} sets {path}, which is no setting.{hint}");
        };
        let before = std::mem::replace(slot, value);
        // Checked one by one, so that the message can name the culprit.
        if let Err(error) = self.check() {
            if let Some(slot) = find(&mut self.values, path) {
                *slot = before;
            }
            bail!("{origin} sets {path} to a value it cannot have: {}", error.message());
        }
        self.origins.insert(path.to_owned(), origin);
        Ok(())
    }

    /// Whether a setting that has no value by default, such as `waterfall.mobile.stop`, is there. If it is, it has a value
    /// afterwards.
    fn is_optional(&mut self, path: &str, value: &Value) -> bool {
        let Some((parent, name)) = path.rsplit_once('.') else { return false };
        let Some(parent) = table(&mut self.values, parent) else { return false };
        parent.insert(name.to_owned(), value.clone());
        let is_unknown = self.check().is_err_and(|error| error.message().starts_with("unknown field"));
        if is_unknown && let Some((parent, name)) = path.rsplit_once('.') {
            drop(table(&mut self.values, parent).and_then(|parent| parent.remove(name)));
        }
        !is_unknown
    }

    /// Reads a text as the type the setting has.
    fn typed(&mut self, path: &str, text: &str) -> Value {
        match find(&mut self.values, path) {
            Some(Value::Integer(_)) => text.parse().map_or_else(|_| text.into(), Value::Integer),
            Some(Value::Float(_)) => text.parse().map_or_else(|_| text.into(), Value::Float),
            Some(Value::Boolean(_)) => text.parse().map_or_else(|_| text.into(), Value::Boolean),
            // A list is written as in the file, or with commas.
            Some(Value::Array(_)) if text.trim_start().starts_with('[') => {
                let table: Result<Table, _> = toml::from_str(&format!("list = {text}"));
                table.ok().and_then(|mut table| table.remove("list")).unwrap_or_else(|| text.into())
            }
            Some(Value::Array(_)) => {
                let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
                Value::Array(items.map(Value::from).collect())
            }
            _ => text.into(),
        }
    }
}

/// What is shown in the place of a secret.
const HIDDEN: &str = "***";

/// Takes the secrets out of a setting.
fn hide_secrets(path: &str, value: &mut Value) {
    match path {
        "network.exits" => {
            for exit in value.as_array_mut().into_iter().flatten() {
                if let Some(text) = exit.as_str() {
                    *exit = without_password(text).into();
                }
            }
        }
        "api.signup.invite_codes" | "traces.headers" => {
            value.as_array_mut().into_iter().flatten().for_each(|secret| *secret = HIDDEN.into());
        }
        "database.url" => *value = without_password(value.as_str().unwrap_or_default()).into(),
        "network.probe_key" | "probe.key" if value.as_str() != Some("") => *value = HIDDEN.into(),
        _ => {}
    }
}

/// How alike two paths are, from 0 to 2: the last name counts as much as the whole, because it is what people
/// remember.
fn likeness(a: &str, b: &str) -> f64 {
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
    strsim::jaro_winkler(a, b) + strsim::jaro_winkler(&last(a), &last(b))
}

fn find<'a>(table: &'a mut Table, path: &str) -> Option<&'a mut Value> {
    match path.split_once('.') {
        None => table.get_mut(path).filter(|value| !value.is_table()),
        Some((first, rest)) => match table.get_mut(first)? {
            Value::Table(inner) => find(inner, rest),
            _ => None,
        },
    }
}

/// The table at a path.
fn table<'a>(values: &'a mut Table, path: &str) -> Option<&'a mut Table> {
    path.split('.').try_fold(values, |table, name| table.get_mut(name)?.as_table_mut())
}

fn collect_leaves(table: &Table, prefix: &str, leaves: &mut Vec<(String, Value)>) {
    for (name, value) in table {
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        match value {
            Value::Table(inner) => collect_leaves(inner, &path, leaves),
            value => leaves.push((path, value.clone())),
        }
    }
}
