//! Why a way out made no connection.

/// Why a connection was not made.
#[derive(Debug)]
pub(crate) enum ConnectFault {
    /// The mail server is not reachable.
    Host,
    /// The exit itself failed; another may work.
    Exit(String),
    /// A proxy that does not say whether it failed or the mail server. It failed if another exit works.
    Unclear(String),
}
