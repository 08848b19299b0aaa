//! Rulings: an operator's stored decisions that rows belong to the same subject or to different ones.
//!
//! A ruling refers to rows of sources, not to records: records are created and joined as claims arrive, and the next
//! import of the same rows has to find the decision.

use std::collections::BTreeMap;

use crate::{
    sql::{Result, Sql, params},
    subjects::ids::SubjectId,
};

/// A row of a source: the source's name, and the row's id in it.
pub type SourceRow = (String, String);

/// For each ruling about a row and this subject, whether they are on the same side.
fn sides(sql: &mut dyn Sql, (source, reference): (&str, &str), subject: SubjectId) -> Result<Vec<bool>> {
    sql.all(
        "SELECT DISTINCT r.side - s.side FROM ruling_row r JOIN ruling_row s ON s.ruling = r.ruling
         JOIN claim c ON c.source = s.source AND c.reference = s.reference
         WHERE r.source = ?1 AND r.reference = ?2 AND c.subject = ?3",
        params![source, reference, subject],
        |row| Ok(row.int(0)? == 0),
    )
}

/// Whether a ruling keeps two subjects apart.
pub(crate) fn are_apart(sql: &mut dyn Sql, one: SubjectId, other: SubjectId) -> Result<bool> {
    let found = sql.first(
        "SELECT 1 FROM claim a JOIN ruling_row r ON r.source = a.source AND r.reference = a.reference
         JOIN ruling_row s ON s.ruling = r.ruling AND s.side <> r.side
         JOIN claim b ON b.source = s.source AND b.reference = s.reference
         WHERE a.subject = ?1 AND b.subject = ?2 LIMIT 1",
        params![one, other],
        |row| row.int(0),
    )?;
    Ok(found.is_some())
}

/// The rulings, as claims are filed: mostly there are none, and nothing is asked.
pub(crate) struct Rulings {
    pub(crate) are_any: bool,
}

impl Rulings {
    pub(crate) fn read(sql: &mut dyn Sql) -> Result<Self> {
        let any = sql.first("SELECT 1 FROM ruling_row LIMIT 1", &[], |row| row.int(0))?;
        Ok(Self { are_any: any.is_some() })
    }

    /// Whether a ruling says that a row belongs to this subject.
    pub(crate) fn is_together(
        &self,
        sql: &mut dyn Sql,
        row: (&str, &str),
        subject: SubjectId,
    ) -> Result<bool> {
        Ok(self.are_any && sides(sql, row, subject)?.contains(&true))
    }

    /// Whether a ruling says that a row does not belong to this subject.
    pub(crate) fn is_apart(&self, sql: &mut dyn Sql, row: (&str, &str), subject: SubjectId) -> Result<bool> {
        Ok(self.are_any && sides(sql, row, subject)?.contains(&false))
    }

    /// Whether a ruling keeps two subjects apart.
    pub(crate) fn are_apart(&self, sql: &mut dyn Sql, one: SubjectId, other: SubjectId) -> Result<bool> {
        Ok(self.are_any && are_apart(sql, one, other)?)
    }
}

/// The rulings about some rows, and the side that each row is on.
pub(crate) struct Sides(BTreeMap<SourceRow, BTreeMap<i64, i64>>);

impl Sides {
    pub(crate) fn of<'r>(sql: &mut dyn Sql, rows: impl Iterator<Item = (&'r str, &'r str)>) -> Result<Self> {
        let mut sides: BTreeMap<SourceRow, BTreeMap<i64, i64>> = BTreeMap::new();
        for (source, reference) in rows {
            let found = sql.all(
                "SELECT ruling, side FROM ruling_row WHERE source = ?1 AND reference = ?2",
                params![source, reference],
                |row| Ok((row.int(0)?, row.int(1)?)),
            )?;
            if !found.is_empty() {
                sides.insert((source.to_owned(), reference.to_owned()), found.into_iter().collect());
            }
        }
        Ok(Self(sides))
    }

    /// Whether any ruling mentions a row.
    pub(crate) fn has(&self, row: (&str, &str)) -> bool {
        self.rulings(row).is_some()
    }

    /// The ruling about two rows: same subject (true) or different ones (false).
    pub(crate) fn between(&self, one: (&str, &str), other: (&str, &str)) -> Option<bool> {
        let (one, other) = (self.rulings(one)?, self.rulings(other)?);
        let sides = one.iter().filter_map(|(ruling, side)| Some(*side == *other.get(ruling)?));
        sides.reduce(|one, other| one && other)
    }

    fn rulings(&self, (source, reference): (&str, &str)) -> Option<&BTreeMap<i64, i64>> {
        if self.0.is_empty() { None } else { self.0.get(&(source.to_owned(), reference.to_owned())) }
    }
}

/// A row of a source as operators are shown it.
pub(crate) fn row_name(source: &str, reference: &str) -> String {
    format!("{source}:{reference}")
}
