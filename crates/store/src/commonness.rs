//! How many people have a name or live in a town: learned from the records themselves, because what is rare elsewhere
//! may be common among them.

use std::{collections::HashMap, hash::BuildHasherDefault};

use records::{keys::Key, sameness::Traits};

use crate::{
    leads::AsItIs,
    sql::{Result, Sql, params},
};

/// People that have to share a value before it counts as common: of fewer, the next import may have as many again.
const COMMON_FROM: i64 = 50;
/// People whom the lists of names speak for: as many have to be known before what they are called weighs as much.
const LISTED_PEOPLE: i64 = 2_000;

/// The counts of a transaction: what was read, and what is yet to be written.
#[derive(Default)]
pub(crate) struct Commonness {
    known: HashMap<Key, i64, BuildHasherDefault<AsItIs>>,
    changes: HashMap<Key, i64, BuildHasherDefault<AsItIs>>,
}

impl Commonness {
    /// Lets what a claim says weigh less where it is common among so many people.
    pub(crate) fn weigh(&mut self, sql: &mut dyn Sql, traits: &mut Traits, people: i64) -> Result<()> {
        traits.learn(|value| {
            let count = self.count(sql, value)? + self.changes.get(&value).copied().unwrap_or(0);
            let share = count as f64 / (people + LISTED_PEOPLE) as f64;
            Ok(if count >= COMMON_FROM { share } else { 0.0 })
        })
    }

    fn count(&mut self, sql: &mut dyn Sql, value: Key) -> Result<i64> {
        if let Some(count) = self.known.get(&value) {
            return Ok(*count);
        }
        let read = "SELECT people FROM commonness WHERE value = ?1";
        let count = sql.first(read, params![value], |row| row.int(0))?.unwrap_or(0);
        self.known.insert(value, count);
        Ok(count)
    }

    /// One person more has these values.
    pub(crate) fn add(&mut self, values: &[Key]) {
        values.iter().for_each(|value| *self.changes.entry(*value).or_default() += 1);
    }

    /// One person less has these values.
    pub(crate) fn remove(&mut self, values: &[Key]) {
        values.iter().for_each(|value| *self.changes.entry(*value).or_default() -= 1);
    }

    /// Writes what was changed.
    pub(crate) fn write(self, sql: &mut dyn Sql) -> Result<()> {
        let mut changes: Vec<(Key, i64)> =
            self.changes.into_iter().filter(|(_, change)| *change != 0).collect();
        changes.sort_unstable_by_key(|(value, _)| value.0.cast_signed());
        for (value, change) in changes {
            sql.execute(
                "INSERT INTO commonness (value, people) VALUES (?1, ?2)
                 ON CONFLICT (value) DO UPDATE SET people = commonness.people + excluded.people",
                params![value, change],
            )?;
            if change < 0 {
                // Nothing is left that tells of somebody who is gone.
                sql.execute("DELETE FROM commonness WHERE value = ?1 AND people <= 0", params![value])?;
            }
        }
        Ok(())
    }
}
