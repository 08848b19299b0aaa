//! What the vendor says beside an answer.

use serde_json::{Value, json};

use crate::asked::Asked;

/// What was asked, as the vendor repeats it.
pub(super) fn meta(asked: &Asked) -> Value {
    json!({ "params": asked.params })
}
