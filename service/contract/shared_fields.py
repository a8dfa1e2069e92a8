"""Share the fields that all variants of a schema by ruleset have alike: one component, and references to it.

`GameView` has a variant for each ruleset. Its field `presence` does not depend on the ruleset: all variants refer to
one component. It has the name of the field if several schemas have this field and all have it alike: `TieBreaks`.
Otherwise it has the name of its first schema too: `GameRequestUndo`. Short fields stay where they are. Fields
of any type stay too: generators would make a class of each.

`inlined` returns the document as it was, for readers who want all of a field in one place.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from service.contract.document import Json, titled
from service.contract.selection import OPEN, SCHEMAS

SHARED: Final = "x-shared-field"
"""The extension of the component of a shared field."""
SHORTEST: Final = 100
"""The length of the shortest shared field as JSON: a reference has about half of it."""

SCALARS: Final = ("boolean", "integer", "number", "string")


class Field(NamedTuple):
    """A field that a ruleset does not change."""

    name: str
    text: str
    """The field as JSON."""


def share(schemas: Json, variants: Mapping[str, Sequence[str]]) -> None:
    """Replace the fields that do not depend on a ruleset by references, in place, and add their components.

    `variants` has the components of each schema by ruleset, by its name.
    """
    found: dict[Field, list[str]] = defaultdict(list)
    for schema in sorted(variants):
        for field in _without_ruleset(_objects(schemas, schema, variants[schema])):
            found[field].append(schema)
    for field, component in list(_named(found, {*schemas})):
        schemas[component] = {**json.loads(field.text), SHARED: True}
        for schema in found[field]:
            for holder in _objects(schemas, schema, variants[schema]):
                holder["properties"][field.name] = {"$ref": SCHEMAS + component}


def inlined(document: Json) -> Json:
    """Return a document with each shared field in the place of its references."""
    schemas = document["components"]["schemas"]
    shared = {
        SCHEMAS + name: {key: part for key, part in schema.items() if key != SHARED}
        for name, schema in schemas.items()
        if SHARED in schema
    }
    own = {name: schema for name, schema in schemas.items() if SHARED not in schema}
    found: Json = _inlined({**document, "components": {**document["components"], "schemas": own}}, shared)
    return found


def _inlined(part: Any, shared: Mapping[str, Json]) -> Any:
    if isinstance(part, list):
        return [_inlined(each, shared) for each in part]
    if not isinstance(part, dict):
        return part
    if isinstance(reference := part.get("$ref"), str) and reference in shared:
        return shared[reference]
    return {name: _inlined(each, shared) for name, each in part.items()}


def _objects(schemas: Json, schema: str, variants: Sequence[str]) -> list[Json]:
    """Return the objects of a schema: that of no ruleset, and each variant."""
    of_none = schemas.get(schema, {})
    return [each for each in (of_none.get(OPEN, of_none), *(schemas[name] for name in variants)) if each]


def _without_ruleset(objects: Sequence[Json]) -> Iterator[Field]:
    """Yield the fields that are equal in all objects of a schema, and longer than a reference."""
    first, *others = objects
    for name, field in first.get("properties", {}).items():
        text = json.dumps(field, sort_keys=True)
        is_equal = all(each["properties"].get(name) == field for each in others)
        if is_equal and len(text) >= SHORTEST and _can_be_component(field):
            yield Field(name, text)


def _can_be_component(field: Json) -> bool:
    """Whether all generators read the field as a component as well as in its place.

    A client in Go has the values of all components with `enum` in one package, where equal ones collide. Generators
    warn of components that are maps, or lists of plain values.
    """
    if field.get("deprecated") or "enum" in field:
        return False
    return "$ref" in field["items"] if field.get("type") == "array" else field.get("type") in SCALARS


def _named(found: Mapping[Field, Sequence[str]], taken: set[str]) -> Iterator[tuple[Field, str]]:
    """Yield each shared field with the name of its component."""
    times = Counter(field.name for field in found)
    for field, (first, *more) in found.items():
        alone = titled(field.name)
        is_alone = bool(more) and times[field.name] == 1 and alone not in taken
        yield field, alone if is_alone else first + alone
