//! How often claims about one person agree in each trait, counted while claims are filed.

use records::sameness::{AgreementCounts, Rates, Traits, count_agreement};

use crate::sql::{Result, Sql, params};

/// Pairs after which the rates are computed again.
const PAIRS_AT_A_TIME: u64 = 64;

/// The counts of a transaction.
#[derive(Default)]
pub(crate) struct Agreement {
    stored: AgreementCounts,
    added: AgreementCounts,
    /// Pairs that the rates are of.
    counted: u64,
    rates: Rates,
}

impl Agreement {
    pub(crate) fn read(sql: &mut dyn Sql) -> Result<Self> {
        let mut stored = AgreementCounts::default();
        let rows = sql.all("SELECT trait, outcome, pairs FROM agreement", &[], |row| {
            Ok((row.int(0)?, row.int(1)?, row.int(2)?))
        })?;
        for (rated, outcome, pairs) in rows {
            let place = usize::try_from(rated).ok().zip(usize::try_from(outcome).ok());
            let count = place.and_then(|(rated, outcome)| stored.0.get_mut(rated)?.get_mut(outcome));
            if let Some(count) = count {
                *count = pairs.unsigned_abs();
            }
        }
        Ok(Self { stored, added: AgreementCounts::default(), counted: stored.pairs(), rates: stored.rates() })
    }

    pub(crate) fn rates(&self) -> Rates {
        self.rates
    }

    /// How many pairs are counted.
    pub(crate) fn pairs(&self) -> u64 {
        self.stored.with(&self.added).pairs()
    }

    /// Counts how two claims agree that are about one person.
    pub(crate) fn add(&mut self, one: &Traits, other: &Traits, threshold: f64) {
        count_agreement(&mut self.added, one, other, threshold);
        let all = self.stored.with(&self.added);
        if all.pairs() >= self.counted + PAIRS_AT_A_TIME {
            self.counted = all.pairs();
            self.rates = all.rates();
        }
    }

    pub(crate) fn write(self, sql: &mut dyn Sql) -> Result<()> {
        for (rated, counts) in self.added.0.iter().enumerate() {
            for (outcome, pairs) in counts.iter().enumerate().filter(|(_, pairs)| **pairs > 0) {
                sql.send(
                    "INSERT INTO agreement (trait, outcome, pairs) VALUES (?1, ?2, ?3)
                     ON CONFLICT (trait, outcome) DO UPDATE SET pairs = agreement.pairs + excluded.pairs",
                    params![rated as i64, outcome as i64, pairs.cast_signed()],
                )?;
            }
        }
        Ok(())
    }
}
