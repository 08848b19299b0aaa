//! Enters what commands change in the audit log.

mod system_user;

use store::{ActOutcome, Clock, NewOperatorAct, Store, StoreError};

/// Makes a change, with an entry in the audit log before it and with its end after it. `subject` holds ids, never a name.
pub(crate) async fn logged<T, E: Into<anyhow::Error>>(
    store: &Store,
    action: &'static str,
    subject: Option<String>,
    change: impl Future<Output = Result<T, E>>,
) -> anyhow::Result<T> {
    let act = NewOperatorAct {
        at: Clock::System.now(),
        by: None,
        system_user: Some(system_user::name()),
        action,
        subject,
        request_id: None,
    };
    let no = store.begin_operator_act(act).await?;
    let done = change.await.map_err(Into::into);
    let outcome = match &done {
        Ok(_) => ActOutcome::Done,
        Err(error) if is_refusal(error) => ActOutcome::Refused,
        Err(_) => ActOutcome::Failed,
    };
    store.end_operator_act(no, outcome, None).await?;
    done
}

/// Whether the change was not made.
fn is_refusal(error: &anyhow::Error) -> bool {
    let refusals = |error: &StoreError| {
        matches!(
            error,
            StoreError::NotFound(_)
                | StoreError::Refused(_)
                | StoreError::OutOfRange
                | StoreError::ReferenceUsed(_)
                | StoreError::RefundRefused(_)
                | StoreError::Duplicate(_)
        )
    };
    error.downcast_ref::<StoreError>().is_some_and(refusals)
}
