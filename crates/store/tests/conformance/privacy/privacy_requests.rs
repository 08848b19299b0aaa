//! Privacy requests, until an operator has decided.

use ::records::identifier::IdentifierKind;
use store::{PrivacyRequestStatus, StoreError};

use crate::{support::*, suppression::identifier};

#[test]
fn a_request_keeps_who_asked_only_until_it_is_decided() {
    on_every_engine(async |store| {
        let jane = identifier(IdentifierKind::Email, "jane@acme.example");
        let file =
            async |id: &str| store.file_privacy_request(id.into(), jane.clone(), second(1)).await.unwrap();
        assert_eq!(file("prq_1").await, "prq_1");
        assert_eq!(file("prq_2").await, "prq_1", "the same person is not filed twice");
        let open = store.privacy_requests(Some(PrivacyRequestStatus::Open), None, 10).unwrap();
        assert_eq!((open.len(), open[0].identifier()), (1, Some(jane.clone())));
        let decided =
            store.decide_privacy_request("prq_1", PrivacyRequestStatus::Refused, second(2)).await.unwrap();
        assert_eq!((decided.value.as_ref(), decided.decided_at), (None, Some(second(2))));
        let again = store.decide_privacy_request("prq_1", PrivacyRequestStatus::Approved, second(3)).await;
        assert_eq!(again.unwrap().status, PrivacyRequestStatus::Refused, "what was decided stays decided");
        assert!(store.privacy_requests(Some(PrivacyRequestStatus::Open), None, 10).unwrap().is_empty());
        let missing = store.privacy_request("prq_2");
        assert!(matches!(missing, Err(StoreError::NotFound("privacy request"))), "{missing:?}");
    });
}
