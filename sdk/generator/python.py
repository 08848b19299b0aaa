"""Writes the Python models and operations."""

import keyword
import textwrap

from .document import Document, Operation, Schema, pascal, ref_name

WIDTH = 110
HEADER = "# Written by sdk/generate from the OpenAPI document. Change the API or the generator.\n"


def models(document: Document) -> str:
    """The module with a type for every schema."""
    writer = _Models(document)
    return writer.text()


class _Models:
    def __init__(self, document: Document) -> None:
        self.models = document.models
        # Objects that the document defines in place get a name here.
        self.nested: list[str] = []

    def text(self) -> str:
        head = [
            HEADER,
            '"""What the API takes and answers. Every name is as on the wire."""\n',
            "from __future__ import annotations\n",
            "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n",
        ]
        # Aliases are evaluated when the module is loaded, so they come after what they name, in quotes.
        body = [self.model(name, schema) for name, schema in sorted(self.models.items())]
        return "\n".join(head) + "\n\n" + "\n\n".join(self.nested + body)

    def model(self, name: str, schema: Schema) -> str:
        if schema.get("type") == "object" and schema.get("properties"):
            return self.object(name, schema)
        value = self.type(schema, name)
        return f"{name}: TypeAlias = {value!r}\n{_doc(schema.get('description', ''), 0)}"

    def object(self, name: str, schema: Schema) -> str:
        required = set(schema.get("required", []))
        fields = {
            key: (self.type(value, name + pascal(key)), key in required, value.get("description", ""))
            for key, value in schema["properties"].items()
        }
        if any(keyword.iskeyword(key) for key in fields):
            return self.object_by_call(name, schema, fields)
        lines = [f"class {name}(TypedDict):", _doc(schema.get("description", "") or name, 1)]
        for key, (kind, is_required, description) in fields.items():
            field = f"    {key}: {kind if is_required else f'NotRequired[{kind}]'}\n{_doc(description, 1)}"
            lines.append(field.rstrip("\n"))
        return "\n".join(lines) + "\n"

    def object_by_call(self, name: str, schema: Schema, fields: dict[str, tuple[str, bool, str]]) -> str:
        """An object with a field whose name is a keyword of Python."""
        inner = "".join(
            f"        # {_line(description)}\n        {key!r}: {(kind if required else f'NotRequired[{kind}]')!r},\n"
            for key, (kind, required, description) in fields.items()
        )
        return f"{name} = TypedDict(\n    {name!r},\n    {{\n{inner}    }},\n)\n{_doc(schema.get('description', ''), 0)}"

    def type(self, schema: Schema, name: str) -> str:
        """The type expression of a schema; `name` is what an object in it would be called."""
        if ref := ref_name(schema):
            return ref
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
        for union in ("anyOf", "oneOf"):
            if union in schema:
                kinds = [self.type(choice, name + "Object") for choice in schema[union]]
                return " | ".join(dict.fromkeys(kinds))
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(self.type({**schema, "type": one}, name) for one in kind)
        match kind:
            case "array":
                return f"list[{self.type(schema.get('items', {}), name + 'Item')}]"
            case "object":
                return self.object_type(schema, name)
            case "string":
                return "str"
            case "integer":
                return "int"
            case "number":
                return "float"
            case "boolean":
                return "bool"
            case "null":
                return "None"
        return "Any"

    def object_type(self, schema: Schema, name: str) -> str:
        if schema.get("properties"):
            self.nested.append(self.object(name, schema))
            return name
        more = schema.get("additionalProperties")
        return f"dict[str, {self.type(more, name + 'Value') if isinstance(more, dict) else 'Any'}]"


def _line(text: str) -> str:
    return " ".join(text.split())


def _doc(text: str, depth: int) -> str:
    """A documentation string; empty for no text."""
    if not text:
        return ""
    indent = "    " * depth
    escaped = text.replace("\\", "\\\\").replace('"""', "'''")
    paragraphs = []
    for part in escaped.split("\n\n"):
        # Lists keep their lines; everything else is filled.
        if part.startswith("- "):
            lines = part.split("\n")
        else:
            lines = textwrap.wrap(_line(part), WIDTH - 8 - len(indent)) or [""]
        paragraphs.append("\n".join(indent + line if at else line for at, line in enumerate(lines)))
    whole = f"\n\n{indent}".join(paragraphs)
    end = f"\n{indent}" if "\n" in whole else ""
    if not end and whole.endswith('"'):
        whole += " "
    return f'{indent}"""{whole}{end}"""\n'


def operations(document: Document) -> str:
    """The module with a callable for every operation, in its asynchronous form."""
    root = _Node(())
    for operation in document.operations:
        root.place(operation)
    routes = "".join(_route(operation) for operation in document.operations)
    head = (
        f"{HEADER}\n"
        '"""The calls of the API, in the tree of names that their paths are."""\n\n'
        "from __future__ import annotations\n\n"
        "from collections.abc import AsyncGenerator, Iterable\n"
        "from typing import Unpack, cast\n\n"
        "from .. import models as m\n"
        "from ..calls import CallOptions, LiveSignal, Route\n"
        "from .bulk import AsyncBulkJob, run, submit\n"
        "from .transport import AsyncTransport\n"
    )
    return f"{head}\n{routes}\n\n" + "\n\n".join(root.classes())


class _Node:
    """A name in the tree: a call, a group of calls, or both."""

    def __init__(self, name: tuple[str, ...]) -> None:
        self.name = name
        self.operation: Operation | None = None
        self.children: dict[str, _Node] = {}

    def place(self, operation: Operation) -> None:
        node = self
        for at, part in enumerate(operation.name):
            node = node.children.setdefault(part, _Node(operation.name[: at + 1]))
        node.operation = operation

    @property
    def class_name(self) -> str:
        return "".join(pascal(part) for part in self.name) + "Calls" if self.name else "AsyncOperations"

    @property
    def is_method(self) -> bool:
        """Whether a method of the group is enough: a call with nothing else to do with it."""
        one = self.operation
        return bool(one and not self.children and not (one.quote or one.item or one.is_streamed or one.row))

    def classes(self) -> list[str]:
        """The classes of what is below, then its own."""
        below = [text for child in self.children.values() if not child.is_method for text in child.classes()]
        return [*below, self.text()]

    def text(self) -> str:
        one = self.operation
        summary = _description(one) if one else f"Calls under `{'.'.join(self.name)}`." if self.name else "Every call."
        lines = [f"class {self.class_name}:", _doc(summary, 1)]
        lines.append("    def __init__(self, transport: AsyncTransport) -> None:\n        self._transport = transport")
        for name, child in self.children.items():
            if not child.is_method:
                lines.append(f"        self.{name} = {child.class_name}(transport)")
                if child.operation:
                    lines.append(_doc(_description(child.operation), 2).rstrip("\n"))
        if one:
            lines.append("\n" + _methods(one).rstrip("\n"))
        for name, child in self.children.items():
            if child.is_method and child.operation:
                lines.append("\n" + _call(child.operation, name, _description(child.operation)).rstrip("\n"))
        return "\n".join(lines).rstrip("\n") + "\n"


def _description(operation: Operation) -> str:
    return f"{operation.summary.rstrip('.')}.\n\n`{operation.method} {operation.path}`. {operation.description}"


def _constant(operation: Operation) -> str:
    return "_" + operation.id.upper()


def _route(operation: Operation) -> str:
    flags = {"has_sandbox": operation.has_sandbox, "has_quote": operation.quote is not None}
    given = "".join(f", {flag}=True" for flag, is_so in flags.items() if is_so)
    return f'{_constant(operation)} = Route("{operation.method}", "{operation.path}"{given})\n'


def _arguments(operation: Operation, without_input: bool = False) -> tuple[str, str]:
    """The parameters of a method, and what it passes on: values of the path, and the input."""
    parameters = [f"{name}: str" for name in operation.path_values]
    if parameters:
        parameters.append("/")
    parameters += ["*", "options: CallOptions | None = None"]
    has_input = operation.input and not without_input
    if has_input:
        parameters.append(f"**input: Unpack[m.{operation.input}]")
    values = ", ".join(operation.path_values) + ("," if len(operation.path_values) == 1 else "")
    return ", ".join(parameters), f"({values}), {'input' if has_input else '{}'}, options"


def _answer(operation: Operation) -> str:
    return f"m.{ref_name(operation.answer)}" if operation.answer else "str"


def _call(operation: Operation, name: str, description: str) -> str:
    parameters, passed = _arguments(operation)
    kind = _answer(operation)
    how = "call" if operation.answer else "text"
    sent = f"await self._transport.{how}({_constant(operation)}, {passed})"
    returned = f"cast({kind}, {sent})" if operation.answer else sent
    head = f"    async def {name}(self, {parameters}) -> {kind}:\n{_doc(description, 2)}"
    return f"{head}        return {returned}\n"


def _methods(operation: Operation) -> str:
    parameters, passed = _arguments(operation)
    kind, route = _answer(operation), _constant(operation)
    methods = [_call(operation, "__call__", _description(operation))]
    if operation.quote:
        doc = _doc("What the call would cost, at most and as estimated. Charges nothing.", 2)
        methods.append(
            f"    async def quote(self, {parameters}) -> m.{operation.quote}:\n{doc}"
            f"        return cast(m.{operation.quote}, await self._transport.quote({route}, {passed}))\n"
        )
    if operation.item:
        item = f"m.{ref_name(operation.item)}"
        methods.append(
            f"    def pages(self, {parameters}) -> AsyncGenerator[{kind}]:\n"
            f"{_doc('One answer after the other, until the last page.', 2)}"
            f"        return self._transport.pages({route}, {passed})\n"
        )
        methods.append(
            f"    def iterate(self, {parameters}) -> AsyncGenerator[{item}]:\n"
            f"{_doc(operation.iterating, 2)}"
            f"        return self._transport.iterate({route}, {passed})\n"
        )
    if operation.is_streamed:
        methods.append(_stream(operation))
    if operation.row:
        methods.append(_bulk(operation))
    return "\n".join(methods)


def _stream(operation: Operation) -> str:
    text = (
        "Live signals as they become known. A connection that breaks is made again and goes on after the last signal. "
        "`last_event_id` goes on after a signal that an earlier stream gave."
    )
    return (
        f"    def stream(\n        self, *, last_event_id: str | None = None, **input: Unpack[m.{operation.input}]\n"
        f"    ) -> AsyncGenerator[LiveSignal]:\n{_doc(text, 2)}"
        f"        return self._transport.stream({_constant(operation)}, input, last_event_id)\n"
    )


def _bulk(operation: Operation) -> str:
    assert operation.row
    row, route = f"m.{ref_name(operation.row)}", _constant(operation)
    one = "Submits up to 500 rows as one job, which can be waited for."
    many = (
        "Submits any number of rows as jobs of up to 500, and yields their results in the order of the rows. "
        "`index` counts over all rows. At most `jobs` of them are open at a time."
    )
    webhook = "webhook: m.WebhookInput | None = None"
    return (
        f"    async def submit(\n        self, rows: Iterable[{row}], *, {webhook}, options: CallOptions | None = None\n"
        f"    ) -> AsyncBulkJob:\n{_doc(one, 2)}"
        f"        return await submit(self._transport, {route}, rows, webhook, options)\n\n"
        f"    def run(\n        self, rows: Iterable[{row}], *, jobs: int = 2, options: CallOptions | None = None\n"
        f"    ) -> AsyncGenerator[m.BulkResultView]:\n{_doc(many, 2)}"
        f"        return run(self._transport, {route}, rows, jobs, options)\n"
    )


def version(document: Document) -> str:
    """The module with the version of the API that the package was made for."""
    return f'{HEADER}\nVERSION = "{document.version}"\n'
