//! Connects through a SOCKS5 proxy (RFC 1928), with user name and password (RFC 1929).
//!
//! Greeting and login have a time limit of their own: a proxy that is silent in them is broken, while one that is silent
//! after the request waits for the mail server.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::fault::ConnectFault;
use crate::options::Socks5Proxy;

/// Time to connect to a proxy itself, and time for its greeting and login.
const STEP: Duration = Duration::from_secs(1);

const VERSION: u8 = 5;
const LOGIN_VERSION: u8 = 1;
const NO_LOGIN: u8 = 0;
const WITH_PASSWORD: u8 = 2;
const CONNECT: u8 = 1;
/// Address types.
const IPV4: u8 = 1;
const NAME: u8 = 3;
const IPV6: u8 = 4;

/// Connects to a mail server through a proxy.
pub(super) async fn connect(proxy: &Socks5Proxy, target: SocketAddr) -> Result<TcpStream, ConnectFault> {
    let Ok(socket) = timeout(STEP, TcpStream::connect(proxy.address.as_str())).await else {
        return Err(ConnectFault::Exit("no connection in time".to_owned()));
    };
    let mut socket = socket.map_err(|error| ConnectFault::Exit(error.to_string()))?;
    match timeout(STEP, log_in(&mut socket, proxy)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(ConnectFault::Exit(error.to_string())),
        Err(_) => {
            return Err(ConnectFault::Exit("the proxy accepts connections and does not answer".to_owned()));
        }
    }
    match request(&mut socket, target).await {
        Ok(0) => Ok(socket),
        Ok(code) => Err(fault_of(code)),
        Err(error) => Err(ConnectFault::Exit(error.to_string())),
    }
}

/// What a reply code of the proxy blames.
fn fault_of(code: u8) -> ConnectFault {
    match code {
        // Some proxies say so of every connection that fails.
        1 => ConnectFault::Unclear("general failure of the proxy".to_owned()),
        2 => ConnectFault::Exit("the proxy does not allow the connection".to_owned()),
        // Network or host unreachable, connection refused, time to live expired, address type not supported.
        3 | 4 | 5 | 6 | 8 => ConnectFault::Host,
        code => ConnectFault::Exit(format!("the proxy refuses with code {code}")),
    }
}

async fn log_in(socket: &mut TcpStream, proxy: &Socks5Proxy) -> io::Result<()> {
    let methods: &[u8] = if proxy.credentials.is_some() { &[NO_LOGIN, WITH_PASSWORD] } else { &[NO_LOGIN] };
    let greeting = [&[VERSION, methods.len() as u8], methods].concat();
    socket.write_all(&greeting).await?;
    let [version, method] = read(socket).await?;
    match (version, method, &proxy.credentials) {
        (VERSION, NO_LOGIN, _) => Ok(()),
        (VERSION, WITH_PASSWORD, Some((user, password))) => {
            let login = [&[LOGIN_VERSION][..], &counted(user)?, &counted(password)?].concat();
            socket.write_all(&login).await?;
            let [_, status] = read(socket).await?;
            if status == 0 { Ok(()) } else { Err(io::Error::other("the proxy refuses the credentials")) }
        }
        (VERSION, _, _) => Err(io::Error::other("the proxy accepts no login that is configured")),
        _ => Err(io::Error::other("the reply is not SOCKS5")),
    }
}

/// Asks for a connection; returns the reply code.
async fn request(socket: &mut TcpStream, target: SocketAddr) -> io::Result<u8> {
    let mut request = vec![VERSION, CONNECT, 0];
    match target.ip() {
        IpAddr::V4(address) => {
            request.push(IPV4);
            request.extend(address.octets());
        }
        IpAddr::V6(address) => {
            request.push(IPV6);
            request.extend(address.octets());
        }
    }
    request.extend(target.port().to_be_bytes());
    socket.write_all(&request).await?;
    let [version, code, _, kind] = read(socket).await?;
    if version != VERSION {
        return Err(io::Error::other("the reply is not SOCKS5"));
    }
    if code == 0 {
        skip_bound_address(socket, kind).await?;
    }
    Ok(code)
}

/// Reads the address and port from which the proxy connects.
async fn skip_bound_address(socket: &mut TcpStream, kind: u8) -> io::Result<()> {
    let length = match kind {
        IPV4 => 4,
        IPV6 => 16,
        NAME => usize::from(read::<1>(socket).await?[0]),
        _ => return Err(io::Error::other("the reply is not SOCKS5")),
    };
    let mut address_and_port = vec![0; length + 2];
    socket.read_exact(&mut address_and_port).await.map(drop)
}

async fn read<const COUNT: usize>(socket: &mut TcpStream) -> io::Result<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    socket.read_exact(&mut bytes).await?;
    Ok(bytes)
}

/// A text with its length before it.
fn counted(text: &str) -> io::Result<Vec<u8>> {
    let length = u8::try_from(text.len()).map_err(|_| io::Error::other("the credentials are too long"))?;
    Ok([&[length], text.as_bytes()].concat())
}
