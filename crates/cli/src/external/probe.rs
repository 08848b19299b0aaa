//! Settings of `brimful probe`, on both sides.

use std::path::{Path, PathBuf};

use anyhow::Context;
use engine::{ProbeLimits, RemoteProbe};
use rustls::pki_types::{CertificateDer, pem::PemObject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Settings of the probe.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ProbeConfig {
    /// Address to listen on.
    pub(crate) listen: String,
    /// The key that the installation sends.
    pub(crate) key: String,
    /// Certificate chain for TLS, as a PEM file. Without one, only loopback may be listened on.
    pub(crate) tls_cert: PathBuf,
    /// Private key of the certificate, as a PEM file.
    pub(crate) tls_key: PathBuf,
}

impl Default for ProbeConfig {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:8443".into(),
            key: String::new(),
            tls_cert: PathBuf::new(),
            tls_key: PathBuf::new(),
        }
    }
}

/// Where the probe is, and how it is asked.
pub(super) struct ProbeAddress<'a> {
    pub(super) url: &'a str,
    pub(super) key: &'a str,
    /// Certificate authority trusted in addition to the machine's, as a PEM file.
    pub(super) ca: &'a Path,
}

/// The probe that asks mail servers in place of this machine. `options` are those of the client for sources.
pub(super) fn remote(
    address: &ProbeAddress<'_>,
    mut options: egress::ClientOptions,
    limits: ProbeLimits,
) -> anyhow::Result<RemoteProbe> {
    let ProbeAddress { url, key, ca } = *address;
    if !ca.as_os_str().is_empty() {
        let trusted = CertificateDer::pem_file_iter(ca).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        options.trusted =
            trusted.with_context(|| format!("network.probe_ca: cannot read {}", ca.display()))?;
    }
    let client = egress::Client::new(options)?;
    RemoteProbe::new(client, url, key, limits)
        .context("network.probe_key holds characters that no header can hold")
}
