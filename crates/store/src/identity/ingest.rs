//! Filing claims in batches: each is checked against the suppression list, then filed.

use records::Claim;

use crate::{
    Store,
    identity::{
        filing::Filing,
        ingest_report::IngestReport,
        prepare::{PreparedClaim, PreparedClaims},
    },
    privacy::suppression::{Admission, SuppressionGate},
    sql::{Result, Sql, StoreError},
};

/// Claims prepared on the async thread; more would block other tasks.
const PREPARE_INLINE_MAX: usize = 16;

/// Claims filed in one transaction.
pub(crate) struct Batch {
    gate: SuppressionGate,
    pub(crate) filing: Filing,
    pub(crate) report: IngestReport,
}

impl Batch {
    pub(crate) fn begin(sql: &mut dyn Sql, filing: Filing) -> Result<Self> {
        Ok(Self { gate: SuppressionGate::open(sql)?, filing, report: IngestReport::default() })
    }

    pub(crate) fn file(&mut self, sql: &mut dyn Sql, claims: &PreparedClaims) -> Result<()> {
        self.filing.read_ahead(sql, &claims.0)?;
        for prepared in &claims.0 {
            match self.gate.admit(sql, &mut self.filing, prepared)? {
                Admission::Accept => self.filing.file(sql, prepared, &mut self.report)?,
                Admission::Redact(claim) => {
                    self.filing.file(sql, &PreparedClaim::new(*claim)?, &mut self.report)?
                }
                Admission::Reject => self.report.suppressed += 1,
            }
        }
        Ok(())
    }
}

impl Store {
    /// Files claims: each is added to the record it is about, or creates one. All of them or none.
    pub async fn ingest(&self, claims: Vec<Claim>) -> Result<IngestReport> {
        let claims = if claims.len() <= PREPARE_INLINE_MAX {
            PreparedClaims::new(claims)?
        } else {
            let made = tokio::task::spawn_blocking(move || PreparedClaims::new(claims)).await;
            made.map_err(|error| StoreError::Engine(error.to_string()))??
        };
        self.ingest_prepared(claims).await
    }

    /// Files prepared claims. All of them or none.
    pub async fn ingest_prepared(&self, claims: PreparedClaims) -> Result<IngestReport> {
        let clock = self.clock.clone();
        let filed = self.write(move |sql| {
            let filing = Filing::begin(sql)?.learned_at(clock.now());
            let mut batch = Batch::begin(sql, filing)?;
            batch.file(sql, &claims)?;
            batch.filing.finish(sql)?;
            // Returned, so that the caller frees their memory and not the writer.
            Ok((batch.report, claims))
        });
        Ok(filed.await?.0)
    }
}
