//! Where an import that was cut off goes on.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::Path,
};

use anyhow::Context;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use store::{ImportPosition, Store};

use super::Import;

/// How much of a file's beginning and end is looked at to tell it from another.
const LOOKED_AT_BYTES: u64 = 1 << 20;

/// The place of one file, as one command reads it.
#[derive(Clone)]
pub(super) struct Position {
    file: String,
}

impl Position {
    /// Told by the file's size, age, beginning and end, and by what is to be made of it.
    pub(super) fn of(path: &Path, import: &Import) -> anyhow::Result<Self> {
        let mut file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let meta = file.metadata()?;
        let mut hash = Sha256::new();
        hash.update([import.subject as u8]);
        hash.update(import.source.as_bytes());
        hash.update([0]);
        if let Some(mapping) = &import.mapping {
            // A mapping that is gone by now has been read before.
            hash.update(std::fs::read(mapping).unwrap_or_default());
        }
        hash.update(import.preset.as_deref().unwrap_or_default().as_bytes());
        hash.update(meta.len().to_le_bytes());
        hash.update(Timestamp::try_from(meta.modified()?)?.as_nanosecond().to_le_bytes());
        hash_some(&mut file, &mut hash)?;
        file.seek(SeekFrom::Start(meta.len().saturating_sub(LOOKED_AT_BYTES)))?;
        hash_some(&mut file, &mut hash)?;
        let digest = hash.finalize();
        Ok(Self { file: digest.iter().map(|byte| format!("{byte:02x}")).collect() })
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
    file.take(LOOKED_AT_BYTES).read_to_end(&mut bytes)?;
    hash.update(&bytes);
    Ok(())
}
