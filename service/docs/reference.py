"""The operations of the contract as the site lists them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from service.contract.document import operations as declared_operations


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
        """Return the URL of the page of the operation."""
        return f"/docs/reference/{self.tag}/{self.name}"


def operations(contract: Mapping[str, Any]) -> list[Operation]:
    """List all operations in the order of the contract's tags."""
    order = {tag["name"]: index for index, tag in enumerate(contract["tags"])}
    found = [_operation(*each) for each in declared_operations(contract)]
    return sorted(found, key=lambda each: order[each.tag])


def title_of(tag: str) -> str:
    """Return the title of a resource for headings and lists."""
    return tag.replace("-", " ").capitalize()


def _operation(path: str, method: str, declared: Mapping[str, Any]) -> Operation:
    parameters = declared.get("parameters", ())
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
