//! A call in the words of curl, Python and JavaScript.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};
use server::{PageCall, Spec};

/// A request taken apart as HTTP wants it: parameters of the path, of the query, and the body.
pub(crate) struct Parts {
    pub(crate) path: Vec<(String, String)>,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) body: Option<Value>,
}

impl Parts {
    pub(crate) fn of(spec: &Spec, request: &Value) -> Self {
        let (mut path, mut query, mut body) = (Vec::new(), Vec::new(), Map::new());
        for (name, value) in request.as_object().into_iter().flatten() {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if spec.path.contains(&format!("{{{name}}}")) {
                path.push((name.clone(), text(value)));
            } else if spec.method.has_body() {
                body.insert(name.clone(), value.clone());
            } else if let Some(items) = value.as_array() {
                query.extend(items.iter().map(|item| (name.clone(), text(item))));
            } else {
                query.push((name.clone(), text(value)));
            }
        }
        // What is not a JSON object is sent as it is, to be told what is wrong with it.
        let body = if request.is_object() { Value::Object(body) } else { request.clone() };
        Self { path, query, body: spec.method.has_body().then_some(body) }
    }

    /// The call that a page makes of it.
    pub(crate) fn call(self, sandbox: bool) -> PageCall {
        PageCall { parts: self.path, query: self.query, body: self.body, sandbox, ..PageCall::default() }
    }

    fn url(&self, origin: &str, spec: &Spec, sandbox: bool) -> String {
        let mut path = if sandbox { spec.twin_path() } else { spec.path.to_owned() };
        for (name, value) in &self.path {
            path = path
                .replace(&format!("{{{name}}}"), &utf8_percent_encode(value, NON_ALPHANUMERIC).to_string());
        }
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.query).finish();
        format!("{origin}{path}{}{query}", if query.is_empty() { "" } else { "?" })
    }
}

/// Label and text of the call in each language.
pub(crate) fn snippets(
    origin: &str,
    spec: &Spec,
    request: &Value,
    sandbox: bool,
) -> [(&'static str, String); 3] {
    let parts = Parts::of(spec, request);
    let (url, method) = (parts.url(origin, spec, sandbox), spec.method.as_str());
    let body = parts.body.as_ref().map(Value::to_string);
    let with_key = !sandbox && spec.access != server::Access::Public;
    [
        ("curl", curl(&url, method, body.as_deref(), with_key)),
        ("Python", python(&url, method, parts.body.as_ref(), with_key)),
        ("JavaScript", javascript(&url, method, body.as_deref(), with_key)),
    ]
}

fn curl(url: &str, method: &str, body: Option<&str>, with_key: bool) -> String {
    let mut lines = vec![match method {
        "GET" | "POST" => format!("curl -s '{url}'"),
        _ => format!("curl -s -X {method} '{url}'"),
    }];
    if with_key {
        lines.push("-H \"Authorization: Bearer $BRIMFUL_KEY\"".to_owned());
    }
    if let Some(body) = body {
        lines.push("-H 'Content-Type: application/json'".to_owned());
        lines.push(format!("-d '{}'", body.replace('\'', r"'\''")));
    }
    lines.join(" \\\n  ")
}

/// A JSON text as a literal of Python that holds it.
fn python(url: &str, method: &str, body: Option<&Value>, with_key: bool) -> String {
    let mut arguments = vec![format!("\"{url}\"")];
    if with_key {
        arguments.push("headers={\"Authorization\": f\"Bearer {os.environ['BRIMFUL_KEY']}\"}".to_owned());
    }
    if let Some(body) = body {
        let text = serde_json::to_string(&body.to_string()).unwrap_or_default();
        arguments.push(format!("json=json.loads({text})"));
    }
    arguments.push("timeout=30".to_owned());
    format!(
        "import json, os, requests\n\nanswer = requests.{}(\n    {},\n)\nprint(answer.json())",
        method.to_lowercase(),
        arguments.join(",\n    ")
    )
}

fn javascript(url: &str, method: &str, body: Option<&str>, with_key: bool) -> String {
    let mut headers = Vec::new();
    if with_key {
        headers.push("    Authorization: `Bearer ${process.env.BRIMFUL_KEY}`,\n".to_owned());
    }
    if body.is_some() {
        headers.push("    \"Content-Type\": \"application/json\",\n".to_owned());
    }
    let headers = if headers.is_empty() {
        String::new()
    } else {
        format!("  headers: {{\n{}  }},\n", headers.concat())
    };
    let body = body.map(|body| format!("  body: JSON.stringify({body}),\n")).unwrap_or_default();
    format!(
        "const answer = await fetch(\"{url}\", {{\n  method: \"{method}\",\n{headers}{body}}});\nconsole.log(await answer.json());"
    )
}
