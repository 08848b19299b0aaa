//! The history of an account's calls: pages, filters, sums.

use std::sync::Arc;

use store::{
    BoughtContact, CacheUse, CallDetail, CallOutcome, ChargeLine, ChargedFor, Credits, HistoryFilter,
    Settlement, Store, UnbilledCall, UsageBy,
};

use crate::support::*;

/// Ten calls of ada, one a second, every third of `companies`, every fourth not found; one call of bob.
async fn ten_calls(store: &Store) {
    account(store, "ada", 100).await;
    account(store, "bob", 100).await;
    for number in 0..10 {
        let settlement = Settlement {
            at: second(number),
            endpoint: if number % 3 == 0 { "companies" } else { "enrich" },
            status: if number == 9 { 202 } else { 200 },
            cache: Some(if number % 2 == 0 { CacheUse::Hit } else { CacheUse::Partial }),
            resolved: u64::from(number % 4 != 0),
            latency_us: 1_000 * (number + 1),
            ..call("ada", &format!("req_{number}"), thousandths(500 * i64::from(number % 4 != 0)))
        };
        done(store, settlement).await;
    }
    done(store, call("bob", "req_bob", Credits::whole(1))).await;
}

fn ids(store: &Store, filter: &HistoryFilter) -> Vec<String> {
    let rows = store
        .history(
            &"acc_ada".into(),
            filter,
            (store.history_start(&"acc_ada".into(), filter).unwrap(), None),
            100,
        )
        .unwrap();
    rows.into_iter().map(|row| row.request_id).collect()
}

#[test]
fn pages_go_from_the_newest_call_to_the_oldest_without_gap_or_repeat() {
    on_every_engine(async |store| {
        ten_calls(&store).await;
        let (mut seen, mut before) = (Vec::new(), None);
        for _ in 0..10 {
            let page =
                store.history(&"acc_ada".into(), &HistoryFilter::default(), (i64::MIN, before), 3).unwrap();
            assert!(page.len() <= 3);
            let Some(last) = page.last() else { break };
            before = Some(last.no);
            // A call that comes in between two pages shifts nothing.
            let newcomer = format!("req_new_{}", seen.len());
            seen.extend(page.into_iter().map(|row| row.request_id));
            done(&store, call("ada", &newcomer, Credits::ZERO)).await;
        }
        let expected: Vec<String> = (0..10).rev().map(|number| format!("req_{number}")).collect();
        assert_eq!(seen, expected);
    });
}

#[test]
fn an_account_sees_its_own_calls_only() {
    on_every_engine(async |store| {
        ten_calls(&store).await;
        assert!(!ids(&store, &HistoryFilter::default()).contains(&"req_bob".to_owned()));
        assert!(store.history_row(&"acc_ada".into(), "req_bob").unwrap().is_none());
        assert!(store.history_row(&"acc_bob".into(), "req_bob").unwrap().is_some());
        assert!(
            store
                .history(&"acc_nobody".into(), &HistoryFilter::default(), (i64::MIN, None), 10)
                .unwrap()
                .is_empty()
        );
    });
}

#[test]
fn filters_narrow_by_time_endpoint_and_status() {
    on_every_engine(async |store| {
        ten_calls(&store).await;
        let between = HistoryFilter { since: Some(second(2)), until: Some(second(5)), ..Default::default() };
        assert_eq!(ids(&store, &between), ["req_4", "req_3", "req_2"]);
        let companies = HistoryFilter { endpoints: vec!["companies".into()], ..Default::default() };
        assert_eq!(ids(&store, &companies), ["req_9", "req_6", "req_3", "req_0"]);
        let accepted = HistoryFilter { status: Some(202), ..Default::default() };
        assert_eq!(ids(&store, &accepted), ["req_9"]);
        let both = HistoryFilter { endpoints: vec!["companies".into()], ..between };
        assert_eq!(ids(&store, &both), ["req_3"]);
    });
}

#[test]
fn a_summary_adds_up_what_its_filter_lists() {
    on_every_engine(async |store| {
        ten_calls(&store).await;
        let all = store.history_summary(&"acc_ada".into(), &HistoryFilter::default()).unwrap();
        assert_eq!((all.requests, all.credits, all.resolved), (10, thousandths(3_500), 7));
        assert_eq!((all.cache_hits, all.mean_latency_us), (5, 5_500));
        let companies = HistoryFilter { endpoints: vec!["companies".into()], ..Default::default() };
        let some = store.history_summary(&"acc_ada".into(), &companies).unwrap();
        assert_eq!((some.requests, some.credits, some.resolved), (4, thousandths(1_500), 3));
        let none = store.history_summary(&"acc_nobody".into(), &HistoryFilter::default()).unwrap();
        assert_eq!((none.requests, none.credits, none.mean_latency_us), (0, Credits::ZERO, 0));
    });
}

/// A call of ada that cost nothing.
fn free_call(request: &str, at: i64) -> UnbilledCall {
    UnbilledCall {
        request_id: request.into(),
        account_id: "acc_ada".into(),
        key_id: "key_other".into(),
        at: second(at),
        endpoint: "find_email",
        status: 422,
        outcome: CallOutcome::Refused,
        code: Some("unknown_field"),
        latency_us: 70,
        cache: None,
        upstream: Vec::new(),
        asked: Some(r#"{"emial":"x"}"#.into()),
        found: vec!["per_1".into()],
        replays: Some("req_0".into()),
    }
}

#[test]
fn calls_that_cost_nothing_are_rows_like_the_others_and_add_nothing_to_the_sums() {
    on_every_engine(async |store| {
        ten_calls(&store).await;
        store.note_calls(Arc::new(vec![free_call("req_free", 11)]), None).await.unwrap();
        let row = store.history_row(&"acc_ada".into(), "req_free").unwrap().unwrap();
        assert_eq!((row.outcome, row.code.as_deref()), (CallOutcome::Refused, Some("unknown_field")));
        assert_eq!((row.cache, row.credits, row.key_id.as_str()), (None, Credits::ZERO, "key_other"));
        assert_eq!((row.asked.as_deref(), row.found), (Some(r#"{"emial":"x"}"#), vec!["per_1".to_owned()]));
        assert_eq!(row.replays.as_deref(), Some("req_0"));
        let all = store.history_summary(&"acc_ada".into(), &HistoryFilter::default()).unwrap();
        assert_eq!((all.requests, all.credits), (11, thousandths(3_500)));
        let of_key = HistoryFilter { key: Some("key_other".into()), ..Default::default() };
        assert_eq!(ids(&store, &of_key), ["req_free"]);
        let charged = HistoryFilter { charged: Some(true), ..Default::default() };
        assert_eq!(ids(&store, &charged).len(), 7);
        let several =
            HistoryFilter { endpoints: vec!["find_email".into(), "companies".into()], ..Default::default() };
        assert_eq!(ids(&store, &several), ["req_free", "req_9", "req_6", "req_3", "req_0"]);
        let of_part = HistoryFilter { endpoints: vec!["find".into(), "email".into()], ..Default::default() };
        assert!(ids(&store, &of_part).is_empty());
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn usage_adds_up_the_same_in_every_grouping() {
    on_every_engine(async |store| {
        ten_calls(&store).await;
        store.note_calls(Arc::new(vec![free_call("req_free", 11)]), None).await.unwrap();
        for (by, groups) in
            [(UsageBy::Day, 1), (UsageBy::Endpoint, 3), (UsageBy::DayAndEndpoint, 3), (UsageBy::Key, 2)]
        {
            let rows = store.usage(&"acc_ada".into(), by, None, None).unwrap();
            assert_eq!(rows.len(), groups, "{rows:?}");
            assert_eq!(rows.iter().map(|row| row.requests).sum::<u64>(), 11);
            assert_eq!(rows.iter().map(|row| row.charged_requests).sum::<u64>(), 7);
            assert_eq!(rows.iter().map(|row| row.credits.thousandths()).sum::<i64>(), 3_500);
            // Of the ten calls, the last was only accepted and the 1st, 5th and 9th found nothing; the free one was refused.
            let hits = rows.iter().map(|row| (row.looked_up, row.found)).collect::<Vec<_>>();
            assert_eq!(hits.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1)), (9, 6), "{by:?}");
        }
        let of_days = store.usage(&"acc_ada".into(), UsageBy::DayAndEndpoint, None, None).unwrap();
        let day = store.usage(&"acc_ada".into(), UsageBy::Day, None, None).unwrap()[0].group.clone();
        let told: Vec<_> = of_days.into_iter().map(|row| (row.group, row.looked_up, row.found)).collect();
        let group = |endpoint: &str| format!("{day} {endpoint}");
        assert_eq!(told, [(group("companies"), 3, 2), (group("enrich"), 6, 4), (group("find_email"), 0, 0)]);
        let some =
            store.usage(&"acc_ada".into(), UsageBy::Endpoint, Some(second(2)), Some(second(5))).unwrap();
        let told: Vec<_> = some.iter().map(|row| (row.group.as_str(), row.requests)).collect();
        assert_eq!(told, [("companies", 1), ("enrich", 2)]);
    });
}

#[test]
fn after_a_time_what_cost_nothing_is_forgotten_and_what_was_charged_loses_its_question() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        let line = ChargeLine {
            charged_for: ChargedFor::Item,
            quantity: 2,
            credits_each: thousandths(500),
            credits: Credits::whole(1),
        };
        let detail = CallDetail {
            asked: Some("{}".into()),
            found: vec!["per_1".into()],
            lines: vec![line.clone()],
            bought: Vec::new(),
        };
        for number in 0..6 {
            let credits = Credits::whole(number % 2);
            let one = call("ada", &format!("req_{number}"), credits);
            done(&store, Settlement { at: second(number), detail: detail.clone(), ..one }).await;
        }
        assert!(store.forget_questions(second(4), 3).await.unwrap(), "there is more");
        assert!(!store.forget_questions(second(4), 3).await.unwrap());
        assert_eq!(ids(&store, &HistoryFilter::default()), ["req_5", "req_4", "req_3", "req_1"]);
        let row = |id: &str| store.history_row(&"acc_ada".into(), id).unwrap().unwrap();
        assert_eq!((row("req_3").asked, row("req_3").found, row("req_3").lines), (None, vec![], vec![line]));
        assert_eq!(row("req_4").asked.as_deref(), Some("{}"));
        assert!(!store.forget_questions(second(9), 100).await.unwrap());
        assert_eq!(
            ids(&store, &HistoryFilter::default()),
            ["req_5", "req_3", "req_1"],
            "it goes on where it was"
        );
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn questions_that_waited_while_a_person_was_erased_are_left_out() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        store.ingest(vec![person("1", named("Jane Doe", "jane@acme.example"))]).await.unwrap();
        let known = store.note_calls(Arc::new(vec![free_call("req_1", 1)]), None).await.unwrap();
        let target =
            crate::suppression::identifier(::records::identifier::IdentifierKind::Email, "jane@acme.example");
        store.erase(store::ErasureTarget::Identifier(target), None, second(2)).await.unwrap();
        let known = store.note_calls(Arc::new(vec![free_call("req_2", 1)]), Some(known)).await.unwrap();
        store.note_calls(Arc::new(vec![free_call("req_3", 3)]), Some(known)).await.unwrap();
        let row = |id: &str| store.history_row(&"acc_ada".into(), id).unwrap().unwrap();
        assert!(row("req_1").asked.is_some() && row("req_3").asked.is_some());
        assert_eq!((row("req_2").asked, row("req_2").found), (None, Vec::<String>::new()));
    });
}

#[test]
fn a_contact_is_bought_once_and_follows_a_person_who_is_joined() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        let (work, home) = (named("Jo Doe", "jo@acme.example"), named("Jo Doe", "jo@home.example"));
        store.ingest(vec![person("1", work.clone()), person("2", home.clone())]).await.unwrap();
        let people: Vec<String> =
            store.some_people(2).unwrap().into_iter().map(|record| record.person.id).collect();
        for (number, id) in people.iter().chain(&people).enumerate() {
            let (email, phone) = (format!("{id}@acme.example"), "+12025550143".to_owned());
            let bought = BoughtContact::of(id, Some(&email), Some(&phone));
            let detail = CallDetail { bought, ..CallDetail::default() };
            let one = call("ada", &format!("req_{number}"), Credits::whole(1));
            done(&store, Settlement { people: vec![id.clone()], detail, at: second(number as i64), ..one })
                .await;
        }
        let bought = |one: &store::SeenPerson| -> Vec<String> {
            one.bought.iter().map(|contact| format!("{} {}", contact.request_id, contact.value)).collect()
        };
        let seen = store.people_seen(&"acc_ada".into(), None, None, 10).unwrap();
        assert!(seen.iter().all(|one| bought(one).len() == 2 && one.times == 2), "{seen:?}");
        let mut both = work;
        both.emails.extend(home.emails);
        assert_eq!(store.ingest(vec![person("3", both)]).await.unwrap().joined, 1);
        let seen = store.people_seen(&"acc_ada".into(), Some("555014"), None, 10).unwrap();
        assert_eq!(seen.len(), 1);
        assert_eq!(bought(&seen[0]).len(), 3, "two addresses and one number: {:?}", seen[0].bought);
        assert_eq!(seen[0].endpoints, ["enrich"]);
    });
}
