//! `brimful openapi`

use std::process::ExitCode;

use clap::Args;

use crate::output::print_line;

#[derive(Args)]
pub(crate) struct Openapi {}

impl Openapi {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        print_line(&serde_json::to_string_pretty(&server::openapi_document(server::CATALOGUE))?)?;
        Ok(ExitCode::SUCCESS)
    }
}
