//! Requests to external sources during a call, as they are stored and shown.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An upstream call: one request to an external source during a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpstreamCall {
    /// Who.
    pub provider: String,
    /// For what.
    pub fact: String,
    /// How it ended, such as `hit` or `miss`.
    pub outcome: String,
    /// When it began, counted from the arrival of the API call; none in rows of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_ms: Option<u64>,
    /// How long it took.
    pub latency_ms: u64,
    /// What it cost the operator, in millionths of a US dollar.
    #[serde(rename = "cost_usd", with = "dollars")]
    pub cost_micros: i64,
}

/// Millionths of a US dollar, written as a decimal number of dollars.
mod dollars {
    use serde::{Deserialize, Deserializer, Serializer};

    const MICROS: f64 = 1e6;

    pub(super) fn decimal(micros: i64) -> f64 {
        micros as f64 / MICROS
    }

    pub(super) fn serialize<S: Serializer>(micros: &i64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(decimal(*micros))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
        Ok((f64::deserialize(deserializer)? * MICROS).round() as i64)
    }
}

/// An upstream call as an account sees it: without the operator's cost.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct UpstreamCallView {
    /// Who.
    pub provider: String,
    /// For what.
    pub fact: String,
    /// How it ended, such as `hit` or `miss`.
    pub outcome: String,
    /// When it began, in milliseconds after the API call arrived. Sources that are asked side by side overlap. Absent for
    /// calls of earlier versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_ms: Option<u64>,
    /// How long it took.
    pub latency_ms: u64,
    /// What it cost in US dollars; shown to keys with the scope `operate` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}

impl UpstreamCall {
    /// As it is shown to an operator or to another caller.
    pub fn view(self, is_operator: bool) -> UpstreamCallView {
        let Self { provider, fact, outcome, started_ms, latency_ms, cost_micros } = self;
        let cost_usd = is_operator.then(|| dollars::decimal(cost_micros));
        UpstreamCallView { provider, fact, outcome, started_ms, latency_ms, cost_usd }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_an_earlier_version_has_no_start() {
        let old = r#"{"provider":"atlas","fact":"mobile","outcome":"hit","latency_ms":12,"cost_usd":0.1}"#;
        let call: UpstreamCall = serde_json::from_str(old).unwrap();
        assert_eq!((call.started_ms, call.latency_ms, call.cost_micros), (None, 12, 100_000));
        assert_eq!(serde_json::to_string(&call).unwrap(), old);
        let new = UpstreamCall { started_ms: Some(40), ..call };
        let read: UpstreamCall = serde_json::from_str(&serde_json::to_string(&new).unwrap()).unwrap();
        assert_eq!(read, new);
    }
}
