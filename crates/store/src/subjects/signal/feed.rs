//! Reading signals: as a feed, newest first or in the order of arrival, and by subject.

use jiff::Timestamp;
use records::{SignalKind, industry};

use super::{FeedPosition, SignalFilter, StoredSignal, stored};
use crate::{
    Store,
    ambient::from_micros,
    sql::{Result, Sql, Value, params},
    subjects::{ids::SignalId, rows::subject_by_id},
};

/// The forms of a feed query, each with the clauses that its index needs: by the company's handle, by that of the
/// company that was left, by the time of observation, by the time of the event. `?1` is the kind, `?2` to `?16` the
/// filter. Lists of handles and departments are JSON arrays; lists of words are joined with bars. What a selective
/// index finds is sorted afterwards: without the plus, the engine would read the feed in the order asked for.
macro_rules! feed_queries {
    ($tail:literal, $sorted:literal) => {
        FeedQueries {
            by_domain: feed_queries!(@
                "s.domain IN (SELECT value FROM json_each(CAST(?4 AS TEXT)))
                 AND (CAST(?12 AS TEXT) IS NULL OR s.from_domain IN (SELECT value FROM json_each(CAST(?12 AS TEXT))))",
                $sorted
            ),
            by_origin: feed_queries!(@
                "CAST(?4 AS TEXT) IS NULL AND s.from_domain IN (SELECT value FROM json_each(CAST(?12 AS TEXT)))",
                $sorted
            ),
            by_observation: feed_queries!(@
                "CAST(?4 AS TEXT) IS NULL AND CAST(?12 AS TEXT) IS NULL AND s.observed_at >= ?16",
                $sorted
            ),
            by_time: feed_queries!(@ "CAST(?4 AS TEXT) IS NULL AND CAST(?12 AS TEXT) IS NULL", $tail),
        }
    };
    (@ $selective:literal, $tail:literal) => {
        concat!(
            "SELECT s.no, s.observed_at, s.record FROM signal s LEFT JOIN company_domain c ON c.domain = s.domain
             WHERE s.kind = ?1 AND ",
            $selective,
            " AND (CAST(?2 AS BIGINT) IS NULL OR s.at >= ?2) AND (CAST(?3 AS BIGINT) IS NULL OR s.at < ?3)
              AND (CAST(?16 AS BIGINT) IS NULL OR s.observed_at >= ?16)
              AND (CAST(?5 AS TEXT) IS NULL OR COALESCE(s.country, c.country) = ?5)
              AND (CAST(?6 AS TEXT) IS NULL OR INSTR(?6, '|' || LOWER(c.industry) || '|') > 0)
              AND (CAST(?7 AS BIGINT) IS NULL OR s.micro_dollars >= ?7) AND (CAST(?8 AS TEXT) IS NULL OR INSTR(?8, '|' || s.round || '|') > 0)
              AND (CAST(?9 AS TEXT) IS NULL OR EXISTS (
                    SELECT 1 FROM json_each(CAST(?9 AS TEXT)) d WHERE INSTR(s.departments, ',' || d.value || ',') > 0))
              AND (CAST(?10 AS BIGINT) IS NULL OR s.applicants <= ?10) AND (CAST(?11 AS BIGINT) = 0 OR s.closed = 0)
              AND (CAST(?13 AS TEXT) IS NULL OR INSTR(?13, '|' || s.seniority || '|') > 0)
              AND (CAST(?14 AS BIGINT) = 0 OR s.announced = 1) AND (CAST(?15 AS BIGINT) = 0 OR s.domain IS NOT NULL) ",
            $tail
        )
    };
}

struct FeedQueries {
    by_domain: &'static str,
    by_origin: &'static str,
    by_observation: &'static str,
    by_time: &'static str,
}

/// A page of a feed, newest first, after (`?17`, `?18`).
const PAGE: FeedQueries = feed_queries!(
    "AND (s.at < ?17 OR (s.at = ?17 AND s.no < ?18)) ORDER BY s.at DESC, s.no DESC LIMIT ?19",
    "AND (+s.at < ?17 OR (+s.at = ?17 AND s.no < ?18)) ORDER BY +s.at DESC, +s.no DESC LIMIT ?19"
);
/// Signals inserted after `?17`, oldest first; `?18` keeps the number of parameters the same.
const SINCE: FeedQueries = feed_queries!(
    "AND s.no > ?17 AND s.no <= ?18 ORDER BY s.no LIMIT ?19",
    "AND +s.no > ?17 AND +s.no <= ?18 ORDER BY +s.no LIMIT ?19"
);

/// Signals observed since a time are read by that time and sorted if there are fewer than this; else the feed is read in
/// the order of the events, in which they are found soon.
const OBSERVED_SORTED_MAX: i64 = 4_096;

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
        self.read(|sql| {
            let statement = match filter {
                filter if !filter.companies.is_empty() => PAGE.by_domain,
                filter if !filter.from_companies.is_empty() => PAGE.by_origin,
                filter if are_few_observed(sql, kind, filter)? => PAGE.by_observation,
                _ => PAGE.by_time,
            };
            select(sql, statement, kind, filter, params![at, SignalId(signal)], limit)
        })
    }

    /// Signals inserted after a row number, oldest first.
    pub fn signals_since(
        &self,
        kind: SignalKind,
        filter: &SignalFilter,
        no: i64,
        limit: usize,
    ) -> Result<Vec<StoredSignal>> {
        let statement = match (filter.companies.is_empty(), filter.from_companies.is_empty()) {
            (false, _) => SINCE.by_domain,
            (true, false) => SINCE.by_origin,
            (true, true) => SINCE.by_time,
        };
        let range = params![SignalId(no), SignalId(i64::MAX)];
        self.read(|sql| select(sql, statement, kind, filter, range, limit))
    }

    /// Signals about one person or company, newest first.
    pub fn signals_of(&self, id: &str, limit: usize) -> Result<Vec<StoredSignal>> {
        self.read(|sql| match subject_by_id(sql, id)? {
            Some(subject) => sql.all(
                "SELECT no, observed_at, record FROM signal WHERE subject = ?1 ORDER BY at DESC, no DESC LIMIT ?2",
                params![subject, limit as i64],
                stored,
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

    /// The newest time at which a signal of a kind was observed. A signal that is stored later is not observed before it:
    /// the time is taken by the one writer, in the transaction that stores the signal.
    pub fn last_observation(&self, kind: SignalKind) -> Result<Option<Timestamp>> {
        self.read(|sql| {
            let newest = "SELECT MAX(observed_at) FROM signal WHERE kind = ?1";
            let newest = sql.first(newest, params![kind.as_str()], |row| row.int_or_null(0))?.flatten();
            Ok(newest.filter(|at| *at > 0).map(from_micros))
        })
    }
}

/// Whether so few signals were observed since the time asked for that they are read by it and sorted.
fn are_few_observed(sql: &mut dyn Sql, kind: SignalKind, filter: &SignalFilter) -> Result<bool> {
    let Some(since) = filter.observed_since else { return Ok(false) };
    let count = sql.first(
        "SELECT COUNT(*) FROM (SELECT 1 FROM signal WHERE kind = ?1 AND observed_at >= ?2 LIMIT ?3) AS observed",
        params![kind.as_str(), since.as_microsecond(), OBSERVED_SORTED_MAX],
        |row| row.int(0),
    )?;
    Ok(count.unwrap_or(0) < OBSERVED_SORTED_MAX)
}

fn select(
    sql: &mut dyn Sql,
    statement: &'static str,
    kind: SignalKind,
    filter: &SignalFilter,
    &[first, second]: &[Value<'_>; 2],
    limit: usize,
) -> Result<Vec<StoredSignal>> {
    let words = filter.departments.iter().map(|department| department.as_str());
    let departments = json(&words.collect::<Vec<_>>());
    let (domains, from_domains) = (json(&filter.companies), json(&filter.from_companies));
    let rounds = bars(&filter.rounds);
    let seniorities = bars(&filter.seniorities.iter().map(|rank| rank.as_str()).collect::<Vec<_>>());
    let industries = filter.industry.as_ref().map(|written| {
        let included = industry::included(written).join("|");
        format!("|{}|", included.to_ascii_lowercase())
    });
    sql.all(
        statement,
        params![
            kind.as_str(),
            filter.since.map(Timestamp::as_microsecond),
            filter.until.map(Timestamp::as_microsecond),
            domains.as_ref(),
            filter.country.as_ref(),
            industries.as_ref(),
            filter.min_micro_dollars,
            rounds.as_ref(),
            departments.as_ref(),
            filter.max_applicants.map(i64::from),
            i64::from(filter.open_only),
            from_domains.as_ref(),
            seniorities.as_ref(),
            i64::from(filter.announced),
            i64::from(filter.has_company),
            filter.observed_since.map(Timestamp::as_microsecond),
            first,
            second,
            limit as i64
        ],
        stored,
    )
}

/// A list as a JSON array; none if it is empty.
fn json<T: serde::Serialize>(list: &[T]) -> Option<String> {
    if list.is_empty() { None } else { serde_json::to_string(list).ok() }
}

/// Words between bars; none if there are none.
fn bars(words: &[&str]) -> Option<String> {
    (!words.is_empty()).then(|| format!("|{}|", words.join("|")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plan of a statement. It does not depend on the bound values: the connection keeps one plan per statement.
    fn plan(store: &Store, statement: &'static str) -> String {
        let explained: &'static str = format!("EXPLAIN QUERY PLAN {statement}").leak();
        let nulls = [const { Value::Null }; 19];
        let lines = store.read(|sql| sql.all(explained, &nulls, |row| row.text(3))).unwrap();
        lines.join("; ")
    }

    #[test]
    fn selective_feed_queries_use_their_index() {
        let store = Store::temporary().unwrap();
        for (statement, index) in [
            (PAGE.by_domain, "signal_domain"),
            (PAGE.by_origin, "signal_from"),
            (PAGE.by_observation, "signal_observed"),
            (PAGE.by_time, "signal_feed"),
            (SINCE.by_domain, "signal_domain"),
            (SINCE.by_origin, "signal_from"),
        ] {
            let plan = plan(&store, statement);
            assert!(plan.contains(index) && !plan.contains("SCAN s"), "{plan}");
        }
    }
}
