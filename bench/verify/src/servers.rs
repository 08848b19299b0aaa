//! DNS and one mail server on loopback that answer for every company of the list.

use std::{
    error::Error,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream, UdpSocket},
};
use world::net::{DnsOnLoopback, DnsQuestion, Zone, ZoneAnswer};

use crate::list::is_mailbox;

/// The longest DNS message that is passed on.
const MESSAGE_LIMIT_BYTES: usize = 4_096;

struct Companies;

impl Zone for Companies {
    fn answer(&self, name: &str, question: DnsQuestion) -> ZoneAnswer {
        match question {
            DnsQuestion::Mail if !name.starts_with("mx.") => {
                ZoneAnswer::Mail(vec![(10, format!("mx.{name}"))])
            }
            DnsQuestion::Address => ZoneAnswer::Addresses(vec![IpAddr::V4(Ipv4Addr::LOCALHOST)]),
            _ => ZoneAnswer::Nothing,
        }
    }
}

/// Serves until killed.
pub async fn serve() -> Result<(), Box<dyn Error>> {
    let dns = DnsOnLoopback::start(Arc::new(Companies)).await?;
    // The peer asks whom the system names, and that is port 53.
    let door = Arc::new(UdpSocket::bind("127.0.0.1:53").await?);
    tokio::spawn(pass_on(door, dns.address()));
    let listener = TcpListener::bind("127.0.0.1:25").await?;
    println!("ready");
    loop {
        let (stream, _) = listener.accept().await?;
        tokio::spawn(talk(stream));
    }
}

/// Passes questions on to a server and its answers back.
async fn pass_on(door: Arc<UdpSocket>, server: SocketAddr) {
    let mut question = vec![0; MESSAGE_LIMIT_BYTES];
    while let Ok((length, asker)) = door.recv_from(&mut question).await {
        let (door, question) = (Arc::clone(&door), question[..length].to_vec());
        tokio::spawn(async move {
            let socket = UdpSocket::bind("127.0.0.1:0").await?;
            socket.send_to(&question, server).await?;
            let mut answer = vec![0; MESSAGE_LIMIT_BYTES];
            let length = socket.recv(&mut answer).await?;
            door.send_to(&answer[..length], asker).await
        });
    }
}

async fn talk(stream: TcpStream) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 mx.example ESMTP\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let answer = match line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase().as_str() {
            "EHLO" => "250-mx.example\r\n250-PIPELINING\r\n250 ENHANCEDSTATUSCODES\r\n",
            "RCPT" => answer_to(&line),
            "QUIT" => "221 2.0.0 Bye\r\n",
            _ => "250 2.0.0 Ok\r\n",
        };
        writer.write_all(answer.as_bytes()).await?;
        if answer.starts_with("221") {
            break;
        }
    }
    Ok(())
}

fn answer_to(line: &str) -> &'static str {
    let local =
        line.split_once('<').and_then(|(_, rest)| rest.split_once('@')).map_or("", |(local, _)| local);
    if is_mailbox(local) { "250 2.1.5 Ok\r\n" } else { "550 5.1.1 User unknown\r\n" }
}
