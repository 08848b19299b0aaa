//! Key index: hashes of identifiers and blocks to subjects.
//!
//! Keys are hashes, so that each lies on a page of its own: reading and writing those of many claims one after the
//! other would touch the whole table for every few of them. They are read in key order, changed in memory, and written
//! in key order. An import appends its changes to a log and applies many of them to the table at a time.

mod entry;
mod log;
mod seen;

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use records::keys::Key;

use self::{
    entry::{Change, Entries, combine},
    seen::Seen,
};
use crate::{
    sql::{Result, Row, Sql, Value, params},
    subjects::ids::{ProfileTag, SubjectId},
};
pub(crate) use entry::{KeyEntry, SUBJECTS_PER_KEY_MAX};

/// Buffered changes, or cached keys, at which the log is applied to the table: enough that each page gets several.
const BUFFERED_CHANGES_MAX: usize = 1_000_000;

/// The key index as one transaction, or all transactions of an import, see it: cached entries and unwritten changes.
#[derive(Default)]
pub(crate) struct KeyIndex {
    known: HashMap<Key, Entries, BuildHasherDefault<IdentityHasher>>,
    changes: Vec<Change>,
    /// Positions in `changes` of keys whose entries are not cached.
    unread: HashMap<Key, Vec<usize>, BuildHasherDefault<IdentityHasher>>,
    buffer: Option<ImportBuffer>,
    /// The last subject that may have entries in the table; any may where it is not known.
    last_written: Option<SubjectId>,
}

/// What an import caches across its transactions; valid while no other connection writes.
struct ImportBuffer {
    /// SQLite's `data_version` for which the cache is valid.
    version: i64,
    /// Number of changes already in the log.
    logged: usize,
    /// Bloom filter of the stored keys, once building it pays.
    seen: Option<Seen>,
    /// Look-ups left until the filter is built.
    lookups_until_filter: usize,
}

/// Hasher that returns the key itself: keys are hashes already.
#[derive(Default)]
pub(crate) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| hash.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl KeyIndex {
    /// For a transaction of an import: the previous one's cache, unless another connection has written since.
    pub(crate) fn of_import(sql: &mut dyn Sql, kept: Option<Self>, subjects: i64) -> Result<Self> {
        let Some(version) = sql.version()? else { return Ok(Self::default()) };
        if let Some(kept) = kept.filter(|kept| kept.is_of(version)) {
            return Ok(kept);
        }
        Self::apply_log(sql, None)?;
        // Scanning all keys takes about as long as looking up a tenth of them.
        let lookups_until_filter = usize::try_from(subjects).unwrap_or(usize::MAX);
        let buffer = Some(ImportBuffer { version, logged: 0, seen: None, lookups_until_filter });
        Ok(Self { buffer, ..Self::default() })
    }

    /// The same, told which subject is the last when its changes begin.
    pub(crate) fn after(mut self, last: SubjectId) -> Self {
        if self.changes.is_empty() {
            self.last_written = Some(last);
        }
        self
    }

    /// Reads the entries of many keys, in key order.
    pub(crate) fn read_ahead(&mut self, sql: &mut dyn Sql, mut keys: Vec<Key>) -> Result<()> {
        if let Some(buffer) = &mut self.buffer
            && buffer.seen.is_none()
        {
            buffer.lookups_until_filter = buffer.lookups_until_filter.saturating_sub(keys.len());
            if buffer.lookups_until_filter == 0 {
                let changed = self.changes.iter().map(|change| change.key);
                buffer.seen = Some(Seen::all(sql, changed)?);
            }
        }
        keys.retain(|key| !self.is_new(*key));
        keys.sort_unstable_by_key(|key| key.0.cast_signed());
        keys.dedup();
        keys.retain(|key| !self.known.contains_key(key));
        let mut read = vec![Vec::new(); keys.len()];
        sql.each_of(ENTRIES_OF_KEY, keys.iter().map(|key| [(*key).into()]), &mut |number, row| {
            read[number].push(read_entry(row)?);
            Ok(())
        })?;
        keys.into_iter().zip(read).for_each(|(key, entries)| self.keep(key, entries));
        Ok(())
    }

    /// Whether a key is certainly not stored, neither as an entry nor as a row of a source.
    pub(crate) fn is_new(&self, key: Key) -> bool {
        let seen = self.buffer.as_ref().and_then(|buffer| buffer.seen.as_ref());
        seen.is_some_and(|seen| !seen.may_hold(key))
    }

    /// Adds a key to the filter.
    pub(crate) fn note(&mut self, key: Key) {
        if let Some(seen) = self.buffer.as_mut().and_then(|buffer| buffer.seen.as_mut()) {
            seen.add(key);
        }
    }

    /// The entries of a key.
    pub(crate) fn of(&mut self, sql: &mut dyn Sql, key: Key) -> Result<&[KeyEntry]> {
        if self.is_new(key) {
            return Ok(&[]);
        }
        if !self.known.contains_key(&key) {
            let entries = sql.all(ENTRIES_OF_KEY, params![key], read_entry)?;
            self.keep(key, entries);
        }
        Ok(self.known.get(&key).map(Entries::all).unwrap_or_default())
    }

    /// Caches the stored entries of a key, with the changes that were made to them unread.
    fn keep(&mut self, key: Key, stored: Vec<KeyEntry>) {
        let mut entries = Entries::Many(stored);
        for change in self.unread.remove(&key).unwrap_or_default() {
            self.changes[change].apply(&mut entries);
        }
        self.known.insert(key, entries);
    }

    /// Whether a cached key has so many subjects that it no longer helps to tell them apart.
    pub(crate) fn is_known_full(&self, key: Key) -> bool {
        !self.is_new(key)
            && self.known.get(&key).is_some_and(|entries| entries.all().len() >= SUBJECTS_PER_KEY_MAX)
    }

    /// Adds an entry.
    pub(crate) fn add(&mut self, key: Key, subject: SubjectId, profile: ProfileTag) {
        self.change(key, subject, Some(profile));
    }

    /// Removes an entry.
    pub(crate) fn remove(&mut self, key: Key, subject: SubjectId) {
        self.change(key, subject, None);
    }

    fn change(&mut self, key: Key, subject: SubjectId, profile: Option<ProfileTag>) {
        let change = Change { key, subject, profile };
        if self.is_new(key) {
            self.note(key);
            self.known.insert(key, Entries::Many(Vec::new()));
        }
        match self.known.get_mut(&key) {
            Some(entries) => change.apply(entries),
            None => self.unread.entry(key).or_default().push(self.changes.len()),
        }
        self.changes.push(change);
    }

    /// Whether so much is buffered or cached that the log should be applied.
    pub(crate) fn needs_flush(&self) -> bool {
        self.changes.len().max(self.known.len()) >= BUFFERED_CHANGES_MAX
    }

    /// Appends the new changes to the pending log; outside an import, writes them to the table.
    pub(crate) fn append_log(&mut self, sql: &mut dyn Sql) -> Result<()> {
        let Some(buffer) = &mut self.buffer else { return self.write(sql) };
        log::append(sql, &self.changes[buffer.logged..])?;
        buffer.logged = self.changes.len();
        Ok(())
    }

    /// Applies the pending log to the key index: from memory if no other connection has written since, else from the
    /// log that an interrupted import left.
    pub(crate) fn apply_log(sql: &mut dyn Sql, kept: Option<Self>) -> Result<Option<Self>> {
        let version = sql.version()?;
        let mut kept = kept.filter(|kept| version.is_some_and(|version| kept.is_of(version)));
        let mut left = Self::default();
        let entries = match &mut kept {
            Some(kept) => kept,
            None => {
                left.changes = log::read(sql)?;
                &mut left
            }
        };
        let is_changed = !entries.changes.is_empty();
        // Even with nothing to write: this clears the cache.
        entries.write(sql)?;
        if is_changed {
            log::clear(sql)?;
        }
        Ok(kept)
    }

    fn is_of(&self, version: i64) -> bool {
        self.buffer.as_ref().is_some_and(|buffer| buffer.version == version)
    }

    /// Writes the changes to the table and clears the cache.
    pub(crate) fn write(&mut self, sql: &mut dyn Sql) -> Result<()> {
        if let Some(buffer) = &mut self.buffer {
            buffer.logged = 0;
        }
        self.known.clear();
        self.unread.clear();
        // A stable sort: changes of one entry stay in their order.
        self.changes.sort_by_key(|change| (change.key.0.cast_signed(), change.subject));
        let (mut new, mut added): (Vec<[Value<'_>; 3]>, Vec<[Value<'_>; 3]>) = Default::default();
        let last_written = self.last_written.take();
        for same in self.changes.chunk_by(|one, other| one.key == other.key && one.subject == other.subject) {
            let Some(Change { key, subject, .. }) = same.first() else { continue };
            match same.iter().map(|change| change.profile).reduce(combine).flatten() {
                Some(profile) => {
                    let is_new = last_written.is_some_and(|last| *subject > last);
                    let entries = if is_new { &mut new } else { &mut added };
                    entries.push([(*key).into(), (*subject).into(), profile.into()]);
                }
                None => {
                    sql.send(
                        "DELETE FROM subject_key WHERE key = ?1 AND subject = ?2",
                        params![*key, subject],
                    )?;
                }
            }
        }
        sql.send_of(INSERT, new)?;
        sql.send_of(INSERT_OR_COMBINE, added)?;
        self.changes.clear();
        Ok(())
    }
}

/// The limit is [`SUBJECTS_PER_KEY_MAX`].
const ENTRIES_OF_KEY: &str = "SELECT subject, profile FROM subject_key WHERE key = ?1 LIMIT 100";
const _: () = assert!(SUBJECTS_PER_KEY_MAX == 100);

fn read_entry(row: &dyn Row) -> Result<KeyEntry> {
    Ok(KeyEntry { subject: SubjectId(row.int(0)?), profile: ProfileTag(row.int(1)?) })
}

/// Of a new subject, which has no entries in the table: looking for one first takes PostgreSQL as long as the insertion.
const INSERT: &str = "INSERT INTO subject_key (key, subject, profile) VALUES (?1, ?2, ?3)";
const INSERT_OR_COMBINE: &str = "INSERT INTO subject_key (key, subject, profile) VALUES (?1, ?2, ?3)
     ON CONFLICT (key, subject) DO UPDATE SET profile = 0 WHERE subject_key.profile <> excluded.profile";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Store, sql::scope::Scope, subjects::ids::NO_PROFILE};

    #[test]
    fn applying_the_log_empties_the_buffer() {
        let store = Store::temporary().unwrap();
        let kept = store.write_and_wait(Scope::Records, |sql| {
            let mut entries = KeyIndex::of_import(sql, None, i64::MAX)?;
            entries.known =
                (0..BUFFERED_CHANGES_MAX as u64).map(|key| (Key(key), Entries::Many(Vec::new()))).collect();
            assert!(entries.needs_flush());
            KeyIndex::apply_log(sql, Some(entries))
        });
        assert!(!kept.unwrap().unwrap().needs_flush());
    }

    #[test]
    fn an_entry_is_the_sum_of_its_changes() {
        let store = Store::temporary().unwrap();
        let entries = store.write_and_wait(Scope::Records, |sql| {
            let mut entries = KeyIndex::of_import(sql, None, 0)?;
            entries.read_ahead(sql, Vec::new())?;
            let key = Key(7);
            assert!(entries.is_new(key) && entries.of(sql, key)?.is_empty());
            entries.add(key, SubjectId(1), ProfileTag(11));
            entries.add(key, SubjectId(2), NO_PROFILE);
            entries.add(key, SubjectId(1), ProfileTag(12));
            entries.add(key, SubjectId(3), ProfileTag(13));
            entries.remove(key, SubjectId(2));
            let one = KeyEntry { subject: SubjectId(1), profile: NO_PROFILE };
            let before = [one, KeyEntry { subject: SubjectId(3), profile: ProfileTag(13) }];
            assert_eq!(entries.of(sql, key)?, before, "two profiles are none");
            entries.append_log(sql)?;
            // Without the cache, the log gives the same entries.
            KeyIndex::apply_log(sql, None)?;
            let mut entries = KeyIndex::default();
            assert_eq!(entries.of(sql, key)?, before);
            entries.remove(key, SubjectId(3));
            entries.write(sql)?;
            Ok(entries.of(sql, key)?.to_vec() == [one])
        });
        assert!(entries.unwrap());
    }
}
