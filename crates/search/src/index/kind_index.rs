//! The Tantivy index of one kind of record. Writes become visible at the next commit.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use serde::{Deserialize, Serialize};
use tantivy::{
    Index, IndexReader, IndexWriter, ReloadPolicy, indexer::NoMergePolicy, merge_policy::LogMergePolicy,
};

use super::{
    schema::{Fields, IndexableDocument},
    verify::IndexState,
    view::IndexView,
};
use crate::{
    document::Document,
    error::{Result, SearchError},
    sort::Order,
};

/// Writer buffer before a segment is flushed. Small where commits are frequent, because each commit allocates empty
/// tables of matching size.
const LIVE_WRITER_BYTES: usize = 24 << 20;

/// Writer buffer per thread of a bulk build: about half a million people.
const BULK_WRITER_BYTES: usize = 192 << 20;

/// Indexing threads of a bulk build. More would wait for the thread that reads the records.
const BULK_THREADS_MAX: usize = 2;

/// A bulk build with at most this many segments and at least this many documents is not merged. Merging takes a third
/// of the build time and only speeds up facets.
const BULK_SEGMENTS_KEPT: usize = 3;
const BULK_DOCUMENTS_KEPT: u64 = 100_000;

/// Segments of similar size that are merged into one.
const SEGMENTS_PER_MERGE: usize = 4;

/// Segments smaller than this count as the same size for merging.
const SMALL_SEGMENT_DOCUMENTS: u32 = 20_000;

/// Share of deleted documents above which a segment is rewritten.
const DELETED_SHARE_MAX: f32 = 0.3;

/// How often a purge checks for files that are still open before it fails, and the wait between checks.
const LEFTOVER_CHECKS_MAX: usize = 100;
const LEFTOVER_WAIT: std::time::Duration = std::time::Duration::from_millis(50);

/// Length of a segment's file name stem: a UUID without hyphens.
const SEGMENT_NAME_LENGTH: usize = 32;

/// Version of the document format. Increment it when the schema, the text folding or the terms of a document change;
/// an index of another format is rebuilt.
const FORMAT: u32 = 9;

/// Payload stored with each commit.
#[derive(Serialize, Deserialize)]
struct CommitInfo {
    format: u32,
    sequence: u64,
}

/// The index of people or the index of companies, with its writer and its current view.
pub(super) struct KindIndex {
    index: Index,
    fields: Arc<Fields>,
    orders: Vec<Order>,
    reader: IndexReader,
    writer: Mutex<Option<IndexWriter<IndexableDocument>>>,
    current: RwLock<Current>,
    bulk: bool,
}

#[derive(Clone)]
struct Current {
    view: Arc<IndexView>,
    sequence: u64,
}

impl KindIndex {
    /// Opens the index in a folder; creates one if there is none.
    ///
    /// `orders` are the sort orders computed for each segment when it is opened.
    pub(super) fn open(folder: &Path, orders: Vec<Order>, bulk: bool) -> Result<Self> {
        std::fs::create_dir_all(folder)?;
        let fields = Fields::new();
        let directory = tantivy::directory::MmapDirectory::open(folder)
            .map_err(|error| SearchError::Engine(error.to_string()))?;
        let index = Index::open_or_create(directory, fields.schema.clone())?;
        // Tantivy does not verify checksums while reading, so damage must be detected here.
        if let Some(fault) = damage(&index).into_iter().next() {
            return Err(SearchError::Unproven(fault));
        }
        Self::with(index, fields, orders, bulk)
    }

    /// Creates an empty index in memory.
    pub(super) fn in_memory(orders: Vec<Order>) -> Result<Self> {
        let fields = Fields::new();
        Self::with(Index::create_in_ram(fields.schema.clone()), fields, orders, false)
    }

    fn with(index: Index, fields: Fields, orders: Vec<Order>, bulk: bool) -> Result<Self> {
        let fields = Arc::new(fields);
        Fields::register(&index);
        let sequence = committed_sequence(&index)?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let view = Arc::new(IndexView::open(reader.searcher(), Arc::clone(&fields), &orders, None)?);
        let current = RwLock::new(Current { view, sequence });
        Ok(Self { index, fields, orders, reader, writer: Mutex::default(), current, bulk })
    }

    /// The view of the last commit.
    pub(super) fn view(&self) -> Arc<IndexView> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner).view)
    }

    /// The sequence number of the last commit.
    pub(super) fn sequence(&self) -> u64 {
        self.current.read().unwrap_or_else(PoisonError::into_inner).sequence
    }

    /// Inserts a document, or replaces the one with the same id.
    pub(super) fn put(&self, document: Document) -> Result<()> {
        self.write(|writer| {
            writer.delete_term(tantivy::Term::from_field_text(self.fields.id, &document.id));
            writer.add_document(IndexableDocument { fields: Arc::clone(&self.fields), document })?;
            Ok(())
        })
    }

    /// Adds a document whose id is not in the index yet. Cheaper than `put`, which first deletes by id.
    pub(super) fn add(&self, document: Document) -> Result<()> {
        self.write(|writer| {
            writer.add_document(IndexableDocument { fields: Arc::clone(&self.fields), document })?;
            Ok(())
        })
    }

    /// Removes the document with an id.
    pub(super) fn remove(&self, id: &str) -> Result<()> {
        self.write(|writer| {
            writer.delete_term(tantivy::Term::from_field_text(self.fields.id, id));
            Ok(())
        })
    }

    /// Commits all writes and records the sequence number they reach.
    pub(super) fn commit(&self, sequence: u64) -> Result<()> {
        self.write(|writer| commit_with_info(writer, sequence))?;
        self.refresh()
    }

    /// Loads commits made by another process or by a merge.
    pub(super) fn refresh(&self) -> Result<()> {
        let before = self.view();
        self.reader.reload()?;
        let sequence = committed_sequence(&self.index)?;
        let view =
            IndexView::open(self.reader.searcher(), Arc::clone(&self.fields), &self.orders, Some(&before))?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) =
            Current { view: Arc::new(view), sequence };
        Ok(())
    }

    /// Merges all segments into one, for the fastest queries.
    pub(super) fn merge(&self) -> Result<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut running) = writer.take() {
            // Uncommitted writes would be lost with the writer. Making them visible early does no harm.
            commit_with_info(&mut running, self.sequence())?;
            running.wait_merging_threads()?;
        }
        let segments = self.index.searchable_segment_ids()?;
        if segments.len() > 1 {
            let mut merger = self.start_writer()?;
            // No automatic merge may start, because it could consume the segments listed above.
            merger.set_merge_policy(Box::new(NoMergePolicy));
            merger.merge(&segments).wait()?;
            merger.garbage_collect_files().wait()?;
            merger.wait_merging_threads()?;
        }
        drop(writer);
        self.refresh()
    }

    /// Merges the segments of a bulk build, unless they are few and large already.
    pub(super) fn merge_after_bulk(&self) -> Result<()> {
        let segments = self.index.searchable_segment_metas()?;
        let few = segments.len() <= BULK_SEGMENTS_KEPT && self.view().documents() >= BULK_DOCUMENTS_KEPT;
        // Documents removed during the build must not stay on disk.
        let has_deletes = segments.iter().any(|segment| segment.has_deletes());
        drop(segments);
        if few && !has_deletes { Ok(()) } else { self.merge() }
    }

    /// Counts documents with these ids in the term dictionaries on disk, including those only marked as removed.
    pub(super) fn documents_of(&self, ids: &BTreeSet<String>) -> Result<u64> {
        self.refresh()?;
        let mut found = 0;
        for segment in self.reader.searcher().segment_readers() {
            let dictionary = segment.inverted_index(self.fields.id)?;
            for id in ids {
                let term = tantivy::Term::from_field_text(self.fields.id, id);
                found += u64::from(dictionary.doc_freq(&term)?);
            }
        }
        Ok(found)
    }

    /// Rewrites every segment that holds removed documents and deletes the old files. A removal only marks a document;
    /// its bytes stay on disk until the segment is rewritten.
    pub(super) fn purge(&self) -> Result<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut running) = writer.take() {
            // As in `merge`: uncommitted writes would be lost with the writer.
            commit_with_info(&mut running, self.sequence())?;
            running.wait_merging_threads()?;
        }
        let segments = self.index.searchable_segment_metas()?;
        let with_deletes: Vec<_> =
            segments.iter().filter(|segment| segment.has_deletes()).map(|segment| segment.id()).collect();
        drop(segments);
        let mut merger = self.start_writer()?;
        merger.set_merge_policy(Box::new(NoMergePolicy));
        if !with_deletes.is_empty() {
            merger.merge(&with_deletes).wait()?;
        }
        // Old files stay while an earlier view is in use. Running queries end soon, so wait for them.
        for _ in 0..LEFTOVER_CHECKS_MAX {
            self.refresh()?;
            merger.garbage_collect_files().wait()?;
            if !self.has_leftovers()? {
                break;
            }
            std::thread::sleep(LEFTOVER_WAIT);
        }
        merger.wait_merging_threads()?;
        if self.has_leftovers()? {
            return Err(SearchError::Engine("files of removed documents are still in use".to_owned()));
        }
        Ok(())
    }

    /// Whether files of obsolete segments or deletion marks are left.
    fn has_leftovers(&self) -> Result<bool> {
        let segments = self.index.searchable_segment_metas()?;
        if segments.iter().any(|segment| segment.has_deletes()) {
            return Ok(true);
        }
        let known: Vec<String> = segments.iter().map(|segment| segment.id().uuid_string()).collect();
        let is_leftover = |file: &Path| {
            let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
            let stem = name.split('.').next().unwrap_or_default();
            stem.len() == SEGMENT_NAME_LENGTH && !known.iter().any(|id| id == stem)
        };
        Ok(self.index.directory().list_managed_files().iter().any(|file| is_leftover(file)))
    }

    /// Verifies the checksum of every file and the uniqueness of ids.
    pub(super) fn verify(&self) -> IndexState {
        let view = self.view();
        let mut faults = damage(&self.index);
        match view.duplicate_ids() {
            Ok(duplicate_ids) => faults.extend(duplicate_ids),
            Err(error) => faults.push(error.to_string()),
        }
        IndexState {
            documents: view.documents(),
            sequence: self.sequence(),
            segments: view.segments.len(),
            faults,
        }
    }

    fn write<T>(&self, write: impl FnOnce(&mut IndexWriter<IndexableDocument>) -> Result<T>) -> Result<T> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.is_none() {
            *writer = Some(self.start_writer()?);
        }
        match writer.as_mut() {
            Some(writer) => write(writer),
            None => Err(SearchError::Engine("the writer did not start".to_owned())),
        }
    }

    fn start_writer(&self) -> Result<IndexWriter<IndexableDocument>> {
        let (threads, bytes) = if self.bulk {
            let threads = std::thread::available_parallelism().map_or(1, usize::from).min(BULK_THREADS_MAX);
            (threads, BULK_WRITER_BYTES * threads)
        } else {
            (1, LIVE_WRITER_BYTES)
        };
        let writer = self.index.writer_with_num_threads(threads, bytes)?;
        // An interrupted commit leaves files whose names the next commit would reuse.
        writer.garbage_collect_files().wait()?;
        if self.bulk {
            // A bulk build is merged once, at the end.
            writer.set_merge_policy(Box::new(NoMergePolicy));
        } else {
            let mut policy = LogMergePolicy::default();
            policy.set_min_num_segments(SEGMENTS_PER_MERGE);
            policy.set_min_layer_size(SMALL_SEGMENT_DOCUMENTS);
            policy.set_max_docs_before_merge(usize::MAX);
            policy.set_del_docs_ratio_before_merge(DELETED_SHARE_MAX);
            writer.set_merge_policy(Box::new(policy));
        }
        Ok(writer)
    }
}

/// Commits all writes with a payload that records the format and the sequence number.
fn commit_with_info(writer: &mut IndexWriter<IndexableDocument>, sequence: u64) -> Result<()> {
    let info = serde_json::to_string(&CommitInfo { format: FORMAT, sequence })
        .map_err(|error| SearchError::Engine(error.to_string()))?;
    let mut commit = writer.prepare_commit()?;
    commit.set_payload(&info);
    commit.commit()?;
    Ok(())
}

/// Verifies the checksum of every file and lists the damaged ones.
fn damage(index: &Index) -> Vec<String> {
    match index.validate_checksum() {
        Ok(damaged) => {
            let mut damaged: Vec<String> =
                damaged.into_iter().map(|file| format!("{} is damaged", file.display())).collect();
            damaged.sort();
            damaged
        }
        Err(error) => vec![error.to_string()],
    }
}

/// The sequence number of the last commit; 0 before the first.
fn committed_sequence(index: &Index) -> Result<u64> {
    let Some(payload) = index.load_metas()?.payload else { return Ok(0) };
    let info: CommitInfo = serde_json::from_str(&payload).map_err(|error| {
        SearchError::Unproven(format!("the last commit has an unreadable payload: {error}"))
    })?;
    if info.format != FORMAT {
        return Err(SearchError::Unproven(format!("it has format {}, not {FORMAT}", info.format)));
    }
    Ok(info.sequence)
}
