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

LONGEST = 300
"""The maximum number of bytes of an example in the contract. Of a longer response the contract has the URL."""
REQUEST = ".request"
"""The end of the place of a request body."""
URL = "/docs/examples/"
"""Where the service serves the examples of responses by name."""
UNSHOWN = ("Idempotency-Key",)
"""Parameters without an example. Tools fill examples in, and then all of their users would send the same key."""


def recorded(operation: str) -> list[Json]:
    """Return the recorded examples of an operation; empty if there are none."""
    path = DIRECTORY / f"{operation}.json"
    examples: list[Json] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return examples


def example_named(name: str) -> Json | None:
    """Return the recorded response with a name in the contract (`getGame.200.example`); None if there is none."""
    operation, status, called = f"{name}..".split(".", 2)
    found = recorded(operation) if operation.isalpha() else ()
    own = (each["response"] for each in found if f"{each['name']}.." == called)
    return next((response for response in own if str(response["status"]) == status), None)


def embed(document: Json, rulesets: Collection[str]) -> None:
    """Add each example to the document, except those of rulesets that it does not contain.

    Examples become components, since openapi-generator warns of inline examples. A problem has one example for each
    code, from the first operation that has it.
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
    place = operation["operationId"] + REQUEST
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
            shown = described["content"][got["media_type"]].setdefault("examples", {})
            place = f"{operation['operationId']}.{got['status']}"
            has_url = any("externalValue" in shared[_named(known)] for known in shown.values())
            if not (has_url and _is_long(each)):
                shown[each["name"]] = _share(shared, place, each, got["body"])
        for name, header in described.get("headers", {}).items():
            if name in got["headers"]:
                header.setdefault("example", _typed(header["schema"], got["headers"][name]))


def _embed_parameters(path: str, parameters: Iterable[Json], examples: Iterable[Json]) -> None:
    """Add the value of each parameter from the first accepted request that has it."""
    for each in examples:
        if each["response"]["status"] < 400:
            values = _values(path, each["request"])
            for parameter in parameters:
                value = values.get((parameter["in"], parameter["name"]))
                if value is not None and _is_allowed(parameter["schema"], value):
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


def _is_allowed(schema: Json, value: str) -> bool:
    """Whether a parameter has a value; the name of a ruleset is none in the contract of other rulesets."""
    return schema.get("type") != "string" or value in schema.get("enum", [value])


def _typed(schema: Json, value: str) -> Any:
    """Return a parameter's value in the type of its schema."""
    if schema.get("type") == "array":
        return [_typed(schema["items"], each) for each in value.split(",")]
    return json.loads(value) if schema.get("type") in ("integer", "boolean") else value


def _share(shared: Json, place: str, example: Json, value: Any) -> Json:
    """Add an example as a component; return its reference."""
    got = example["response"]
    name = got["body"]["code"] if got["status"] >= 400 else f"{place}.{example['name']}"
    is_elsewhere = not place.endswith(REQUEST) and _is_long(example)
    shown = {"externalValue": URL + name} if is_elsewhere else {"value": value}
    shared.setdefault(name, {"summary": example["summary"], **shown})
    return {"$ref": f"#/components/examples/{name}"}


def _is_long(example: Json) -> bool:
    """Whether the contract contains only the URL of a response. It contains all problems."""
    got = example["response"]
    return got["status"] < 400 and len(json.dumps(got["body"], ensure_ascii=False)) > LONGEST


def _named(reference: Json) -> str:
    """Return the name of the component that a reference has."""
    return str(reference["$ref"]).rpartition("/")[2]
