//! The pending log: key-index changes of an import, durable with their claims and not yet applied to the table.

use records::keys::Key;

use super::entry::Change;
use crate::{
    sql::{Result, Sql, StoreError, params},
    subjects::ids::{NO_PROFILE, ProfileTag, SubjectId},
};

/// Bytes of a change: its key, its subject, whether it adds, and its profile.
const CHANGE_BYTES: usize = 25;

/// Appends changes to the log.
pub(super) fn append(sql: &mut dyn Sql, changes: &[Change]) -> Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let mut bytes = Vec::with_capacity(changes.len() * CHANGE_BYTES);
    for change in changes {
        bytes.extend(change.key.0.to_le_bytes());
        bytes.extend(change.subject.0.to_le_bytes());
        bytes.push(u8::from(change.profile.is_some()));
        bytes.extend(change.profile.unwrap_or(NO_PROFILE).0.to_le_bytes());
    }
    sql.execute("INSERT INTO subject_key_log (changes) VALUES (?1)", params![&bytes[..]])?;
    Ok(())
}

/// Empties the log.
pub(super) fn clear(sql: &mut dyn Sql) -> Result<()> {
    sql.execute("DELETE FROM subject_key_log", &[])?;
    Ok(())
}

/// The logged changes, in order.
pub(super) fn read(sql: &mut dyn Sql) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    sql.each("SELECT changes FROM subject_key_log ORDER BY no", &[], &mut |row| {
        let (all, rest) = row.bytes(0)?.as_chunks::<CHANGE_BYTES>();
        if !rest.is_empty() {
            return Err(StoreError::Damaged { what: "key log", why: "it ends within a change".into() });
        }
        changes.extend(all.iter().map(change));
        Ok(())
    })?;
    Ok(changes)
}

fn change(bytes: &[u8; CHANGE_BYTES]) -> Change {
    let number = |at: usize| {
        let mut number = [0; 8];
        number.copy_from_slice(&bytes[at..at + 8]);
        i64::from_le_bytes(number)
    };
    Change {
        key: Key(number(0).cast_unsigned()),
        subject: SubjectId(number(8)),
        profile: (bytes[16] != 0).then(|| ProfileTag(number(17))),
    }
}
