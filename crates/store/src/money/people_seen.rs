//! Every person an account has ever resolved, once each.

use jiff::Timestamp;
use records::PersonRecord;

use crate::{
    AccountId, Store,
    ambient::from_micros,
    sql::{Result, Sql, StoreError, params},
    subjects::{codec::decode, ids::SubjectId, rows::subject_by_id},
};

/// Brings two rows about one person together. Calls settle in another order than they came in, so times are
/// compared, never assumed to be later.
macro_rules! merged_with_what_is_there {
    () => {
        "ON CONFLICT (account_id, subject) DO UPDATE SET
           first_endpoint = CASE WHEN excluded.first_at < person_seen.first_at
                                 THEN excluded.first_endpoint ELSE person_seen.first_endpoint END,
           first_at = CASE WHEN excluded.first_at < person_seen.first_at
                           THEN excluded.first_at ELSE person_seen.first_at END,
           last_endpoint = CASE WHEN excluded.last_at >= person_seen.last_at
                                THEN excluded.last_endpoint ELSE person_seen.last_endpoint END,
           last_at = CASE WHEN excluded.last_at >= person_seen.last_at
                          THEN excluded.last_at ELSE person_seen.last_at END,
           times = person_seen.times + excluded.times"
    };
}

/// A person an account has resolved.
#[derive(Debug, Clone)]
pub struct SeenPerson {
    /// The record as it is now.
    pub record: PersonRecord,
    /// When it was first resolved.
    pub first_at: Timestamp,
    /// By which endpoint.
    pub first_endpoint: String,
    /// When it was last resolved.
    pub last_at: Timestamp,
    /// By which endpoint.
    pub last_endpoint: String,
    /// How often.
    pub times: u64,
}

impl Store {
    /// A page of the people an account has resolved, latest first resolved first, before (`first_at`, `id`).
    pub fn people_seen(
        &self,
        account: &AccountId,
        name: Option<&str>,
        before: Option<(Timestamp, &str)>,
        limit: usize,
    ) -> Result<Vec<SeenPerson>> {
        let pattern = name.map(|name| format!("%{}%", escape_like(&name.to_lowercase())));
        let (at, id) = before.map_or((i64::MAX, ""), |(at, id)| (at.as_microsecond(), id));
        self.read(|sql| {
            sql.all(
                "SELECT s.record, p.first_at, p.first_endpoint, p.last_at, p.last_endpoint, p.times
                 FROM person_seen p JOIN subject s ON s.no = p.subject
                 WHERE p.account_id = ?1 AND (p.first_at < ?2 OR (p.first_at = ?2 AND s.id > ?3))
                   AND (?4 IS NULL OR s.label LIKE ?4 ESCAPE '!')
                 ORDER BY p.first_at DESC, s.id LIMIT ?5",
                params![account, at, id, pattern.as_ref(), limit as i64],
                |row| {
                    Ok(SeenPerson {
                        record: decode(row.bytes(0)?)?,
                        first_at: from_micros(row.int(1)?),
                        first_endpoint: row.text(2)?,
                        last_at: from_micros(row.int(3)?),
                        last_endpoint: row.text(4)?,
                        times: row.int(5)?.unsigned_abs(),
                    })
                },
            )
        })
    }
}

/// Records that an account has resolved a person; an alias id means the record it was joined into. A person who was
/// erased while the answer was made must not be returned or charged.
pub(crate) fn note(
    sql: &mut dyn Sql,
    account: &AccountId,
    person: &str,
    at: i64,
    endpoint: &str,
) -> Result<()> {
    let subject = subject_by_id(sql, person)?.ok_or(StoreError::Erased)?;
    sql.execute(
        concat!(
            "INSERT INTO person_seen
               (account_id, subject, first_at, first_endpoint, last_at, last_endpoint, times)
             VALUES (?1, ?2, ?3, ?4, ?3, ?4, 1) ",
            merged_with_what_is_there!()
        ),
        params![account, subject, at, endpoint],
    )?;
    Ok(())
}

/// Moves the rows of `other` to `subject` when both are joined.
pub(crate) fn join(sql: &mut dyn Sql, subject: SubjectId, other: SubjectId) -> Result<()> {
    sql.execute(
        concat!(
            "INSERT INTO person_seen
               (account_id, subject, first_at, first_endpoint, last_at, last_endpoint, times)
             SELECT account_id, ?1, first_at, first_endpoint, last_at, last_endpoint, times
             FROM person_seen WHERE subject = ?2 ",
            merged_with_what_is_there!()
        ),
        params![subject, other],
    )?;
    Ok(())
}

fn escape_like(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '%' | '_' | '!') {
            escaped.push('!');
        }
        escaped.push(character);
    }
    escaped
}
