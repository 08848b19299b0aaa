//! `brimful config`

mod init;

use std::process::ExitCode;

use clap::Subcommand;
use server::ShownSetting;

use crate::{
    output::{Output, table},
    storage::DataOption,
};

#[derive(Subcommand)]
pub(crate) enum ConfigCommand {
    /// Every setting, its value, and where that comes from
    Show(DataOption),
    /// Write a file with every setting, its default and what it means
    Init(init::Init),
}

impl ConfigCommand {
    pub(crate) fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let options = match self {
            Self::Show(options) => options,
            Self::Init(init) => return init.run(output),
        };
        let shown = options.layers()?.shown();
        output.print(&shown, || {
            let row = |one: &ShownSetting| vec![one.setting.clone(), one.value.to_string(), one.from.clone()];
            table(&["SETTING", "VALUE", "FROM"], &shown.iter().map(row).collect::<Vec<_>>())
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
