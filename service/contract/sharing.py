"""Share the responses, headers and parameters that several operations have: one component, and references to it.

A problem is named by its codes (`InvalidTokenOrTokenRequired`), a success by its status, a parameter by its name
(`GameIdParameter`). If several components would have a name, each adds an operation: `LimitParameterOfListGames`.
No name is that of a schema, since some generators make a type of each component.

A header is shared if it is always sent: openapi-typescript takes each reference to a header for such a one.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from service.contract.document import METHODS, Json, operations, titled
from service.contract.openapi_versions import EXTENSION


@dataclass(frozen=True)
class Use:
    """A response, header or parameter of an operation."""

    holder: Any
    key: Any
    """The key or index of the part in its holder."""
    name: str
    """The name of its component, unless several components would have it."""
    operation: str

    @property
    def part(self) -> Json:
        """Return the response, header or parameter."""
        found: Json = self.holder[self.key]
        return found


def share(document: Json) -> None:
    """Replace the parts that occur more than once by references to components: first headers, then responses."""
    components = document["components"]
    found = {"headers": _headers, "responses": _responses, "parameters": _parameters}
    for kind, uses in ((kind, uses(document)) for kind, uses in found.items()):
        components[kind] = {**components.get(kind, {}), **_shared(kind, uses)}


def _headers(document: Mapping[str, Any]) -> Iterator[Use]:
    for use in _responses(document):
        headers = use.part.get("headers", {})
        for name, header in headers.items():
            if header.get("required"):
                yield Use(headers, name, f"{titled(name)}Header", use.operation)


def _responses(document: Mapping[str, Any]) -> Iterator[Use]:
    for _, _, operation in operations(document):
        for status, response in operation["responses"].items():
            yield Use(operation["responses"], status, _name(response), operation["operationId"])


def _name(response: Json) -> str:
    """Return the name of a response: the codes of a problem, or the phrase of its status."""
    if "x-codes" not in response:
        return titled(response["description"])
    codes = [titled(code) for code in response["x-codes"]]
    return "Or".join([*codes, *["Rejection"] * response.get("x-rejections", False)])


def _parameters(document: Mapping[str, Any]) -> Iterator[Use]:
    """Yield the parameters of paths, operations and webhooks; a path has the name of its first operation."""
    for item in chain(document["paths"].values(), document[EXTENSION].values()):
        own = [item[method] for method in METHODS if method in item]
        for holder, operation in ((item, own[0]), *((each, each) for each in own)):
            listed = holder.get("parameters", [])
            for place, parameter in enumerate(listed):
                yield Use(listed, place, f"{titled(parameter['name'])}Parameter", operation["operationId"])


def _shared(kind: str, uses: Iterable[Use]) -> Json:
    """Replace the parts that occur more than once; return their components by name."""
    equal: dict[str, list[Use]] = defaultdict(list)
    for use in uses:
        equal[json.dumps(_without_examples(use.part), sort_keys=True)].append(use)
    repeated = [each for each in equal.values() if len(each) > 1]
    found = dict(zip(_names(repeated), repeated, strict=True))
    components = {name: max((use.part for use in each), key=_has_example) for name, each in found.items()}
    for name, each in found.items():
        for use in each:
            use.holder[use.key] = {"$ref": f"#/components/{kind}/{name}"}
    return components


def _names(repeated: Sequence[Sequence[Use]]) -> Iterator[str]:
    """Return the names of components, from the first use of each."""
    times = Counter(first.name for first, *_ in repeated)
    return (
        first.name if times[first.name] == 1 else f"{first.name}Of{titled(first.operation)}" for first, *_ in repeated
    )


def _has_example(part: Json) -> bool:
    return "example" in part


def _without_examples(part: Any) -> Any:
    """Return a part without the examples of parameters and headers, which differ between operations."""
    if not isinstance(part, dict):
        return part
    return {name: _without_examples(value) for name, value in part.items() if name != "example" or "schema" not in part}
