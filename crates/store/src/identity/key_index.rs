//! What leads to a subject: the keys of its identifiers, and the blocks in which it is looked for.
//!
//! Keys are hashes, so that each lies on a page of its own: reading and writing those of many claims one after the
//! other would touch the whole table for every few of them. They are read in order, changed in memory, and written in
//! order. An import sets its changes aside in a log, as they come, and takes many of them into the table at a time.

mod entry;
mod log;
mod seen;

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use records::keys::Key;

use self::{
    entry::{Change, Entries, together},
    seen::Seen,
};
use crate::sql::{Result, Sql, Value, params};
pub(crate) use entry::{KeyEntry, NO_PROFILE, SUBJECTS_PER_KEY_MAX};

/// Leads written with one statement.
const INSERT_ROWS: usize = 16;

/// Changes that are set aside, or keys that are kept in mind, before they are taken into the table: so many that each page
/// of it gets several.
const BUFFERED_CHANGES_MAX: usize = 1_000_000;

/// The leads of a transaction, or of all transactions of an import: what was read, and what is yet to be written.
#[derive(Default)]
pub(crate) struct KeyIndex {
    known: HashMap<Key, Entries, BuildHasherDefault<AsItIs>>,
    changes: Vec<Change>,
    /// Changes of keys that were not read.
    unread: HashMap<Key, Vec<usize>, BuildHasherDefault<AsItIs>>,
    buffer: Option<ImportBuffer>,
}

/// What an import knows of the leads beyond one of its transactions, as long as nobody else writes.
struct ImportBuffer {
    /// The state of the store that this is about.
    version: i64,
    /// Changes that the log holds already.
    logged: usize,
    /// Keys that may lead to somebody, once it is worth while to know.
    seen: Option<Seen>,
    /// Keys that are yet to be asked for until it is.
    lookups_until_filter: usize,
}

/// Keys are hashes already.
#[derive(Default)]
pub(crate) struct AsItIs(u64);

impl Hasher for AsItIs {
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
    /// For one of the transactions of an import: what the one before has kept, unless somebody else has written since.
    pub(crate) fn of_import(sql: &mut dyn Sql, kept: Option<Self>, subjects: i64) -> Result<Self> {
        let version = sql.version()?;
        if let Some(kept) = kept.filter(|kept| kept.is_of(version)) {
            return Ok(kept);
        }
        Self::apply_log(sql, None)?;
        // To look through all keys takes about as long as to look up a tenth of them.
        let lookups_until_filter = usize::try_from(subjects).unwrap_or(usize::MAX);
        let buffer = Some(ImportBuffer { version, logged: 0, seen: None, lookups_until_filter });
        Ok(Self { buffer, ..Self::default() })
    }

    /// Reads what many keys lead to, in the order in which it is stored.
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
        keys.into_iter().try_for_each(|key| self.of(sql, key).map(drop))
    }

    /// Whether a key is known to be of nothing in the store: of no lead, and of no row of a source.
    pub(crate) fn is_new(&self, key: Key) -> bool {
        let seen = self.buffer.as_ref().and_then(|buffer| buffer.seen.as_ref());
        seen.is_some_and(|seen| !seen.may_hold(key))
    }

    /// Keeps in mind that a key is no longer new.
    pub(crate) fn note(&mut self, key: Key) {
        if let Some(seen) = self.buffer.as_mut().and_then(|buffer| buffer.seen.as_mut()) {
            seen.add(key);
        }
    }

    /// Whom a key leads to.
    pub(crate) fn of(&mut self, sql: &mut dyn Sql, key: Key) -> Result<&[KeyEntry]> {
        if self.is_new(key) {
            return Ok(&[]);
        }
        if !self.known.contains_key(&key) {
            let entries = sql.all(
                "SELECT subject, profile FROM subject_key WHERE key = ?1 LIMIT ?2",
                params![key, SUBJECTS_PER_KEY_MAX as i64],
                |row| Ok(KeyEntry { subject: row.int(0)?, profile: row.int(1)? }),
            )?;
            let mut entries = Entries::Many(entries);
            for change in self.unread.remove(&key).unwrap_or_default() {
                self.changes[change].apply(&mut entries);
            }
            self.known.insert(key, entries);
        }
        Ok(self.known.get(&key).map(Entries::all).unwrap_or_default())
    }

    /// Whether a key is known to lead to so many that it tells nobody apart.
    pub(crate) fn is_known_full(&self, key: Key) -> bool {
        !self.is_new(key)
            && self.known.get(&key).is_some_and(|entries| entries.all().len() >= SUBJECTS_PER_KEY_MAX)
    }

    /// Lets a key lead to a subject.
    pub(crate) fn add(&mut self, key: Key, subject: i64, profile: i64) {
        self.change(key, subject, Some(profile));
    }

    /// Lets a key no longer lead to a subject.
    pub(crate) fn remove(&mut self, key: Key, subject: i64) {
        self.change(key, subject, None);
    }

    fn change(&mut self, key: Key, subject: i64, profile: Option<i64>) {
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

    /// Whether so much is set aside or in mind that it is time to take it in.
    pub(crate) fn needs_flush(&self) -> bool {
        self.changes.len().max(self.known.len()) >= BUFFERED_CHANGES_MAX
    }

    /// Sets aside what was changed.
    pub(crate) fn append_log(&mut self, sql: &mut dyn Sql) -> Result<()> {
        let Some(buffer) = &mut self.buffer else { return self.write(sql) };
        log::append(sql, &self.changes[buffer.logged..])?;
        buffer.logged = self.changes.len();
        Ok(())
    }

    /// Takes in what was set aside, by whoever keeps it in mind or by an import that was cut off.
    pub(crate) fn apply_log(sql: &mut dyn Sql, kept: Option<Self>) -> Result<Option<Self>> {
        let version = sql.version()?;
        let mut kept = kept.filter(|kept| kept.is_of(version));
        let mut left = Self::default();
        let entries = match &mut kept {
            Some(kept) => kept,
            None => {
                left.changes = log::read(sql)?;
                &mut left
            }
        };
        let is_changed = !entries.changes.is_empty();
        // Even with nothing to write: it forgets what it has in mind.
        entries.write(sql)?;
        if is_changed {
            log::clear(sql)?;
        }
        Ok(kept)
    }

    fn is_of(&self, version: i64) -> bool {
        self.buffer.as_ref().is_some_and(|buffer| buffer.version == version)
    }

    /// Writes what was changed.
    pub(crate) fn write(&mut self, sql: &mut dyn Sql) -> Result<()> {
        if let Some(buffer) = &mut self.buffer {
            buffer.logged = 0;
        }
        self.known.clear();
        self.unread.clear();
        // Those of one lead stay in the order in which they were made.
        self.changes.sort_by_key(|change| (change.key.0.cast_signed(), change.subject));
        let mut added = Vec::with_capacity(3 * INSERT_ROWS);
        for same in self.changes.chunk_by(|one, other| one.key == other.key && one.subject == other.subject) {
            let Some(Change { key, subject, .. }) = same.first() else { continue };
            let key = key.0.cast_signed();
            match same.iter().map(|change| change.profile).reduce(together).flatten() {
                Some(profile) => added.extend([key, *subject, profile].map(Value::Int)),
                None => {
                    sql.execute(
                        "DELETE FROM subject_key WHERE key = ?1 AND subject = ?2",
                        params![key, *subject],
                    )?;
                }
            }
            if added.len() == 3 * INSERT_ROWS {
                sql.execute(INSERT_MANY, &added)?;
                added.clear();
            }
        }
        for lead in added.chunks(3) {
            sql.execute(INSERT_ONE, lead)?;
        }
        self.changes.clear();
        Ok(())
    }
}

macro_rules! insert {
    ($($row:literal),*) => {
        concat!(
            "INSERT INTO subject_key (key, subject, profile) VALUES ",
            $($row,)*
            " ON CONFLICT (key, subject) DO UPDATE SET profile = 0 WHERE subject_key.profile <> excluded.profile"
        )
    };
}
const INSERT_ONE: &str = insert!("(?1, ?2, ?3)");
const INSERT_MANY: &str = insert!(
    "(?1, ?2, ?3), (?4, ?5, ?6), (?7, ?8, ?9), (?10, ?11, ?12), ",
    "(?13, ?14, ?15), (?16, ?17, ?18), (?19, ?20, ?21), (?22, ?23, ?24), ",
    "(?25, ?26, ?27), (?28, ?29, ?30), (?31, ?32, ?33), (?34, ?35, ?36), ",
    "(?37, ?38, ?39), (?40, ?41, ?42), (?43, ?44, ?45), (?46, ?47, ?48)"
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn what_is_taken_in_makes_room() {
        let store = Store::temporary().unwrap();
        let kept = store.write_and_wait(|sql| {
            let mut entries = KeyIndex::of_import(sql, None, i64::MAX)?;
            entries.known =
                (0..BUFFERED_CHANGES_MAX as u64).map(|key| (Key(key), Entries::Many(Vec::new()))).collect();
            assert!(entries.needs_flush());
            KeyIndex::apply_log(sql, Some(entries))
        });
        assert!(!kept.unwrap().unwrap().needs_flush());
    }

    #[test]
    fn a_lead_is_what_its_changes_come_to() {
        let store = Store::temporary().unwrap();
        let entries = store.write_and_wait(|sql| {
            let mut entries = KeyIndex::of_import(sql, None, 0)?;
            entries.read_ahead(sql, Vec::new())?;
            let key = Key(7);
            assert!(entries.is_new(key) && entries.of(sql, key)?.is_empty());
            entries.add(key, 1, 11);
            entries.add(key, 2, NO_PROFILE);
            entries.add(key, 1, 12);
            entries.add(key, 3, 13);
            entries.remove(key, 2);
            let one = KeyEntry { subject: 1, profile: NO_PROFILE };
            let before = [one, KeyEntry { subject: 3, profile: 13 }];
            assert_eq!(entries.of(sql, key)?, before, "two profiles are none");
            entries.append_log(sql)?;
            // Whoever does not have them in mind finds the same in the log.
            KeyIndex::apply_log(sql, None)?;
            let mut entries = KeyIndex::default();
            assert_eq!(entries.of(sql, key)?, before);
            entries.remove(key, 3);
            entries.write(sql)?;
            Ok(entries.of(sql, key)?.to_vec() == [one])
        });
        assert!(entries.unwrap());
    }
}
