//! Data vendors: each answers JSON over HTTP about its own part of the world, for a key.

mod answers;
mod coverage;
mod find;
mod inquiry;
mod vendor;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use hyper::{Method, StatusCode, header::RETRY_AFTER};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::http::{
    call::HttpCall,
    reply::{self, HttpReply},
};
use crate::world::World;
use inquiry::{Inquiry, Topic};
use vendor::House;
pub(super) use vendor::by_host;
pub use vendor::{VENDORS, WorldVendor};

/// Beacon refuses one in this many calls.
const BEACON_REFUSES_EVERY: u64 = 16;
const BEACON_PAUSE_SECONDS: &str = "1";
const COBALT_DELAY: Duration = Duration::from_millis(30);

/// The vendors as the web server answers for them.
pub(super) struct Vendors {
    world: Arc<World>,
    beacon_calls: AtomicU64,
}

impl Vendors {
    pub(super) fn new(world: Arc<World>) -> Self {
        Self { world, beacon_calls: AtomicU64::new(0) }
    }

    /// The answer of a vendor; none if the host is no vendor.
    pub(super) async fn answer(&self, call: &HttpCall) -> Option<HttpReply> {
        let vendor = by_host(&call.host)?;
        if !vendor.accepts_key(call) {
            return Some(fault(StatusCode::UNAUTHORIZED, "The key is unknown."));
        }
        if vendor.house == House::Cobalt {
            sleep(COBALT_DELAY).await;
        }
        if vendor.house == House::Beacon && self.is_too_much_for_beacon() {
            let refusal = fault(StatusCode::TOO_MANY_REQUESTS, "There are too many requests.");
            return Some(reply::with_header(refusal, RETRY_AFTER, BEACON_PAUSE_SECONDS));
        }
        Some(self.look_up(vendor, call))
    }

    fn is_too_much_for_beacon(&self) -> bool {
        let number = self.beacon_calls.fetch_add(1, Ordering::Relaxed) + 1;
        number.is_multiple_of(BEACON_REFUSES_EVERY)
    }

    fn look_up(&self, vendor: &WorldVendor, call: &HttpCall) -> HttpReply {
        let Some(topic) = vendor.topic(&call.path) else {
            return fault(StatusCode::NOT_FOUND, "There is no such lookup.");
        };
        let is_post = vendor.house == House::Beacon;
        if call.method != if is_post { Method::POST } else { Method::GET } {
            return fault(StatusCode::METHOD_NOT_ALLOWED, "This method is not allowed.");
        }
        let inquiry =
            if is_post { Inquiry::of_body(&call.body) } else { Some(Inquiry::of_query(&call.query)) };
        let Some(inquiry) = inquiry.filter(Inquiry::is_sufficient) else {
            return fault(StatusCode::BAD_REQUEST, "The request names no subject.");
        };
        vendor.envelope(answers::answer(&self.world, vendor, topic, &inquiry))
    }
}

impl WorldVendor {
    fn accepts_key(&self, call: &HttpCall) -> bool {
        let sent = match self.house {
            House::Atlas => call.header("x-api-key"),
            House::Beacon => call.header("authorization").and_then(|value| value.strip_prefix("Bearer ")),
            House::Cobalt => call.header("x-cobalt-key"),
        };
        sent == Some(self.key)
    }

    fn topic(&self, path: &str) -> Option<Topic> {
        let start = match self.house {
            House::Atlas => "/v1/",
            House::Beacon => "/match/",
            House::Cobalt => "/lookup/",
        };
        Topic::of(path.strip_prefix(start)?)
    }

    /// The answer in the form of this vendor; `None` for a subject that it does not know.
    fn envelope(&self, found: Option<Value>) -> HttpReply {
        match (self.house, found) {
            (House::Atlas, Some(found)) => reply::json(StatusCode::OK, &found),
            (House::Atlas, None) => fault(StatusCode::NOT_FOUND, "There is no match."),
            (House::Beacon, Some(found)) => {
                reply::json(StatusCode::OK, &json!({ "status": "match", "match": found }))
            }
            (House::Beacon, None) => {
                reply::json(StatusCode::OK, &json!({ "status": "no_match", "match": null }))
            }
            (House::Cobalt, found) => {
                reply::json(StatusCode::OK, &json!({ "found": found.is_some(), "result": found }))
            }
        }
    }
}

fn fault(status: StatusCode, text: &str) -> HttpReply {
    reply::json(status, &json!({ "error": text }))
}
