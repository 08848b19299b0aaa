//! What leads to a subject: the keys of its identifiers, and the blocks in which it is looked for.
//!
//! Keys are hashes, so that each lies on a page of its own: reading and writing those of many claims one after the
//! other would touch the whole table for every few of them. They are read in order, changed in memory, and written in
//! order. An import sets its changes aside in a log, as they come, and takes many of them into the table at a time.

mod log;
mod seen;

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

use records::keys::Key;

use self::seen::Seen;
use crate::sql::{Result, Sql, Value, params};

/// Subjects that one key may lead to; a key with more tells nobody apart.
pub(crate) const SUBJECTS_PER_KEY_MAX: usize = 100;

/// The mark of what names no profile, or more than one.
pub(crate) const NO_PROFILE: i64 = 0;

/// Leads written with one statement.
const TOGETHER: usize = 16;

/// Changes that are set aside, or keys that are kept in mind, before they are taken into the table: so many that each page
/// of it gets several.
const ASIDE_MAX: usize = 1_000_000;

/// A subject that a key leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lead {
    pub(crate) subject: i64,
    /// Stands for the profile that the subject's claims under this key name.
    pub(crate) profile: i64,
}

/// The leads of a transaction, or of all transactions of an import: what was read, and what is yet to be written.
#[derive(Default)]
pub(crate) struct Leads {
    known: HashMap<Key, Led, BuildHasherDefault<AsItIs>>,
    changes: Vec<Change>,
    /// Changes of keys that were not read.
    unread: HashMap<Key, Vec<usize>, BuildHasherDefault<AsItIs>>,
    aside: Option<Aside>,
}

/// Whom a key leads to. Mostly one, which then takes no memory of its own.
enum Led {
    One(Lead),
    Many(Vec<Lead>),
}

/// A lead that is added, with its profile, or taken away.
#[derive(Clone, Copy)]
struct Change {
    key: Key,
    subject: i64,
    profile: Option<i64>,
}

/// What an import knows of the leads beyond one of its transactions, as long as nobody else writes.
struct Aside {
    /// The state of the store that this is about.
    version: i64,
    /// Changes that the log holds already.
    logged: usize,
    /// Keys that may lead to somebody, once it is worth while to know.
    seen: Option<Seen>,
    /// Keys that are yet to be asked for until it is.
    unseen: usize,
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

impl Leads {
    /// For one of the transactions of an import: what the one before has kept, unless somebody else has written since.
    pub(crate) fn of_import(sql: &mut dyn Sql, kept: Option<Self>, subjects: i64) -> Result<Self> {
        let version = sql.version()?;
        if let Some(kept) = kept.filter(|kept| kept.is_of(version)) {
            return Ok(kept);
        }
        Self::take_in(sql, None)?;
        // To look through all keys takes about as long as to look up a tenth of them.
        let unseen = usize::try_from(subjects).unwrap_or(usize::MAX);
        let aside = Some(Aside { version, logged: 0, seen: None, unseen });
        Ok(Self { aside, ..Self::default() })
    }

    /// Reads what many keys lead to, in the order in which it is stored.
    pub(crate) fn read_ahead(&mut self, sql: &mut dyn Sql, mut keys: Vec<Key>) -> Result<()> {
        if let Some(aside) = &mut self.aside
            && aside.seen.is_none()
        {
            aside.unseen = aside.unseen.saturating_sub(keys.len());
            if aside.unseen == 0 {
                let changed = self.changes.iter().map(|change| change.key);
                aside.seen = Some(Seen::all(sql, changed)?);
            }
        }
        keys.retain(|key| !self.is_new(*key));
        keys.sort_unstable_by_key(|key| key.0.cast_signed());
        keys.dedup();
        keys.into_iter().try_for_each(|key| self.of(sql, key).map(drop))
    }

    /// Whether a key is known to be of nothing in the store: of no lead, and of no row of a source.
    pub(crate) fn is_new(&self, key: Key) -> bool {
        let seen = self.aside.as_ref().and_then(|aside| aside.seen.as_ref());
        seen.is_some_and(|seen| !seen.may_hold(key))
    }

    /// Keeps in mind that a key is no longer new.
    pub(crate) fn note(&mut self, key: Key) {
        if let Some(seen) = self.aside.as_mut().and_then(|aside| aside.seen.as_mut()) {
            seen.add(key);
        }
    }

    /// Whom a key leads to.
    pub(crate) fn of(&mut self, sql: &mut dyn Sql, key: Key) -> Result<&[Lead]> {
        if self.is_new(key) {
            return Ok(&[]);
        }
        if !self.known.contains_key(&key) {
            let leads = sql.all(
                "SELECT subject, profile FROM subject_key WHERE key = ?1 LIMIT ?2",
                params![key, SUBJECTS_PER_KEY_MAX as i64],
                |row| Ok(Lead { subject: row.int(0)?, profile: row.int(1)? }),
            )?;
            let mut led = Led::Many(leads);
            for change in self.unread.remove(&key).unwrap_or_default() {
                self.changes[change].apply(&mut led);
            }
            self.known.insert(key, led);
        }
        Ok(self.known.get(&key).map(Led::all).unwrap_or_default())
    }

    /// Whether a key is known to lead to so many that it tells nobody apart.
    pub(crate) fn is_known_full(&self, key: Key) -> bool {
        !self.is_new(key) && self.known.get(&key).is_some_and(|led| led.all().len() >= SUBJECTS_PER_KEY_MAX)
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
            self.known.insert(key, Led::Many(Vec::new()));
        }
        match self.known.get_mut(&key) {
            Some(led) => change.apply(led),
            None => self.unread.entry(key).or_default().push(self.changes.len()),
        }
        self.changes.push(change);
    }

    /// Whether so much is set aside or in mind that it is time to take it in.
    pub(crate) fn are_many(&self) -> bool {
        self.changes.len().max(self.known.len()) >= ASIDE_MAX
    }

    /// Sets aside what was changed.
    pub(crate) fn set_aside(&mut self, sql: &mut dyn Sql) -> Result<()> {
        let Some(aside) = &mut self.aside else { return self.write(sql) };
        log::append(sql, &self.changes[aside.logged..])?;
        aside.logged = self.changes.len();
        Ok(())
    }

    /// Takes in what was set aside, by whoever keeps it in mind or by an import that was cut off.
    pub(crate) fn take_in(sql: &mut dyn Sql, kept: Option<Self>) -> Result<Option<Self>> {
        let version = sql.version()?;
        let mut kept = kept.filter(|kept| kept.is_of(version));
        let mut left = Self::default();
        let leads = match &mut kept {
            Some(kept) => kept,
            None => {
                left.changes = log::read(sql)?;
                &mut left
            }
        };
        let is_changed = !leads.changes.is_empty();
        // Even with nothing to write: it forgets what it has in mind.
        leads.write(sql)?;
        if is_changed {
            log::clear(sql)?;
        }
        Ok(kept)
    }

    fn is_of(&self, version: i64) -> bool {
        self.aside.as_ref().is_some_and(|aside| aside.version == version)
    }

    /// Writes what was changed.
    pub(crate) fn write(&mut self, sql: &mut dyn Sql) -> Result<()> {
        if let Some(aside) = &mut self.aside {
            aside.logged = 0;
        }
        self.known.clear();
        self.unread.clear();
        // Those of one lead stay in the order in which they were made.
        self.changes.sort_by_key(|change| (change.key.0.cast_signed(), change.subject));
        let mut added = Vec::with_capacity(3 * TOGETHER);
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
            if added.len() == 3 * TOGETHER {
                sql.execute(INSERT_TOGETHER, &added)?;
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

/// What two changes of one lead come to.
fn together(before: Option<i64>, after: Option<i64>) -> Option<i64> {
    match (before, after) {
        (Some(before), Some(after)) if before != after => Some(NO_PROFILE),
        _ => after,
    }
}

impl Led {
    fn all(&self) -> &[Lead] {
        match self {
            Self::One(lead) => std::slice::from_ref(lead),
            Self::Many(leads) => leads,
        }
    }
}

impl Change {
    fn apply(&self, led: &mut Led) {
        let at = led.all().iter().position(|lead| lead.subject == self.subject);
        match (at, self.profile, &mut *led) {
            (None, None, _) => {}
            (None, Some(profile), led) => {
                let new = Lead { subject: self.subject, profile };
                match led {
                    Led::Many(leads) if leads.is_empty() => *led = Led::One(new),
                    // One that leads to more than anybody asks for need not be known better.
                    Led::Many(leads) if leads.len() >= 2 * SUBJECTS_PER_KEY_MAX => {}
                    Led::Many(leads) => leads.push(new),
                    Led::One(before) => *led = Led::Many(vec![*before, new]),
                }
            }
            (Some(_), None, Led::One(_)) => *led = Led::Many(Vec::new()),
            (Some(at), None, Led::Many(leads)) => {
                leads.remove(at);
            }
            (Some(_), Some(profile), Led::One(lead)) => lead.is_also(profile),
            (Some(at), Some(profile), Led::Many(leads)) => leads[at].is_also(profile),
        }
    }
}

impl Lead {
    fn is_also(&mut self, profile: i64) {
        if self.profile != profile {
            self.profile = NO_PROFILE;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn what_is_taken_in_makes_room() {
        let store = Store::temporary().unwrap();
        let kept = store.write_and_wait(|sql| {
            let mut leads = Leads::of_import(sql, None, i64::MAX)?;
            leads.known = (0..ASIDE_MAX as u64).map(|key| (Key(key), Led::Many(Vec::new()))).collect();
            assert!(leads.are_many());
            Leads::take_in(sql, Some(leads))
        });
        assert!(!kept.unwrap().unwrap().are_many());
    }

    #[test]
    fn a_lead_is_what_its_changes_come_to() {
        let store = Store::temporary().unwrap();
        let led = store.write_and_wait(|sql| {
            let mut leads = Leads::of_import(sql, None, 0)?;
            leads.read_ahead(sql, Vec::new())?;
            let key = Key(7);
            assert!(leads.is_new(key) && leads.of(sql, key)?.is_empty());
            leads.add(key, 1, 11);
            leads.add(key, 2, NO_PROFILE);
            leads.add(key, 1, 12);
            leads.add(key, 3, 13);
            leads.remove(key, 2);
            let one = Lead { subject: 1, profile: NO_PROFILE };
            let before = [one, Lead { subject: 3, profile: 13 }];
            assert_eq!(leads.of(sql, key)?, before, "two profiles are none");
            leads.set_aside(sql)?;
            // Whoever does not have them in mind finds the same in the log.
            Leads::take_in(sql, None)?;
            let mut leads = Leads::default();
            assert_eq!(leads.of(sql, key)?, before);
            leads.remove(key, 3);
            leads.write(sql)?;
            Ok(leads.of(sql, key)?.to_vec() == [one])
        });
        assert!(led.unwrap());
    }
}
