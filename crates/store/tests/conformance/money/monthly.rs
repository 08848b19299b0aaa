//! Monthly credits: granted on the day, once, and made up for after downtime.

use jiff::Timestamp;
use store::{Credits, NewAccount, Plan, Store};

use crate::support::*;

fn day(text: &str) -> Timestamp {
    format!("{text}T12:00:00Z").parse().unwrap()
}

async fn opened(store: &Store, name: &str, plan: Plan, on: &str) {
    let new = NewAccount { plan, ..new_account(name, Credits::whole(1)) };
    store.create_account(new, None, day(on)).await.unwrap();
}

async fn grant(store: &Store, on: &str) -> usize {
    let monthly = vec![(Plan::Pro, Credits::whole(100)), (Plan::Free, Credits::ZERO)];
    store.grant_monthly_credits(monthly, day(on), 10).await.unwrap().due
}

#[test]
fn a_plan_gives_its_credits_on_the_day_the_account_was_opened_on() {
    on_every_engine(async |store| {
        opened(&store, "ada", Plan::Pro, "2026-01-31").await;
        opened(&store, "free", Plan::Free, "2026-01-31").await;
        assert_eq!(grant(&store, "2026-02-27").await, 0);
        assert_eq!(grant(&store, "2026-02-28").await, 2, "February has no 31st");
        assert_eq!(grant(&store, "2026-02-28").await, 0);
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(101));
        assert_eq!(store.balance(&"acc_free".into()).unwrap(), Credits::whole(1));
        assert_eq!(grant(&store, "2026-03-30").await, 0);
        grant(&store, "2026-03-31").await;
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(201));
        let last = store.movements(&"acc_ada".into()).unwrap().pop().unwrap();
        assert_eq!((last.credits, last.reason.as_str()), (Credits::whole(100), "monthly credits"));
    });
}

#[test]
fn of_months_without_a_run_two_are_granted_later() {
    on_every_engine(async |store| {
        opened(&store, "ada", Plan::Pro, "2026-01-10").await;
        let monthly = vec![(Plan::Pro, Credits::whole(100))];
        let run = store.grant_monthly_credits(monthly, day("2027-01-20"), 10).await.unwrap();
        assert_eq!((run.due, run.skipped), (1, 10));
        while grant(&store, "2027-01-20").await > 0 {}
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(201));
        assert!(store.audit().unwrap().findings.is_empty());
    });
}

#[test]
fn a_month_is_given_once_when_the_clock_was_ahead_and_came_back() {
    on_every_engine(async |store| {
        opened(&store, "ada", Plan::Pro, "2026-01-10").await;
        assert_eq!(grant(&store, "2026-02-10").await, 1);
        grant(&store, "2027-02-10").await;
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(301), "months 1, 12 and 13");
        let year = jiff::SignedDuration::from_hours(-365 * 24);
        store.adopt_clock_jump(year, day("2027-02-10")).await.unwrap();
        assert_eq!(grant(&store, "2026-02-11").await, 1, "the next month is worked out again");
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(301));
        for month in 3..=12 {
            grant(&store, &format!("2026-{month:02}-10")).await;
        }
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(1_301), "months 2 to 11");
        for on in ["2027-01-10", "2027-02-10"] {
            grant(&store, on).await;
        }
        assert_eq!(
            store.balance(&"acc_ada".into()).unwrap(),
            Credits::whole(1_301),
            "12 and 13 were given before"
        );
        grant(&store, "2027-03-10").await;
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(1_401));
    });
}

#[test]
fn the_plan_of_the_day_is_what_counts() {
    on_every_engine(async |store| {
        opened(&store, "ada", Plan::Free, "2026-01-10").await;
        grant(&store, "2026-02-10").await;
        store.set_plan(&"acc_ada".into(), Plan::Pro).await.unwrap();
        grant(&store, "2026-03-10").await;
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(101));
    });
}
