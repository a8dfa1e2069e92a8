"""Find missing descriptions in the contract, and summaries that do not start with a verb."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

Document = Mapping[str, Any]


def undescribed(document: Document) -> Iterator[tuple[str, str]]:
    """List the elements without a description, by name, with what is missing."""
    for name, schema in document["components"]["schemas"].items():
        if not schema.get("description"):
            yield name, "the schema has no description"
        yield from ((f"{name}.{field}", "the field has no description") for field in undescribed_fields(schema))
    for name, node in named(document, ""):
        if not described(node):
            yield name, "the parameter or header has no description"


def undescribed_fields(schema: Any) -> Iterator[str]:
    """List the fields of a schema, at any depth, that have no description.

    OpenAPI 3.0 allows no description beside `$ref`: the one of the schema counts. A constant needs none.
    """
    if isinstance(schema, Mapping):
        for field, value in schema.get("properties", {}).items():
            if not described(value) and len(value.get("enum", ())) != 1:
                yield field
        for key, value in schema.items():
            if key != "example":
                yield from undescribed_fields(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from undescribed_fields(value)


def described(node: Document) -> bool:
    """Whether a field, parameter or header has a description of its own or by reference."""
    return bool(node.get("description") or "$ref" in node or any("$ref" in part for part in node.get("allOf", ())))


def named(node: Any, place: str) -> Iterator[tuple[str, Document]]:
    """List all parameters and headers, each with its name and that of its operation or component."""
    if isinstance(node, Mapping):
        place = node.get("operationId", place)
        parameters, headers = node.get("parameters", ()), node.get("headers", {})
        if isinstance(parameters, list):
            yield from ((f"{place} {parameter.get('name')}", parameter) for parameter in parameters)
        if place and isinstance(headers, Mapping):
            yield from ((f"{place} {name}", header) for name, header in headers.items())
        for key, value in node.items():
            if key not in {"example", "examples", "properties"}:
                yield from named(value, place)
    elif isinstance(node, list):
        for value in node:
            yield from named(value, place)


def weak_summaries(document: Document) -> Iterator[tuple[str, str]]:
    """List the operations whose summary does not start with a verb of an operation id: list, get, create, ..."""
    methods = [method for path in document["paths"].values() for method in path.values() if "operationId" in method]
    verbs = {verb(method["operationId"]) for method in methods}
    for method in methods:
        first = method.get("summary", "").split(" ")[0].lower()
        if first not in verbs:
            yield method["operationId"], f"the summary begins with {first!r}, not with a verb of an operation id"


def verb(operation: str) -> str:
    """Return the first word of an operation id."""
    return re.match(r"[a-z]*", operation)[0]
