//! An id of the wrong kind or form is refused wherever a record's id is taken, free, with the name of its field.

use serde_json::{Value, json};
use server::{CATALOGUE, Entry, Method, Sample, request_schemas};
use store::Plan;

use crate::support::{TestServer, call};

/// A field that takes the ids of records.
#[derive(Debug, Clone)]
struct IdField {
    /// Members and list places that lead to it.
    path: Vec<String>,
    is_list: bool,
    is_person: bool,
}

impl IdField {
    /// The pointer of its value, or of the first one in its list.
    fn pointer(&self) -> String {
        let end = if self.is_list { "/0" } else { "" };
        format!("/{}{end}", self.path.join("/"))
    }

    /// A request with an id in the field.
    fn set(&self, request: &mut Value, id: &str) {
        let value = if self.is_list { json!([id]) } else { json!(id) };
        let mut place = request;
        for part in &self.path[..self.path.len() - 1] {
            place = match part.as_str() {
                "0" => {
                    *place = json!([{}]);
                    &mut place[0]
                }
                name => &mut place[name],
            };
        }
        if !place.is_object() {
            *place = json!({});
        }
        place[self.path.last().unwrap()] = value;
    }

    /// Ids that it refuses: of the other kind, and of none.
    fn refused(&self) -> [&'static str; 3] {
        if self.is_person { ["com_1", "per-1", "42"] } else { ["per_1", "com 1", "acme.example"] }
    }
}

/// A schema itself, where it is given by reference or as one of several.
fn resolved<'s>(schema: &'s Value, root: &'s Value) -> &'s Value {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return resolved(&root["$defs"][name], root);
    }
    let several = ["anyOf", "allOf", "oneOf"].iter().find_map(|word| schema[*word].as_array());
    let is_null = |schema: &&Value| schema["type"] == "null";
    match several.and_then(|several| several.iter().find(|schema| !is_null(schema))) {
        Some(one) if schema.get("properties").is_none() => resolved(one, root),
        _ => schema,
    }
}

/// All fields of a request that take ids of people or companies.
fn id_fields(schema: &Value, root: &Value, path: &[String], found: &mut Vec<IdField>) {
    let Some(properties) = resolved(schema, root)["properties"].as_object() else { return };
    for (name, property) in properties {
        let path = [path, std::slice::from_ref(name)].concat();
        let kind = name.trim_end_matches('s');
        let is_id = kind.ends_with("person_id") || kind.ends_with("company_id");
        if is_id {
            found.push(IdField {
                path,
                is_list: name.ends_with('s'),
                is_person: kind.ends_with("person_id"),
            });
            continue;
        }
        if path.len() > 3 {
            continue;
        }
        let property = resolved(property, root);
        id_fields(property, root, &path, found);
        let items = [path, vec!["0".to_owned()]].concat();
        id_fields(&property["items"], root, &items, found);
    }
}

#[tokio::test]
async fn an_id_of_the_wrong_kind_is_refused_free_with_its_field_by_every_endpoint() {
    let (server, sample): (TestServer, Sample) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Scale, 1_000).await;
    let before = server.balance(&account);
    let schemas = request_schemas(CATALOGUE);
    let (mut fields, mut called) = (0, 0);
    // Items of a job are refused one by one, by the rules of the single call.
    for entry in CATALOGUE.iter().filter(|entry: &&Entry| entry.spec.items_of.is_none()) {
        let schema = schemas.request(entry.spec.id);
        let mut found = Vec::new();
        id_fields(schema, schema, &[], &mut found);
        fields += found.len();
        for field in found {
            for id in field.refused() {
                let mut request = (entry.example)(&sample);
                field.set(&mut request, id);
                let faults = schemas.faults(entry.spec.id, &request).into_vec();
                // A filter names the list, and says which ids it takes.
                let says = if field.is_person { "per_" } else { "com" };
                let named = faults.iter().any(|fault| {
                    fault.pointer.len() > 1
                        && field.pointer().starts_with(&fault.pointer)
                        && fault.message.contains(says)
                });
                assert!(named, "{} takes {id} in {}: {faults:?}", entry.spec.path, field.pointer());
                if entry.spec.path.contains('{') || entry.spec.method == Method::Get && field.path.len() > 1 {
                    continue;
                }
                let answer = call(&account, entry, entry.spec.path, request).await;
                answer.problem(422, "invalid_request");
                called += 1;
            }
        }
    }
    assert!(fields > 20 && called > 60, "{fields} fields, {called} calls");
    assert_eq!(server.balance(&account), before);
}

#[tokio::test]
async fn an_id_of_a_job_s_item_is_refused_for_that_item_alone() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Scale, 100).await;
    let items = json!({ "items": [{ "person_id": "com_1" }, { "person_id": "per_1" }] });
    let job = account.post("/v1/bulk/enrich", items).await.ok();
    assert_eq!((&job["total"], &job["invalid"]), (&json!(2), &json!(1)), "{job}");
    let results = account.get(&format!("/v1/bulk/{}", job["id"].as_str().unwrap())).await.ok();
    assert_eq!(results["results"][0]["status"], "invalid", "{results}");
}
