//! `brimful index rebuild`

use std::{process::ExitCode, sync::Arc, time::Instant};

use anyhow::bail;
use clap::Subcommand;
use engine::{Engine, Index};
use serde_json::json;

use crate::{folder_lock, output::Output, serve::INDEX_FOLDER, storage::DataOption};

#[derive(Subcommand)]
pub(crate) enum IndexCommand {
    /// Rebuild the search index from the records; stop the server first
    Rebuild(DataOption),
}

impl IndexCommand {
    pub(crate) fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let Self::Rebuild(data) = self;
        let folder = data.config()?.server.data;
        let is_there = folder.is_dir();
        let alone = if is_there { folder_lock::alone(&folder)? } else { None };
        if is_there && alone.is_none() {
            bail!("a server or a command uses the data folder {}; stop it first", folder.display());
        }
        let store = data.open_existing_for_import()?;
        let folder = folder.join(INDEX_FOLDER);
        let engine = Engine::new(store).with_index(Arc::new(Index::open_or_discard(&folder)?));
        let started = Instant::now();
        engine.rebuild_index()?;
        let state = engine.index_state()?;
        let (people, companies) = state.map_or((0, 0), |state| (state.people, state.companies));
        let took = started.elapsed();
        let result =
            json!({ "people": people, "companies": companies, "milliseconds": took.as_millis() as u64 });
        output
            .print(&result, || format!("indexed {people} people and {companies} companies in {took:.1?}"))?;
        Ok(ExitCode::SUCCESS)
    }
}
