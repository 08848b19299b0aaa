//! Amounts of rounds in one currency, made anew when the program has other reference rates.

use records::{Signal, currency};

use crate::{
    sql::{Result, Sql, params},
    subjects::{codec::decode, ids::SignalId},
};

/// Rounds whose amounts are worked out at a time.
const ROUNDS_AT_A_TIME: i64 = 1_000;

/// The amount of a round in millionths of a dollar; none without an amount, or in a currency without a rate.
pub(crate) fn micro_dollars(signal: &Signal) -> Option<i64> {
    let money = signal.funding.as_ref()?.amount.as_ref()?;
    currency::micro_dollars(money.amount, &money.currency)
}

/// Number of the rates of this program: their day.
pub(crate) fn rates_number() -> i64 {
    let date = currency::rates_date();
    i64::from(date.year()) * 10_000 + i64::from(date.month()) * 100 + i64::from(date.day())
}

/// Works the amounts of all rounds out again, and notes the rates.
pub(crate) fn refresh(sql: &mut dyn Sql) -> Result<()> {
    // Another process may have done it while this one waited for the lock.
    let noted = sql.first("SELECT no FROM records_watermark WHERE name = 'rates'", &[], |row| row.int(0))?;
    if noted == Some(rates_number()) {
        return Ok(());
    }
    let mut last = 0;
    loop {
        let rounds = sql.all(
            "SELECT no, record FROM signal WHERE kind = 'funding' AND amount IS NOT NULL AND no > ?1
             ORDER BY no LIMIT ?2",
            params![SignalId(last), ROUNDS_AT_A_TIME],
            |row| Ok((row.int(0)?, decode::<Signal>(row.bytes(1)?).ok())),
        )?;
        let Some((no, _)) = rounds.last() else { break };
        last = *no;
        for (no, signal) in &rounds {
            sql.send(
                "UPDATE signal SET micro_dollars = ?2 WHERE no = ?1",
                params![SignalId(*no), signal.as_ref().and_then(micro_dollars)],
            )?;
        }
    }
    sql.send(
        "INSERT INTO records_watermark (name, no) VALUES ('rates', ?1)
         ON CONFLICT (name) DO UPDATE SET no = excluded.no",
        params![rates_number()],
    )?;
    Ok(())
}
