//! Where the database is, and how a connection to it is made.

use std::{future::poll_fn, net::IpAddr, str::FromStr, time::Duration};

use tokio_postgres::{
    AsyncMessage, Client, Config,
    config::{Host, SslMode, TargetSessionAttrs},
};

use super::{error::engine, tls::Tls};
use crate::sql::{Result, StoreError};

/// How long a connection may take to be made.
const CONNECT_MAX: Duration = Duration::from_secs(5);

/// How long data that was sent may stay unacknowledged before the connection is given up: a host that is gone sends
/// nothing.
const UNACKNOWLEDGED_MAX: Duration = Duration::from_secs(8);

/// Settings of a session. A transaction that waits for a lock, or that its process has forgotten, must not hold up others.
/// Every statement has its index: a plan that was made while a table was small, and is kept, must not read it from end to
/// end when it has grown.
const SETTINGS: &str = "-c lock_timeout=10s -c idle_in_transaction_session_timeout=15s -c statement_timeout=300s \
                        -c client_min_messages=warning -c enable_seqscan=off";

/// Oldest version of the server that is supported, as it numbers them.
const VERSION_MIN: i64 = 150_000;

/// A server, or several hosts of which the one that takes writes is used.
pub(super) struct Server {
    config: Config,
    tls: Tls,
}

impl Server {
    /// Reads a URL. Connections to another machine are encrypted unless `sslmode` says otherwise, and a certificate is
    /// always verified; `sslrootcert=FILE` names authorities beside those of the system.
    pub(super) fn of_url(url: &str) -> Result<Self> {
        let invalid = |why: String| StoreError::Unavailable(format!("its URL is not understood: {why}"));
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let (mut kept, mut authorities, mut has_mode) = (Vec::new(), None, false);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            has_mode |= pair.starts_with("sslmode=");
            match pair.split_once('=') {
                Some(("sslrootcert", file)) => authorities = Some(file),
                Some(("sslmode", "verify-full" | "verify-ca")) => kept.push("sslmode=require"),
                _ => kept.push(pair),
            }
        }
        let mut config = Config::from_str(&format!("{base}?{}", kept.join("&")))
            .map_err(|error| invalid(error.to_string()))?;
        if config.get_hosts().is_empty() {
            return Err(invalid("it names no host".into()));
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_MAX);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(UNACKNOWLEDGED_MAX);
        }
        let options = config.get_options().map_or(SETTINGS.to_owned(), |own| format!("{SETTINGS} {own}"));
        config.options(options).application_name("brimful");
        if config.get_hosts().len() > 1 {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        if !has_mode {
            let is_here = config.get_hosts().iter().all(is_this_machine) && authorities.is_none();
            config.ssl_mode(if is_here { SslMode::Disable } else { SslMode::Require });
        }
        let tls = Tls::new(authorities)?;
        Ok(Self { config, tls })
    }

    /// A connection; what is returned beside the client has to run for it to work.
    pub(super) async fn connect(&self) -> Result<(Client, impl Future<Output = ()> + Send + 'static)> {
        let (client, connection) = self.config.connect(self.tls.clone()).await.map_err(engine)?;
        Ok((client, async move {
            // An error of the connection is told by the statement that meets it.
            let _ = connection.await;
        }))
    }

    /// The same for a connection that hears notifications.
    pub(super) async fn connect_to_hear(
        &self,
        heard: impl Fn(&str) + Send + 'static,
    ) -> Result<(Client, impl Future<Output = ()> + Send + 'static)> {
        let (client, mut connection) = self.config.connect(self.tls.clone()).await.map_err(engine)?;
        Ok((client, async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notification(notification) = message {
                    heard(notification.payload());
                }
            }
        }))
    }

    /// Refuses a server that is too old.
    pub(super) fn check_version(number: i64) -> Result<()> {
        if number < VERSION_MIN {
            let (found, least) = (number / 10_000, VERSION_MIN / 10_000);
            return Err(StoreError::Unavailable(format!(
                "it is PostgreSQL {found}, and {least} is the oldest that works"
            )));
        }
        Ok(())
    }
}

fn is_this_machine(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        Host::Unix(_) => true,
    }
}
