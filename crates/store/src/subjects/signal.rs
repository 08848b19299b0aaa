//! Signals: written when a record changes, read as a feed.

use jiff::Timestamp;
use records::{Company, Department, Signal, SignalKind, funding_stage, industry};

use crate::{
    Store,
    sql::{Result, Sql, Value, params},
    subjects::{
        codec::{decode, encode},
        ids::{SignalId, SubjectId},
        rows::subject_by_id,
        subject::Subject,
    },
};

/// Filter for signals. An empty filter selects all of a kind.
#[derive(Debug, Clone, Default)]
pub struct SignalFilter {
    /// Happened at or after.
    pub since: Option<Timestamp>,
    /// Happened before.
    pub until: Option<Timestamp>,
    /// At the company of this domain.
    pub domain: Option<String>,
    /// In this country, by its code.
    pub country: Option<String>,
    /// At a company of this industry or one below it, by any of its names.
    pub industry: Option<String>,
    /// Rounds of at least this amount.
    pub min_amount: Option<i64>,
    /// Rounds of this stage, by its canonical name.
    pub round: Option<String>,
    /// In this department.
    pub department: Option<String>,
    /// Positions with at most this many applicants.
    pub max_applicants: Option<u32>,
    /// Positions that are still open.
    pub open_only: bool,
    /// Moves away from the company of this domain.
    pub from_domain: Option<String>,
}

/// A signal and its row number.
#[derive(Debug, Clone)]
pub struct StoredSignal {
    /// Row number, in the order of insertion.
    pub no: i64,
    /// The signal.
    pub signal: Signal,
}

/// Where a page of a feed ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedPosition {
    /// When the last signal of the page happened.
    pub at: Timestamp,
    /// Its row number.
    pub no: i64,
}

/// A company that hires, with its number of openings; also the position to continue after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiringPosition {
    /// Positions it has open.
    pub openings: i64,
    /// Its domain.
    pub domain: String,
}

/// The three forms of a feed query, each with the clauses that its index needs: by the company's domain, by the domain of
/// the company that was left, by time. `?1` is the kind, `?2` to `?12` the filter.
macro_rules! feed_queries {
    ($rest:literal) => {
        FeedQueries {
            by_domain: feed_queries!("s.domain = ?4 AND (?12 IS NULL OR s.from_domain = ?12)", $rest),
            by_origin: feed_queries!("?4 IS NULL AND s.from_domain = ?12", $rest),
            by_time: feed_queries!("?4 IS NULL AND ?12 IS NULL", $rest),
        }
    };
    ($selective:literal, $rest:literal) => {
        concat!(
            "SELECT s.no, s.record FROM signal s LEFT JOIN company_domain c ON c.domain = s.domain
             WHERE s.kind = ?1 AND ",
            $selective,
            " AND (?2 IS NULL OR s.at >= ?2) AND (?3 IS NULL OR s.at < ?3)
              AND (?5 IS NULL OR COALESCE(s.country, c.country) = ?5)
              AND (?6 IS NULL OR INSTR(?6, '|' || LOWER(c.industry) || '|') > 0) AND (?7 IS NULL OR s.amount >= ?7)
              AND (?8 IS NULL OR s.round = ?8) AND (?9 IS NULL OR s.departments LIKE ?9)
              AND (?10 IS NULL OR s.applicants <= ?10) AND (?11 = 0 OR s.closed = 0) ",
            $rest
        )
    };
}

struct FeedQueries {
    by_domain: &'static str,
    by_origin: &'static str,
    by_time: &'static str,
}

/// A page of a feed, newest first, after (`?13`, `?14`).
const PAGE: FeedQueries =
    feed_queries!("AND (s.at < ?13 OR (s.at = ?13 AND s.no < ?14)) ORDER BY s.at DESC, s.no DESC LIMIT ?15");
/// Signals inserted after `?13`, oldest first; `?14` keeps the number of parameters the same.
const SINCE: FeedQueries = feed_queries!("AND s.no > ?13 AND s.no <= ?14 ORDER BY s.no LIMIT ?15");

impl Store {
    /// A page of a feed, newest first, after a position.
    pub fn signals(
        &self,
        kind: SignalKind,
        filter: &SignalFilter,
        after: Option<FeedPosition>,
        limit: usize,
    ) -> Result<Vec<StoredSignal>> {
        let (at, signal) = after.map_or((i64::MAX, i64::MAX), |after| (after.at.as_microsecond(), after.no));
        self.select_signals(&PAGE, kind, filter, params![at, SignalId(signal)], limit)
    }

    /// Signals inserted after a row number, oldest first.
    pub fn signals_since(
        &self,
        kind: SignalKind,
        filter: &SignalFilter,
        no: i64,
        limit: usize,
    ) -> Result<Vec<StoredSignal>> {
        self.select_signals(&SINCE, kind, filter, params![SignalId(no), SignalId(i64::MAX)], limit)
    }

    fn select_signals(
        &self,
        queries: &FeedQueries,
        kind: SignalKind,
        filter: &SignalFilter,
        &[first, second]: &[Value<'_>; 2],
        limit: usize,
    ) -> Result<Vec<StoredSignal>> {
        let department = filter.department.as_ref().map(|word| format!("%,{word},%"));
        let industries = filter
            .industry
            .as_ref()
            .map(|written| format!("|{}|", industry::included(written).join("|").to_ascii_lowercase()));
        let statement = match (&filter.domain, &filter.from_domain) {
            (Some(_), _) => queries.by_domain,
            (None, Some(_)) => queries.by_origin,
            (None, None) => queries.by_time,
        };
        self.read(|sql| {
            sql.all(
                statement,
                params![
                    kind.as_str(),
                    filter.since.map(Timestamp::as_microsecond),
                    filter.until.map(Timestamp::as_microsecond),
                    filter.domain.as_ref(),
                    filter.country.as_ref(),
                    industries.as_ref(),
                    filter.min_amount,
                    filter.round.as_ref(),
                    department.as_ref(),
                    filter.max_applicants.map(i64::from),
                    i64::from(filter.open_only),
                    filter.from_domain.as_ref(),
                    first,
                    second,
                    limit as i64
                ],
                |row| Ok(StoredSignal { no: row.int(0)?, signal: decode(row.bytes(1)?)? }),
            )
        })
    }

    /// Companies with at least `least` open positions posted within a time, the most first, after a position.
    /// Positions under several domains of one company count together.
    pub fn companies_hiring(
        &self,
        (since, until): (Timestamp, Timestamp),
        department: Option<Department>,
        least: u32,
        after: Option<&HiringPosition>,
        limit: usize,
    ) -> Result<Vec<HiringPosition>> {
        let department = department.map(|department| format!("%,{department},%"));
        let (openings, domain) = after.map_or((i64::MAX, ""), |after| (after.openings, &after.domain));
        self.read(|sql| {
            sql.all(
                "SELECT COUNT(*) AS openings, MIN(s.domain) AS first_domain
                 FROM signal s LEFT JOIN company_domain c ON c.domain = s.domain
                 WHERE s.kind = 'hiring' AND s.at >= ?1 AND s.at < ?7 AND s.closed = 0 AND s.domain IS NOT NULL
                   AND (?2 IS NULL OR s.departments LIKE ?2)
                 GROUP BY COALESCE(CAST(c.subject AS TEXT), s.domain)
                 HAVING COUNT(*) >= ?3 AND (COUNT(*) < ?4 OR (COUNT(*) = ?4 AND MIN(s.domain) > ?5))
                 ORDER BY openings DESC, first_domain LIMIT ?6",
                params![
                    since.as_microsecond(),
                    department.as_ref(),
                    i64::from(least),
                    openings,
                    domain,
                    limit as i64,
                    until.as_microsecond()
                ],
                |row| Ok(HiringPosition { openings: row.int(0)?, domain: row.text(1)? }),
            )
        })
    }

    /// Signals about one person or company, newest first.
    pub fn signals_of(&self, id: &str, limit: usize) -> Result<Vec<Signal>> {
        self.read(|sql| match subject_by_id(sql, id)? {
            Some(subject) => sql.all(
                "SELECT record FROM signal WHERE subject = ?1 ORDER BY at DESC, no DESC LIMIT ?2",
                params![subject, limit as i64],
                |row| decode(row.bytes(0)?),
            ),
            None => Ok(Vec::new()),
        })
    }

    /// The row number of the last signal.
    pub fn last_signal(&self) -> Result<i64> {
        let last =
            self.read(|sql| sql.first("SELECT COALESCE(MAX(no), 0) FROM signal", &[], |row| row.int(0)))?;
        Ok(last.unwrap_or(0))
    }
}

/// Updates the signals of a subject to match its claims.
pub(crate) fn derive(
    sql: &mut dyn Sql,
    subject: SubjectId,
    record: &Subject,
    claims: &[records::Claim],
) -> Result<()> {
    let now = record.signals(claims);
    let mut before =
        sql.all("SELECT id, record, round FROM signal WHERE subject = ?1", params![subject], |row| {
            Ok((row.text(0)?, row.bytes(1)?.to_vec(), row.text_or_null(2)?))
        })?;
    for signal in &now {
        let bytes = encode(signal)?;
        if let Some(place) = before.iter().position(|(id, ..)| *id == signal.id) {
            let (_, known, round) = before.swap_remove(place);
            if known == bytes && round.as_deref() == stage(signal) {
                continue;
            }
        }
        write(sql, subject, signal, &bytes)?;
    }
    for (id, ..) in before {
        sql.execute("DELETE FROM signal WHERE id = ?1", params![&id])?;
    }
    Ok(())
}

/// Inserts the signals of a new subject.
pub(crate) fn write_first(sql: &mut dyn Sql, subject: SubjectId, signals: &[Signal]) -> Result<()> {
    signals.iter().try_for_each(|signal| write(sql, subject, signal, &encode(signal)?))
}

/// The stage that a round is filtered by.
fn stage(signal: &Signal) -> Option<&'static str> {
    signal.funding.as_ref().map(|round| funding_stage::read(&round.round))
}

fn write(sql: &mut dyn Sql, subject: SubjectId, signal: &Signal, bytes: &[u8]) -> Result<()> {
    let departments = match (&signal.change, &signal.job) {
        (Some(change), _) => &change.departments[..],
        (None, Some(job)) => &job.departments[..],
        (None, None) => &[],
    };
    let departments = departments.iter().map(|department| format!(",{department}")).collect::<String>() + ",";
    let place =
        signal.job.as_ref().and_then(|job| job.location.as_ref()).and_then(|place| place.country.as_ref());
    let country = place.or_else(|| signal.change.as_ref().and_then(|change| change.country.as_ref()));
    let round = signal.funding.as_ref();
    sql.execute(
        "INSERT INTO signal (id, subject, kind, at, domain, country, departments, round, amount, applicants,
                             closed, record, from_domain)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
         ON CONFLICT (id) DO UPDATE SET subject = ?2, at = ?4, domain = ?5, country = ?6, departments = ?7,
           round = ?8, amount = ?9, applicants = ?10, closed = ?11, record = ?12, from_domain = ?13",
        params![
            &signal.id,
            subject,
            signal.kind.as_str(),
            signal.at.as_microsecond(),
            signal.company.as_ref().and_then(|company| company.domain.as_ref()),
            country,
            departments.as_str(),
            stage(signal),
            round.and_then(|round| round.amount.as_ref()).map(|money| money.amount),
            signal.job.as_ref().and_then(|job| job.applicants).map(i64::from),
            i64::from(signal.job.as_ref().is_some_and(|job| job.closed_at.is_some())),
            bytes,
            signal.change.as_ref().and_then(|change| change.old_company.domain.as_ref())
        ],
    )?;
    Ok(())
}

/// Stores the company's attributes that signals are filtered by, under each of its domains.
pub(crate) fn note_domains(sql: &mut dyn Sql, subject: SubjectId, company: &Company) -> Result<()> {
    sql.execute("DELETE FROM company_domain WHERE subject = ?1", params![subject])?;
    let country = company.location.as_ref().and_then(|location| location.country.as_ref());
    for domain in &company.domains {
        sql.execute(
            "INSERT INTO company_domain (domain, subject, industry, country, employees) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (domain) DO UPDATE SET subject = ?2, industry = ?3, country = ?4, employees = ?5",
            params![domain, subject, company.industry.as_ref(), country, company.employee_count.map(i64::from)],
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plan of a statement. It does not depend on the bound values: the connection keeps one plan per statement.
    fn plan(store: &Store, statement: &'static str) -> String {
        let explained: &'static str = format!("EXPLAIN QUERY PLAN {statement}").leak();
        let nulls = [const { Value::Null }; 15];
        let lines = store.read(|sql| sql.all(explained, &nulls, |row| row.text(3))).unwrap();
        lines.join("; ")
    }

    #[test]
    fn selective_feed_queries_use_their_index() {
        let store = Store::temporary().unwrap();
        for (statement, index) in [
            (PAGE.by_domain, "signal_domain"),
            (PAGE.by_origin, "signal_from"),
            (PAGE.by_time, "signal_feed"),
            (SINCE.by_domain, "signal_domain"),
            (SINCE.by_origin, "signal_from"),
        ] {
            let plan = plan(&store, statement);
            assert!(plan.contains(index) && !plan.contains("SCAN s"), "{plan}");
        }
    }
}
