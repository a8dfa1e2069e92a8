"""Write the contract as JSON that is easy to read and to compare by line."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]
WIDTH = 120
METHODS = ("get", "put", "post", "delete", "patch")

_line = json.JSONEncoder(sort_keys=True, ensure_ascii=False).encode
"""Return JSON in one line, as `json.dumps` does. One encoder writes tens of thousands of lines."""


def written(document: Any, indent: int = 0) -> str:
    """Return JSON with sorted keys. A value that fits into `WIDTH` takes one line, else each field starts a line."""
    line = _line(document)
    if indent + len(line) <= WIDTH or not isinstance(document, dict | list) or not document:
        return line
    inner = " " * (indent + 1)
    if isinstance(document, list):
        return "[\n" + ",\n".join(inner + written(each, indent + 1) for each in document) + f"\n{' ' * indent}]"
    members = [f"{inner}{_line(key)}: {_member(key, document[key], indent + 1)}" for key in sorted(document)]
    return "{\n" + ",\n".join(members) + f"\n{' ' * indent}}}"


def operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Json]]:
    """Yield the path, the method and the description of each operation."""
    for path, item in document["paths"].items():
        yield from ((path, method, item[method]) for method in METHODS if method in item)


def titled(name: str) -> str:
    """Return a name as the name of a component: `GameId` for `game_id` and `game-id`."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", name))


def resolved(document: Mapping[str, Any]) -> Json:
    """Return a document whose operations contain their responses, headers and parameters in place of references."""
    shared = {
        f"#/components/{kind}/{name}": part
        for kind in ("headers", "parameters", "responses")
        for name, part in document["components"].get(kind, {}).items()
    }
    return {name: _resolved(part, shared) if name != "components" else part for name, part in document.items()}


def without_examples(document: Mapping[str, Any]) -> Json:
    """Return a document without the examples of bodies, which are stored in `openapi/examples`."""
    components = {name: part for name, part in document["components"].items() if name != "examples"}
    return {**_bare(document), "components": {**components, "responses": _bare(components.get("responses", {}))}}


def _member(key: str, value: Any, indent: int) -> str:
    """Return a field as text; the value of an example always takes one line."""
    return _line(value) if key == "value" else written(value, indent)


def _resolved(part: Any, shared: Mapping[str, Any]) -> Any:
    if isinstance(part, list):
        return [_resolved(each, shared) for each in part]
    if not isinstance(part, dict):
        return part
    found = part.get("$ref")
    if isinstance(found, str) and found in shared:
        return _resolved(shared[found], shared)
    return {name: _resolved(value, shared) for name, value in part.items()}


def _bare(part: Any) -> Any:
    if isinstance(part, list):
        return [_bare(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {name: _bare(value) for name, value in part.items() if not (name == "examples" and "schema" in part)}
