//! The daily sandbox quota of each client.

use std::net::IpAddr;

use jiff::{Timestamp, tz::TimeZone};

use crate::{
    access::auth,
    app::App,
    call::problem::{Code, Problem},
};

/// Counts a sandbox call; refuses it if the client's daily quota is used up.
pub async fn admit(app: &App, client: IpAddr, now: Timestamp) -> Result<(), Problem> {
    let limit = app.settings.limits.sandbox_calls_per_day;
    let calls = app.store.count_sandbox_call(auth::client_digest(app, client), now).await?;
    if calls <= limit {
        return Ok(());
    }
    Err(Problem::new(
        Code::SandboxLimit,
        format!(
            "The sandbox answers {limit} calls a day and client. Sign up for a key, or come back tomorrow."
        ),
    )
    .retry_after(seconds_to_midnight(now)))
}

fn seconds_to_midnight(now: Timestamp) -> u64 {
    let today = now.to_zoned(TimeZone::UTC);
    let tomorrow = today.tomorrow().and_then(|day| day.start_of_day());
    let seconds = tomorrow.map_or(0, |day| day.timestamp().as_second() - now.as_second());
    u64::try_from(seconds).unwrap_or(0).max(1)
}
