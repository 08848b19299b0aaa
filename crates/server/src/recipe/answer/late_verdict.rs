//! Tells a caller's webhook when a check has ended that a mail server put off.

use store::{DeferredCheck, NewNotice};

use crate::{
    background::webhook::WebhookInput,
    call::{context::Context, problem::Problem},
};

/// Asks for a notice of the end of a check, if the caller wants one; whether it will come, if there is such a check. The
/// webhook is checked in any case, so that a call is not refused only when a mail server is slow.
pub async fn notify_later(
    context: &Context,
    webhook: Option<WebhookInput>,
    deferred: Option<DeferredCheck>,
) -> Result<Option<bool>, Problem> {
    let Some(webhook) = webhook else { return Ok(None) };
    let webhook = webhook.ensure(context, "/webhook").await?;
    let Some(check) = deferred else { return Ok(None) };
    let (endpoint, request_id, at) = (context.endpoint, context.request_id.clone(), context.now);
    let (store, account) = (context.store().clone(), context.account_id().clone());
    let filed = webhook.and_then(move |webhook| {
        let notice = NewNotice { check, webhook: webhook.id, endpoint, request_id, at };
        store.notify_when_settled(&account, notice)
    });
    Ok(Some(filed.await?))
}
