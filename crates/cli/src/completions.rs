//! `brimful completions SHELL`

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

#[derive(Args)]
pub(crate) struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        clap_complete::generate(self.shell, &mut crate::Cli::command(), "brimful", &mut std::io::stdout());
        Ok(ExitCode::SUCCESS)
    }
}
