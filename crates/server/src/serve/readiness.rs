//! Readiness for every kind of call: the search index is built, the writer runs, and the disk accepts writes.

use engine::IndexLevel;

use crate::app::App;

/// Result of the readiness check.
pub struct Readiness {
    /// Whether every kind of call would be answered.
    pub is_ready: bool,
    /// One line per part.
    pub parts: Vec<String>,
}

impl Readiness {
    /// Checks the parts now.
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
        match app.probe.run(&app.store, app.clock.now()).await {
            None => readiness.add(true, "store: writable".into()),
            Some(why) => readiness.add(false, format!("store: {why}")),
        }
        readiness
    }

    fn add(&mut self, is_ready: bool, part: String) {
        self.is_ready &= is_ready;
        self.parts.push(part);
    }

    /// The response body of `readyz`.
    pub fn text(&self) -> String {
        let first = if self.is_ready { "ready" } else { "not ready" };
        format!("{first}\n{}\n", self.parts.join("\n"))
    }
}
