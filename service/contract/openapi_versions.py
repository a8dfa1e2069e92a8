"""Write the contract in OpenAPI 3.0.3, which every generator reads, and in 3.1.

Both have the same content. The contract uses only keywords of both versions: no null, no exclusive limits, no
constants. OpenAPI 3.0 lacks descriptions beside references and the licence's identifier. Its webhooks are an extension.
It also lacks the combinations of fields that requests exclude (`not`): generators would make classes of them.
"""

from collections.abc import Mapping
from typing import Any

from service.contract.document import Json

VERSION = "3.1.1"

EXTENSION = "x-webhooks"
"""The extension that replaces `webhooks` of 3.1 in OpenAPI 3.0."""


def canonical(document: Mapping[str, Any]) -> Json:
    """Return the contract in OpenAPI 3.0.3, without descriptions beside references and excluded combinations."""
    components = document["components"]
    return {**document, "components": {**components, "schemas": _bare(components["schemas"])}}


def twin(document: Mapping[str, Any]) -> Json:
    """Return the contract in OpenAPI 3.1, whose schemas are JSON Schema 2020-12."""
    name = document["info"]["license"]["name"]
    info = {**document["info"], "license": {"name": name, "identifier": name}}
    described = {name: part for name, part in document.items() if name != EXTENSION}
    return {**described, "openapi": VERSION, "info": info, "webhooks": document[EXTENSION]}


def _bare(part: Any) -> Any:
    if isinstance(part, list):
        return [_bare(each) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return {"$ref": part["$ref"]}
    return {name: _bare(value) for name, value in part.items() if name != "not"}
