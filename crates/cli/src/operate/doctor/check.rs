//! The result of one check of `brimful doctor`.

use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Check {
    pub(super) name: &'static str,
    pub(super) ok: bool,
    pub(super) detail: String,
}
