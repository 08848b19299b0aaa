//! Export of all records and signals, page by page, with the origin of their claims.

use records::{Company, PersonRecord, Signal};

use crate::{
    Store,
    sql::{Result, Sql, params},
    subjects::{
        codec::decode,
        ids::{SignalId, SubjectId},
        subject::Kind,
    },
};

/// Which row of which source a claim came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimOrigin {
    /// The source.
    pub source: String,
    /// The row's own id or number there.
    pub reference: String,
}

/// A record, the row number to continue after, and its sources.
#[derive(Debug, Clone)]
pub struct Exported<T> {
    /// Its row number.
    pub no: i64,
    /// The record.
    pub record: T,
    /// The origins of its claims.
    pub claims: Vec<ClaimOrigin>,
}

impl Store {
    /// People after a row number, in order.
    pub fn people_after(&self, no: i64, limit: usize) -> Result<Vec<Exported<PersonRecord>>> {
        self.subjects_after(Kind::Person, SubjectId(no), limit, decode)
    }

    /// Companies after a row number, in order.
    pub fn companies_after(&self, no: i64, limit: usize) -> Result<Vec<Exported<Company>>> {
        self.subjects_after(Kind::Company, SubjectId(no), limit, decode)
    }

    /// Signals of every kind after a row number, in the order of insertion.
    pub fn signals_after(&self, no: i64, limit: usize) -> Result<Vec<Exported<Signal>>> {
        self.read(|sql| {
            let rows = sql.all(
                "SELECT no, subject, record FROM signal WHERE no > ?1 ORDER BY no LIMIT ?2",
                params![SignalId(no), limit as i64],
                |row| Ok((SignalId(row.int(0)?), SubjectId(row.int(1)?), decode(row.bytes(2)?)?)),
            )?;
            let export = |(signal, subject, record): (SignalId, _, _)| {
                Ok(Exported { no: signal.0, record, claims: origins(sql, subject)? })
            };
            rows.into_iter().map(export).collect()
        })
    }

    fn subjects_after<T>(
        &self,
        kind: Kind,
        after: SubjectId,
        limit: usize,
        read: impl Fn(&[u8]) -> Result<T>,
    ) -> Result<Vec<Exported<T>>> {
        self.read(|sql| {
            let rows = sql.all(
                "SELECT no, record FROM subject WHERE kind = ?1 AND no > ?2 ORDER BY no LIMIT ?3",
                params![kind as i64, after, limit as i64],
                |row| Ok((SubjectId(row.int(0)?), read(row.bytes(1)?)?)),
            )?;
            let export = |(subject, record): (SubjectId, _)| {
                Ok(Exported { no: subject.0, record, claims: origins(sql, subject)? })
            };
            rows.into_iter().map(export).collect()
        })
    }
}

fn origins(sql: &mut dyn Sql, subject: SubjectId) -> Result<Vec<ClaimOrigin>> {
    sql.all(
        "SELECT DISTINCT source, reference FROM claim WHERE subject = ?1 ORDER BY source, reference",
        params![subject],
        |row| Ok(ClaimOrigin { source: row.text(0)?, reference: row.text(1)? }),
    )
}
