//! Resume position of an interrupted import.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
};

use anyhow::Context;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use store::{ImportPosition, Store};

use super::options::ImportOptions;

/// Bytes hashed from a file's beginning and end to identify it.
const HASHED_BYTES: u64 = 1 << 20;

/// Identity of one file with its import options.
#[derive(Clone)]
pub(super) struct FilePosition {
    file: String,
}

impl FilePosition {
    /// Hash of the file's size, modification time, beginning and end, and of the import options.
    pub(super) fn of(path: &Path, options: &ImportOptions) -> anyhow::Result<Self> {
        let mut file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let meta = file.metadata()?;
        let mut hash = Sha256::new();
        hash.update([options.subject as u8]);
        hash.update(options.source.as_bytes());
        hash.update([0]);
        if let Some(mapping) = &options.mapping {
            // The mapping was read before; if the file has been removed since, hash nothing.
            hash.update(std::fs::read(mapping).unwrap_or_default());
        }
        hash.update(options.preset.as_deref().unwrap_or_default().as_bytes());
        hash.update(meta.len().to_le_bytes());
        hash.update(Timestamp::try_from(meta.modified()?)?.as_nanosecond().to_le_bytes());
        hash_some(&mut file, &mut hash)?;
        file.seek(SeekFrom::Start(meta.len().saturating_sub(HASHED_BYTES)))?;
        hash_some(&mut file, &mut hash)?;
        Ok(Self { file: hex::encode(hash.finalize()) })
    }

    /// Rows that were filed before.
    pub(super) fn rows(&self, store: &Store) -> anyhow::Result<u64> {
        Ok(store.import_position(&self.file)?)
    }

    /// What is kept after so many rows.
    pub(super) fn at(&self, rows: u64, now: Timestamp) -> ImportPosition {
        ImportPosition { file: self.file.clone(), rows, at: now }
    }

    /// The file was read to its end.
    pub(super) async fn forget(self, store: &Store) -> anyhow::Result<()> {
        Ok(store.forget_import_position(self.file).await?)
    }
}

fn hash_some(file: &mut File, hash: &mut Sha256) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    file.take(HASHED_BYTES).read_to_end(&mut bytes)?;
    hash.update(&bytes);
    Ok(())
}
