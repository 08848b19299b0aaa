//! The account and what it used this month.

use serde_json::{Value, json};

use super::tables::{ACCOUNT, ME, USAGE, USED};
use crate::{asked::Asked, refusal::Refusal, table::shape, vendor::Shaped};

/// `account`. Credits are one pool here, so that each kind of request has the same figures.
pub(super) async fn account(asked: Asked) -> Result<Shaped, Refusal> {
    ME.only(&asked.params, &[])?;
    let me = asked.call(&ME, json!({})).await?;
    let today = asked.app.clock.now().to_zoned(jiff::tz::TimeZone::UTC).date();
    let since = format!("{}T00:00:00Z", today.first_of_month());
    let usage = asked.call(&USAGE, json!({ "since": since })).await?;
    let mut data = shape(ACCOUNT.fields, &me, false);
    let left = data.as_object_mut().and_then(|members| members.shift_remove("left")).unwrap_or(Value::Null);
    let used = shape(USED.fields, &usage, false)["used"].as_i64().unwrap_or(0);
    let figures = json!({ "used": used, "available": used + left.as_i64().unwrap_or(0) });
    data["calls"] = figures.clone();
    data["requests"] = json!({ "credits": figures, "searches": figures, "verifications": figures });
    Ok(Shaped::ok(json!({ "data": data })))
}
