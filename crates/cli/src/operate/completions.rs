//! `brimful completions SHELL`

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::output::print_line;

#[derive(Args)]
pub(crate) struct Completions {
    /// Shell to generate for
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Cli::command(), "brimful", &mut script);
        print_line(String::from_utf8(script)?.trim_end())?;
        Ok(ExitCode::SUCCESS)
    }
}
