//! The daily quota of masked rows that previews show an account.

use store::PreviewRows;

use crate::call::{context::Context, problem::Problem};

/// Takes as many of the wanted rows as the account's day has left. The sandbox has no quota: its people are made up, and its
/// calls are counted.
pub async fn take(context: &Context, wanted: u64) -> Result<Option<PreviewRows>, Problem> {
    if context.sandbox {
        return Ok(None);
    }
    let allowance = context.services.settings.limits.preview_rows_per_day;
    let taken = context.store().take_preview_rows(context.account_id(), wanted, allowance, context.now);
    Ok(Some(taken.await?))
}
