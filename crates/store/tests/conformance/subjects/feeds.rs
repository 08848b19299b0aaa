//! How far each feed was read.

use crate::support::*;

#[test]
fn what_is_remembered_of_a_feed_takes_the_place_of_what_was() {
    on_every_engine(async |store| {
        assert_eq!(store.feed_state("news").unwrap(), None);
        for state in ["{}", "{\"etag\":\"v1\"}"] {
            store.keep_feed_state("news".into(), state.into()).await.unwrap();
            assert_eq!(store.feed_state("news").unwrap().as_deref(), Some(state));
        }
        assert_eq!(store.feed_state("jobs").unwrap(), None);
    });
}
