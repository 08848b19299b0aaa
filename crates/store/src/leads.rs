//! What leads to a subject: the keys of its identifiers, and the blocks in which it is looked for.
//!
//! Keys are hashes, so that each lies on a page of its own: reading and writing those of many claims one after the
//! other would touch the whole table for every few of them. They are read in order, changed in memory, and written in
//! order.

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasherDefault, Hasher},
};

use records::keys::Key;

use crate::sql::{Result, Sql, Value, params};

/// Subjects that one key may lead to; a key with more tells nobody apart.
pub(crate) const SUBJECTS_PER_KEY_MAX: usize = 100;

/// The mark of what names no profile, or more than one.
pub(crate) const NO_PROFILE: i64 = 0;

/// Leads written with one statement.
const TOGETHER: usize = 16;

/// A subject that a key leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lead {
    pub(crate) subject: i64,
    /// Stands for the profile that the subject's claims under this key name.
    pub(crate) profile: i64,
}

/// The leads of a transaction: what it has read, and what it is yet to write.
#[derive(Default)]
pub(crate) struct Leads {
    known: HashMap<Key, Vec<Lead>, BuildHasherDefault<AsItIs>>,
    changes: Vec<Change>,
    /// Keys that were changed without being read.
    unread: HashSet<Key, BuildHasherDefault<AsItIs>>,
}

/// A lead that is added, with its profile, or taken away.
#[derive(Clone, Copy)]
struct Change {
    key: Key,
    subject: i64,
    profile: Option<i64>,
}

/// Keys are hashes already.
#[derive(Default)]
struct AsItIs(u64);

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

impl Leads {
    /// Reads what many keys lead to, in the order in which it is stored.
    pub(crate) fn read_ahead(&mut self, sql: &mut dyn Sql, mut keys: Vec<Key>) -> Result<()> {
        keys.sort_unstable_by_key(|key| key.0.cast_signed());
        keys.dedup();
        keys.into_iter().try_for_each(|key| self.of(sql, key).map(drop))
    }

    /// Whom a key leads to.
    pub(crate) fn of(&mut self, sql: &mut dyn Sql, key: Key) -> Result<&[Lead]> {
        if !self.known.contains_key(&key) {
            let mut leads = sql.all(
                "SELECT subject, profile FROM subject_key WHERE key = ?1 LIMIT ?2",
                params![key.0.cast_signed(), SUBJECTS_PER_KEY_MAX as i64],
                |row| Ok(Lead { subject: row.int(0)?, profile: row.int(1)? }),
            )?;
            if self.unread.remove(&key) {
                let of_key = self.changes.iter().filter(|change| change.key == key);
                of_key.for_each(|change| change.apply(&mut leads));
            }
            self.known.insert(key, leads);
        }
        Ok(self.known.get(&key).map(Vec::as_slice).unwrap_or_default())
    }

    /// Whether a key is known to lead to so many that it tells nobody apart.
    pub(crate) fn is_known_full(&self, key: Key) -> bool {
        self.known.get(&key).is_some_and(|leads| leads.len() >= SUBJECTS_PER_KEY_MAX)
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
        match self.known.get_mut(&key) {
            Some(leads) => change.apply(leads),
            None => {
                self.unread.insert(key);
            }
        }
        self.changes.push(change);
    }

    /// Writes what was changed.
    pub(crate) fn write(&mut self, sql: &mut dyn Sql) -> Result<()> {
        let mut changes = std::mem::take(&mut self.changes);
        // Those of one lead stay in the order in which they were made.
        changes.sort_by_key(|change| (change.key.0.cast_signed(), change.subject));
        let mut added: Vec<[i64; 3]> = Vec::with_capacity(changes.len());
        for same in changes.chunk_by(|one, other| one.key == other.key && one.subject == other.subject) {
            let Some(Change { key, subject, .. }) = same.first() else { continue };
            let key = key.0.cast_signed();
            match same.iter().map(|change| change.profile).reduce(together).flatten() {
                Some(profile) => added.push([key, *subject, profile]),
                None => {
                    sql.execute(
                        "DELETE FROM subject_key WHERE key = ?1 AND subject = ?2",
                        params![key, *subject],
                    )?;
                }
            }
        }
        let mut groups = added.chunks_exact(TOGETHER);
        for group in groups.by_ref() {
            let values: Vec<Value<'_>> = group.iter().flatten().map(|value| Value::Int(*value)).collect();
            sql.execute(INSERT_TOGETHER, &values)?;
        }
        for [key, subject, profile] in groups.remainder() {
            sql.execute(INSERT_ONE, params![*key, *subject, *profile])?;
        }
        Ok(())
    }
}

/// What two changes of one lead come to.
fn together(before: Option<i64>, after: Option<i64>) -> Option<i64> {
    match (before, after) {
        (Some(before), Some(after)) if before != after => Some(NO_PROFILE),
        _ => after,
    }
}

impl Change {
    fn apply(&self, leads: &mut Vec<Lead>) {
        let at = leads.iter().position(|lead| lead.subject == self.subject);
        match (at, self.profile) {
            (Some(at), Some(profile)) if leads[at].profile != profile => leads[at].profile = NO_PROFILE,
            (Some(_), Some(_)) | (None, None) => {}
            (Some(at), None) => {
                leads.remove(at);
            }
            (None, Some(profile)) => leads.push(Lead { subject: self.subject, profile }),
        }
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
const INSERT_TOGETHER: &str = insert!(
    "(?1, ?2, ?3), (?4, ?5, ?6), (?7, ?8, ?9), (?10, ?11, ?12), ",
    "(?13, ?14, ?15), (?16, ?17, ?18), (?19, ?20, ?21), (?22, ?23, ?24), ",
    "(?25, ?26, ?27), (?28, ?29, ?30), (?31, ?32, ?33), (?34, ?35, ?36), ",
    "(?37, ?38, ?39), (?40, ?41, ?42), (?43, ?44, ?45), (?46, ?47, ?48)"
);
