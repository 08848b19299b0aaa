//! `brimful config init`: a file with every setting, its default and what it means.
//!
//! Names and defaults are those of [`Config`], and the explanations its documentation, so that a new setting is in the
//! file without a line here.

use std::{fs::OpenOptions, io::Write, path::PathBuf, process::ExitCode};

use anyhow::{Context, bail};
use clap::Args;
use serde_json::Value as Json;
use toml::{Table, Value};

use crate::{
    config::Config,
    output::{Output, print_line},
};

const PREFACE: &str = "# Settings of brimful. Each is shown with its default; remove the # to change it.\n\
    # A variable overrides the file: BRIMFUL_SERVER__LISTEN for listen in [server]. Flags override both.\n\
    # `brimful config show` says which value holds and where it comes from.\n";

#[derive(Args)]
pub(crate) struct Init {
    /// File to write; - is standard output
    #[arg(value_name = "FILE", default_value = "brimful.toml")]
    file: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
}

impl Init {
    pub(crate) fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let text = commented()?;
        if self.file.as_os_str() == "-" {
            print_line(text.trim_end())?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true).create_new(!self.force);
        let mut file = match options.open(&self.file) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                bail!(
                    "{} is there already; name another file, or replace it with --force",
                    self.file.display()
                )
            }
            opened => opened.with_context(|| format!("cannot write {}", self.file.display()))?,
        };
        file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", self.file.display()))?;
        let written = serde_json::json!({ "file": self.file });
        output.print(&written, || format!("wrote {}", self.file.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The file.
fn commented() -> anyhow::Result<String> {
    let defaults = Table::try_from(Config::default())?;
    let schema = schemars::SchemaGenerator::default().into_root_schema_for::<Config>().to_value();
    let mut text = PREFACE.to_owned();
    write_table(&defaults, &[], &schema, &mut text);
    Ok(text)
}

/// Writes the values of a table, then the tables in it: a value after a table would belong to that.
fn write_table(table: &Table, path: &[&str], schema: &Json, text: &mut String) {
    if !path.is_empty() && table.values().any(|value| !value.is_table()) {
        text.push('\n');
        explain(schema, path, text);
        text.push_str(&format!("[{}]\n", path.join(".")));
    }
    for (name, value) in table.iter().filter(|(_, value)| !value.is_table()) {
        explain(schema, &[path, &[name.as_str()]].concat(), text);
        text.push_str(&format!("# {name} = {value}\n"));
    }
    for (name, value) in table {
        if let Value::Table(inner) = value {
            write_table(inner, &[path, &[name.as_str()]].concat(), schema, text);
        }
    }
}

/// Writes what a setting means, as a comment.
fn explain(schema: &Json, path: &[&str], text: &mut String) {
    for line in description(schema, path).unwrap_or_default().lines() {
        text.push_str(format!("# {line}").trim_end());
        text.push('\n');
    }
}

/// The documentation of a setting.
fn description<'a>(root: &'a Json, path: &[&str]) -> Option<&'a str> {
    let mut place = root;
    for name in path {
        let resolved = resolved(root, place);
        let known = resolved.get("properties").and_then(|properties| properties.get(*name));
        place = known.or_else(|| resolved.get("additionalProperties").filter(|inner| inner.is_object()))?;
    }
    let own = place.get("description").or_else(|| resolved(root, place).get("description"));
    own.and_then(Json::as_str)
}

/// The definition that a schema names, or the schema itself.
fn resolved<'a>(root: &'a Json, schema: &'a Json) -> &'a Json {
    let reference =
        schema.get("$ref").and_then(Json::as_str).and_then(|reference| reference.strip_prefix('#'));
    reference.and_then(|place| root.pointer(place)).unwrap_or(schema)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file with every setting switched on.
    fn switched_on(text: &str) -> String {
        let is_setting = |line: &str| {
            let name = line.strip_prefix("# ").and_then(|rest| rest.split_once(" = ")).map(|(name, _)| name);
            name.is_some_and(|name| {
                name.bytes().all(|byte| byte.is_ascii_lowercase() || b"_0123456789".contains(&byte))
            })
        };
        let lines = text.lines().map(|line| if is_setting(line) { &line[2..] } else { line });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// How many settings a file makes.
    fn settings(table: &Table) -> usize {
        table.values().map(|value| value.as_table().map_or(1, settings)).sum()
    }

    #[test]
    fn the_file_has_every_setting_and_changes_nothing() {
        let text = commented().unwrap();
        assert_eq!(settings(&toml::from_str(&text).unwrap()), 0);
        let table: Table = toml::from_str(&switched_on(&text)).unwrap();
        assert_eq!(table, Table::try_from(Config::default()).unwrap());
    }

    #[test]
    fn settings_are_explained_by_their_documentation() {
        let text = commented().unwrap();
        for explained in [
            "# Address to listen on.\n# listen = \"127.0.0.1:8080\"",
            "# Port that mail servers listen on.\n# smtp_port = 25",
            "# Requests per second; 0 means no limit. A burst may be twice as large.\n# requests_per_second = 1",
        ] {
            assert!(text.contains(explained), "{explained}");
        }
        let lines: Vec<&str> = text.lines().collect();
        let bare = lines.windows(2).filter(|pair| {
            let is_setting = pair[1].starts_with("# ") && pair[1].contains(" = ");
            is_setting && !pair[0].starts_with("# ")
        });
        let bare: Vec<&str> = bare.map(|pair| pair[1]).filter(|line| !line.contains("waterfall")).collect();
        assert!(bare.len() < 12, "settings without a word: {bare:?}");
    }
}
