//! Refusals as a tool answers them: the API's problem, and what an agent does next.

use serde_json::{Map, Value, json};

use crate::caller::ApiAnswer;

/// Members of a problem that an agent has no use for.
const LEFT_OUT: [&str; 3] = ["type", "title", "sandbox"];

/// A failure that no call of the API reported.
pub(crate) fn local(code: &str, detail: &str, next_step: &str) -> Value {
    json!({
        "error": { "code": code, "detail": detail, "next_step": next_step },
        "cost": { "credits": 0 }
    })
}

/// The problem that a call of the API was answered with.
pub(crate) fn of_answer(answer: ApiAnswer) -> Value {
    let ApiAnswer { status, body, request_id, retry_after_seconds, .. } = answer;
    let is_sandbox = body.get("sandbox").cloned();
    let mut error = match body {
        Value::Object(members) => {
            members.into_iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str())).collect()
        }
        _ => Map::new(),
    };
    let code = error.get("code").and_then(Value::as_str).unwrap_or("unknown").to_owned();
    error.entry("code").or_insert_with(|| code.clone().into());
    error.entry("status").or_insert_with(|| status.into());
    if let Some(request_id) = request_id {
        error.entry("request_id").or_insert_with(|| request_id.into());
    }
    if let Some(seconds) = retry_after_seconds {
        error.insert("retry_after_seconds".into(), seconds.into());
    }
    let next_step = next_step(&code, &error);
    error.insert("next_step".into(), next_step.into());
    let mut result = json!({ "error": error, "cost": { "credits": 0 } });
    if let Some(is_sandbox) = is_sandbox {
        result["sandbox"] = is_sandbox;
    }
    // Whether a call was charged whose outcome is not known cannot be said.
    if code == "outcome_unknown" {
        result["cost"] = Value::Null;
    }
    result
}

fn next_step(code: &str, error: &Map<String, Value>) -> String {
    let number = |name: &str| error.get(name).map(ToString::to_string);
    let lower = number("largest_affordable_limit").map(|limit| format!(" or set limit to {limit} or less"));
    let lower = lower.unwrap_or_default();
    match code {
        "missing_key" | "invalid_key" | "expired_key" | "revoked_key" => {
            "Tell the user that the key in the settings of this MCP server is missing or not valid. Without any key, \
             the sandbox answers with made-up data."
                .into()
        }
        "insufficient_credits" => {
            format!("Tell the user that the account needs more credits{lower}. Do not repeat the call unchanged.")
        }
        "max_credits_exceeded" => {
            let required = number("required").unwrap_or_else(|| "what quote says".into());
            format!("Set max_credits to {required} if the user agrees to that price{lower}. Nothing was charged.")
        }
        "key_cap_reached" => "The key's monthly cap does not cover this call. Ask for less, or tell the user to raise \
                              the cap of the key or to wait for resets_at."
            .into(),
        "plan_required" | "trial_expired" | "account_closed" | "scope_required" => {
            "Tell the user; a retry does not help.".into()
        }
        "rate_limited" | "sources_unavailable" | "overloaded" | "storage_unavailable" | "request_in_progress" => {
            "Wait for retry_after_seconds, or some seconds, then make the same call again.".into()
        }
        "sandbox_limit" => {
            "The sandbox answers no more calls today. Tell the user to set a key for this MCP server.".into()
        }
        "invalid_request" | "unknown_field" | "invalid_json" | "idempotency_mismatch" | "body_too_large" => {
            "Correct the arguments as detail and errors say, then call again. Nothing was charged.".into()
        }
        "not_found" => "Check the id. list_requests names the ids of recent requests.".into(),
        "outcome_unknown" => {
            "Make the same call again with the same idempotency_key; list_requests shows what was charged.".into()
        }
        _ => "Try once more; if it stays, tell the user the request_id. Nothing was charged.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_code_has_a_next_step() {
        for code in server::Code::ALL {
            let body = json!({ "code": code.as_str(), "status": code.status(), "detail": "d", "type": "t" });
            let answer = ApiAnswer {
                status: code.status(),
                body,
                request_id: Some("req_1".into()),
                is_replay: false,
                retry_after_seconds: Some(2),
            };
            let failure = of_answer(answer);
            let error = &failure["error"];
            assert!(error["next_step"].as_str().is_some_and(|step| step.len() > 20), "{failure}");
            assert_eq!(error["request_id"], "req_1");
            assert_eq!(error["retry_after_seconds"], 2);
            assert!(error.get("type").is_none());
        }
    }

    #[test]
    fn an_answer_that_is_no_problem_still_fails_readably() {
        let answer = ApiAnswer {
            status: 502,
            body: Value::Null,
            request_id: None,
            is_replay: false,
            retry_after_seconds: None,
        };
        assert_eq!(of_answer(answer)["error"]["status"], 502);
    }
}
