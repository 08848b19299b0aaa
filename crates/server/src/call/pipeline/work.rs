//! The work of a call: the endpoint's function, within its time limit.

use std::{pin::Pin, sync::Arc, time::Duration};

use store::{AccountId, KeyOwner};

use super::Run;
use crate::{
    app::App,
    call::{
        context::Context,
        problem::{Code, Problem},
        response::EVENT_STREAM,
    },
    endpoint::{Content, Group, Outcome, Prepared},
};

/// Time limit of an erasure call.
const ERASURE_SECONDS_MAX: u64 = 3_600;

impl Run {
    pub(super) async fn run(
        &self,
        app: Arc<App>,
        caller: Option<Arc<KeyOwner>>,
        prepared: Box<dyn Prepared>,
    ) -> Result<Outcome<Content>, Problem> {
        let is_erasing = self.entry.spec.group == Group::Privacy;
        if is_erasing {
            // Questions that wait are written first, so that an erasure finds them.
            app.history.settle(&app.store).await;
        }
        let context = self.context(app.clone(), caller);
        let (account, engine) = (context.account_id().clone(), context.engine().clone());
        let answered = self.within_time(&app, &account, prepared.run(context)).await;
        // A call that failed or took too long asked nonetheless, which may have cost the operator something.
        let answered = answered.map_err(|problem| Problem { upstream: engine.upstream_calls(), ..problem });
        if is_erasing {
            app.history.settle(&app.store).await;
        }
        answered
    }

    /// Does the work of a call within its time limit, on a separate thread if it is heavy.
    pub(super) async fn within_time<T: Send + 'static>(
        &self,
        app: &App,
        account: &AccountId,
        work: Pin<Box<dyn Future<Output = Result<T, Problem>> + Send>>,
    ) -> Result<T, Problem> {
        let is_erasing = self.entry.spec.group == Group::Privacy;
        // The duration of an erasure grows with the data, and it runs to completion even if the client disconnects.
        let seconds = if is_erasing { ERASURE_SECONDS_MAX } else { app.settings.limits.call_seconds };
        let patience = Duration::from_secs(seconds);
        let answering = async {
            match self.is_heavy {
                true => app.heavy_turns.run(account, work).await?,
                false => work.await,
            }
        };
        let answered = tokio::time::timeout(patience, answering).await.unwrap_or_else(|_| {
            Err(Problem::new(
                Code::SourcesUnavailable,
                "The answer took too long; nothing was charged. Try again.",
            )
            .retry_after(5))
        });
        if is_erasing {
            app.history.settle(&app.store).await;
        }
        answered
    }

    pub(super) fn context(&self, app: Arc<App>, caller: Option<Arc<KeyOwner>>) -> Context {
        let header = |name: &str| self.call.headers.get(name).and_then(|value| value.to_str().ok());
        Context {
            request_id: self.request_id.clone(),
            client: Some(self.call.client),
            query: self.query,
            wants_events: header("accept").is_some_and(|accept| accept.contains(EVENT_STREAM)),
            last_event_id: header("last-event-id").map(str::to_owned),
            ..Context::new(
                app.services.clone(),
                caller,
                self.entry.spec.id,
                (self.now, self.started),
                self.call.sandbox,
            )
        }
    }
}
