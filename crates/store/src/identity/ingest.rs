//! Filing claims in batches: each is checked against the suppression list, then filed.

use std::collections::{HashMap, HashSet};

use records::{Claim, keys::Key};

use crate::{
    Store,
    ambient::from_micros,
    identity::{
        filing::Filing,
        ingest_report::IngestReport,
        prepare::{PreparedClaim, PreparedClaims},
    },
    privacy::suppression::{Admission, SuppressionGate},
    sql::{Result, Sql, StoreError, scope::Scope},
};

/// Claims prepared on the async thread; more would block other tasks.
const PREPARE_INLINE_MAX: usize = 16;

/// Claims filed in one transaction.
pub(crate) struct Batch {
    gate: SuppressionGate,
    pub(crate) filing: Filing,
    pub(crate) report: IngestReport,
    /// Handles of the employers that were looked up, and whether rows about the company are known.
    employers: HashMap<String, bool>,
    /// Source, handle, name and time of what people's rows have stated of their employers.
    stated: HashSet<(String, String, Key, i64)>,
}

impl Batch {
    pub(crate) fn begin(sql: &mut dyn Sql, filing: Filing) -> Result<Self> {
        Ok(Self {
            gate: SuppressionGate::open(sql)?,
            filing,
            report: IngestReport::default(),
            employers: HashMap::new(),
            stated: HashSet::new(),
        })
    }

    pub(crate) fn file(&mut self, sql: &mut dyn Sql, claims: &PreparedClaims) -> Result<()> {
        self.filing.read_ahead(sql, &claims.0)?;
        let mut admitted = Vec::with_capacity(claims.0.len());
        for prepared in &claims.0 {
            if self.file_one(sql, prepared)? {
                admitted.push(prepared);
            }
        }
        self.file_employers(sql, &admitted)?;
        self.filing.look_again(sql)
    }

    /// Files a claim unless the suppression list keeps it out; returns whether it is filed.
    fn file_one(&mut self, sql: &mut dyn Sql, prepared: &PreparedClaim) -> Result<bool> {
        match self.gate.admit(sql, &mut self.filing, prepared)? {
            Admission::Accept => self.filing.file(sql, prepared, &mut self.report)?,
            Admission::Redact(claim) => {
                self.filing.file(sql, &PreparedClaim::new(*claim)?, &mut self.report)?
            }
            Admission::Reject => {
                self.report.suppressed += 1;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Files what people's rows say of their employers, unless rows about the company itself are known. Every statement
    /// is filed, so that the order of the rows makes no difference; and after all claims of the batch, so that a company
    /// that comes with its people is known from its own row.
    fn file_employers(&mut self, sql: &mut dyn Sql, people: &[&PreparedClaim]) -> Result<()> {
        let mut stated = Vec::new();
        for row in people {
            let Some(employer) = &row.at else { continue };
            let statement = (row.source.clone(), employer.handle.clone(), employer.name, row.observed_at);
            if !self.stated.insert(statement) {
                continue;
            }
            let is_known = match self.employers.get(&employer.handle) {
                Some(known) => *known,
                None => self.filing.has_own_rows(sql, &employer.keys)?,
            };
            self.employers.insert(employer.handle.clone(), is_known);
            if !is_known {
                stated.push(PreparedClaim::new(employer.claim(&row.source, from_micros(row.observed_at)))?);
            }
        }
        self.filing.read_ahead(sql, &stated)?;
        // The report is about the rows that were given.
        let report = self.report;
        for claim in &stated {
            self.file_one(sql, claim)?;
        }
        self.report = report;
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
        let filed = self.write_in(Scope::Records, move |sql| {
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
