//! The daily allowance of rows that previews show.

use jiff::SignedDuration;
use store::{AccountId, PreviewRows};

use crate::support::*;

#[test]
fn an_account_is_granted_what_is_left_of_its_day_and_the_next_day_starts_anew() {
    on_every_engine(async |store| {
        let (one, two) = (AccountId::from("acc_1"), AccountId::from("acc_2"));
        let rows = |granted, left| PreviewRows { granted, left };
        assert_eq!(store.take_preview_rows(&one, 25, 60, start()).await.unwrap(), rows(25, 35));
        assert_eq!(store.take_preview_rows(&one, 25, 60, second(1)).await.unwrap(), rows(25, 10));
        assert_eq!(store.take_preview_rows(&one, 25, 60, second(2)).await.unwrap(), rows(10, 0));
        assert_eq!(store.take_preview_rows(&one, 25, 60, second(3)).await.unwrap(), rows(0, 0));
        assert_eq!(store.take_preview_rows(&two, 25, 60, second(3)).await.unwrap(), rows(25, 35));
        assert_eq!(store.take_preview_rows(&two, 0, 60, second(3)).await.unwrap(), rows(0, 35));
        let tomorrow = start() + SignedDuration::from_hours(24);
        assert_eq!(store.take_preview_rows(&one, 25, 60, tomorrow).await.unwrap(), rows(25, 35));
        let late = tomorrow - SignedDuration::from_secs(1);
        assert_eq!(store.take_preview_rows(&one, 25, 60, late).await.unwrap(), rows(0, 0));
    });
}

#[test]
fn previews_side_by_side_are_never_granted_more_than_the_day_allows() {
    on_every_engine(async |store| {
        let calls = (0..40).map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                store.take_preview_rows(&AccountId::from("acc_1"), 7, 100, start()).await.unwrap().granted
            })
        });
        let mut granted = 0;
        for call in calls.collect::<Vec<_>>() {
            granted += call.await.unwrap();
        }
        assert_eq!(granted, 100);
    });
}
