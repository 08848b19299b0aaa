"""Reads the OpenAPI document into the few facts that the SDKs are written from."""

import re
from dataclasses import dataclass, field
from typing import Any

Schema = dict[str, Any]

# The schema of an accepted bulk job.
ACCEPTED = "BulkJobAccepted"
# What every answer to `preview: true` has, and no other.
PRICE = "would_cost"
# Feeds that can be read as server-sent events. The document has one media type for each status, so it cannot say so.
STREAMED = {"signals"}
# Where the terms of a call begin in its description.
TERMS = ". Price: "
SANDBOX = "/v1/sandbox/"
VERSION = "/v1/"
METHODS = ("get", "post", "put", "patch", "delete")
JSON = "application/json"


@dataclass
class Operation:
    """One call of the API."""

    id: str
    method: str
    path: str
    # Where the call is in the tree of names: ("search", "people") is `client.search.people`.
    name: tuple[str, ...]
    summary: str
    description: str
    path_values: list[str]
    # Name of the model that holds the query or the body, if there is any field in it.
    input: str | None
    input_is_required: bool
    # Schema of the answer; `None` for text.
    answer: Schema | None
    # Schema of one result, for a list.
    item: Schema | None
    # Schema of one row, for a bulk job.
    row: Schema | None
    # Schema of the answer to `preview: true`, if the price can be asked for.
    quote: str | None
    is_streamed: bool
    has_sandbox: bool

    @property
    def iterating(self) -> str:
        """What iterating over the results means, for the documentation."""
        when = "asked for, and charged," if self.quote else "asked for"
        return f"One result after the other, over all pages. A page is {when} when it is reached."


@dataclass
class Document:
    """Everything that is generated from."""

    version: str
    models: dict[str, Schema]
    operations: list[Operation] = field(default_factory=list)


def snake(text: str) -> str:
    return text.replace("-", "_")


def pascal(text: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[_\-]", text))


def ref_name(schema: Schema) -> str | None:
    """Name of the model that a schema refers to."""
    ref = schema.get("$ref")
    return ref.rsplit("/", 1)[1] if ref else None


def read(document: dict[str, Any]) -> Document:
    """Reads a whole document."""
    models: dict[str, Schema] = dict(document["components"]["schemas"])
    out = Document(document["info"]["version"], models)
    paths = document["paths"]
    for path, methods in paths.items():
        is_twin = path.startswith(SANDBOX) and VERSION + path.removeprefix(SANDBOX) in paths
        if not path.startswith(VERSION) or is_twin:
            continue
        twin = paths.get(SANDBOX + path.removeprefix(VERSION), {})
        for method in METHODS:
            # What takes only a file, such as a table, is left to tools that send files.
            if method in methods and JSON in methods[method].get("requestBody", {}).get("content", {JSON: {}}):
                out.operations.append(_operation(models, path, method, methods[method], method in twin))
    _check_names(out.operations)
    return out


def _operation(models: dict[str, Schema], path: str, method: str, operation: Schema, has_sandbox: bool) -> Operation:
    # The only shared parameter is the idempotency key, which the SDKs send by themselves.
    parameters = [one for one in operation.get("parameters", []) if "$ref" not in one]
    quote, answer = _answer(models, operation)
    if answer:
        answer = _named(models, answer, pascal(operation["operationId"]) + "Answer")
    input_name, required = _input(models, operation, parameters, quote is not None)
    name = ref_name(answer) if answer else None
    shape = models.get(name, {}) if name else {}
    takes = models.get(input_name, {}).get("properties", {}) if input_name else {}
    results = shape.get("properties", {}).get("results", {})
    is_list = results.get("type") == "array" and (method == "get" or "cursor" in takes)
    row = takes.get("items", {}).get("items") if name == ACCEPTED else None
    # A description says what the call does, then its terms.
    about, _, terms = operation["description"].partition(TERMS)
    terms = TERMS.strip(". ") + " " + terms if terms else ""
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        name=_name(path, method, operation["operationId"]),
        summary=about,
        description=terms,
        path_values=[parameter["name"] for parameter in parameters if parameter["in"] == "path"],
        input=input_name,
        input_is_required=required,
        answer=answer,
        item=_named(models, results["items"], pascal(operation["operationId"]) + "Result") if is_list else None,
        row=row,
        quote=quote,
        is_streamed=operation["operationId"] in STREAMED,
        has_sandbox=has_sandbox,
    )


def _named(models: dict[str, Schema], schema: Schema, name: str) -> Schema:
    """A reference to a schema; one that is written in place gets a name."""
    if ref_name(schema):
        return schema
    models[name] = schema
    return {"$ref": f"#/components/schemas/{name}"}


def _answer(models: dict[str, Schema], operation: Schema) -> tuple[str | None, Schema | None]:
    """The schema of the price, if it can be asked for, and of the answer proper."""
    quote, answer = None, None
    for status, response in operation["responses"].items():
        content = response.get("content", {}) if status.startswith("2") else {}
        schema = content.get(JSON, {}).get("schema")
        for choice in (schema or {}).get("oneOf", [schema] if schema else []):
            name = ref_name(choice)
            if name and PRICE in models[name].get("properties", {}):
                quote = name
            else:
                answer = choice
    return quote, answer


def _input(
    models: dict[str, Schema], operation: Schema, parameters: list[Schema], quoted: bool
) -> tuple[str | None, bool]:
    """The model of what is sent. Queries have none in the document and get one here."""
    content = operation.get("requestBody", {}).get("content", {})
    if content:
        name = ref_name(_named(models, content[JSON]["schema"], pascal(operation["operationId"]) + "Request"))
        assert name
        if quoted:
            # `quote` sends it: the type of an answer must not depend on a value.
            kept = {key: value for key, value in models[name]["properties"].items() if key != "preview"}
            models[name] = {**models[name], "properties": kept}
    else:
        query = [parameter for parameter in parameters if parameter["in"] == "query"]
        if not query:
            return None, False
        lists = [one["name"] for one in query if one["schema"].get("type") in ("array", "object")]
        assert not lists, f"{operation['operationId']}: the SDKs write values of a query as plain text, and not {lists}"
        name = pascal(operation["operationId"]) + "Query"
        models[name] = {
            "type": "object",
            "description": f"What `{operation['operationId']}` can be asked.",
            "properties": {
                one["name"]: {**one["schema"], "description": one.get("description", "")} for one in query
            },
            "required": [one["name"] for one in query if one.get("required")],
        }
    model = models[name]
    return (name, bool(model.get("required"))) if model.get("properties") else (None, False)


def _name(path: str, method: str, id: str) -> tuple[str, ...]:
    """The names of a call: its path without the values in it, and a verb where one path has several calls."""
    parts = path.removeprefix(VERSION).split("/")
    names = tuple(snake(part) for part in parts if not part.startswith("{"))
    verb = id.removeprefix("operator_").split("_")[0]
    if parts[-1].startswith("{"):
        return (*names, "read" if method == "get" else verb)
    is_collection = method in ("get", "post") and verb in ("list", "create", "save", "add", "file", "receive")
    return (*names, verb) if is_collection else names


def _check_names(operations: list[Operation]) -> None:
    seen: dict[tuple[str, ...], str] = {}
    for operation in operations:
        if other := seen.setdefault(operation.name, operation.id):
            assert other == operation.id, f"{operation.id} and {other} would both be {'.'.join(operation.name)}"
