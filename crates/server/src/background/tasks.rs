//! The server's own background tasks, by name.

use std::sync::Arc;

use engine::FEED_CHECK_INTERVAL;
use jiff::{SignedDuration, Timestamp};
use store::{AccountId, Credits, Plan, month_start};

use crate::services::{BULK_TASK, HISTORY_TASK, IMPORT_TASK, WEBHOOK_TASK};
use crate::{
    app::App,
    background::{
        bulk, call, imports, mail_memory,
        scheduler::{Next, Task, TaskError},
        timekeeping, vendor_order, watching, webhook,
    },
};

/// Rows deleted per run of a clean-up task, and grants made per run.
const ROWS_A_RUN: usize = 500;

/// A check is repeated this long after it is due: a greylisting server counts from when it heard of the address, a moment
/// after the question began.
const RECHECK_GRACE: SignedDuration = SignedDuration::from_secs(2);

/// All background tasks.
pub fn all() -> Vec<Task<App>> {
    vec![
        timekeeping::task(),
        // First of all on a shared store: an erasure waits for the index of every node that it knows.
        Task::new("node", SignedDuration::from_secs(1), async |app: Arc<App>| {
            app.note_node().await?;
            Ok(Next::Usual)
        }),
        Task::new("key_uses", SignedDuration::from_secs(5), async |app: Arc<App>| {
            app.write_key_uses().await?;
            Ok(Next::Usual)
        }),
        Task::new(HISTORY_TASK, SignedDuration::from_secs(1), async |app: Arc<App>| {
            app.history.write(&app.store).await?;
            Ok(Next::Usual)
        }),
        Task::new("traces", SignedDuration::from_secs(2), async |app: Arc<App>| {
            Ok(if app.traces.send().await? { Next::AtOnce } else { Next::Usual })
        }),
        Task::new("plan_caps", SignedDuration::from_hours(1), async |app: Arc<App>| {
            app.store.set_caps(app.settings.storage_caps()).await?;
            Ok(Next::Usual)
        }),
        Task::new(BULK_TASK, bulk::LOOK_EVERY, bulk::work),
        Task::new(WEBHOOK_TASK, webhook::LOOK_EVERY, webhook::work),
        // On every node: each has the files that were sent to it.
        Task::new(IMPORT_TASK, imports::LOOK_EVERY, imports::work),
        // On every node: each asks vendors itself.
        Task::new("vendor_order", vendor_order::LOOK_EVERY, vendor_order::work),
        // On every node: each asks mail servers itself.
        Task::new("mail_memory", mail_memory::LOOK_EVERY, mail_memory::work),
        Task::new("watch_lists", watching::LOOK_EVERY, watching::work).on_one_node(),
        Task::new("feeds", FEED_CHECK_INTERVAL, poll_feeds).on_one_node(),
        Task::new("leases", call::RENEW_EVERY, call::renew_leases),
        Task::new("monthly_credits", SignedDuration::from_mins(1), grant_monthly_credits)
            .needing_settled_time()
            .on_one_node(),
        Task::new("old_replies", SignedDuration::from_mins(10), forget_replies)
            .needing_settled_time()
            .on_one_node(),
        Task::new("old_history", SignedDuration::from_hours(1), forget_questions)
            .needing_settled_time()
            .on_one_node(),
        Task::new("old_months", SignedDuration::from_hours(1), drop_history)
            .needing_settled_time()
            .on_one_node(),
        Task::new("mail_rechecks", SignedDuration::from_secs(5), ask_mail_servers_again).on_one_node(),
        Task::new("old_checks", SignedDuration::from_mins(10), forget_checks)
            .needing_settled_time()
            .on_one_node(),
        Task::new("old_jobs", SignedDuration::from_hours(1), bulk::forget_old)
            .needing_settled_time()
            .on_one_node(),
        Task::new("old_buckets", SignedDuration::from_hours(1), async |app: Arc<App>| {
            app.store.forget_buckets().await?;
            app.store.forget_key_claims().await?;
            Ok(Next::Usual)
        })
        .on_one_node(),
        Task::new("old_deliveries", SignedDuration::from_hours(1), webhook::forget_old)
            .needing_settled_time()
            .on_one_node(),
    ]
}

async fn poll_feeds(app: Arc<App>) -> Result<Next, TaskError> {
    app.feeds.poll_due(&app.store, &app.clock).await?;
    Ok(Next::Usual)
}

async fn grant_monthly_credits(app: Arc<App>) -> Result<Next, TaskError> {
    let monthly = |plan| {
        let credits = i64::from(app.settings.terms(plan).monthly_credits);
        (plan, Credits::whole(credits))
    };
    let monthly = Plan::ALL.into_iter().map(monthly).collect();
    let run = app.store.grant_monthly_credits(monthly, app.clock.now(), ROWS_A_RUN).await?;
    if run.skipped > 0 {
        tracing::warn!(
            months = run.skipped,
            "monthly credits of months that passed while no server ran were not granted"
        );
    }
    Ok(if run.due > 0 { Next::AtOnce } else { Next::Usual })
}

async fn forget_replies(app: Arc<App>) -> Result<Next, TaskError> {
    let forgotten = app.store.forget_replies(app.clock.now(), ROWS_A_RUN).await?;
    Ok(if forgotten == ROWS_A_RUN { Next::AtOnce } else { Next::Usual })
}

async fn forget_questions(app: Arc<App>) -> Result<Next, TaskError> {
    let days = app.settings.history.kept_days;
    if days == 0 {
        return Ok(Next::Usual);
    }
    let before = app.clock.now() - SignedDuration::from_hours(24 * i64::from(days));
    let has_more = app.store.forget_questions(before, ROWS_A_RUN).await?;
    Ok(if has_more { Next::AtOnce } else { Next::Usual })
}

async fn drop_history(app: Arc<App>) -> Result<Next, TaskError> {
    let months = app.settings.history.kept_months;
    if months == 0 {
        return Ok(Next::Usual);
    }
    let now = app.clock.now();
    // Of so many months that no time is as old, all are kept.
    let month_before =
        |first: Timestamp, _| first.checked_sub(SignedDuration::from_hours(1)).ok().map(month_start);
    let Some(before) = (0..months).try_fold(month_start(now), month_before) else { return Ok(Next::Usual) };
    let dropped = app.store.drop_history(before, now, &AccountId::from(""), ROWS_A_RUN).await?;
    Ok(if dropped.is_some() { Next::AtOnce } else { Next::Usual })
}

async fn ask_mail_servers_again(app: Arc<App>) -> Result<Next, TaskError> {
    let asked = app.engine.work_overdue(RECHECK_GRACE, app.clock.now()).await?;
    if asked > 0 {
        app.wake_webhooks();
    }
    Ok(if asked > 0 { Next::AtOnce } else { Next::Usual })
}

async fn forget_checks(app: Arc<App>) -> Result<Next, TaskError> {
    let forgotten = app.engine.forget_old_checks(app.clock.now()).await?;
    Ok(if forgotten > 0 { Next::AtOnce } else { Next::Usual })
}
