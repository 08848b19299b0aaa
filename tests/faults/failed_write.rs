//! A write that fails, at one place after the other: no acknowledged charge is lost, none is made twice.

use std::collections::BTreeMap;

use crate::{
    http::Caller,
    process::Place,
    setting::{audit, fill, question, settle, times},
    tracing::attach,
};

const CALLS: usize = 12;

#[test]
fn whichever_write_fails_no_acknowledged_charge_is_lost_or_doubled() {
    let place = Place::new();
    let key = fill(&place);
    let (mut charged, mut hit) = (0, 0);
    for point in 1..=times("BRIMFUL_WRITE_POINTS", 6) {
        let error = if point % 2 == 0 { "EIO" } else { "ENOSPC" };
        let server = place.serve();
        let caller = Caller::new(&server.address, &key);
        let fail = format!("inject=pwrite64:error={error}:when={point}");
        let log = place.path("trace");
        let arguments = ["-o", log.to_str().unwrap(), "-e", "trace=pwrite64", "-e", &fail];
        let Some(tracer) = attach(server.pid(), &arguments) else { return };
        let mut acknowledged = BTreeMap::new();
        for number in 0..CALLS {
            let name = format!("point{point}-{number}");
            let answer = caller.post_once("/v1/enrich", &question(number), &name);
            if let Some(answer) = answer.ok().filter(|answer| answer.status == 200) {
                acknowledged.insert(name, answer.header("x-request-id").unwrap().to_owned());
            }
        }
        drop(tracer);
        // Threads are counted one by one: a late point may never come.
        hit += usize::from(place.read("trace").contains("(INJECTED)"));
        // Dropping it is `kill -9`, if it has not ended by itself.
        drop(server);
        let server = place.serve();
        let caller = Caller::new(&server.address, &key);
        for request in acknowledged.values() {
            let kept = caller.get(&format!("/v1/me/history/{request}/answer"));
            assert_eq!(kept.status, 200, "point {point}: {request} was acknowledged and is gone");
        }
        (0..CALLS).for_each(|number| settle(&server, &key, number, &format!("point{point}-{number}")));
        charged += CALLS;
        server.stop();
        audit(&place, charged);
    }
    assert!(hit > 0, "no write was made to fail");
}
