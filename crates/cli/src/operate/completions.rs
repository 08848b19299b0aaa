//! `brimful completions SHELL`

use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::output::print_line;

#[derive(Args)]
pub(crate) struct Completions {
    /// Shell to generate for
    shell: Shell,
}

impl Completions {
    /// Prints the script for this command line.
    pub(crate) fn run(self, mut cli: Command) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut cli, "brimful", &mut script);
        print_line(String::from_utf8(script)?.trim_end())?;
        Ok(ExitCode::SUCCESS)
    }
}
