//! The search index, derived from the store.
//!
//! It follows the store by a watermark, is verified when opened, is rebuilt if that fails, and serves no search until
//! it has caught up with the store as of the start.

pub(crate) mod follow;
mod lag;
pub(crate) mod newest_signal;
pub(crate) mod search_for;
pub(crate) mod signals;

use std::{
    collections::HashMap,
    path::Path,
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
};

use search::{SearchError, SearchIndex};
use store::Node;

use self::lag::Lag;
use crate::EngineError;

/// The index of one store.
pub struct Index {
    search: SearchIndex,
    ready: AtomicBool,
    /// Fingerprint of each employer as indexed last: its people are reindexed only if it changed.
    employers: Mutex<HashMap<String, u64>>,
    /// The name of this node, where several share the store.
    node: OnceLock<String>,
    /// The last compaction that was done here.
    purged: AtomicI64,
    /// What it lacks, and since when, where several nodes share the store.
    lag: Mutex<Lag>,
    /// The live nodes that share the store, when this one last said that it is alive.
    live_nodes: Mutex<Vec<Node>>,
}

/// Where the index stands.
#[derive(Debug, Clone, serde::Serialize)]
pub struct IndexStatus {
    /// The last change of the store.
    pub store_change: u64,
    /// The last change that is in the index.
    pub index_change: u64,
    /// People in the index.
    pub people: u64,
    /// Companies in the index.
    pub companies: u64,
    /// What is wrong with its files.
    pub faults: Vec<String>,
}

/// How far the index is behind the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexLevel {
    /// It has not caught up since the start: searches are refused.
    Preparing,
    /// It answers, and so many changes of the store are not in it yet.
    Behind(u64),
    /// Every change of the store is in it.
    Level,
}

impl Index {
    /// Opens the index of a folder; makes an empty one where there is none.
    pub fn open(folder: &Path) -> Result<Self, EngineError> {
        Ok(Self::new(SearchIndex::open(folder)?))
    }

    /// Opens the index of a folder for its owner: a damaged one is discarded, to be rebuilt.
    pub fn open_or_discard(folder: &Path) -> Result<Self, EngineError> {
        match SearchIndex::open(folder) {
            Ok(search) => Ok(Self::new(search)),
            Err(SearchError::Unproven(_)) => {
                SearchIndex::discard(folder)?;
                Self::open(folder)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// An index in memory.
    pub fn in_memory() -> Result<Self, EngineError> {
        Ok(Self::new(SearchIndex::in_memory()?))
    }

    fn new(search: SearchIndex) -> Self {
        Self {
            search,
            ready: AtomicBool::new(false),
            employers: Mutex::default(),
            node: OnceLock::new(),
            purged: AtomicI64::new(0),
            lag: Mutex::default(),
            live_nodes: Mutex::default(),
        }
    }

    /// Documents with these ids in its files, also those that are only marked as removed.
    pub fn documents_of(&self, ids: &std::collections::BTreeSet<String>) -> Result<u64, EngineError> {
        Ok(self.search.documents_of(ids)?)
    }

    /// The index, once it has caught up with the store.
    pub(crate) fn search(&self) -> Result<&SearchIndex, EngineError> {
        if self.ready.load(Ordering::Acquire) { Ok(&self.search) } else { Err(EngineError::IndexNotReady) }
    }
}
