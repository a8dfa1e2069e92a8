"""The operations of the contract for the reference: one document and one list for each resource."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from service.contract.document import METHODS
from service.contract.document import operations as declared_operations

COMPONENT: Final = "#/components/"
NUMBERS: Final = ("seat", "entrant", "round", "table")
"""Parameters of paths that are numbers."""
BASE_URL: Final = "http://127.0.0.1:8000"
"""The URL in the code samples: the one that `make run` serves."""


@dataclass(frozen=True)
class Operation:
    """An operation as the site lists it."""

    name: str
    """The `operationId` of the operation."""
    method: str
    path: str
    tag: str
    summary: str
    text: str
    """The descriptions of the operation and its parameters, in Markdown."""
    codes: Mapping[str, Sequence[str]] = field(repr=False)
    """The codes of its problems, by status."""
    may_reject: bool
    """Whether the rules of a game can reject the request."""

    @property
    def url(self) -> str:
        """Return the URL of the operation in the reference, as `static/reference.js` sets it for Scalar."""
        return f"/docs/reference/{self.tag}#tag/{self.tag}/{self.name}"


def operations(contract: Mapping[str, Any]) -> list[Operation]:
    """List all operations in the order of the contract's tags."""
    order = {tag["name"]: index for index, tag in enumerate(contract["tags"])}
    found = [_operation(*each) for each in declared_operations(contract)]
    return sorted(found, key=lambda each: order[each.tag])


def document_of(contract: Mapping[str, Any], tag: Mapping[str, str]) -> dict[str, Any]:
    """Return the contract of one tag: its operations with samples, and the components that they need."""
    paths: dict[str, dict[str, Any]] = {}
    for path, method, operation in declared_operations(contract):
        if operation["tags"] == [tag["name"]]:
            shared = {key: value for key, value in contract["paths"][path].items() if key not in METHODS}
            sample = _sample(contract, path, method, operation)
            samples = [{"lang": "TypeScript", "label": "TypeScript openapi-fetch", "source": sample}]
            shown = {
                "summary": operation["summary"].removesuffix("."),
                "parameters": [_unfilled(each) for each in operation.get("parameters", ())],
                "x-codeSamples": samples,
            }
            paths.setdefault(path, shared)[method] = {**operation, **shown}
    components = _needed(contract, paths)
    components["parameters"] = {name: _unfilled(each) for name, each in components.get("parameters", {}).items()}
    components["securitySchemes"] = contract["components"]["securitySchemes"]
    info = {"title": title_of(tag["name"]), "version": contract["info"]["version"], "description": tag["description"]}
    kept = {key: contract[key] for key in ("openapi", "servers")}
    return {**kept, "info": info, "tags": [{"name": tag["name"]}], "paths": paths, "components": components}


def title_of(tag: str) -> str:
    """Return the title of a resource for headings and lists."""
    return tag.replace("-", " ").capitalize()


def _operation(path: str, method: str, declared: Mapping[str, Any]) -> Operation:
    parameters = [each for each in declared.get("parameters", ()) if "$ref" not in each]
    responses: Mapping[str, Any] = declared["responses"]
    return Operation(
        declared["operationId"],
        method,
        path,
        declared["tags"][0],
        declared["summary"].removesuffix("."),
        "\n\n".join([declared.get("description", ""), *(f"`{p['name']}`: {p['description']}" for p in parameters)]),
        {status: each["x-codes"] for status, each in responses.items() if "x-codes" in each},
        any("x-rejections" in each for each in responses.values()),
    )


def _needed(contract: Mapping[str, Any], part: Any) -> dict[str, dict[str, Any]]:
    """Return the components that a part of the contract refers to, directly or by other components."""
    needed: dict[str, dict[str, Any]] = {}
    waiting = list(_references(part))
    while waiting:
        kind, _, name = waiting.pop().removeprefix(COMPONENT).partition("/")
        if name not in needed.setdefault(kind, {}):
            needed[kind][name] = contract["components"][kind][name]
            waiting.extend(_references(needed[kind][name]))
    return needed


def _unfilled(parameter: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a parameter; headers without examples, since Scalar sends examples with every request."""
    if parameter.get("in") != "header":
        return parameter
    return {key: value for key, value in parameter.items() if key not in ("example", "examples")}


def _references(node: Any) -> Iterator[str]:
    """Return all references to components within a part of the contract, those of discriminators included."""
    if isinstance(node, str):
        if node.startswith(COMPONENT):
            yield node
    elif isinstance(node, Mapping):
        for each in node.values():
            yield from _references(each)
    elif isinstance(node, list):
        for each in node:
            yield from _references(each)


def _sample(contract: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any]) -> str:
    """Return the request in TypeScript for the client openapi-fetch, with the first recorded body."""
    placeholders = (f"{name}: {_placeholder(name)}" for name in re.findall(r"{(\w+)}", path))
    in_path = ", ".join(placeholders)
    options = [f"  params: {{ path: {{ {in_path} }} }},"] if in_path else []
    if operation.get("security"):
        options.append('  headers: { Authorization: "Bearer TOKEN" },')
    body = _recorded_body(contract, operation)
    if body is not None:
        options.append(f"  body: {json.dumps(body, indent=2, ensure_ascii=False)},".replace("\n", "\n  "))
    sent = "".join(f"\n{line}" for line in options)
    return "\n".join(
        [
            "// npm install openapi-fetch openapi-typescript",
            f"// npx openapi-typescript {BASE_URL}/openapi.json --output bottega.d.ts",
            'import createClient from "openapi-fetch";',
            'import type { paths } from "./bottega";',
            "",
            "const client = createClient<paths>({",
            f'  baseUrl: "{BASE_URL}",',
            "});",
            f"const {{ data, error }} = await client.{method.upper()}(",
            f'  "{path}",',
            f"  {{{sent}\n}},".replace("\n", "\n  ") if sent else "",
            ");",
        ]
    ).replace("\n\n);", "\n);")


def _placeholder(name: str) -> str:
    return "0" if name in NUMBERS else f'"{name.upper()}"'


def _recorded_body(contract: Mapping[str, Any], operation: Mapping[str, Any]) -> Any:
    """Return the first recorded body of an operation's requests, or None."""
    content: Mapping[str, Any] = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    for example in content.get("examples", {}).values():
        name = example["$ref"].rpartition("/")[2] if "$ref" in example else None
        return (contract["components"]["examples"][name] if name else example)["value"]
    return None
