"""Writes the TypeScript models and operations, and the table of routes that the client is built from."""

import json
import re
import textwrap

from .document import Document, Operation, Schema, pascal, ref_name

WIDTH = 110
HEADER = "// Written by sdk/generate from the OpenAPI document. Change the API or the generator.\n\n"


def models(document: Document) -> str:
    """The declarations of every schema."""
    parts = [_model(name, schema) for name, schema in sorted(document.models.items())]
    return HEADER + "\n".join(parts)


def _model(name: str, schema: Schema) -> str:
    doc = _doc(schema.get("description", ""), 0)
    if schema.get("type") == "object" and schema.get("properties"):
        return f"{doc}export interface {name} {_object(schema, 0)}\n"
    return f"{doc}export type {name} = {_type(schema, 0)};\n"


def _object(schema: Schema, depth: int) -> str:
    required = set(schema.get("required", []))
    indent = "  " * (depth + 1)
    fields = [
        f"{_doc(value.get('description', ''), depth + 1)}{indent}{_key(key)}{'' if key in required else '?'}: "
        f"{_type(value, depth + 1)};\n"
        for key, value in schema["properties"].items()
    ]
    return "{\n" + "".join(fields) + "  " * depth + "}"


def _type(schema: Schema, depth: int) -> str:
    if ref := ref_name(schema):
        return ref
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(_text(value) for value in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(_type(choice, depth) for choice in schema[union]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(_type({**schema, "type": one}, depth) for one in kind)
    match kind:
        case "array":
            return f"Array<{_type(schema.get('items', {}), depth)}>"
        case "object":
            if schema.get("properties"):
                return _object(schema, depth)
            more = schema.get("additionalProperties")
            return f"Record<string, {_type(more, depth) if isinstance(more, dict) else 'unknown'}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null":
            return str(kind)
    return "unknown"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else _text(name)


def _text(value: object) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'" if isinstance(value, str) else json.dumps(value)


def _doc(text: str, depth: int) -> str:
    """A documentation comment; empty for no text."""
    if not text:
        return ""
    indent = "  " * depth
    lines: list[str] = []
    for part in text.replace("*/", "*\\/").split("\n\n"):
        if lines:
            lines.append("")
        is_list = part.startswith("- ")
        lines += part.split("\n") if is_list else textwrap.wrap(" ".join(part.split()), WIDTH - 6 - len(indent))
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def camel(name: str) -> str:
    """A name as TypeScript writes it."""
    whole = pascal(name)
    return whole[:1].lower() + whole[1:]


class _Node:
    """A name in the tree: a call, a group of calls, or both."""

    def __init__(self) -> None:
        self.operation: Operation | None = None
        self.children: dict[str, _Node] = {}

    def place(self, operation: Operation) -> None:
        node = self
        for part in operation.name:
            node = node.children.setdefault(camel(part), _Node())
        node.operation = operation

    def members(self, depth: int) -> str:
        return "".join(child.member(name, depth) for name, child in self.children.items())

    def member(self, name: str, depth: int) -> str:
        indent = "  " * depth
        one = self.operation
        doc = _doc(f"{one.summary.rstrip('.')}.\n\n`{one.method} {one.path}`. {one.description}", depth) if one else ""
        own = _signatures(one, depth + 1) if one else ""
        if one and not self.children and own.count(";\n") == 1:
            return f"{doc}{indent}{name}{own.strip()}\n"
        return f"{doc}{indent}readonly {name}: {{\n{own}{self.members(depth + 1)}{indent}}};\n"


def operations(document: Document) -> str:
    """The declarations of every call."""
    root = _Node()
    for operation in document.operations:
        root.place(operation)
    head = (
        "import type { BulkJob, CallOptions, LiveSignal } from './index.js';\n"
        "import type * as m from './models.js';\n\n"
        "/** The calls of the API, in the tree of names that their paths are. */\n"
    )
    return f"{HEADER}{head}export interface Operations {{\n{root.members(1)}}}\n"


def _signatures(operation: Operation, depth: int) -> str:
    indent = "  " * depth
    values = [f"{name}: string" for name in operation.path_values]
    mark = "" if operation.input_is_required else "?"
    given = [*values, f"input{mark}: m.{operation.input}"] if operation.input else values
    parameters = ", ".join([*given, "options?: CallOptions"])
    answer = f"m.{ref_name(operation.answer)}" if operation.answer else "string"
    lines = [f"{indent}({parameters}): Promise<{answer}>;\n"]
    if operation.quote:
        lines.append(_doc("What the call would cost, at most and as estimated. Charges nothing.", depth))
        lines.append(f"{indent}quote({parameters}): Promise<m.{operation.quote}>;\n")
    if operation.item:
        lines.append(_doc("One answer after the other, until the last page.", depth))
        lines.append(f"{indent}pages({parameters}): AsyncGenerator<{answer}, void, undefined>;\n")
        lines.append(_doc(operation.iterating, depth))
        lines.append(f"{indent}iterate({parameters}): AsyncGenerator<m.{ref_name(operation.item)}, void, undefined>;\n")
    if operation.is_streamed:
        text = (
            "Live signals as they become known. A connection that breaks is made again and goes on after the last "
            "signal. `lastEventId` goes on after a signal that an earlier stream gave."
        )
        lines.append(_doc(text, depth))
        lines.append(
            f"{indent}stream(input: m.{operation.input}, options?: {{ lastEventId?: string; signal?: AbortSignal }}): "
            "AsyncGenerator<LiveSignal, void, undefined>;\n"
        )
    if operation.row:
        rows = f"rows: Iterable<m.{ref_name(operation.row)}> | AsyncIterable<m.{ref_name(operation.row)}>"
        lines.append(_doc("Submits up to 500 rows as one job, which can be waited for.", depth))
        lines.append(
            f"{indent}submit({rows}, options?: CallOptions & {{ webhook?: m.WebhookInput }}): Promise<BulkJob>;\n"
        )
        text = (
            "Submits any number of rows as jobs of up to 500, and yields their results in the order of the rows. "
            "`index` counts over all rows. At most `jobs` (2) of them are open at a time."
        )
        lines.append(_doc(text, depth))
        lines.append(
            f"{indent}run({rows}, options?: CallOptions & {{ jobs?: number }}): "
            "AsyncGenerator<m.BulkResultView, void, undefined>;\n"
        )
    return "".join(lines)


def routes(document: Document) -> str:
    """The table of calls: name, method, path, and what can be done with each beyond calling it."""
    lines = []
    for one in document.operations:
        does = {
            "input": one.input,
            "sandbox": one.has_sandbox,
            "text": one.answer is None,
            "quote": one.quote is not None,
            "list": one.item,
            "stream": one.is_streamed,
            "bulk": one.row,
        }
        flags = ", ".join(_text(flag) for flag, is_so in does.items() if is_so)
        name = ".".join(camel(part) for part in one.name)
        lines.append(f"  route('{name}', '{one.method}', '{one.path}', [{flags}]),\n")
    helper = (
        "/**\n * @param {string} name\n * @param {string} method\n * @param {string} path\n * @param {string[]} does\n */\n"
        "const route = (name, method, path, does) => ({ name, method, path, does });\n\n"
        "/** @typedef {ReturnType<typeof route>} Route */\n\n"
    )
    version = f"/** Version of the API that the package was made for. */\nexport const version = '{document.version}';\n\n"
    return HEADER + version + helper + "export const routes = [\n" + "".join(lines) + "];\n"


def package(document: Document, text: str) -> str:
    """The package's manifest with the version of the API in it."""
    manifest = json.loads(text)
    manifest["version"] = document.version
    return json.dumps(manifest, indent=2) + "\n"
