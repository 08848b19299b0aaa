//! Whether every kind of call would be answered: the index is made, the writer lives, and the disk takes a write.

use std::time::{Duration, Instant};

use engine::IndexLevel;
use store::StoreError;
use tokio::sync::Mutex;

use crate::app::App;

/// How long a trial write may take.
const PROBE_WAIT_MAX: Duration = Duration::from_secs(2);
/// How long the outcome of a trial write is told without another one, so that asking often costs nothing.
const PROBE_KEPT: Duration = Duration::from_secs(1);

/// The last trial write: when, and why it failed.
#[derive(Default)]
pub struct Probe(Mutex<Option<(Instant, Option<String>)>>);

/// What is told about readiness.
pub struct Readiness {
    /// Whether every kind of call would be answered.
    pub is_ready: bool,
    /// One line for each part.
    pub parts: Vec<String>,
}

impl Readiness {
    /// How the server stands now.
    pub async fn of(app: &App) -> Self {
        let mut readiness = Self { is_ready: true, parts: Vec::new() };
        if app.is_draining() {
            readiness.add(false, "draining".into());
        }
        match app.engine.index_level() {
            Ok(IndexLevel::Level) => readiness.add(true, "search index: level".into()),
            Ok(IndexLevel::Behind(changes)) => {
                readiness.add(true, format!("search index: {changes} changes behind"));
            }
            Ok(IndexLevel::Preparing) => {
                readiness.add(false, "search index: being made, searches answer 503".into());
            }
            Err(error) => readiness.add(false, format!("store: cannot be read ({error})")),
        }
        match app.probe.run(app).await {
            None => readiness.add(true, "store: writable".into()),
            Some(why) => readiness.add(false, format!("store: {why}")),
        }
        readiness
    }

    fn add(&mut self, is_ready: bool, part: String) {
        self.is_ready &= is_ready;
        self.parts.push(part);
    }

    /// The text that is answered.
    pub fn text(&self) -> String {
        let first = if self.is_ready { "ready" } else { "not ready" };
        format!("{first}\n{}\n", self.parts.join("\n"))
    }
}

impl Probe {
    /// Why nothing can be written, if so. One caller at a time writes; the others are told what it found.
    async fn run(&self, app: &App) -> Option<String> {
        if *app.store.halted().borrow() {
            return Some(StoreError::Halted.to_string());
        }
        let mut last = self.0.lock().await;
        if let Some((_, why)) = last.as_ref().filter(|(at, _)| at.elapsed() < PROBE_KEPT) {
            return why.clone();
        }
        let written = tokio::time::timeout(PROBE_WAIT_MAX, app.store.probe(app.clock.now())).await;
        let why = match written {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("a write takes longer than {} s", PROBE_WAIT_MAX.as_secs())),
        };
        *last = Some((Instant::now(), why.clone()));
        why
    }
}
