//! Proof that the store holds together: the ledger equals the balances, the files are whole.

use std::{collections::BTreeMap, ops::ControlFlow};

use serde::{Serialize, de::IgnoredAny};

use crate::money::{finding::Finding, ledger::whole};
use crate::{
    Credits, Store,
    money::{
        audit_outbox,
        ledger::{GRANTS, REVENUE},
    },
    sql::{Result, Sql, params, parts::has_unfollowed},
    subjects::codec::decode,
};

/// What was checked and what was found wrong.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Audit {
    /// Accounts whose balance was compared with the ledger.
    pub accounts: u64,
    /// Ledger rows summed.
    pub ledger_rows: u64,
    /// Everything found wrong; empty when all holds.
    pub findings: Vec<Finding>,
}

impl Store {
    /// Checks files, ledger and history against each other.
    pub fn audit(&self) -> Result<Audit> {
        let mut audit = self.read(|sql| {
            let mut audit = Audit {
                accounts: count(sql, "SELECT COUNT(*) FROM account")?,
                ledger_rows: count(sql, "SELECT COUNT(*) FROM ledger")?,
                findings: Vec::new(),
            };
            balances(sql, &mut audit.findings)?;
            owners(sql, &mut audit.findings)?;
            charges(sql, &mut audit.findings)?;
            jobs(sql, &mut audit.findings)?;
            key_index(sql, &mut audit.findings)?;
            seen_subjects(sql, &mut audit.findings)?;
            audit_outbox::findings(sql, &mut audit.findings)?;
            Ok(audit)
        })?;
        // Apart from the others, because it reads all records.
        self.read(|sql| unreadable_rows(sql, &mut audit.findings))?;
        for detail in self.backend.integrity()? {
            audit.findings.push(Finding { check: "integrity", detail });
        }
        Ok(audit)
    }
}

fn count(sql: &mut dyn Sql, question: &'static str) -> Result<u64> {
    Ok(sql.first(question, &[], |row| row.int(0))?.unwrap_or(0).unsigned_abs())
}

/// Rows whose compressed JSON cannot be read: pages are whole, but what they hold is not.
fn unreadable_rows(sql: &mut dyn Sql, findings: &mut Vec<Finding>) -> Result<()> {
    for (table, question) in [("subject", "SELECT record FROM subject"), ("claim", "SELECT facts FROM claim")]
    {
        let mut damaged = 0_u64;
        sql.visit(question, &[], &mut |row| {
            let read = row.bytes(0).and_then(decode::<IgnoredAny>);
            damaged += u64::from(read.is_err());
            Ok(ControlFlow::Continue(()))
        })?;
        if damaged > 0 {
            let detail = format!("{table}: {damaged} rows cannot be read; restore a backup");
            findings.push(Finding { check: "integrity", detail });
        }
    }
    Ok(())
}

fn balances(sql: &mut dyn Sql, findings: &mut Vec<Finding>) -> Result<()> {
    let received = turnover(
        sql,
        "SELECT to_account, CAST(SUM(amount / 1000000) AS BIGINT), CAST(SUM(amount % 1000000) AS BIGINT)
         FROM ledger GROUP BY to_account",
    )?;
    let given = turnover(
        sql,
        "SELECT from_account, CAST(SUM(amount / 1000000) AS BIGINT), CAST(SUM(amount % 1000000) AS BIGINT)
         FROM ledger GROUP BY from_account",
    )?;
    let side = |side: &BTreeMap<String, i128>, account: &str| side.get(account).copied().unwrap_or(0);
    sql.each("SELECT id, balance FROM account ORDER BY id", &[], &mut |row| {
        let (account, balance) = (row.text(0)?, row.int(1)?);
        let sum = side(&received, &account) - side(&given, &account);
        if sum != i128::from(balance) || balance < 0 {
            findings.push(Finding {
                check: "ledger",
                detail: format!(
                    "account {account} has a balance of {} but its ledger adds up to {}",
                    Credits::from_thousandths(balance),
                    Credits::saturating(sum)
                ),
            });
        }
        Ok(())
    })
}

/// What each account received or gave in all. Summed in two parts, because over the years the whole may leave
/// the range that a balance never leaves.
fn turnover(sql: &mut dyn Sql, question: &'static str) -> Result<BTreeMap<String, i128>> {
    let rows = sql.all(question, &[], |row| Ok((row.text(0)?, whole(row.int(1)?, row.int(2)?))))?;
    Ok(rows.into_iter().collect())
}

fn owners(sql: &mut dyn Sql, findings: &mut Vec<Finding>) -> Result<()> {
    let strangers = sql.all(
        "SELECT no, from_account, to_account FROM ledger
         WHERE (from_account NOT IN (?1, ?2) AND from_account NOT IN (SELECT id FROM account))
            OR (to_account NOT IN (?1, ?2) AND to_account NOT IN (SELECT id FROM account))
            OR from_account = to_account ORDER BY no LIMIT 20",
        params![GRANTS, REVENUE],
        |row| Ok((row.int(0)?, row.text(1)?, row.text(2)?)),
    )?;
    for (no, from, to) in strangers {
        findings.push(Finding {
            check: "ledger",
            detail: format!(
                "ledger row {no} moves credits from {from} to {to}, which is no pair of accounts"
            ),
        });
    }
    Ok(())
}

/// Keys and blocks point at records by number, without a constraint that would cost every import.
fn key_index(sql: &mut dyn Sql, findings: &mut Vec<Finding>) -> Result<()> {
    let lost = count(sql, "SELECT COUNT(*) FROM subject_key WHERE subject NOT IN (SELECT no FROM subject)")?;
    if lost > 0 {
        findings.push(Finding { check: "integrity", detail: format!("{lost} keys lead to no record") });
    }
    let twice = count(sql, "SELECT COUNT(*) - COUNT(DISTINCT id) FROM subject")?;
    if twice > 0 {
        findings.push(Finding { check: "integrity", detail: format!("{twice} ids are given twice") });
    }
    Ok(())
}

/// The same for what accounts have seen and bought, which is in another file.
fn seen_subjects(sql: &mut dyn Sql, findings: &mut Vec<Finding>) -> Result<()> {
    if has_unfollowed(sql)? {
        return Ok(());
    }
    let lost = count(
        sql,
        "SELECT (SELECT COUNT(*) FROM person_seen WHERE subject NOT IN (SELECT no FROM subject))
              + (SELECT COUNT(*) FROM contact_bought WHERE subject NOT IN (SELECT no FROM subject))",
    )?;
    if lost > 0 {
        let detail = format!("{lost} rows of people seen or contacts bought are of no record");
        findings.push(Finding { check: "integrity", detail });
    }
    Ok(())
}

fn charges(sql: &mut dyn Sql, findings: &mut Vec<Finding>) -> Result<()> {
    let unequal = sql.all(
        "SELECT h.request_id, h.credits, COALESCE(l.amount, 0)
         FROM history h LEFT JOIN ledger l ON l.request_id = h.request_id
         WHERE h.credits <> COALESCE(l.amount, 0)
         UNION ALL
         SELECT l.request_id, 0, l.amount FROM ledger l
         WHERE l.request_id IS NOT NULL AND l.request_id NOT IN (SELECT request_id FROM history)
           AND l.at >= COALESCE((SELECT no FROM watermark WHERE name = 'history dropped'), 0)
         LIMIT 20",
        &[],
        |row| Ok((row.text(0)?, row.int(1)?, row.int(2)?)),
    )?;
    for (request, history, ledger) in unequal {
        findings.push(Finding {
            check: "history",
            detail: format!(
                "request {request} cost {} in the history but {} in the ledger",
                Credits::from_thousandths(history),
                Credits::from_thousandths(ledger)
            ),
        });
    }
    let strangers = sql.all(
        "SELECT h.request_id, h.account_id, l.from_account
         FROM history h JOIN ledger l ON l.request_id = h.request_id
         WHERE h.account_id <> l.from_account LIMIT 20",
        &[],
        |row| Ok((row.text(0)?, row.text(1)?, row.text(2)?)),
    )?;
    for (request, caller, payer) in strangers {
        findings.push(Finding {
            check: "history",
            detail: format!("request {request} was made by {caller} but paid by {payer}"),
        });
    }
    Ok(())
}

/// What a job counts is what its items are, and what an item cost is what was charged for it.
fn jobs(sql: &mut dyn Sql, findings: &mut Vec<Finding>) -> Result<()> {
    let unequal = sql.all(
        "SELECT j.id FROM bulk_job j JOIN (
           SELECT i.job, CAST(SUM(CASE WHEN i.status = 'waiting' THEN 1 ELSE 0 END) AS BIGINT) AS waiting,
                  CAST(SUM(CASE WHEN i.status IN ('waiting', 'leased', 'cancelled') THEN 0 ELSE 1 END) AS BIGINT)
                    AS processed,
                  CAST(SUM(i.credits) AS BIGINT) AS credits,
                  CAST(SUM(CASE WHEN i.credits <> COALESCE(l.amount, 0) THEN 1 ELSE 0 END) AS BIGINT) AS unpaid
           FROM bulk_item i LEFT JOIN ledger l ON l.request_id = i.request_id GROUP BY i.job) c ON c.job = j.id
         WHERE j.waiting <> c.waiting OR j.processed <> c.processed OR j.credits <> c.credits OR c.unpaid > 0
         ORDER BY j.id LIMIT 20",
        &[],
        |row| row.text(0),
    )?;
    for job in unequal {
        findings.push(Finding {
            check: "bulk",
            detail: format!("job {job} does not count what its items are or cost"),
        });
    }
    Ok(())
}
