//! Making rulings: an operator merges two records, splits one by its rows, or keeps two apart.

use std::collections::BTreeSet;

use records::external_id;

use crate::{
    Store,
    identity::{
        evidence,
        filing::Filing,
        ruling::{SourceRow, row_name},
    },
    sql::{Result, Sql, StoreError, params, scope::Scope},
    subjects::{
        ids::SubjectId,
        rows::{all_numbered_claims_of, claims_of, stored, subject_by_id},
        subject::Kind,
    },
};

/// What a merge does with two records that have different values of one register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TwoValues {
    /// Refuses it: a register gives each subject one value.
    Refused,
    /// Merges them: the register replaced one value by the other.
    Replaced,
}

impl Store {
    /// Merges two records, whatever the evidence; both ids then return the first's record. Those with two values of one
    /// register are refused, unless the caller knows that one value replaced the other.
    pub async fn merge_by_hand(&self, one: &str, other: &str, registers: TwoValues) -> Result<()> {
        let (one, other) = (one.to_owned(), other.to_owned());
        self.write_in(Scope::Records, move |sql| {
            let (one, kind) = subject_of(sql, &one)?;
            let (other, other_kind) = subject_of(sql, &other)?;
            if kind != other_kind {
                return Err(StoreError::Refused("a person and a company cannot be one record"));
            }
            if one == other {
                return Ok(());
            }
            if registers == TwoValues::Refused && have_two_values(sql, kind, one, other)? {
                return Err(StoreError::Refused(
                    "the records have two values of one register, such as two company numbers, so they are two; if the \
                     register replaced one by the other, merge them with `brimful review merge --replaced-number`",
                ));
            }
            let (rows, others) = (rows_of(sql, one)?, rows_of(sql, other)?);
            delete_apart_rulings(sql, &rows, &others)?;
            rule(sql, &[&rows.union(&others).cloned().collect()])?;
            let mut filing = Filing::begin(sql)?;
            filing.join(sql, one, other)?;
            filing.merge_again(sql, one, kind)?;
            filing.finish(sql)
        })
        .await
    }

    /// Splits some rows of a record, named as [`Store::explain_pair`] names them, into a new record that later imports keep
    /// apart; returns its id.
    pub async fn split_by_hand(&self, id: &str, rows: Vec<String>) -> Result<String> {
        let id = id.to_owned();
        self.write_in(Scope::Records, move |sql| {
            let (subject, kind) = subject_of(sql, &id)?;
            let leaving: BTreeSet<String> = rows.into_iter().collect();
            let (gone, staying): (BTreeSet<SourceRow>, BTreeSet<SourceRow>) = rows_of(sql, subject)?
                .into_iter()
                .partition(|(source, reference)| leaving.contains(&row_name(source, reference)));
            if gone.len() < leaving.len() {
                return Err(StoreError::Refused(
                    "the record has no such row; `explain` shows the rows it has",
                ));
            }
            if gone.is_empty() || staying.is_empty() {
                return Err(StoreError::Refused("name some rows of the record, and not all of them"));
            }
            for row in &gone {
                delete_same_rulings(sql, row)?;
            }
            rule(sql, &[&staying, &gone])?;
            move_out(sql, subject, kind, &gone)
        })
        .await
    }

    /// Rules that two records are different; no import joins them.
    pub async fn keep_apart(&self, one: &str, other: &str) -> Result<()> {
        let (one, other) = (one.to_owned(), other.to_owned());
        self.write_in(Scope::Records, move |sql| {
            let ((one, _), (other, _)) = (subject_of(sql, &one)?, subject_of(sql, &other)?);
            if one == other {
                return Err(StoreError::Refused("they are one record; split it by its rows"));
            }
            let (rows, others) = (rows_of(sql, one)?, rows_of(sql, other)?);
            rule(sql, &[&rows, &others])?;
            evidence::close_review_pair(sql, one, other)
        })
        .await
    }
}

/// Whether two records have values of one register and none in common.
fn have_two_values(sql: &mut dyn Sql, kind: Kind, one: SubjectId, other: SubjectId) -> Result<bool> {
    let ((_, one), (_, other)) = (stored(sql, one, kind)?, stored(sql, other, kind)?);
    Ok(external_id::conflict(one.registered(), other.registered()))
}

fn subject_of(sql: &mut dyn Sql, id: &str) -> Result<(SubjectId, Kind)> {
    let subject = subject_by_id(sql, id)?.ok_or(StoreError::NotFound("record"))?;
    let kind = claims_of(sql, subject)?.first().map(|claim| Kind::of(&claim.facts));
    Ok((subject, kind.ok_or(StoreError::NotFound("claim"))?))
}

fn rows_of(sql: &mut dyn Sql, subject: SubjectId) -> Result<BTreeSet<SourceRow>> {
    let rows = sql.all(
        "SELECT DISTINCT source, reference FROM claim WHERE subject = ?1",
        params![subject],
        |row| Ok((row.text(0)?, row.text(1)?)),
    )?;
    Ok(rows.into_iter().collect())
}

fn rule(sql: &mut dyn Sql, sides: &[&BTreeSet<SourceRow>]) -> Result<()> {
    let last = sql.first("SELECT COALESCE(MAX(ruling), 0) FROM ruling_row", &[], |row| row.int(0))?;
    let ruling = last.unwrap_or(0) + 1;
    for (side, rows) in sides.iter().enumerate() {
        for (source, reference) in *rows {
            sql.execute(
                "INSERT INTO ruling_row (ruling, side, source, reference) VALUES (?1, ?2, ?3, ?4)",
                params![ruling, side as i64, source, reference],
            )?;
        }
    }
    Ok(())
}

/// Deletes the rulings that keep these rows apart.
fn delete_apart_rulings(
    sql: &mut dyn Sql,
    ones: &BTreeSet<SourceRow>,
    others: &BTreeSet<SourceRow>,
) -> Result<()> {
    for one in ones {
        for other in others {
            sql.execute(
                "DELETE FROM ruling_row WHERE ruling IN
                   (SELECT r.ruling FROM ruling_row r JOIN ruling_row s ON s.ruling = r.ruling AND s.side <> r.side
                    WHERE r.source = ?1 AND r.reference = ?2 AND s.source = ?3 AND s.reference = ?4)",
                params![&one.0, &one.1, &other.0, &other.1],
            )?;
        }
    }
    Ok(())
}

/// Removes a row from the rulings that join it with others; those that keep it apart stay.
fn delete_same_rulings(sql: &mut dyn Sql, (source, reference): &SourceRow) -> Result<()> {
    sql.execute(
        "DELETE FROM ruling_row WHERE source = ?1 AND reference = ?2
           AND ruling IN (SELECT ruling FROM ruling_row GROUP BY ruling HAVING MAX(side) = 0)",
        params![source, reference],
    )?;
    Ok(())
}

/// Moves rows of a record to a new record; returns its id.
fn move_out(sql: &mut dyn Sql, subject: SubjectId, kind: Kind, rows: &BTreeSet<SourceRow>) -> Result<String> {
    release_ids(sql, subject, kind, rows)?;
    let mut leaving = BTreeSet::new();
    for (id, claim) in all_numbered_claims_of(sql, subject)? {
        if rows.contains(&(claim.source, claim.reference)) {
            leaving.insert(id);
        }
    }
    let mut filing = Filing::begin(sql)?;
    let made = filing.move_claims(sql, subject, None, &leaving)?;
    filing.merge_again(sql, subject, kind)?;
    filing.finish(sql)?;
    sql.first("SELECT id FROM subject WHERE no = ?1", params![made], |row| row.text(0))?
        .ok_or(StoreError::NotFound("record"))
}

/// Deletes aliases that are ids of these rows, so that the new record gets its former id.
fn release_ids(sql: &mut dyn Sql, subject: SubjectId, kind: Kind, rows: &BTreeSet<SourceRow>) -> Result<()> {
    for (source, reference) in rows {
        sql.execute(
            "DELETE FROM subject_alias WHERE id = ?1 AND subject = ?2",
            params![&kind.id(source, reference, 0), subject],
        )?;
    }
    Ok(())
}
