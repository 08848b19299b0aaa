//! The number of the newest signal, read once for all live feeds.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use store::Store;
use tokio::sync::watch;

/// How often the store is asked while a feed is open. Signals are also stored by other processes, which wake none here.
const ASK_EVERY: Duration = Duration::from_millis(50);

/// Tells open feeds that signals were stored. One task asks the store, from the first feed until the last.
#[derive(Default)]
pub(crate) struct NewestSignal(Mutex<Option<watch::Sender<i64>>>);

impl NewestSignal {
    /// A receiver that changes after a signal was stored. Needs a running Tokio runtime.
    pub(crate) fn watch(self: &Arc<Self>, store: &Store) -> watch::Receiver<i64> {
        let mut asking = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = &*asking {
            return sender.subscribe();
        }
        let (sender, receiver) = watch::channel(i64::MIN);
        *asking = Some(sender);
        drop(asking);
        tokio::spawn(ask(self.clone(), store.clone()));
        receiver
    }
}

async fn ask(newest: Arc<NewestSignal>, store: Store) {
    loop {
        let last = store.last_signal();
        {
            let mut asking = newest.0.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(sender) = &*asking else { return };
            if sender.receiver_count() == 0 {
                *asking = None;
                return;
            }
            match last {
                Ok(last) => {
                    sender.send_if_modified(|told| std::mem::replace(told, last) != last);
                }
                Err(error) => tracing::warn!(%error, "new signals cannot be read; live feeds wait"),
            }
        }
        tokio::time::sleep(ASK_EVERY).await;
    }
}
