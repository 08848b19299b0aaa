//! The task that compares the server's clock with the system clock and stores the latest time reached.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use jiff::SignedDuration;
use store::{OBSERVE_EVERY, Observed};

use crate::{
    app::App,
    background::scheduler::{Next, Task, TaskError},
    telemetry,
};

/// Minimum interval in seconds between writes of the latest time.
const NOTE_EVERY_SECONDS: i64 = 60;

/// Task: observes the clock every second.
pub fn task() -> Task<App> {
    let noted = Arc::new(AtomicI64::new(i64::MIN));
    Task::new("clock", OBSERVE_EVERY, move |app: Arc<App>| {
        let noted = noted.clone();
        async move {
            observe(&app).await?;
            let seconds = app.clock.monotonic().as_secs();
            if seconds.saturating_sub(noted.load(Ordering::SeqCst)) >= NOTE_EVERY_SECONDS {
                app.store.note_time(app.clock.now()).await?;
                noted.store(seconds, Ordering::SeqCst);
            }
            Ok(Next::Usual)
        }
    })
}

async fn observe(app: &App) -> Result<(), TaskError> {
    let now = app.clock.now();
    match app.clock.observe() {
        Observed::Nothing => {}
        Observed::Jumped(by) => {
            telemetry::clock_jumped("noticed");
            tracing::warn!(
                by_seconds = by.as_secs(),
                "the machine's clock has jumped; going on with the time that was, until the new one has held"
            );
            app.store.note_clock_jump(by, now).await?;
        }
        Observed::Returned => {
            telemetry::clock_jumped("returned");
            tracing::info!("the machine's clock has come back; nothing was changed");
            app.store.note_clock_return(now).await?;
        }
        Observed::Held(by) => adopt(app, by).await?,
    }
    Ok(())
}

/// Shifts the clock and the store's due times by the same amount. A forward jump shifts the due times first, a backward
/// jump the clock first: in between, waits look too long and nothing runs early. After a crash in between, the server
/// starts with a clock behind or equal to the latest time.
async fn adopt(app: &App, by: SignedDuration) -> Result<(), TaskError> {
    let before = app.clock.now();
    if by.is_negative() {
        app.clock.adopt(by);
        if let Err(error) = app.store.adopt_clock_jump(by, before).await {
            // Undo: the jump is detected again and must hold once more.
            app.clock.adopt(-by);
            return Err(error.into());
        }
    } else {
        app.store.adopt_clock_jump(by, before).await?;
        app.clock.adopt(by);
    }
    telemetry::clock_jumped("adopted");
    tracing::warn!(by_seconds = by.as_secs(), "the machine's clock has held its new time, which is adopted");
    Ok(())
}
