//! A probe on another host, asked over HTTPS: it speaks with mail servers where this machine's SMTP port is closed.

use std::time::Duration;

use egress::{Client, Request, RequestLimits};
use http::{HeaderValue, header};

use crate::{
    inquiry::{MailQuestion, MailReply},
    verdict::Reason,
};

/// Path of a probe's only endpoint.
pub const PROBE_PATH: &str = "/v1/probe";
/// Most addresses per question.
pub const PROBE_ADDRESSES_MAX: usize = 64;
/// Time of a question beyond that of the mail servers.
const OVERHEAD: Duration = Duration::from_secs(3);

/// A probe on another host.
pub struct RemoteProbe {
    client: Client,
    url: String,
    authorization: HeaderValue,
    limits: ProbeLimits,
}

/// Time limits of a question, with a caller waiting and in the background.
#[derive(Debug, Clone, Copy)]
pub struct ProbeLimits {
    /// With a caller waiting.
    pub call: Duration,
    /// In the background, for each address.
    pub background: Duration,
}

impl RemoteProbe {
    /// A probe at a URL, such as `https://probe.acme.example`, with its key. None if the key cannot be sent in a header.
    pub fn new(client: Client, url: &str, key: &str, limits: ProbeLimits) -> Option<Self> {
        let mut authorization = HeaderValue::from_str(&format!("Bearer {key}")).ok()?;
        authorization.set_sensitive(true);
        let url = format!("{}{PROBE_PATH}", url.trim_end_matches('/'));
        Some(Self { client, url, authorization, limits })
    }

    /// Asks the probe. If it cannot be reached, nothing is known of the addresses.
    pub(crate) async fn ask(&self, question: &MailQuestion) -> MailReply {
        let mut whole = MailReply::default();
        for part in question.addresses.chunks(PROBE_ADDRESSES_MAX) {
            let part = MailQuestion { addresses: part.to_vec(), ..question.clone() };
            let reply = match self.send(&part).await {
                Ok(reply) => reply,
                Err(reason) => return MailReply::unasked(reason, None),
            };
            let results = [whole.results, reply.results].concat();
            let conversation = [whole.conversation, reply.conversation].concat();
            let conversations = [whole.conversations, reply.conversations].concat();
            let recipients = whole.recipients + reply.recipients;
            whole = MailReply { results, conversation, conversations, recipients, ..reply };
        }
        whole
    }

    /// Checks that the probe answers.
    pub(crate) async fn reach(&self, domain: &str) -> Result<(), Reason> {
        let question = MailQuestion {
            domain: domain.to_owned(),
            addresses: Vec::new(),
            until_accepted: false,
            in_background: false,
            forget_accepted: false,
        };
        self.send(&question).await?.unasked.map_or(Ok(()), Err)
    }

    async fn send(&self, question: &MailQuestion) -> Result<MailReply, Reason> {
        let time = match question.in_background {
            true => self.limits.background.saturating_mul(question.addresses.len().max(1) as u32),
            false => self.limits.call,
        };
        let body = serde_json::to_vec(question).map_err(|_| Reason::ProtocolError)?;
        let request = Request::post(self.url.clone(), body)
            .header(header::AUTHORIZATION, self.authorization.clone())
            .header(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .limits(RequestLimits { total: time + OVERHEAD, ..RequestLimits::default() });
        match self.client.send(request).await {
            Ok(response) if response.status.is_success() => {
                serde_json::from_slice(&response.body).map_err(|_| Reason::ProtocolError)
            }
            Ok(response) => {
                tracing::warn!(
                    status = response.status.as_u16(),
                    "the probe refuses to verify; see network.probe_key"
                );
                Err(Reason::Unreachable)
            }
            Err(error) => {
                tracing::warn!(%error, "the probe cannot be reached");
                Err(Reason::Unreachable)
            }
        }
    }
}
