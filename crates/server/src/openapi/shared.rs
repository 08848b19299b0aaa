//! Moves what many operations repeat into components: problems, headers, parameters and examples.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::examples::Example;

/// The parameter that is written once.
const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// Components that operations refer to.
#[derive(Default)]
pub(super) struct Shared {
    parameters: Map<String, Value>,
    headers: Map<String, Value>,
    responses: Map<String, Value>,
}

impl Shared {
    /// Replaces the repeated parts of an operation by references.
    pub(super) fn share(&mut self, operation: &mut Value) {
        for parameter in operation["parameters"].as_array_mut().into_iter().flatten() {
            if parameter["name"] == IDEMPOTENCY_KEY {
                *parameter =
                    reference(&mut self.parameters, "parameters", "IdempotencyKey", parameter.take());
            }
        }
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            if status.starts_with('2') {
                for (name, header) in response["headers"].as_object_mut().into_iter().flatten() {
                    *header = reference(&mut self.headers, "headers", name, header.take());
                }
            } else {
                let name = self.name_of_problem(status, response);
                *response = reference(&mut self.responses, "responses", &name, response.take());
            }
        }
    }

    /// The name of a problem response; operations with the same codes share one.
    fn name_of_problem(&self, status: &str, response: &Value) -> String {
        let first = format!("Problem{status}");
        let mut name = first.clone();
        let mut number = 1;
        while self.responses.get(&name).is_some_and(|other| other != response) {
            number += 1;
            name = format!("{first}_{number}");
        }
        name
    }

    /// Adds the components to those of the document.
    pub(super) fn into_components(self, components: &mut Value, recorded: &BTreeMap<String, Example>) {
        components["responses"] = Value::Object(self.responses);
        components["parameters"] = Value::Object(self.parameters);
        components["headers"] = Value::Object(self.headers);
        let examples = recorded.iter().filter_map(|(id, example)| {
            let value = example.answer.clone()?;
            Some((id.clone(), json!({ "summary": "What the sandbox answers", "value": value })))
        });
        components["examples"] = Value::Object(examples.collect());
    }
}

fn reference(components: &mut Map<String, Value>, kind: &str, name: &str, value: Value) -> Value {
    components.entry(name).or_insert(value);
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}
