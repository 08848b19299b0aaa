//! The live feed: server-sent events, resumable with `Last-Event-ID`.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use engine::Engine;
use futures_util::stream;
use records::SignalKind;
use serde_json::json;
use store::{KeyOwner, SignalFilter};
use tokio::sync::watch;

use crate::{
    access::auth,
    call::{
        context::Context,
        problem::{Code, Problem},
        stream_count::OpenStream,
    },
    endpoint::{Chunks, Spec},
    recipe::answer::signal::SignalView,
    services::Services,
};

/// How long a feed is quiet before a keep-alive is sent.
const QUIET_MAX: Duration = Duration::from_secs(15);
/// Interval of re-authorisation; a feed ends within this time after its key is revoked. The feed also reads then, as numbers
/// of signals can become visible out of order on a shared store.
const AUTHORIZED_EVERY: Duration = Duration::from_secs(2);
/// Maximum number of signals per chunk; a client that resumes after a long time gets several chunks.
const SENT_AT_ONCE_MAX: usize = 500;

/// A feed that runs until the client disconnects or the server drains.
pub struct LiveFeed {
    /// Spec of the endpoint, for re-authorisation.
    spec: &'static Spec,
    services: Arc<Services>,
    engine: Engine,
    kind: SignalKind,
    filter: SignalFilter,
    last: i64,
    newest: watch::Receiver<i64>,
    draining: watch::Receiver<bool>,
    quiet_since: Instant,
    greeted: bool,
    /// Account and key of the caller; `None` in the sandbox.
    caller: Option<Arc<KeyOwner>>,
    authorized_at: Instant,
    ended: bool,
    _open: OpenStream,
}

impl LiveFeed {
    /// Starts a feed after `Last-Event-ID`, or with the next new signal.
    pub fn new(
        context: &Context,
        spec: &'static Spec,
        kind: SignalKind,
        filter: SignalFilter,
    ) -> Result<Self, Problem> {
        let open = OpenStream::open(context)?;
        let last = match &context.last_event_id {
            Some(id) => id.parse().map_err(|_| {
                Problem::new(Code::InvalidRequest, "Last-Event-ID must be an id that this feed has sent.")
            })?,
            None => context.engine().last_signal()?,
        };
        Ok(Self {
            spec,
            services: context.services.clone(),
            engine: context.engine().clone(),
            kind,
            // Future signals must not be cut off at the time of the call.
            filter: SignalFilter { until: None, ..filter },
            last,
            newest: context.engine().newest_signal(),
            draining: context.services.drained(),
            quiet_since: Instant::now(),
            greeted: false,
            caller: context.caller.clone().filter(|_| !context.sandbox),
            authorized_at: Instant::now(),
            ended: false,
            _open: open,
        })
    }

    /// The stream of server-sent events.
    pub fn stream(self) -> Chunks {
        Box::pin(stream::unfold(self, |mut feed| async move {
            let chunk = feed.next().await?;
            Some((chunk, feed))
        }))
    }

    /// The problem that ends the feed, if its key or plan no longer authorises a new call.
    fn refused(&mut self) -> Option<Problem> {
        let caller = self.caller.as_ref().filter(|_| self.authorized_at.elapsed() >= AUTHORIZED_EVERY)?;
        self.authorized_at = Instant::now();
        auth::authorize_again(&self.services, &caller.account.id, &caller.key.id, self.spec).err()
    }

    async fn next(&mut self) -> Option<Result<Bytes, std::io::Error>> {
        if !std::mem::replace(&mut self.greeted, true) {
            return Some(Ok(Bytes::from_static(b"retry: 2000\n\n")));
        }
        while !self.services.is_draining() && !self.ended {
            if let Some(problem) = self.refused() {
                self.ended = true;
                let data = json!({ "code": problem.code.as_str(), "detail": problem.detail });
                return Some(Ok(Bytes::from(format!("event: end\ndata: {data}\n\n"))));
            }
            self.newest.mark_unchanged();
            let fresh = self.engine.signals_since(self.kind, &self.filter, self.last, SENT_AT_ONCE_MAX);
            let fresh = match fresh {
                Ok(fresh) => fresh,
                Err(error) => return Some(Err(std::io::Error::other(error))),
            };
            if let Some(newest) = fresh.last() {
                self.last = newest.no;
                self.quiet_since = Instant::now();
                let events = fresh.into_iter().filter_map(|stored| {
                    let no = stored.no;
                    let data = serde_json::to_string(&SignalView::new(stored)).ok()?;
                    Some(format!("id: {no}\nevent: signal\ndata: {data}\n\n"))
                });
                return Some(Ok(Bytes::from(events.collect::<String>())));
            }
            if self.quiet_since.elapsed() >= QUIET_MAX {
                self.quiet_since = Instant::now();
                return Some(Ok(Bytes::from_static(b": still here\n\n")));
            }
            tokio::select! {
                _ = self.newest.changed() => {}
                _ = self.draining.changed() => {}
                () = tokio::time::sleep(AUTHORIZED_EVERY) => {}
            }
        }
        None
    }
}
