//! Rows of the state that belong to a subject, when it is joined into another one or deleted.
//!
//! On a shared database they change in the transaction of the records. An embedded store has a file for the records and
//! one for the state, and no transaction over both survives a crash as a whole. So the change of the records notes the
//! move beside them, and every transaction of the state begins by following the moves that it has not seen: it never works
//! with a subject that is gone.

use crate::{
    money::{bought, people_seen},
    sql::{Result, Sql, params, parts::MOVES_ROW},
    subjects::ids::SubjectId,
};

/// How long a move is kept that was followed, in microseconds.
const KEPT_US: i64 = 24 * 60 * 60 * 1_000_000;
/// Moves that one transaction follows: bounds how long the changes behind it wait.
const MOVES_AT_A_TIME: i64 = 500;

/// Moves the state's rows of a subject to another one, or deletes them, in a change of records.
pub(crate) fn move_state(sql: &mut dyn Sql, subject: SubjectId, target: Option<SubjectId>) -> Result<()> {
    if sql.lock_state()? {
        return follow_one(sql, subject, target);
    }
    let now = sql.now()?;
    sql.send(
        "DELETE FROM subject_moved
         WHERE at < ?1 AND no <= COALESCE((SELECT no FROM moves_followed WHERE one = ?2), 0)",
        params![now - KEPT_US, MOVES_ROW],
    )?;
    sql.send(
        "INSERT INTO subject_moved (subject, target, at) VALUES (?1, ?2, ?3)",
        params![subject, target, now],
    )
}

/// In a transaction of the state of an embedded store, before all else: follows moves of records; whether there are more.
pub(crate) fn follow_moves(sql: &mut dyn Sql) -> Result<bool> {
    let moves = sql.all(
        "SELECT no, subject, target FROM subject_moved
         WHERE no > COALESCE((SELECT no FROM moves_followed WHERE one = ?1), 0) ORDER BY no LIMIT ?2",
        params![MOVES_ROW, MOVES_AT_A_TIME],
        |row| Ok((row.int(0)?, SubjectId(row.int(1)?), row.int_or_null(2)?.map(SubjectId))),
    )?;
    let Some((last, _, _)) = moves.last().copied() else { return Ok(false) };
    let has_more = moves.len() as i64 == MOVES_AT_A_TIME;
    for (_, subject, target) in moves {
        follow_one(sql, subject, target)?;
    }
    sql.send(
        "INSERT INTO moves_followed (one, no) VALUES (?1, ?2) ON CONFLICT (one) DO UPDATE SET no = excluded.no",
        params![MOVES_ROW, last],
    )?;
    Ok(has_more)
}

fn follow_one(sql: &mut dyn Sql, subject: SubjectId, target: Option<SubjectId>) -> Result<()> {
    if let Some(target) = target {
        people_seen::join(sql, target, subject)?;
        bought::join(sql, target, subject)?;
    }
    sql.send("DELETE FROM person_seen WHERE subject = ?1", params![subject])?;
    sql.send("DELETE FROM contact_bought WHERE subject = ?1", params![subject])
}
