"""Select the parts of the contract for some of the hosted rulesets, or for none.

A union by ruleset has a variant for each ruleset. A document with the types of no ruleset has an open object in the
place of such a union: the types of games in it are objects without fields.

    /openapi.json                        all rulesets
    /openapi.json?rulesets=go,nim        two of them
    /openapi.json?rulesets=              none
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from service.contract.document import Json

OPEN: Final = "x-open"
"""The field of a union by ruleset with its open object, until `of_rulesets` has chosen."""
HOSTED: Final = "x-hosted"
"""The field of an enumeration of all hosted rulesets, until `of_rulesets` has chosen."""
SCHEMAS: Final = "#/components/schemas/"


class UnknownRulesets(Exception):
    """Names that no hosted ruleset has; the message lists the hosted ones."""


def names_in(listed: str, hosted: Collection[str]) -> frozenset[str]:
    """Return the rulesets in a list with commas between them. Raises UnknownRulesets.

    >>> sorted(names_in("nim,go", ["chess", "go", "nim"]))
    ['go', 'nim']
    """
    names = frozenset(name for name in listed.split(",") if name)
    if not names <= set(hosted):
        raise UnknownRulesets(f"Must be some of these, with commas between: {', '.join(hosted)}.")
    return names


def of_rulesets(document: Json, names: Collection[str]) -> Json:
    """Return a document with the types of some of its rulesets."""
    chosen: Json = _chosen(document, names)
    return chosen


def without_unused(document: Json) -> Json:
    """Return a document without the schemas that nothing in it refers to."""
    components = document["components"]
    schemas: Mapping[str, Any] = components["schemas"]
    others = {kind: part for kind, part in components.items() if kind != "schemas"}
    waiting = {*_references({**document, "components": others})}
    used: set[str] = set()
    while waiting:
        used |= waiting
        waiting = {name for each in waiting for name in _references(schemas[each])} - used
    return {**document, "components": {**others, "schemas": {name: schemas[name] for name in schemas if name in used}}}


def _chosen(part: Any, names: Collection[str]) -> Any:
    if isinstance(part, list):
        return [_chosen(each, names) for each in part]
    if not isinstance(part, dict):
        return part
    if OPEN in part:
        return _variants(part, names) if names else _chosen(part[OPEN], names)
    if HOSTED in part:
        enum = [name for name in part["enum"] if name in names]
        rest = {name: value for name, value in part.items() if name not in (HOSTED, "enum")}
        return {**rest, "enum": enum} if enum else rest
    return {name: _chosen(value, names) for name, value in part.items()}


def _variants(union: Json, names: Collection[str]) -> Json:
    """Return a union by ruleset with the variants of some rulesets."""
    tag = union["discriminator"]["propertyName"]
    mapping = {name: reference for name, reference in union["discriminator"]["mapping"].items() if name in names}
    return {
        "description": union["description"],
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": tag, "mapping": mapping},
    }


def _references(part: Any) -> Iterator[str]:
    """Yield the names of the schemas that a part refers to."""
    if isinstance(part, list):
        for each in part:
            yield from _references(each)
    elif isinstance(part, dict):
        for name, value in part.items():
            if name == "$ref" and str(value).startswith(SCHEMAS):
                yield value.removeprefix(SCHEMAS)
            else:
                yield from _references(value)
