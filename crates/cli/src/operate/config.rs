//! `brimful config show`

use std::process::ExitCode;

use clap::Subcommand;
use serde_json::{Value, json};

use crate::{
    external::exits::without_password,
    output::{Output, table},
    storage::DataOption,
};

#[derive(Subcommand)]
pub(crate) enum ConfigCommand {
    /// Every setting, its value, and where that comes from
    Show(DataOption),
}

impl ConfigCommand {
    pub(crate) fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let Self::Show(options) = self;
        let mut entries = options.layers()?.entries();
        for (path, value, _) in &mut entries {
            match path.as_str() {
                "network.exits" => hide_passwords(value),
                "database.url" => *value = without_password(value.as_str().unwrap_or_default()).into(),
                "network.probe_key" | "probe.key" if value.as_str() != Some("") => *value = "***".into(),
                _ => {}
            }
        }
        let shown: Vec<Value> = entries
            .iter()
            .map(|(path, value, origin)| json!({ "setting": path, "value": value, "from": origin.to_string() }))
            .collect();
        output.print(&shown, || {
            let rows: Vec<Vec<String>> = entries
                .iter()
                .map(|(path, value, origin)| vec![path.clone(), value.to_string(), origin.to_string()])
                .collect();
            table(&["SETTING", "VALUE", "FROM"], &rows)
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Leaves out the passwords of proxies.
fn hide_passwords(value: &mut toml::Value) {
    for exit in value.as_array_mut().into_iter().flatten() {
        if let Some(text) = exit.as_str() {
            *exit = without_password(text).into();
        }
    }
}
