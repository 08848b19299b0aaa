//! Every person an account has ever resolved, once each.

use jiff::Timestamp;
use records::PersonRecord;

use crate::{
    Store,
    ambient::from_micros,
    record::decode,
    sql::{Result, params},
};

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
        account: &str,
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
