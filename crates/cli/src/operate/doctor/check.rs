//! The result of one check of `brimful doctor`.

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Check {
    pub(super) name: &'static str,
    pub(super) ok: bool,
    /// Whether it works, but not as well as it could, or was not tried.
    pub(super) warning: bool,
    pub(super) detail: String,
}

impl Check {
    pub(super) fn new(name: &'static str, ok: bool, detail: impl Into<String>) -> Self {
        Self { name, ok, warning: false, detail: detail.into() }
    }

    pub(super) fn warning(name: &'static str, detail: impl Into<String>) -> Self {
        Self { name, ok: true, warning: true, detail: detail.into() }
    }

    /// The word that begins its line.
    pub(super) fn word(&self) -> &'static str {
        match (self.ok, self.warning) {
            (false, _) => "FAIL",
            (true, true) => "warn",
            (true, false) => "ok  ",
        }
    }
}
