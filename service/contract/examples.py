"""Add the recorded examples to the contract.

`make openapi` records them: one file for each operation, with a list of requests and responses.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from service.contract.document import Json, operations

DIRECTORY = Path(__file__).parents[2] / "openapi" / "examples"

UNSHOWN = ("Idempotency-Key",)
"""Parameters without an example. Tools fill examples in, and then all of their users would send the same key."""


def recorded(operation: str) -> list[Json]:
    """Return the recorded examples of an operation; empty if there are none."""
    path = DIRECTORY / f"{operation}.json"
    examples: list[Json] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return examples


def embed(document: Json, rulesets: Collection[str]) -> None:
    """Add each example to the document, except those of rulesets that it does not contain.

    Examples become components, since openapi-generator warns of inline examples.
    """
    shared = document["components"].setdefault("examples", {})
    for path, _, operation in operations(document):
        examples = [each for each in recorded(operation["operationId"]) if each.get("ruleset") in (None, *rulesets)]
        _embed_requests(operation, [each for each in examples if each["response"]["status"] < 400], shared)
        _embed_responses(operation, examples, shared)
        parameters = [*document["paths"][path].get("parameters", ()), *operation.get("parameters", ())]
        shown = [each for each in parameters if "$ref" not in each and each["name"] not in UNSHOWN]
        _embed_parameters(path, shown, examples)


def _embed_requests(operation: Json, successes: Iterable[Json], shared: Json) -> None:
    """Add the request bodies that were accepted."""
    place = f"{operation['operationId']}.request"
    bodies = [(each, each["request"]["body"]) for each in successes if "body" in each["request"]]
    shown = {each["name"]: _share(shared, place, each, body) for each, body in bodies}
    if shown:
        operation["requestBody"]["content"]["application/json"]["examples"] = shown


def _embed_responses(operation: Json, examples: Iterable[Json], shared: Json) -> None:
    """Add the response bodies, and the first value of each described header."""
    for each in examples:
        got = each["response"]
        described = operation["responses"][str(got["status"])]
        if "body" in got:
            content = described["content"][got["media_type"]]
            place = f"{operation['operationId']}.{got['status']}"
            content.setdefault("examples", {})[each["name"]] = _share(shared, place, each, got["body"])
        for name, header in described.get("headers", {}).items():
            if name in got["headers"]:
                header.setdefault("example", _typed(header["schema"], got["headers"][name]))


def _embed_parameters(path: str, parameters: Iterable[Json], examples: Iterable[Json]) -> None:
    """Add the value of each parameter from the first accepted request that has it."""
    for each in examples:
        if each["response"]["status"] < 400:
            values = _values(path, each["request"])
            for parameter in parameters:
                if (value := values.get((parameter["in"], parameter["name"]))) is not None:
                    parameter.setdefault("example", _typed(parameter["schema"], value))


def _values(path: str, request: Json) -> Mapping[tuple[str, str], str]:
    """Return the parameters of a request by place and name."""
    address = urlsplit(request["path"])
    found = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path), address.path)
    return {
        **{("path", name): value for name, value in (found.groupdict() if found else {}).items()},
        **{("query", name): value for name, value in parse_qsl(address.query)},
        **{("header", name): value for name, value in request["headers"].items()},
    }


def _typed(schema: Json, value: str) -> Any:
    """Return a parameter's value in the type of its schema."""
    if schema.get("type") == "array":
        return [_typed(schema["items"], each) for each in value.split(",")]
    return json.loads(value) if schema.get("type") in ("integer", "boolean") else value


def _share(shared: Json, place: str, example: Json, value: Any) -> Json:
    """Add an example as a component; return its reference."""
    name = f"{place}.{example['name']}"
    shared[name] = {"summary": example["summary"], "value": value}
    return {"$ref": f"#/components/examples/{name}"}
