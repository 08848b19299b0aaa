//! Keeps the search index up to date during an import.

use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::Context;
use engine::{Engine, EngineError, Index};
use store::Store;
use tokio::task::JoinHandle;

use crate::{folder_lock, serve::INDEX_FOLDER};

/// Updates the index, unless a server does.
pub(super) struct Indexing {
    store: Store,
    folder: PathBuf,
    /// Held so that no server starts while the index is being built.
    _alone: File,
    first: Option<First>,
}

/// The index of an empty store is built while its first records are stored.
struct First {
    is_over: Arc<AtomicBool>,
    made: Option<JoinHandle<Result<(), EngineError>>>,
}

impl Drop for First {
    fn drop(&mut self) {
        // Also after a failed import: what it stored is indexed.
        self.is_over.store(true, Ordering::Release);
    }
}

impl Indexing {
    /// Begins, unless a server runs on the folder: its index follows the store by itself.
    pub(super) fn begin(store: &Store, data: &Path) -> anyhow::Result<Option<Self>> {
        if store.is_shared() {
            // Its nodes follow by themselves.
            return Ok(None);
        }
        let Some(alone) = folder_lock::alone(data)? else { return Ok(None) };
        let (store, folder) = (store.clone(), data.join(INDEX_FOLDER));
        let first = if store.has_records()? {
            None
        } else {
            let engine = engine(&store, &folder)?;
            let is_over = Arc::new(AtomicBool::new(false));
            let over = is_over.clone();
            let made = tokio::task::spawn_blocking(move || {
                engine.rebuild_index_until(|| over.load(Ordering::Acquire))
            });
            Some(First { is_over, made: Some(made) })
        };
        Ok(Some(Self { store, folder, _alone: alone, first }))
    }

    /// The import is over: applies the remaining changes.
    pub(super) async fn finish(mut self) -> anyhow::Result<()> {
        let made = self.first.take().and_then(|mut first| first.made.take());
        let indexed = match made {
            Some(made) => made.await,
            None => {
                let engine = engine(&self.store, &self.folder)?;
                tokio::task::spawn_blocking(move || engine.prepare_index()).await
            }
        };
        indexed
            .context("indexing broke off")?
            .context("everything is filed, but not indexed yet; run `brimful index rebuild`")
    }
}

fn engine(store: &Store, folder: &Path) -> anyhow::Result<Engine> {
    Ok(Engine::new(store.clone()).with_index(Arc::new(Index::open_or_discard(folder)?)))
}
