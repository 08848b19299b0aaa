//! TLS for the mail servers, with a self-signed certificate.

use std::{io, sync::Arc};

use rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

/// An acceptor with a newly generated certificate.
pub(super) fn acceptor() -> io::Result<TlsAcceptor> {
    let made =
        rcgen::generate_simple_self_signed(["mail.world.example".to_owned()]).map_err(io::Error::other)?;
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).map_err(io::Error::other)?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .map_err(io::Error::other)?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}
