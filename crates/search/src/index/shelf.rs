//! The index of one sort of record: what is written becomes visible at the next commit.

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
    order::Order,
    schema::{Fields, Written},
    verify::ShelfState,
    view::View,
};
use crate::{
    document::Document,
    error::{Result, SearchError},
};

/// Memory the engine gathers documents in before it writes a segment: little where commits are frequent, since
/// each begins with empty tables of a size to match.
const LIVE_WRITER_BYTES: usize = 24 << 20;

/// The same while an index is built in one go, for each thread: about half a million people.
const BULK_WRITER_BYTES: usize = 192 << 20;

/// Threads that build an index in one go; more would wait for whoever reads the records.
const BULK_THREADS_MAX: usize = 2;

/// So many segments are left as they were built in one go when they hold so many documents: to merge them takes a
/// third as long as to build them, and of the questions only facets are answered faster then.
const BULK_SEGMENTS_KEPT: usize = 3;
const BULK_DOCUMENTS_KEPT: u64 = 100_000;

/// Segments of about one size that are merged into one.
const SEGMENTS_PER_MERGE: usize = 4;

/// Segments smaller than this count as being of one size.
const SMALL_SEGMENT_DOCUMENTS: u32 = 20_000;

/// From this share of deleted documents on a segment is written anew.
const DELETED_SHARE_MAX: f32 = 0.3;

/// How often files that are still in use are looked at before it is given up, and how long is waited each time.
const LEFTOVER_LOOKS_MAX: usize = 100;
const LEFTOVER_WAIT: std::time::Duration = std::time::Duration::from_millis(50);

/// Characters of the name that the files of a segment share: a UUID without hyphens.
const SEGMENT_NAME_LENGTH: usize = 32;

/// What the documents mean. A change of the schema, of the folding or of a document's terms counts it up, and an
/// index of another format is rebuilt.
const FORMAT: u32 = 3;

/// What a commit says of itself.
#[derive(Serialize, Deserialize)]
struct Seal {
    format: u32,
    sequence: u64,
}

/// One index.
pub(super) struct Shelf {
    index: Index,
    fields: Arc<Fields>,
    orders: Vec<Order>,
    reader: IndexReader,
    writer: Mutex<Option<IndexWriter<Written>>>,
    current: RwLock<Current>,
    bulk: bool,
}

#[derive(Clone)]
struct Current {
    view: Arc<View>,
    sequence: u64,
}

impl Shelf {
    /// Opens the index of a folder; makes one where there is none.
    ///
    /// `orders` are made as soon as there is something to list.
    pub(super) fn open(folder: &Path, orders: Vec<Order>, bulk: bool) -> Result<Self> {
        std::fs::create_dir_all(folder)?;
        let fields = Fields::new();
        let directory = tantivy::directory::MmapDirectory::open(folder)
            .map_err(|error| SearchError::Engine(error.to_string()))?;
        let index = Index::open_or_create(directory, fields.schema.clone())?;
        // The engine trusts its files, so that a damaged one is found before it is read or never.
        if let Some(fault) = damage(&index).into_iter().next() {
            return Err(SearchError::Unproven(fault));
        }
        Self::with(index, fields, orders, bulk)
    }

    /// An index that is gone with the process.
    pub(super) fn in_memory(orders: Vec<Order>) -> Result<Self> {
        let fields = Fields::new();
        Self::with(Index::create_in_ram(fields.schema.clone()), fields, orders, false)
    }

    fn with(index: Index, fields: Fields, orders: Vec<Order>, bulk: bool) -> Result<Self> {
        let fields = Arc::new(fields);
        Fields::register(&index);
        let sequence = sealed_sequence(&index)?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let view = Arc::new(View::open(reader.searcher(), Arc::clone(&fields), &orders, None)?);
        let current = RwLock::new(Current { view, sequence });
        Ok(Self { index, fields, orders, reader, writer: Mutex::default(), current, bulk })
    }

    /// The view of the newest commit.
    pub(super) fn view(&self) -> Arc<View> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner).view)
    }

    /// The sequence up to which everything is in the view.
    pub(super) fn sequence(&self) -> u64 {
        self.current.read().unwrap_or_else(PoisonError::into_inner).sequence
    }

    /// Puts a document in the place of the one with its id.
    pub(super) fn put(&self, document: Document) -> Result<()> {
        self.write(|writer| {
            writer.delete_term(tantivy::Term::from_field_text(self.fields.id, &document.id));
            writer.add_document(Written { fields: Arc::clone(&self.fields), document })?;
            Ok(())
        })
    }

    /// Adds a document of whose id there is none yet.
    pub(super) fn add(&self, document: Document) -> Result<()> {
        self.write(|writer| {
            writer.add_document(Written { fields: Arc::clone(&self.fields), document })?;
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

    /// Makes everything written durable and visible, and says up to where that is.
    pub(super) fn commit(&self, sequence: u64) -> Result<()> {
        self.write(|writer| seal(writer, sequence))?;
        self.refresh()
    }

    /// Takes in what another process or a merge committed.
    pub(super) fn refresh(&self) -> Result<()> {
        let before = self.view();
        self.reader.reload()?;
        let sequence = sealed_sequence(&self.index)?;
        let view = View::open(self.reader.searcher(), Arc::clone(&self.fields), &self.orders, Some(&before))?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) =
            Current { view: Arc::new(view), sequence };
        Ok(())
    }

    /// Merges all segments into one, so that questions are answered fastest.
    pub(super) fn merge(&self) -> Result<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut busy) = writer.take() {
            // What is not committed yet would be lost with the writer; that it is seen early does no harm.
            seal(&mut busy, self.sequence())?;
            busy.wait_merging_threads()?;
        }
        let segments = self.index.searchable_segment_ids()?;
        if segments.len() > 1 {
            let mut alone = self.start_writer()?;
            // No merge may begin by itself while the segments of this one are named.
            alone.set_merge_policy(Box::new(NoMergePolicy));
            alone.merge(&segments).wait()?;
            alone.garbage_collect_files().wait()?;
            alone.wait_merging_threads()?;
        }
        drop(writer);
        self.refresh()
    }

    /// Merges what was built in one go, unless it is good enough as it is.
    pub(super) fn settle(&self) -> Result<()> {
        let segments = self.index.searchable_segment_metas()?;
        let few = segments.len() <= BULK_SEGMENTS_KEPT && self.view().documents() >= BULK_DOCUMENTS_KEPT;
        // The bytes of what was removed meanwhile must not stay.
        let scarred = segments.iter().any(|segment| segment.has_deletes());
        drop(segments);
        if few && !scarred { Ok(()) } else { self.merge() }
    }

    /// Documents with these ids in the dictionaries on the disk, also those that are only marked as removed.
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

    /// Writes anew every segment that holds removed documents, and removes the files of the old ones: a removed
    /// document is only marked, and its bytes stay until then.
    pub(super) fn purge(&self) -> Result<()> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut busy) = writer.take() {
            // As when all is merged: what is not committed yet would be lost with the writer.
            seal(&mut busy, self.sequence())?;
            busy.wait_merging_threads()?;
        }
        let segments = self.index.searchable_segment_metas()?;
        let scarred: Vec<_> =
            segments.iter().filter(|segment| segment.has_deletes()).map(|segment| segment.id()).collect();
        drop(segments);
        let mut alone = self.start_writer()?;
        alone.set_merge_policy(Box::new(NoMergePolicy));
        if !scarred.is_empty() {
            alone.merge(&scarred).wait()?;
        }
        // Files stay while a view of before is in use; questions under way end soon.
        for _ in 0..LEFTOVER_LOOKS_MAX {
            self.refresh()?;
            alone.garbage_collect_files().wait()?;
            if !self.has_leftovers()? {
                break;
            }
            std::thread::sleep(LEFTOVER_WAIT);
        }
        alone.wait_merging_threads()?;
        if self.has_leftovers()? {
            return Err(SearchError::Engine("files of removed documents are still in use".to_owned()));
        }
        Ok(())
    }

    /// Whether there are files of segments that no commit holds, or marks of removed documents.
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

    /// Reads every file and says whether it is whole.
    pub(super) fn verify(&self) -> ShelfState {
        let view = self.view();
        let mut faults = damage(&self.index);
        match view.twins() {
            Ok(twins) => faults.extend(twins),
            Err(error) => faults.push(error.to_string()),
        }
        ShelfState {
            documents: view.documents(),
            sequence: self.sequence(),
            segments: view.segments.len(),
            faults,
        }
    }

    fn write<T>(&self, write: impl FnOnce(&mut IndexWriter<Written>) -> Result<T>) -> Result<T> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.is_none() {
            *writer = Some(self.start_writer()?);
        }
        match writer.as_mut() {
            Some(writer) => write(writer),
            None => Err(SearchError::Engine("the writer did not start".to_owned())),
        }
    }

    fn start_writer(&self) -> Result<IndexWriter<Written>> {
        let (threads, bytes) = if self.bulk {
            let threads = std::thread::available_parallelism().map_or(1, usize::from).min(BULK_THREADS_MAX);
            (threads, BULK_WRITER_BYTES * threads)
        } else {
            (1, LIVE_WRITER_BYTES)
        };
        let writer = self.index.writer_with_num_threads(threads, bytes)?;
        // A commit that was cut off leaves files behind whose names the next commit would give again.
        writer.garbage_collect_files().wait()?;
        if self.bulk {
            // What is built in one go is merged once, at the end.
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

/// Commits what was written, as every change up to a sequence.
fn seal(writer: &mut IndexWriter<Written>, sequence: u64) -> Result<()> {
    let seal = serde_json::to_string(&Seal { format: FORMAT, sequence })
        .map_err(|error| SearchError::Engine(error.to_string()))?;
    let mut commit = writer.prepare_commit()?;
    commit.set_payload(&seal);
    commit.commit()?;
    Ok(())
}

/// Reads every file and lists those that are not as they were written.
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

/// The sequence of the newest commit; 0 before the first.
fn sealed_sequence(index: &Index) -> Result<u64> {
    let Some(payload) = index.load_metas()?.payload else { return Ok(0) };
    let seal: Seal = serde_json::from_str(&payload)
        .map_err(|error| SearchError::Unproven(format!("the last commit is not sealed: {error}")))?;
    if seal.format != FORMAT {
        return Err(SearchError::Unproven(format!("it has format {}, not {FORMAT}", seal.format)));
    }
    Ok(seal.sequence)
}
