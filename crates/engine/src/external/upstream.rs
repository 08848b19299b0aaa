//! Whom a call asks outside: noted while it is answered, so that its history and explanation can tell.

use std::{
    future::Future,
    sync::{Mutex, PoisonError},
};

use store::Asked;

tokio::task_local! {
    // What is asked is decided deep in the engine and paid for by the call that is being answered; everything a call
    // does runs in its own task.
    static ASKED: Mutex<Vec<Asked>>;
}

/// Does work and says whom it asked.
pub async fn noting<T>(work: impl Future<Output = T>) -> (T, Vec<Asked>) {
    let noted = async {
        let done = work.await;
        (done, so_far())
    };
    ASKED.scope(Mutex::default(), noted).await
}

/// Notes somebody who was asked; nobody hears of it outside of [`noting`].
pub fn note(asked: Asked) {
    let _ = ASKED.try_with(|all| all.lock().unwrap_or_else(PoisonError::into_inner).push(asked));
}

/// Everybody who was asked so far.
pub(crate) fn so_far() -> Vec<Asked> {
    ASKED.try_with(|all| all.lock().unwrap_or_else(PoisonError::into_inner).clone()).unwrap_or_default()
}
