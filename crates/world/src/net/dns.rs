//! A DNS server on loopback that serves a zone.

use std::{io, net::IpAddr, net::SocketAddr, str::FromStr, sync::Arc};

use hickory_proto::{
    op::{Message, ResponseCode},
    rr::{
        Name, RData, Record, RecordType,
        rdata::{A, AAAA, CNAME, MX, SOA, TXT},
    },
};
use tokio::{net::UdpSocket, task::JoinHandle};

const QUESTION_LIMIT_BYTES: usize = 4_096;
/// Short, so that changes of the world become visible soon.
const TTL_SECONDS: u32 = 60;

/// The record type of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DnsQuestion {
    /// MX.
    Mail,
    /// A.
    Address,
    /// AAAA.
    AddressV6,
    /// TXT.
    Text,
    /// CNAME.
    Alias,
}

/// The answer of a zone to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ZoneAnswer {
    /// Mail servers with their preference; the name `.` is a null MX (RFC 7505).
    Mail(Vec<(u16, String)>),
    /// IP addresses.
    Addresses(Vec<IpAddr>),
    /// TXT strings.
    Text(Vec<String>),
    /// The canonical name (CNAME).
    Alias(String),
    /// The name exists without records of this type (NODATA).
    Nothing,
    /// The name does not exist (NXDOMAIN).
    NoSuchName,
    /// The server fails (SERVFAIL).
    Failure,
    /// The server does not reply.
    Silence,
}

/// A source of DNS answers.
pub trait Zone: Send + Sync + 'static {
    /// Answers a query for a lower-case name without the root dot.
    fn answer(&self, name: &str, question: DnsQuestion) -> ZoneAnswer;
}

/// A running DNS server; it stops when dropped.
pub struct DnsOnLoopback {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl DnsOnLoopback {
    /// Starts a server on a free port of 127.0.0.1.
    pub async fn start(zone: Arc<dyn Zone>) -> io::Result<Self> {
        let socket = UdpSocket::bind("127.0.0.1:0").await?;
        let address = socket.local_addr()?;
        let task = tokio::spawn(async move {
            let mut question = vec![0; QUESTION_LIMIT_BYTES];
            while let Ok((length, asker)) = socket.recv_from(&mut question).await {
                if let Some(answer) = answer_to(&question[..length], zone.as_ref()) {
                    let _ = socket.send_to(&answer, asker).await;
                }
            }
        });
        Ok(Self { address, task })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for DnsOnLoopback {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn answer_to(bytes: &[u8], zone: &dyn Zone) -> Option<Vec<u8>> {
    let request = Message::from_vec(bytes).ok()?;
    let query = request.queries.first()?.clone();
    let mut reply = Message::response(request.metadata.id, request.metadata.op_code);
    reply.metadata.recursion_desired = request.metadata.recursion_desired;
    reply.metadata.recursion_available = true;
    let question = match query.query_type() {
        RecordType::MX => Some(DnsQuestion::Mail),
        RecordType::A => Some(DnsQuestion::Address),
        RecordType::AAAA => Some(DnsQuestion::AddressV6),
        RecordType::TXT => Some(DnsQuestion::Text),
        RecordType::CNAME => Some(DnsQuestion::Alias),
        _ => None,
    };
    let name = query.name().to_ascii().trim_end_matches('.').to_ascii_lowercase();
    let answer = question.map_or(ZoneAnswer::Nothing, |question| zone.answer(&name, question));
    let owner = query.name().clone();
    reply.add_query(query);
    match records_of(answer, &owner) {
        Ok(records) => {
            reply.add_answers(records);
        }
        Err(None) => return None,
        Err(Some(code)) => {
            reply.metadata.response_code = code;
            if code != ResponseCode::ServFail {
                reply.add_authority(Record::from_rdata(owner.clone(), TTL_SECONDS, authority(&owner)));
            }
        }
    }
    reply.to_vec().ok()
}

/// The records of an answer; without records the response code, or none if the server must not reply.
fn records_of(answer: ZoneAnswer, owner: &Name) -> Result<Vec<Record>, Option<ResponseCode>> {
    let data: Vec<RData> = match answer {
        ZoneAnswer::Mail(hosts) => hosts
            .into_iter()
            .filter_map(|(preference, host)| Some(RData::MX(MX::new(preference, absolute(&host)?))))
            .collect(),
        ZoneAnswer::Addresses(addresses) => addresses
            .into_iter()
            .map(|address| match address {
                IpAddr::V4(address) => RData::A(A(address)),
                IpAddr::V6(address) => RData::AAAA(AAAA(address)),
            })
            .collect(),
        ZoneAnswer::Text(texts) => texts.into_iter().map(|text| RData::TXT(TXT::new(vec![text]))).collect(),
        ZoneAnswer::Alias(name) => {
            absolute(&name).map(|name| RData::CNAME(CNAME(name))).into_iter().collect()
        }
        ZoneAnswer::Nothing => Vec::new(),
        ZoneAnswer::NoSuchName => return Err(Some(ResponseCode::NXDomain)),
        ZoneAnswer::Failure => return Err(Some(ResponseCode::ServFail)),
        ZoneAnswer::Silence => return Err(None),
    };
    if data.is_empty() {
        return Err(Some(ResponseCode::NoError));
    }
    Ok(data.into_iter().map(|data| Record::from_rdata(owner.clone(), TTL_SECONDS, data)).collect())
}

fn absolute(host: &str) -> Option<Name> {
    if host == "." {
        return Some(Name::root());
    }
    Name::from_str(&format!("{host}.")).ok()
}

/// The SOA record: resolvers treat a negative answer without one as a failure.
fn authority(owner: &Name) -> RData {
    RData::SOA(SOA::new(owner.clone(), owner.clone(), 1, 3_600, 600, 86_400, TTL_SECONDS))
}
