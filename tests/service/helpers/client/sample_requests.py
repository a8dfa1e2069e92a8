"""Sample requests of all operations, from the recorded examples of the contract."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from service.contract.document import METHODS
from service.contract.examples import DIRECTORY
from tests.service.helpers.client.contract import committed


class Operation(NamedTuple):
    """An operation of the contract with a sample of its body and query."""

    name: str
    method: str
    path: str
    """The path with its parameters, after `/v1`."""
    query: str
    body: Any

    def url(self, parameters: Mapping[str, Any]) -> str:
        """Return the URL of a request after `/v1`."""
        return self.path.format(**parameters) + (f"?{self.query}" if self.query else "")


@cache
def operations() -> Mapping[str, Operation]:
    """Return all operations with a sample that succeeds, by name."""
    return {
        entry["operationId"]: _sampled(entry["operationId"], method, path)
        for path, entries in committed()["paths"].items()
        for method, entry in entries.items()
        if method in METHODS
    }


def _sampled(name: str, method: str, path: str) -> Operation:
    request = json.loads((DIRECTORY / f"{name}.json").read_text(encoding="utf-8"))[0]["request"]
    query = urlsplit(request["path"]).query
    return Operation(name, method.upper(), path.removeprefix("/v1"), query, request.get("body"))
