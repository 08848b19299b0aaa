//! `brimful openapi`

use std::process::ExitCode;

use clap::Args;
use store::Clock;

use crate::{output::print_line, sandbox_world::sandbox_store};

#[derive(Args)]
pub(crate) struct Openapi {}

impl Openapi {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let sandbox = sandbox_store(Clock::System.now()).await?;
        let document = server::openapi_document(server::CATALOGUE, &server::Sample::of(&sandbox)?);
        print_line(&serde_json::to_string_pretty(&document)?)?;
        Ok(ExitCode::SUCCESS)
    }
}
