//! `brimful doctor`

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::{output::Output, storage::DataOption};

#[derive(Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    data: DataOption,
}

#[derive(Serialize)]
struct Diagnosis {
    ok: bool,
    checks: Vec<Check>,
}

#[derive(Serialize)]
struct Check {
    name: &'static str,
    ok: bool,
    detail: String,
}

impl Doctor {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let store = self.data.open_existing()?;
        let (audit, counts) = (store.audit()?, store.counts()?);
        let summary = |name: &'static str, fine: String| {
            let wrong: Vec<&str> = audit
                .findings
                .iter()
                .filter(|finding| finding.check == name)
                .map(|finding| finding.detail.as_str())
                .collect();
            Check {
                name,
                ok: wrong.is_empty(),
                detail: if wrong.is_empty() { fine } else { wrong.join("; ") },
            }
        };
        let checks = vec![
            summary(
                "ledger",
                format!("{} accounts equal the sum of {} ledger rows", audit.accounts, audit.ledger_rows),
            ),
            summary("history", "every charge has its call and every call its charge".into()),
            summary(
                "integrity",
                format!(
                    "{} people, {} companies and {} claims in whole files",
                    counts.people, counts.companies, counts.claims
                ),
            ),
        ];
        let diagnosis = Diagnosis { ok: checks.iter().all(|check| check.ok), checks };
        output.print(&diagnosis, || {
            let line = |check: &Check| {
                format!("{}  {:<10} {}", if check.ok { "ok  " } else { "FAIL" }, check.name, check.detail)
            };
            diagnosis.checks.iter().map(line).collect::<Vec<_>>().join("\n")
        })?;
        Ok(if diagnosis.ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
