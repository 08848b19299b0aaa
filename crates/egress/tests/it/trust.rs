//! TLS certificates are checked against the host name of the URL.

use std::sync::Arc;

use egress::{CertificateDer, Client, EgressError, Request};
use rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;

use crate::lab::Lab;

/// A TLS server with a self-signed certificate for a name, and that certificate.
async fn secure_server(name: &str) -> (u16, CertificateDer<'static>) {
    let generated = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(generated.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![generated.cert.der().clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.2:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let _ = stream.read(&mut [0; 4_096]).await;
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").await;
        }
    });
    (port, generated.cert.der().clone())
}

#[tokio::test]
async fn a_certificate_must_be_trusted_and_match_the_name() {
    let lab = Lab::start().await;
    let (port, certificate) = secure_server("127-0-0-2.lead.example").await;
    let mut options = lab.options(&["127.0.0.2/32"]);
    options.https_port = port;
    let untrusting = Client::new(options.clone()).unwrap();
    options.trusted = vec![certificate];
    let trusting = Client::new(options).unwrap();
    let named_url = "https://127-0-0-2.lead.example/";
    assert_eq!(&*trusting.send(Request::get(named_url)).await.unwrap().body, b"ok");
    for (client, url) in [
        (&untrusting, named_url),
        (&trusting, "https://127-0-0-2.other.lead.example/"),
        (&trusting, "https://127.0.0.2/"),
    ] {
        let fault = client.send(Request::get(url)).await.unwrap_err();
        assert!(matches!(fault, EgressError::Tls(_)), "{url}: {fault}");
    }
}
