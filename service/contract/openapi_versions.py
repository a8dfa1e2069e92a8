"""One contract in two versions of OpenAPI: 3.0.3, which every generator reads, and its twin in 3.1.

Both say the same. The contract keeps to the words that both share: no null, no exclusive limits, no constants. What
OpenAPI 3.0 has no place for is a description beside a reference, the licence's identifier, and the webhooks, which it
gets as an extension.
"""

from collections.abc import Mapping
from typing import Any

VERSION = "3.1.1"

EXTENSION = "x-webhooks"
"""How OpenAPI 3.0 calls what is `webhooks` in 3.1."""

Json = dict[str, Any]


def canonical(document: Mapping[str, Any]) -> Json:
    """Write the contract in OpenAPI 3.0.3, without descriptions beside references."""
    components = document["components"]
    return {**document, "components": {**components, "schemas": _bare(components["schemas"])}}


def twin(document: Mapping[str, Any]) -> Json:
    """Return the contract in OpenAPI 3.1, whose schemas are JSON Schema 2020-12."""
    name = document["info"]["license"]["name"]
    info = {**document["info"], "license": {"name": name, "identifier": name}}
    told = {name: part for name, part in document.items() if name != EXTENSION}
    return {**told, "openapi": VERSION, "info": info, "webhooks": document[EXTENSION]}


def _bare(part: Any) -> Any:
    """Take away what stands beside references."""
    if isinstance(part, list):
        return [_bare(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {"$ref": part["$ref"]} if "$ref" in part else {name: _bare(value) for name, value in part.items()}
