//! Answers kept under an idempotency key, for a day.

use jiff::SignedDuration;
use store::{Credits, KeyedCall, Settled, SettledAnswer, Settlement, StoreError};

use crate::support::*;

fn keyed(name: &str, request: &str, key: &str) -> Settlement {
    Settlement { reply: Some(reply_key(key, "body")), ..call(name, request, Credits::whole(1)) }
}

#[test]
fn the_very_bytes_of_the_answer_are_kept() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let mut settlement = keyed("ada", "req_1", "once");
        settlement.status = 202;
        settlement.render = Box::new(|_, _| vec![0, 159, 146, 150]);
        let settled = store.settle(settlement).await.unwrap();
        assert!(matches!(settled, Settled::Done { .. }), "{settled:?}");
        let kept = store.reply("acc_ada", "once", second(2)).unwrap().unwrap();
        assert_eq!((kept.status, kept.body), (202, vec![0, 159, 146, 150]));
        assert_eq!((kept.digest, kept.request_id.as_str()), (digest("body"), "req_1"));
    });
}

#[test]
fn a_second_settlement_under_the_same_key_replays_the_first_and_costs_nothing() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let (body, balance) = done(&store, keyed("ada", "req_1", "once")).await;
        let Settled::Replayed(kept) = store.settle(keyed("ada", "req_2", "once")).await.unwrap() else {
            panic!("the second call was not replayed");
        };
        assert_eq!((kept.body, kept.request_id.as_str()), (body.into_bytes(), "req_1"));
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), balance);
        assert!(store.history_row(&"acc_ada".into(), "req_2").unwrap().is_none());
    });
}

#[test]
fn an_answer_with_a_secret_is_sent_open_and_kept_locked() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let lock = Box::new(|body: &[u8]| body.iter().rev().copied().collect());
        let (body, _) = done(&store, Settlement { lock: Some(lock), ..keyed("ada", "req_1", "once") }).await;
        assert_eq!(body, "balance 4");
        let kept = store.reply("acc_ada", "once", second(2)).unwrap().unwrap();
        assert_eq!(kept.body, b"4 ecnalab");
    });
}

#[test]
fn a_replay_needs_no_credits() {
    on_every_engine(async |store| {
        account(&store, "ada", 1).await;
        done(&store, keyed("ada", "req_1", "once")).await;
        let again = store.settle(keyed("ada", "req_2", "once")).await.unwrap();
        assert!(matches!(again, Settled::Replayed(_)), "{again:?}");
    });
}

#[test]
fn another_body_under_a_used_key_is_told_apart_by_its_digest() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        done(&store, keyed("ada", "req_1", "once")).await;
        let other = Settlement {
            reply: Some(reply_key("once", "another")),
            ..call("ada", "req_2", Credits::whole(1))
        };
        let Settled::Replayed(kept) = store.settle(other).await.unwrap() else {
            panic!("a used key was used again");
        };
        assert_eq!(kept.digest, digest("body"));
    });
}

#[test]
fn two_accounts_may_use_the_same_key() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        account(&store, "bob", 5).await;
        done(&store, keyed("ada", "req_1", "once")).await;
        assert!(store.reply("acc_bob", "once", second(2)).unwrap().is_none());
        done(&store, keyed("bob", "req_2", "once")).await;
    });
}

#[test]
fn an_answer_is_kept_for_a_day_and_then_the_key_is_free_again() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        done(&store, keyed("ada", "req_1", "once")).await;
        let day_later = second(1) + SignedDuration::from_hours(24);
        let just_before = day_later - SignedDuration::from_micros(1);
        assert!(store.reply("acc_ada", "once", just_before).unwrap().is_some());
        assert!(store.reply("acc_ada", "once", day_later).unwrap().is_none());
        done(&store, Settlement { at: day_later, ..keyed("ada", "req_2", "once") }).await;
        let kept = store.reply("acc_ada", "once", day_later).unwrap().unwrap();
        assert_eq!(kept.request_id, "req_2");
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(3));
    });
}

#[test]
fn answers_are_forgotten_once_they_are_kept_no_longer() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let settlement =
            Settlement { reply: Some(reply_key("once", "body")), ..call("ada", "req_1", Credits::whole(1)) };
        done(&store, settlement).await;
        assert_eq!(store.forget_replies(second(24 * 3600), 10).await.unwrap(), 0);
        assert_eq!(store.forget_replies(second(24 * 3600 + 1), 10).await.unwrap(), 1);
    });
}

#[test]
fn a_charged_answer_is_had_again_by_its_request_id_for_a_day_and_only_by_its_payer() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        account(&store, "bob", 5).await;
        let (body, _) =
            done(&store, Settlement { keeps_answer: true, ..call("ada", "req_1", Credits::whole(1)) }).await;
        let kept = store.charged_reply(&"acc_ada".into(), "req_1", second(2)).unwrap().unwrap();
        assert_eq!((kept.body, kept.sealed), (body.into_bytes(), false));
        assert!(store.charged_reply(&"acc_bob".into(), "req_1", second(2)).unwrap().is_none());
        let day_later = second(1) + SignedDuration::from_hours(24);
        assert!(store.charged_reply(&"acc_ada".into(), "req_1", day_later).unwrap().is_none());
        done(&store, Settlement { keeps_answer: true, ..call("ada", "req_2", Credits::ZERO) }).await;
        assert!(store.charged_reply(&"acc_ada".into(), "req_2", second(2)).unwrap().is_none(), "it was free");
    });
}

#[test]
fn a_change_and_the_reply_to_it_are_made_together_or_not_at_all() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let make = |request: &str, name: &str| {
            let made = store
                .create_key(&"acc_ada".into(), new_key(name), second(1))
                .map(|key| key.id.to_string().into_bytes());
            Settlement {
                reply: Some(reply_key("once", "body")),
                answer: SettledAnswer::Write(made),
                render: Box::new(|answer, _| answer),
                ..call("ada", request, Credits::ZERO)
            }
        };
        assert_eq!(done(&store, make("req_1", "a")).await.0, "key_a");
        let again = store.settle(make("req_2", "b")).await.unwrap();
        let Settled::Replayed(kept) = again else { panic!("made twice: {again:?}") };
        assert_eq!(kept.body, b"key_a");
        let failing = Settlement { reply: Some(reply_key("other", "body")), ..make("req_3", "a") };
        let failed = store.settle(failing).await;
        assert!(matches!(failed, Err(StoreError::Duplicate(_))), "{failed:?}");
        assert!(store.reply("acc_ada", "other", second(2)).unwrap().is_none());
        assert_eq!(store.keys(&"acc_ada".into()).unwrap().len(), 1);
    });
}

#[test]
fn a_caller_without_an_account_has_its_change_made_once() {
    on_every_engine(async |store| {
        let file = async |request: &str, name: &str| {
            let made = store.create_account(new_account(name, Credits::whole(1)), None, second(1));
            let made = made.map(|account| account.id.to_string().into_bytes());
            let call = KeyedCall {
                owner: "client".into(),
                request_id: request.into(),
                key: reply_key("once", "body"),
                status: 201,
                at: second(1),
            };
            store.write_once(call, made, None).await.unwrap()
        };
        assert_eq!(file("req_1", "ada").await, Ok(b"acc_ada".to_vec()));
        assert_eq!(file("req_2", "bob").await.unwrap_err().body, b"acc_ada");
        assert_eq!(store.accounts().unwrap().len(), 1);
    });
}
