//! How many people share a name, a town or an employer, counted in the stored records: what is rare elsewhere may be common here.

use std::{collections::HashMap, hash::BuildHasherDefault};

use records::{
    keys::Key,
    sameness::{Traits, people_value},
};

use crate::{
    identity::key_index::IdentityHasher,
    sql::{Result, Sql, params},
};

/// People that have to share a value before it counts as common: of fewer, the next import may have as many again.
const COMMON_FROM: i64 = 50;
/// Weight of the built-in name lists, in people: the stored records count as much once they hold this many.
pub(crate) const LISTED_PEOPLE: i64 = 2_000;

const COUNT_OF: &str = "SELECT people FROM commonness WHERE value = ?1";

/// The counts of a transaction: cached values and unwritten changes.
#[derive(Default)]
pub(crate) struct Commonness {
    known: HashMap<Key, i64, BuildHasherDefault<IdentityHasher>>,
    changes: HashMap<Key, i64, BuildHasherDefault<IdentityHasher>>,
}

impl Commonness {
    /// How many people there are.
    pub(crate) fn people(&mut self, sql: &mut dyn Sql) -> Result<i64> {
        self.holders(sql, people_value())
    }

    /// Lowers the weight of traits that are common.
    pub(crate) fn weigh(&mut self, sql: &mut dyn Sql, traits: &mut Traits) -> Result<()> {
        let people = self.people(sql)?;
        traits.learn(people, |value| {
            let count = self.holders(sql, value)?;
            let share = count as f64 / (people + LISTED_PEOPLE) as f64;
            Ok(if count >= COMMON_FROM { share } else { 0.0 })
        })
    }

    /// How many records have a value.
    pub(crate) fn holders(&mut self, sql: &mut dyn Sql, value: Key) -> Result<i64> {
        Ok(self.count(sql, value)? + self.changes.get(&value).copied().unwrap_or(0))
    }

    /// Reads the counts of values that will be looked up.
    pub(crate) fn read_ahead(&mut self, sql: &mut dyn Sql, mut values: Vec<Key>) -> Result<()> {
        values.retain(|value| !self.known.contains_key(value));
        values.sort_unstable_by_key(|value| value.0.cast_signed());
        values.dedup();
        self.known.extend(values.iter().map(|value| (*value, 0)));
        sql.each_of(COUNT_OF, values.iter().map(|value| [(*value).into()]), &mut |number, row| {
            self.known.insert(values[number], row.int(0)?);
            Ok(())
        })
    }

    fn count(&mut self, sql: &mut dyn Sql, value: Key) -> Result<i64> {
        if let Some(count) = self.known.get(&value) {
            return Ok(*count);
        }
        let count = sql.first(COUNT_OF, params![value], |row| row.int(0))?.unwrap_or(0);
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

    /// Writes the changed counts.
    pub(crate) fn write(self, sql: &mut dyn Sql) -> Result<()> {
        let mut changes: Vec<(Key, i64)> =
            self.changes.into_iter().filter(|(_, change)| *change != 0).collect();
        changes.sort_unstable_by_key(|(value, _)| value.0.cast_signed());
        sql.send_of(
            "INSERT INTO commonness (value, people) VALUES (?1, ?2)
             ON CONFLICT (value) DO UPDATE SET people = commonness.people + excluded.people",
            changes.iter().map(|(value, change)| [(*value).into(), (*change).into()]),
        )?;
        for (value, _) in changes.iter().filter(|(_, change)| *change < 0) {
            // After an erasure, no row may show that a person had this value.
            sql.send("DELETE FROM commonness WHERE value = ?1 AND people <= 0", params![*value])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use records::{
        Claim, EmailFact, Facts, PersonFacts,
        identifier::{Identifier, IdentifierKind},
    };

    use crate::{ErasureTarget, Store};

    fn claim(reference: &str, at: i64, first: &str, last: &str, email: &str) -> Claim {
        let facts = PersonFacts {
            first_name: Some(first.into()),
            last_name: Some(last.into()),
            emails: vec![EmailFact { address: email.into(), ..EmailFact::default() }],
            ..PersonFacts::default()
        };
        Claim {
            source: "crm".into(),
            reference: reference.into(),
            observed_at: Timestamp::from_second(at).unwrap(),
            facts: Facts::Person(Box::new(facts)),
        }
    }

    /// How many people have each value, the rarest first.
    fn counts(store: &Store) -> Vec<i64> {
        let all = "SELECT people FROM commonness ORDER BY people";
        store.read(|sql| sql.all(all, &[], |row| row.int(0))).unwrap()
    }

    #[tokio::test]
    async fn a_name_is_counted_while_a_person_has_it() {
        let store = Store::temporary().unwrap();
        let two =
            [claim("1", 1, "Ana", "Lee", "ana@a.example"), claim("2", 1, "Ben", "Lee", "ben@a.example")];
        store.ingest(two.to_vec()).await.unwrap();
        assert_eq!(counts(&store), [1, 1, 2, 2], "ana, ben, lee, and all people");
        store.ingest(vec![claim("1", 2, "Ana", "Marsh", "ana@a.example")]).await.unwrap();
        assert_eq!(counts(&store), [1, 1, 1, 1, 2], "a renamed person counts under the new name");
        store.ingest(vec![claim("3", 3, "Ana", "Marsh", "ana@a.example")]).await.unwrap();
        assert_eq!(counts(&store), [1, 1, 1, 1, 2], "and once, however many claims repeat it");
        for email in ["ana@a.example", "ben@a.example"] {
            let target = ErasureTarget::Identifier(Identifier::parse(IdentifierKind::Email, email).unwrap());
            store.erase(target, None, Timestamp::UNIX_EPOCH).await.unwrap();
        }
        assert!(counts(&store).is_empty(), "nothing is left of an erased person");
    }
}
