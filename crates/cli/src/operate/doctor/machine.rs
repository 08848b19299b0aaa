//! Checks of the machine that a server runs on, for `brimful doctor` and for operators of the running server.

use std::sync::Arc;

use server::health::{Check, MachineChecks};

use super::{folder, mail};
use crate::config::Config;

/// Checks of the machine: the files and the server of the data folder, unless the store is shared, and the way to mail servers.
pub(super) async fn checks(config: &Config, is_shared: bool) -> anyhow::Result<Vec<Check>> {
    let folder = &config.server.data;
    let mut checks = match is_shared {
        true => Vec::new(),
        false => vec![folder::files(folder)?, folder::server(folder)?],
    };
    checks.extend(mail::checks(&config.network).await?);
    Ok(checks)
}

/// The same for operators of a running server.
pub(crate) fn for_operators(config: Arc<Config>, is_shared: bool) -> MachineChecks {
    Arc::new(move || {
        let config = Arc::clone(&config);
        Box::pin(async move {
            let made = checks(&config, is_shared).await;
            made.unwrap_or_else(|error| vec![Check::new("machine", false, format!("{error:#}"))])
        })
    })
}
