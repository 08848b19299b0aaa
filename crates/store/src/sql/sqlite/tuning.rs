//! How the engine treats memory and disk: for serving, for imports, for temporary stores.

/// How memory and disk are treated.
pub(super) struct Tuning {
    pub(super) synchronous: &'static str,
    pub(super) cache_kib: u32,
    pub(super) mmap_bytes: u64,
    /// The same for whoever reads.
    pub(super) reader_mmap_bytes: u64,
    /// Pages written to the log before they are carried over to the file.
    pub(super) checkpoint_pages: u32,
    /// Whether pages are carried over beside the writing as well, so that few are left when it is to wait for them.
    pub(super) background_checkpoint: bool,
}

/// Every commit is on the disk before it is told.
pub(super) const SERVING: Tuning = Tuning {
    synchronous: "FULL",
    cache_kib: 64 << 10,
    mmap_bytes: 1 << 30,
    reader_mmap_bytes: 16 << 30,
    checkpoint_pages: 1_000,
    background_checkpoint: false,
};

/// Commits are on the disk when they are carried over, which mostly happens beside the writing; none of the file is mapped,
/// so that memory is what the cache says.
pub(super) const IMPORTING: Tuning = Tuning {
    synchronous: "NORMAL",
    cache_kib: 96 << 10,
    mmap_bytes: 0,
    reader_mmap_bytes: 0,
    checkpoint_pages: 256 << 10,
    background_checkpoint: true,
};

/// Nothing is ever waited for.
pub(super) const TEMPORARY: Tuning = Tuning { synchronous: "OFF", ..SERVING };
