//! Making all records and their keys anew from the claims, after an upgrade that changed what is keyed.

use records::keys::VERSION;

use crate::{
    identity::filing::Filing,
    sql::{Result, Sql, params},
    subjects::{ids::SubjectId, signal::openings::hiring_handles, subject::Kind},
};

/// Subjects whose keys are written at a time; their changes are buffered in memory.
const SUBJECTS_AT_A_TIME: i64 = 5_000;

/// Whether the keys are of the version that this program makes. Without a note they are of the first.
fn has_current_keys(sql: &mut dyn Sql) -> Result<bool> {
    let noted = sql.first("SELECT no FROM records_watermark WHERE name = 'keys'", &[], |row| row.int(0))?;
    Ok(noted == Some(VERSION))
}

/// Merges every record again, writes its keys and counted values, and notes their version.
pub(crate) fn rebuild_keys(sql: &mut dyn Sql) -> Result<()> {
    // Another process may have made them while this one waited for the lock.
    if has_current_keys(sql)? {
        return Ok(());
    }
    rebuild_all(sql)?;
    sql.execute(
        "INSERT INTO records_watermark (name, no) VALUES ('keys', ?1)
         ON CONFLICT (name) DO UPDATE SET no = excluded.no",
        params![VERSION],
    )?;
    Ok(())
}

fn rebuild_all(sql: &mut dyn Sql) -> Result<()> {
    for table in ["DELETE FROM subject_key_log", "DELETE FROM subject_key", "DELETE FROM commonness"] {
        sql.execute(table, &[])?;
    }
    let mut last = 0;
    loop {
        let subjects = sql.all(
            "SELECT no, kind FROM subject WHERE no > ?1 ORDER BY no LIMIT ?2",
            params![last, SUBJECTS_AT_A_TIME],
            |row| Ok((SubjectId(row.int(0)?), Kind::of_number(row.int(1)?)?)),
        )?;
        let Some((subject, _)) = subjects.last() else { return rebuild_openings(sql) };
        last = subject.as_count();
        let mut filing = Filing::begin(sql)?;
        for (subject, kind) in subjects {
            filing.rebuild(sql, subject, kind)?;
        }
        filing.finish(sql)?;
    }
}

/// Merges the companies that hire again: the names by which positions mention them are keyed only now.
fn rebuild_openings(sql: &mut dyn Sql) -> Result<()> {
    for handles in hiring_handles(sql)?.chunks(SUBJECTS_AT_A_TIME as usize) {
        let mut filing = Filing::begin(sql)?;
        for handle in handles {
            filing.merge_companies_of(sql, handle)?;
        }
        filing.finish(sql)?;
    }
    Ok(())
}
