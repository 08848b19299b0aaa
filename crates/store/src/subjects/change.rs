//! The change feed: changed and deleted records in order, for readers such as the search index.

use records::{Company, PersonRecord, keys::Key};

use crate::{
    Store,
    sql::{Result, Sql, params},
    subjects::{codec::decode, ids::ChangeNumber, subject::Kind},
};

/// A change and its sequence number.
#[derive(Debug, Clone)]
pub struct Change {
    /// Sequence number; later changes have larger ones.
    pub sequence: i64,
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
    /// A record of another kind.
    Other,
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
                "SELECT changed, kind, id, record FROM subject WHERE changed > ?1
                 UNION ALL SELECT changed, kind, id, NULL FROM subject_gone WHERE changed > ?1
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
                        (kind, true) if kind == Kind::Person as i64 => Changed::PersonGone(row.text(2)?),
                        (kind, true) if kind == Kind::Company as i64 => Changed::CompanyGone(row.text(2)?),
                        _ => Changed::Other,
                    };
                    Ok(Change { sequence, what })
                },
            )
        })
    }

    /// A page of the people now employed at a domain, each with the row number to continue after.
    pub fn people_employed_at(
        &self,
        domain: &str,
        after: i64,
        limit: usize,
    ) -> Result<Vec<(i64, PersonRecord)>> {
        self.read(|sql| {
            sql.all(
                "SELECT s.no, s.record FROM subject_key k JOIN subject s ON s.no = k.subject
                 WHERE k.key = ?1 AND k.subject > ?2 AND s.employer = ?3 ORDER BY k.subject LIMIT ?4",
                params![Key::employer(domain), after, domain, limit as i64],
                |row| Ok((row.int(0)?, decode(row.bytes(1)?)?)),
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
