//! The change feed: changed and deleted records in order, for readers such as the search index.

use jiff::Timestamp;
use records::{Company, PersonRecord, keys::Key};

use crate::{
    Store,
    ambient::from_micros,
    sql::{Result, Sql, params},
    subjects::{codec::decode, ids::ChangeNumber, rows::subject_by_id, subject::Kind},
};

/// A change and its sequence number.
#[derive(Debug, Clone)]
pub struct Change {
    /// Sequence number; later changes have larger ones.
    pub sequence: i64,
    /// When the store first had the record; none if that is not known.
    pub first_seen_at: Option<Timestamp>,
    /// What changed.
    pub what: Changed,
}

/// What changed. A record that changed several times appears only at its last change.
#[derive(Debug, Clone)]
pub enum Changed {
    /// A person, as it is now.
    Person(Box<PersonRecord>),
    /// A company, as it is now.
    Company(Box<Company>),
    /// The person of this id was deleted or joined into another.
    PersonGone(String),
    /// The company of this id was deleted or joined into another.
    CompanyGone(String),
    /// A record was deleted, and its id overwritten since: every index that was known then had removed it.
    Forgotten,
    /// A record of another kind.
    Other,
}

/// A person employed at a company.
#[derive(Debug, Clone)]
pub struct Employed {
    /// Row number to continue after.
    pub no: i64,
    /// When the store first had the person; none if that is not known.
    pub first_seen_at: Option<Timestamp>,
    /// The person.
    pub record: PersonRecord,
}

fn first_seen(micros: i64) -> Option<Timestamp> {
    (micros > 0).then(|| from_micros(micros))
}

impl Store {
    /// The sequence number of the last change.
    pub fn last_change(&self) -> Result<i64> {
        Ok(self.read(|sql| last(sql))?.0)
    }

    /// Changes after a sequence number, in order.
    pub fn changes_after(&self, sequence: i64, limit: usize) -> Result<Vec<Change>> {
        self.read(|sql| {
            sql.all(
                "SELECT changed, kind, id, record, first_seen_at FROM subject WHERE changed > ?1
                 UNION ALL SELECT changed, kind, id, NULL, 0 FROM subject_gone WHERE changed > ?1
                 ORDER BY changed LIMIT ?2",
                params![sequence, limit as i64],
                |row| {
                    let (sequence, kind, gone) = (row.int(0)?, row.int(1)?, row.is_null(3)?);
                    let what = match (kind, gone) {
                        (kind, false) if kind == Kind::Person as i64 => {
                            Changed::Person(decode(row.bytes(3)?)?)
                        }
                        (kind, false) if kind == Kind::Company as i64 => {
                            Changed::Company(decode(row.bytes(3)?)?)
                        }
                        (_, true) if row.bytes(2)?.is_empty() => Changed::Forgotten,
                        (kind, true) if kind == Kind::Person as i64 => Changed::PersonGone(row.text(2)?),
                        (kind, true) if kind == Kind::Company as i64 => Changed::CompanyGone(row.text(2)?),
                        _ => Changed::Other,
                    };
                    Ok(Change { sequence, first_seen_at: first_seen(row.int(4)?), what })
                },
            )
        })
    }

    /// The person of an id, as [`Store::people_employed_at`] reads people.
    pub fn employed(&self, id: &str) -> Result<Option<Employed>> {
        self.read(|sql| {
            let Some(subject) = subject_by_id(sql, id)? else { return Ok(None) };
            sql.first(
                "SELECT no, record, first_seen_at FROM subject WHERE no = ?1 AND kind = ?2",
                params![subject, Kind::Person as i64],
                |row| {
                    let (no, first_seen_at) = (row.int(0)?, first_seen(row.int(2)?));
                    Ok(Employed { no, first_seen_at, record: decode(row.bytes(1)?)? })
                },
            )
        })
    }

    /// A page of the people whose employer is mentioned by a handle, such as a domain.
    pub fn people_employed_at(&self, handle: &str, after: i64, limit: usize) -> Result<Vec<Employed>> {
        self.read(|sql| {
            sql.all(
                "SELECT s.no, s.record, s.first_seen_at FROM subject_key k JOIN subject s ON s.no = k.subject
                 WHERE k.key = ?1 AND k.subject > ?2 AND s.employer = ?3 ORDER BY k.subject LIMIT ?4",
                params![Key::employer(handle), after, handle, limit as i64],
                |row| {
                    let (no, first_seen_at) = (row.int(0)?, first_seen(row.int(2)?));
                    Ok(Employed { no, first_seen_at, record: decode(row.bytes(1)?)? })
                },
            )
        })
    }
}

pub(crate) fn last(sql: &mut dyn Sql) -> Result<ChangeNumber> {
    let last = sql.first(
        "SELECT COALESCE(MAX(changed), 0) FROM
           (SELECT MAX(changed) AS changed FROM subject UNION ALL SELECT MAX(changed) FROM subject_gone) AS newest",
        &[],
        |row| row.int(0),
    )?;
    Ok(ChangeNumber(last.unwrap_or(0)))
}
