//! Resume position of an interrupted import.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
};

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use store::{ImportPosition, Store, StoreError};

/// Bytes hashed from a file's beginning and end to identify it.
const HASHED_BYTES: u64 = 1 << 20;

/// Identity of one file with its import options.
#[derive(Debug, Clone)]
pub struct FilePosition {
    file: String,
}

impl FilePosition {
    /// Hash of the import options, and of the file's size, modification time, beginning and end.
    pub fn of(path: &Path, options: &[&[u8]]) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let meta = file.metadata()?;
        let mut hash = Sha256::new();
        options.iter().for_each(|option| hash.update(option));
        hash.update(meta.len().to_le_bytes());
        let modified = Timestamp::try_from(meta.modified()?).map_err(io::Error::other)?;
        hash.update(modified.as_nanosecond().to_le_bytes());
        hash_some(&mut file, &mut hash)?;
        file.seek(SeekFrom::Start(meta.len().saturating_sub(HASHED_BYTES)))?;
        hash_some(&mut file, &mut hash)?;
        Ok(Self { file: hex::encode(hash.finalize()) })
    }

    /// The fingerprint under which the store keeps the position.
    pub fn fingerprint(&self) -> &str {
        &self.file
    }

    /// Rows that were filed before. Blocks on the database.
    pub fn rows(&self, store: &Store) -> Result<u64, StoreError> {
        store.import_position(&self.file)
    }

    /// What is kept after so many rows.
    pub(super) fn at(&self, rows: u64, now: Timestamp) -> ImportPosition {
        ImportPosition { file: self.file.clone(), rows, at: now }
    }

    /// The file was read to its end.
    pub(super) async fn forget(self, store: &Store) -> Result<(), StoreError> {
        store.forget_import_position(self.file).await
    }
}

fn hash_some(file: &mut File, hash: &mut Sha256) -> io::Result<()> {
    let mut bytes = Vec::new();
    file.take(HASHED_BYTES).read_to_end(&mut bytes)?;
    hash.update(&bytes);
    Ok(())
}
