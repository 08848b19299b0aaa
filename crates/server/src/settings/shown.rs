//! Settings as they are shown to operators.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// A setting with its value and where that comes from. Secrets are left out of the value.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ShownSetting {
    /// Path of the setting, such as `api.limits.call_seconds`.
    pub setting: String,
    /// Its value.
    pub value: Value,
    /// Where the value comes from: `default`, a file, a variable of the environment, or a flag.
    pub from: String,
}
