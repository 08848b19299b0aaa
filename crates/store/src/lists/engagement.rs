//! When an account's contacts engaged with it.

use jiff::{SignedDuration, Timestamp};
use records::keys::Key;

use crate::{
    AccountId, Store, Stored,
    accounts::cap,
    sql::{Result, params, write::Write},
};

/// Older engagement says nothing about today.
const KEPT_DAYS: i64 = 180;

impl Store {
    /// Notes that contacts engaged, each at a time; the same twice counts once. What is too old is forgotten.
    pub fn note_engagement(
        &self,
        account: &AccountId,
        events: Vec<(Key, Timestamp)>,
        now: Timestamp,
    ) -> Write<()> {
        let account = account.to_owned();
        let oldest = now - SignedDuration::from_hours(24 * KEPT_DAYS);
        self.change(move |sql| {
            let mut added = 0;
            for (key, at) in events.iter().filter(|(_, at)| *at >= oldest) {
                added += sql.execute(
                    "INSERT INTO engagement (account_id, key, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                    params![&account, *key, at.as_microsecond()],
                )?;
            }
            sql.execute(
                "DELETE FROM engagement WHERE account_id = ?1 AND at < ?2",
                params![&account, oldest.as_microsecond()],
            )?;
            if added > 0 { cap::check(sql, &account, Stored::EngagementEvents, now) } else { Ok(()) }
        })
    }

    /// How often a contact engaged within a time, its end left out, and when last.
    pub fn engagement(
        &self,
        account: &AccountId,
        keys: &[Key],
        from: Timestamp,
        to: Timestamp,
    ) -> Result<(u64, Option<Timestamp>)> {
        self.read(|sql| {
            let (mut count, mut last) = (0, None);
            for key in keys {
                let found = sql.first(
                    "SELECT COUNT(*), COALESCE(MAX(at), 0) FROM engagement
                     WHERE account_id = ?1 AND key = ?2 AND at >= ?3 AND at < ?4",
                    params![account, *key, from.as_microsecond(), to.as_microsecond()],
                    |row| Ok((row.int(0)?, row.int(1)?)),
                )?;
                let Some((times, at)) = found.filter(|(times, _)| *times > 0) else { continue };
                count += times.unsigned_abs();
                last = last.max(Timestamp::from_microsecond(at).ok());
            }
            Ok((count, last))
        })
    }
}
