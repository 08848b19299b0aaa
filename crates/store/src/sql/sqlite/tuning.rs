//! SQLite settings for serving, for imports and for temporary stores.

/// Durability, cache and checkpoint settings.
pub(super) struct Tuning {
    pub(super) synchronous: &'static str,
    pub(super) cache_kib: u32,
    pub(super) mmap_bytes: u64,
    /// `mmap_bytes` of reader connections.
    pub(super) reader_mmap_bytes: u64,
    /// WAL pages after which the writer runs a checkpoint.
    pub(super) checkpoint_pages: u32,
    /// Run checkpoints on a second thread during writes, so that the writer's own checkpoint has few pages left.
    pub(super) background_checkpoint: bool,
    /// Wait until the state has followed each change of records.
    pub(super) is_followed: bool,
}

impl Tuning {
    /// The same for the state, which no import writes.
    pub(super) const fn of_state(&self) -> Self {
        Self { synchronous: self.synchronous, reader_mmap_bytes: self.reader_mmap_bytes, ..SERVING }
    }
}

/// Every commit is on disk before it is acknowledged.
pub(super) const SERVING: Tuning = Tuning {
    synchronous: "FULL",
    cache_kib: 16 << 10,
    mmap_bytes: 1 << 30,
    reader_mmap_bytes: 16 << 30,
    checkpoint_pages: 1_000,
    background_checkpoint: false,
    is_followed: true,
};

/// Commits are large, and checkpoints run on the second thread. The file is not memory-mapped, so that the cache size bounds
/// the memory.
pub(super) const IMPORTING: Tuning = Tuning {
    synchronous: "FULL",
    cache_kib: 96 << 10,
    mmap_bytes: 0,
    reader_mmap_bytes: 0,
    checkpoint_pages: 16 << 10,
    background_checkpoint: true,
    is_followed: false,
};

/// Never waits for the disk.
pub(super) const TEMPORARY: Tuning = Tuning { synchronous: "OFF", ..SERVING };
