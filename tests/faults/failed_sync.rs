//! A sync that fails: the caller is not told that nothing was charged, nothing is acknowledged from then on, and the
//! process ends so that recovery can tell.

use crate::{
    http::Caller,
    process::Place,
    setting::{audit, fill, question, settle, times},
    tracing::attach,
};

#[test]
fn after_a_failed_sync_the_outcome_is_called_unknown_and_the_process_ends() {
    let place = Place::new();
    let key = fill(&place);
    let mut charged = 0;
    for round in 0..times("BRIMFUL_SYNC_ROUNDS", 3) {
        let mut server = place.serve();
        let caller = Caller::new(&server.address, &key);
        settle(&server, &key, round, &format!("before-{round}"));
        let fail = ["-e", "trace=fdatasync,fsync", "-e", "inject=fdatasync,fsync:error=EIO:when=1+1"];
        let Some(tracer) = attach(server.pid(), &fail) else { return };
        let name = format!("during-{round}");
        let answer = caller.post_once("/v1/enrich", &question(round), &name);
        if let Ok(answer) = &answer {
            let problem = answer.json();
            // A background write may have halted the store before this call came to it.
            let is_refused = answer.status == 503 && problem["code"] == "storage_unavailable";
            let is_unknown = answer.status == 500 && problem["code"] == "outcome_unknown";
            assert!(is_refused || is_unknown, "{}", answer.body);
            let detail = problem["detail"].as_str().unwrap();
            assert!(is_refused || detail.contains("Idempotency-Key"), "{detail}");
            assert!(is_refused || !detail.to_lowercase().contains("not charged"), "{detail}");
        }
        let code = server.wait().code();
        assert_eq!(code, Some(1), "{}", server.log());
        assert!(server.log().contains("the disk failed while a change was made durable"), "{}", server.log());
        drop(tracer);
        let server = place.serve();
        settle(&server, &key, round, &name);
        charged += 2;
        server.stop();
        audit(&place, charged);
    }
}
