//! Proof that what was paid for was filed: matches, items, refunds and events against ledger and history.

use crate::{
    Credits, Finding,
    sql::{Result, Sql},
};

/// A question whose rows are each a finding, the sentence to tell it with, and the check it belongs to.
struct PendingQuestion {
    check: &'static str,
    sql: &'static str,
    tell: fn(&str, &str) -> String,
}

const QUESTIONS: &[PendingQuestion] = &[
    PendingQuestion {
        check: "outbox",
        sql: "SELECT m.list, m.signal FROM watch_match m
              LEFT JOIN delivery d ON d.request_id = m.request_id
              WHERE m.delivery = 0 AND d.no IS NULL LIMIT 20",
        tell: |list, signal| {
            format!("the match {signal} of list {list} was charged, but no event carries it")
        },
    },
    PendingQuestion {
        check: "outbox",
        sql:
            "SELECT m.list, m.request_id FROM watch_match m LEFT JOIN ledger l ON l.request_id = m.request_id
              WHERE m.request_id IS NOT NULL AND l.no IS NULL LIMIT 20",
        tell: |list, request| {
            format!("list {list} has a match that request {request} paid for, which the ledger lacks")
        },
    },
    PendingQuestion {
        check: "outbox",
        sql:
            "SELECT c.item, c.request_id FROM charged_item c LEFT JOIN ledger l ON l.request_id = c.request_id
              WHERE c.request_id IS NOT NULL AND l.no IS NULL LIMIT 20",
        tell: |_, request| format!("an item counts as paid for by request {request}, which the ledger lacks"),
    },
    PendingQuestion {
        check: "outbox",
        sql: "SELECT d.id, d.request_id FROM delivery d LEFT JOIN history h ON h.request_id = d.request_id
              WHERE d.request_id IS NOT NULL AND h.no IS NULL
                AND d.at >= COALESCE((SELECT no FROM watermark WHERE name = 'history dropped'), 0) LIMIT 20",
        tell: |event, request| format!("event {event} tells of request {request}, which the history lacks"),
    },
    PendingQuestion {
        check: "outbox",
        sql: "SELECT d.id, d.webhook FROM delivery d
              WHERE d.status NOT IN ('pending', 'behind', 'sending', 'delivered', 'given_up')
                 OR (d.status IN ('delivered', 'given_up')) <> (d.finished_at IS NOT NULL)
                 OR (d.status = 'sending') <> (d.lease_until IS NOT NULL) LIMIT 20",
        tell: |event, webhook| {
            format!("event {event} for webhook {webhook} is in no state that it can be in")
        },
    },
    PendingQuestion {
        check: "outbox",
        sql: "SELECT d.id, d.webhook FROM delivery d WHERE d.status = 'behind' AND NOT EXISTS (
                SELECT 1 FROM delivery e WHERE e.webhook = d.webhook AND e.subject = d.subject AND e.no <> d.no
                  AND e.status IN ('pending', 'sending')) LIMIT 20",
        tell: |event, webhook| format!("event {event} for webhook {webhook} waits behind nothing"),
    },
    PendingQuestion {
        check: "bulk",
        sql: "SELECT i.job, i.request_id FROM bulk_item i LEFT JOIN ledger l ON l.request_id = i.request_id
              WHERE i.credits > 0 AND i.request_id IS NOT NULL AND l.no IS NULL LIMIT 20",
        tell: |job, request| {
            format!("an item of job {job} was paid for by request {request}, which the ledger lacks")
        },
    },
    PendingQuestion {
        check: "ledger",
        sql: "SELECT r.refunds, r.to_account FROM ledger r LEFT JOIN ledger c ON c.request_id = r.refunds
              WHERE r.refunds IS NOT NULL AND (c.no IS NULL OR c.from_account <> r.to_account) LIMIT 20",
        tell: |request, account| {
            format!("account {account} was refunded request {request}, which it did not pay for")
        },
    },
];

/// Compares matches, items, events and refunds with the ledger and the history.
pub(crate) fn findings(sql: &mut dyn Sql, findings: &mut Vec<Finding>) -> Result<()> {
    for question in QUESTIONS {
        let rows = sql.all(question.sql, &[], |row| {
            Ok((row.text_or_null(0)?.unwrap_or_default(), row.text_or_null(1)?.unwrap_or_default()))
        })?;
        findings.extend(
            rows.iter()
                .map(|(one, other)| Finding { check: question.check, detail: (question.tell)(one, other) }),
        );
    }
    refunds(sql, findings)
}

/// What was refunded of a request is at most what it was charged.
fn refunds(sql: &mut dyn Sql, findings: &mut Vec<Finding>) -> Result<()> {
    let over = sql.all(
        "SELECT c.request_id, c.amount, r.refunded FROM ledger c JOIN (
           SELECT refunds, CAST(SUM(amount) AS BIGINT) AS refunded FROM ledger WHERE refunds IS NOT NULL
           GROUP BY refunds) r ON r.refunds = c.request_id
         WHERE r.refunded > c.amount LIMIT 20",
        &[],
        |row| Ok((row.text(0)?, row.int(1)?, row.int(2)?)),
    )?;
    for (request, charged, refunded) in over {
        findings.push(Finding {
            check: "ledger",
            detail: format!(
                "request {request} was charged {} and refunded {}",
                Credits::from_thousandths(charged),
                Credits::from_thousandths(refunded)
            ),
        });
    }
    Ok(())
}
