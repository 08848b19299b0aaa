//! Reading records by key or id, their claims, and counts.

use std::collections::BTreeSet;

use records::{
    Claim, Company, Employer, Experience, PersonRecord,
    company_name::WordCounts,
    keys::{Key, companies_value, word_value},
    matching::NameShares,
    name::Name,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::subjects::{
    codec::decode,
    rows::{claims_of, subject_by_id},
};
use crate::{
    Store,
    identity::commonness::{Commonness, LISTED_PEOPLE},
    sql::{Result, params},
    subjects::{ids::SubjectId, rows::RECORDS_PER_KEY_MAX, subject::Kind},
};

/// The record of an id, or the one that a record of this id was joined into.
const OF_ID: &str = "SELECT s.record FROM subject_key k JOIN subject s ON s.no = k.subject
     WHERE k.key = ?1 AND s.id = ?2 AND s.kind = ?3
     UNION ALL SELECT s.record FROM subject_alias a JOIN subject s ON s.no = a.subject WHERE a.id = ?2 AND s.kind = ?3";

/// The career of a person: the part of a record that is enough to compare careers, at a fraction of the cost of reading it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Career {
    /// Id of the person.
    pub id: String,
    /// Full name.
    pub full_name: String,
    /// URL of the professional-network profile.
    pub network_url: Option<String>,
    /// Current employer.
    pub company: Option<Employer>,
    /// The positions, the newest first.
    pub experience: Vec<Experience>,
}

/// The part of a stored [`PersonRecord`] that a career is read from.
#[derive(Deserialize)]
pub(crate) struct CareerRecord {
    pub(crate) person: Career,
}

/// People who may be meant by a query.
#[derive(Debug, Default)]
pub struct Candidates {
    /// Their records.
    pub people: Vec<PersonRecord>,
    /// Keys that lead to [`Candidates::PASSED_OVER_FROM`] records or more, which were not read.
    pub passed_over: Vec<Key>,
}

impl Candidates {
    /// Fewest records of a key that is passed over.
    pub const PASSED_OVER_FROM: u32 = RECORDS_PER_KEY_MAX as u32 + 1;
}

/// How many records and claims the store holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// People.
    pub people: u64,
    /// Companies.
    pub companies: u64,
    /// Claims behind them.
    pub claims: u64,
}

impl Store {
    /// People that have any of these keys in the key index, each once.
    pub fn people_by_keys(&self, keys: &[Key]) -> Result<Vec<PersonRecord>> {
        Ok(self.candidates(keys)?.people)
    }

    /// People that have any of these keys in the key index, each once, and the keys that too many have.
    pub fn candidates(&self, keys: &[Key]) -> Result<Candidates> {
        let (people, passed_over) = self.by_keys(Kind::Person, keys)?;
        Ok(Candidates { people, passed_over })
    }

    /// Companies that have any of these keys in the key index, each once.
    pub fn companies_by_keys(&self, keys: &[Key]) -> Result<Vec<Company>> {
        Ok(self.by_keys(Kind::Company, keys)?.0)
    }

    /// How many people have a key, up to `limit`.
    pub fn people_with_key(&self, key: Key, limit: u32) -> Result<u32> {
        self.read(|sql| {
            let holders = sql.all(
                "SELECT 1 FROM subject_key k JOIN subject s ON s.no = k.subject
                 WHERE k.key = ?1 AND s.kind = ?2 LIMIT ?3",
                params![key, Kind::Person as i64, i64::from(limit)],
                |row| row.int(0),
            )?;
            Ok(u32::try_from(holders.len()).unwrap_or(limit))
        })
    }

    /// The records with any of these keys, and the keys that were passed over.
    fn by_keys<T: DeserializeOwned>(&self, kind: Kind, keys: &[Key]) -> Result<(Vec<T>, Vec<Key>)> {
        self.read(|sql| {
            let mut seen = BTreeSet::new();
            let (mut found, mut passed_over) = (Vec::new(), Vec::new());
            for key in keys {
                let subjects = sql.all(
                    "SELECT k.subject FROM subject_key k WHERE k.key = ?1 LIMIT ?2",
                    params![*key, RECORDS_PER_KEY_MAX + 1],
                    |row| row.int(0).map(SubjectId),
                )?;
                // A key that leads to more tells too little; narrower ones lead to the record that is meant.
                if subjects.len() as i64 > RECORDS_PER_KEY_MAX {
                    passed_over.push(*key);
                    continue;
                }
                for subject in subjects {
                    if !seen.insert(subject) {
                        continue;
                    }
                    let of_kind = "SELECT record FROM subject WHERE no = ?1 AND kind = ?2";
                    found.extend(
                        sql.first(of_kind, params![subject, kind as i64], |row| decode(row.bytes(0)?))?,
                    );
                }
            }
            Ok((found, passed_over))
        })
    }

    /// How many companies have each of these words in a name.
    pub fn word_counts(&self, words: &[String]) -> Result<WordCounts> {
        if words.is_empty() {
            return Ok(WordCounts::default());
        }
        self.read(|sql| {
            let mut commonness = Commonness::default();
            let companies = commonness.holders(sql, companies_value())?.unsigned_abs();
            let mut counts = WordCounts { companies, ..WordCounts::default() };
            for word in words {
                let holders = commonness.holders(sql, word_value(word))?;
                counts.counts.insert(word.clone(), holders.unsigned_abs());
            }
            Ok(counts)
        })
    }

    /// Shares of all people that have the parts of a name, and how many work at an employer, given by its value.
    pub fn name_shares(&self, name: &Name, employer: Option<Key>) -> Result<NameShares> {
        self.read(|sql| {
            let mut commonness = Commonness::default();
            // Of few people the share says little about others, so the lists weigh as much as so many.
            let people = (commonness.people(sql)? + LISTED_PEOPLE) as f64;
            let mut holders = |value| commonness.holders(sql, value);
            let given = holders(Key::value("given", name.first_key()))?;
            let family = holders(Key::value("family", name.last_key()))?;
            let stored = employer.map_or(Ok(0), holders)?;
            Ok(NameShares {
                given: given as f64 / people,
                family: family as f64 / people,
                stored: u32::try_from(stored).unwrap_or(0),
                ..NameShares::default()
            })
        })
    }

    /// Whether one of the words of a text is a part of the name of a person on record.
    pub fn has_name_among(&self, text: &str) -> Result<bool> {
        let folded = any_ascii::any_ascii(text).to_lowercase();
        let mut words =
            folded.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        self.read(|sql| {
            let mut commonness = Commonness::default();
            words.try_fold(false, |found, word| {
                let mut is = |kind| Ok(commonness.holders(sql, Key::value(kind, word))? > 0);
                Ok(found || is("given")? || is("family")?)
            })
        })
    }

    /// The person of this id; an alias returns the record it was joined into.
    pub fn person_by_id(&self, id: &str) -> Result<Option<PersonRecord>> {
        Ok(self.by_ids(Kind::Person, &[id])?.pop().flatten())
    }

    /// The company of this id; an alias returns the record it was joined into.
    pub fn company_by_id(&self, id: &str) -> Result<Option<Company>> {
        Ok(self.by_ids(Kind::Company, &[id])?.pop().flatten())
    }

    /// The person of each id, if there is one.
    pub fn people_by_ids(&self, ids: &[impl AsRef<str>]) -> Result<Vec<Option<PersonRecord>>> {
        self.by_ids(Kind::Person, ids)
    }

    /// The positions of the person of each id, if there is one. The rest of the records is not decoded.
    pub fn careers_by_ids(&self, ids: &[impl AsRef<str>]) -> Result<Vec<Option<Career>>> {
        let found: Vec<Option<CareerRecord>> = self.by_ids(Kind::Person, ids)?;
        Ok(found.into_iter().map(|record| record.map(|record| record.person)).collect())
    }

    /// The company of each id, if there is one.
    pub fn companies_by_ids(&self, ids: &[impl AsRef<str>]) -> Result<Vec<Option<Company>>> {
        self.by_ids(Kind::Company, ids)
    }

    fn by_ids<T: DeserializeOwned>(&self, kind: Kind, ids: &[impl AsRef<str>]) -> Result<Vec<Option<T>>> {
        let mut records: Vec<Option<T>> = ids.iter().map(|_| None).collect();
        let ids = ids.iter().map(AsRef::as_ref);
        let sets = ids.map(|id| [Key::id(id).into(), id.into(), (kind as i64).into()]);
        self.read(|sql| {
            sql.each_of(OF_ID, sets, &mut |number, row| {
                records[number] = Some(decode(row.bytes(0)?)?);
                Ok(())
            })
        })?;
        Ok(records)
    }

    /// The people that were filed first.
    pub fn some_people(&self, limit: usize) -> Result<Vec<PersonRecord>> {
        self.read(|sql| {
            sql.all(
                "SELECT record FROM subject WHERE kind = ?1 ORDER BY no LIMIT ?2",
                params![Kind::Person as i64, limit as i64],
                |row| decode(row.bytes(0)?),
            )
        })
    }

    /// How many of these keys have at least one entry in the key index.
    pub fn count_known(&self, keys: &[Key]) -> Result<u64> {
        self.read(|sql| {
            let mut known = 0;
            for key in keys {
                let hit =
                    sql.first("SELECT 1 FROM subject_key WHERE key = ?1 LIMIT 1", params![*key], |row| {
                        row.int(0)
                    })?;
                known += u64::from(hit.is_some());
            }
            Ok(known)
        })
    }

    /// Every claim behind the record of this id, oldest first.
    pub fn claims_of(&self, id: &str) -> Result<Vec<Claim>> {
        self.read(|sql| match subject_by_id(sql, id)? {
            Some(subject) => claims_of(sql, subject),
            None => Ok(Vec::new()),
        })
    }

    /// Counts of people, companies and claims.
    pub fn counts(&self) -> Result<Counts> {
        self.read(|sql| {
            let mut count = |question, params: &[_]| -> Result<u64> {
                Ok(sql.first(question, params, |row| row.int(0))?.unwrap_or(0).unsigned_abs())
            };
            Ok(Counts {
                people: count("SELECT COUNT(*) FROM subject WHERE kind = ?1", params![Kind::Person as i64])?,
                companies: count(
                    "SELECT COUNT(*) FROM subject WHERE kind = ?1",
                    params![Kind::Company as i64],
                )?,
                claims: count("SELECT COUNT(*) FROM claim", &[])?,
            })
        })
    }

    /// Whether the store holds any record at all.
    pub fn has_records(&self) -> Result<bool> {
        self.read(|sql| Ok(sql.first("SELECT 1 FROM subject LIMIT 1", &[], |row| row.int(0))?.is_some()))
    }
}
