//! Enters what operators change in the audit log: before it is done, and how it ended.

use jiff::Timestamp;
use store::{ActOutcome, KeyOwner, NewOperatorAct};

use crate::{
    app::App,
    call::problem::{Code, Problem},
    endpoint::Spec,
};

/// Enters a change that begins; none for calls that are no operator's change.
pub async fn begin(
    app: &App,
    caller: Option<&KeyOwner>,
    spec: &Spec,
    (request_id, at): (&str, Timestamp),
    subject: Option<String>,
) -> Result<Option<i64>, Problem> {
    let Some(caller) = caller.filter(|_| spec.is_operators_change()) else { return Ok(None) };
    let act = NewOperatorAct {
        at,
        by: Some((caller.account.id.clone(), caller.key.id.clone())),
        system_user: None,
        action: spec.id,
        subject,
        request_id: Some(request_id.to_owned()),
    };
    Ok(Some(app.store.begin_operator_act(act).await?))
}

/// Enters how a change ended. The change is made, so that a failure to enter it is only logged; the entry then says that it
/// has begun.
pub async fn end(app: &App, act: Option<i64>, ended: Result<(), Code>) {
    let Some(no) = act else { return };
    let (outcome, code) = match ended {
        Ok(()) => (ActOutcome::Done, None),
        Err(code) if code.status() < 500 => (ActOutcome::Refused, Some(code.as_str())),
        Err(code) => (ActOutcome::Failed, Some(code.as_str())),
    };
    if let Err(error) = app.store.end_operator_act(no, outcome, code).await {
        tracing::warn!(%error, "the end of an operator's change cannot be entered in the audit log");
    }
}
