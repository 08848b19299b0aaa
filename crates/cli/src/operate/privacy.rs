//! `brimful privacy` and `brimful suppression`: requests of people, and the suppression list.

use std::process::ExitCode;

use anyhow::Context;
use clap::Subcommand;
use serde_json::{Value, json};
use store::{Clock, ErasureTarget, PrivacyRequest, PrivacyRequestStatus, Store, StoreError, Suppression};

use crate::{
    operate::erase::{NamedTarget, clean, erase_and_prove, new_entry, prove},
    operate::log::logged,
    output::{Output, table},
    storage::DataOption,
};

/// Rows read per batch.
const PAGE: usize = 500;

#[derive(Subcommand)]
pub(crate) enum PrivacyCommand {
    /// List open requests
    List {
        /// Include decided requests
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        data: DataOption,
    },
    /// Erase the requester, add them to the suppression list, and verify the erasure
    Approve {
        /// Id of the request
        request: String,
        #[command(flatten)]
        data: DataOption,
    },
    /// Reject a request and delete the requester's identifier
    Refuse {
        /// Id of the request
        request: String,
        #[command(flatten)]
        data: DataOption,
    },
}

#[derive(Subcommand)]
pub(crate) enum SuppressionCommand {
    /// Erase a person or company and suppress them in later imports
    Add {
        #[command(flatten)]
        named: NamedTarget,
        /// Why
        #[arg(long, default_value = "set by the operator")]
        reason: String,
        #[command(flatten)]
        data: DataOption,
    },
    /// List entries; they are hashes and name no one
    List {
        #[command(flatten)]
        data: DataOption,
    },
    /// Remove an entry; later imports may add the person again
    Remove {
        /// Id of the entry
        entry: String,
        #[command(flatten)]
        data: DataOption,
    },
}

fn request_json(request: &PrivacyRequest) -> Value {
    json!({
        "id": request.id, "kind": request.kind, "value": request.value, "status": request.status,
        "created_at": request.created_at, "decided_at": request.decided_at,
    })
}

fn entry_json(entry: &Suppression) -> Value {
    json!({
        "id": entry.id, "kind": entry.kind, "reason": entry.reason, "created_at": entry.created_at,
        "identifiers": entry.identifiers,
    })
}

impl PrivacyCommand {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        match self {
            Self::List { all, data } => list_requests(&data.open_existing()?, all, output),
            Self::Approve { request, data } => approve(&request, &data, output).await,
            Self::Refuse { request, data } => {
                let store = data.open_existing()?;
                let refused = PrivacyRequestStatus::Refused;
                let deciding = store.decide_privacy_request(&request, refused, Clock::System.now());
                let action = "refuse_privacy_request";
                let decided = logged(&store, action, Some(request.clone()), deciding.into_future()).await?;
                clean(&data.config()?.server.data, &store).await?;
                output
                    .print(&request_json(&decided), || format!("{request} is {}", decided.status.as_str()))?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

async fn approve(request: &str, data: &DataOption, output: Output) -> anyhow::Result<ExitCode> {
    let store = data.open_existing()?;
    let pending = store.privacy_request(request)?;
    let who =
        pending.identifier().with_context(|| format!("{request} is {} already", pending.status.as_str()))?;
    let entry = new_entry(format!("asked for in {request}"));
    let (id, now) = (entry.id.clone(), Clock::System.now());
    let erasing = async {
        let erased = store.erase(ErasureTarget::Identifier(who), Some(entry), now).await?;
        // The request holds their identifier too, so it is decided before the byte scan.
        store.decide_privacy_request(request, PrivacyRequestStatus::Approved, now).await?;
        Ok::<_, StoreError>(erased)
    };
    let erased = logged(&store, "approve_privacy_request", Some(request.to_owned()), erasing).await?;
    prove(data, &store, erased, Some(id)).await?.print(output)
}

fn list_requests(store: &Store, all: bool, output: Output) -> anyhow::Result<ExitCode> {
    let status = (!all).then_some(PrivacyRequestStatus::Open);
    let mut requests: Vec<PrivacyRequest> = Vec::new();
    loop {
        let before = requests.last().map(|last| (last.created_at, last.id.as_str()));
        let page = store.privacy_requests(status, before, PAGE)?;
        let is_last = page.len() < PAGE;
        requests.extend(page);
        if is_last {
            break;
        }
    }
    output.print(&requests.iter().map(request_json).collect::<Vec<_>>(), || {
        let row = |one: &PrivacyRequest| {
            let value = one.value.clone().unwrap_or_default();
            vec![
                one.id.clone(),
                one.created_at.to_string(),
                one.status.as_str().into(),
                one.kind.clone(),
                value,
            ]
        };
        table(&["REQUEST", "AT", "STATUS", "KIND", "WHO"], &requests.iter().map(row).collect::<Vec<_>>())
    })?;
    Ok(ExitCode::SUCCESS)
}

impl SuppressionCommand {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        match self {
            Self::Add { named, reason, data } => {
                let store = data.open_existing()?;
                let erasing = erase_and_prove(&data, &store, named.target()?, Some(new_entry(reason)));
                let proof = logged(&store, "add_suppression", None, erasing).await?;
                proof.print(output)
            }
            Self::List { data } => list_entries(&data.open_existing()?, output),
            Self::Remove { entry, data } => {
                let (store, subject) = (data.open_existing()?, Some(entry.clone()));
                let removing = store.remove_suppression(&entry);
                let removed = logged(&store, "remove_suppression", subject, removing).await?;
                output.print(&entry_json(&removed), || format!("{entry} is off the list"))?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

fn list_entries(store: &Store, output: Output) -> anyhow::Result<ExitCode> {
    let mut entries: Vec<Suppression> = Vec::new();
    loop {
        let before = entries.last().map(|last| (last.created_at, last.id.as_str()));
        let page = store.suppressions(before, PAGE)?;
        let is_last = page.len() < PAGE;
        entries.extend(page);
        if is_last {
            break;
        }
    }
    output.print(&entries.iter().map(entry_json).collect::<Vec<_>>(), || {
        let row = |one: &Suppression| {
            let count = one.identifiers.to_string();
            vec![one.id.clone(), one.created_at.to_string(), one.kind.clone(), count, one.reason.clone()]
        };
        table(
            &["ENTRY", "SINCE", "KIND", "IDENTIFIERS", "REASON"],
            &entries.iter().map(row).collect::<Vec<_>>(),
        )
    })?;
    Ok(ExitCode::SUCCESS)
}
