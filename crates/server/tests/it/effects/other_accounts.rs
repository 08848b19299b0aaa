//! What belongs to one account is to every other as if it never was.

use serde_json::Value;
use server::{Access, CATALOGUE};
use store::{Plan, Scope};

use crate::support::{TestServer, call, own_path};

/// A problem without the id of its request.
fn told(mut problem: Value) -> Value {
    problem.as_object_mut().unwrap().shift_remove("request_id");
    problem
}

#[tokio::test]
async fn another_accounts_id_answers_as_one_that_never_was_on_every_route() {
    let (server, sample) = TestServer::of_the_world(|_| {}).await;
    let owner = server.account(Plan::Scale, 10_000).await;
    let stranger = server.account(Plan::Scale, 10_000).await;
    let mut routes = 0;
    let own = CATALOGUE.iter().filter(|entry| {
        let is_customers = matches!(entry.spec.access, Access::Key(scope) if scope != Scope::Operate);
        is_customers && entry.spec.path.contains('{')
    });
    for entry in own {
        let path = own_path(&owner, entry, &sample).await;
        let (before, after) = entry.spec.path.split_once('{').unwrap();
        let id = path.strip_prefix(before).unwrap();
        let id = id.strip_suffix(after.split_once('}').unwrap().1).unwrap();
        let absent = path.replace(id, &format!("{}zzzz", &id[..id.len() - 4]));
        let traces = server.traces(&stranger);
        let foreign = call(&stranger, entry, &path, (entry.example)(&sample)).await.problem(404, "not_found");
        let missing =
            call(&stranger, entry, &absent, (entry.example)(&sample)).await.problem(404, "not_found");
        assert_eq!(told(foreign), told(missing), "{}", entry.spec.id);
        assert_eq!(server.traces(&stranger), traces, "{}", entry.spec.id);
        routes += 1;
    }
    assert!(routes >= 20, "{routes} routes name something by id");
}
