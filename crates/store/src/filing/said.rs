//! What a source has said before under one of its ids.
//!
//! A source that says the same thing again has told nothing new; when it last did is kept, because another statement
//! may turn up that lies in between, and whichever comes first, both have to come to the same.

use crate::{
    ready::Ready,
    sql::{Result, Sql, params},
};

/// When a source said something, and of whom.
pub(super) struct Said {
    no: i64,
    observed_at: i64,
    /// When it last said so again.
    repeated_at: Option<i64>,
    digest: i64,
    pub(super) subject: i64,
}

/// What a claim is after all that its source has said.
pub(super) enum News {
    /// It was said before.
    Nothing,
    /// It was said later by this subject's source, and holds since it was said first.
    Sooner(i64),
    /// It has not been said. The source may have returned since to what it had said of a subject before.
    Something { returned: Option<i64> },
}

/// What the source said under this id so far, in the order of its observations. Its people and its companies may go by
/// the same ids.
pub(super) fn said_before(sql: &mut dyn Sql, ready: &Ready) -> Result<Vec<Said>> {
    sql.all(
        "SELECT c.no, c.observed_at, c.repeated_at, c.digest, c.subject
         FROM claim c JOIN subject s ON s.no = c.subject
         WHERE c.source = ?1 AND c.reference = ?2 AND s.kind = ?3 ORDER BY c.observed_at, c.digest",
        params![&ready.source, &ready.reference, ready.kind as i64],
        |row| {
            Ok(Said {
                no: row.int(0)?,
                observed_at: row.int(1)?,
                repeated_at: row.int_or_null(2)?,
                digest: row.int(3)?,
                subject: row.int(4)?,
            })
        },
    )
}

/// Tells whether a claim is news, and keeps in mind when it was said if it is not.
pub(super) fn hear(sql: &mut dyn Sql, said: &[Said], ready: &Ready) -> Result<News> {
    let (at, digest) = (ready.observed_at, ready.digest);
    let later = said.partition_point(|said| (said.observed_at, said.digest) <= (at, digest));
    if let Some(before) = later.checked_sub(1).and_then(|before| said.get(before)) {
        if before.digest == digest {
            if at > before.repeated_at.unwrap_or(before.observed_at) {
                keep_times(sql, before.no, before.observed_at, Some(at))?;
            }
            return Ok(News::Nothing);
        }
        if let Some(repeated_at) = before.repeated_at.filter(|repeated_at| *repeated_at > at) {
            // It returned to what it had said before; until now nobody knew that it had left it.
            keep_times(sql, before.no, before.observed_at, None)?;
            say_again(sql, before.no, repeated_at)?;
            return Ok(News::Something { returned: Some(before.subject) });
        }
    }
    match said.get(later) {
        Some(after) if after.digest == digest => {
            let repeated_at = after.repeated_at.unwrap_or(after.observed_at);
            keep_times(sql, after.no, at, Some(repeated_at))?;
            Ok(News::Sooner(after.subject))
        }
        _ => Ok(News::Something { returned: None }),
    }
}

fn keep_times(sql: &mut dyn Sql, no: i64, observed_at: i64, repeated_at: Option<i64>) -> Result<()> {
    sql.execute(
        "UPDATE claim SET observed_at = ?2, repeated_at = ?3 WHERE no = ?1",
        params![no, observed_at, repeated_at],
    )?;
    Ok(())
}

/// Files what was said before again, at a later time.
fn say_again(sql: &mut dyn Sql, no: i64, at: i64) -> Result<()> {
    sql.execute(
        "INSERT INTO claim (subject, source, reference, observed_at, digest, facts)
         SELECT subject, source, reference, ?2, digest, facts FROM claim WHERE no = ?1",
        params![no, at],
    )?;
    Ok(())
}
