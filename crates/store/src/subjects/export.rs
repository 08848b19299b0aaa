//! Export of all records and signals, page by page, with the origin of their claims.

use records::{Company, PersonRecord, Signal};

use crate::{
    Store,
    sql::{Result, Sql, params},
    subjects::{codec::decode, subject::Kind},
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
        self.subjects_after(Kind::Person, no, limit, decode)
    }

    /// Companies after a row number, in order.
    pub fn companies_after(&self, no: i64, limit: usize) -> Result<Vec<Exported<Company>>> {
        self.subjects_after(Kind::Company, no, limit, decode)
    }

    /// Signals of every kind after a row number, in the order of insertion.
    pub fn signals_after(&self, no: i64, limit: usize) -> Result<Vec<Exported<Signal>>> {
        self.read(|sql| {
            let rows = sql.all(
                "SELECT no, subject, record FROM signal WHERE no > ?1 ORDER BY no LIMIT ?2",
                params![no, limit as i64],
                |row| Ok((row.int(0)?, row.int(1)?, decode(row.bytes(2)?)?)),
            )?;
            let export = |(no, subject, record)| Ok(Exported { no, record, claims: origins(sql, subject)? });
            rows.into_iter().map(export).collect()
        })
    }

    fn subjects_after<T>(
        &self,
        kind: Kind,
        no: i64,
        limit: usize,
        read: impl Fn(&[u8]) -> Result<T>,
    ) -> Result<Vec<Exported<T>>> {
        self.read(|sql| {
            let rows = sql.all(
                "SELECT no, record FROM subject WHERE kind = ?1 AND no > ?2 ORDER BY no LIMIT ?3",
                params![kind as i64, no, limit as i64],
                |row| Ok((row.int(0)?, read(row.bytes(1)?)?)),
            )?;
            let export = |(no, record)| Ok(Exported { no, record, claims: origins(sql, no)? });
            rows.into_iter().map(export).collect()
        })
    }
}

fn origins(sql: &mut dyn Sql, subject: i64) -> Result<Vec<ClaimOrigin>> {
    sql.all(
        "SELECT DISTINCT source, reference FROM claim WHERE subject = ?1 ORDER BY source, reference",
        params![subject],
        |row| Ok(ClaimOrigin { source: row.text(0)?, reference: row.text(1)? }),
    )
}
