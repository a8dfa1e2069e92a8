"""Find which fields of the API hold ids, and which kind of names each refers to.

The kinds are declared with the types (`domain.fields`, and `keyed_by` of structs with ids as fields) and with the
parameters of rejections. All references are derived from there.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import inspect

from domain.fields import KEY_KIND, VALUE_KIND
from domain.ruleset import AnyRuleset

Part = Literal["action", "preview", "fact", "view", "options", "rejection"]


class Reference(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field whose values or keys are ids, and the kind of names they have.

    The contract marks the same fields: `x-bottega-names` is the kind of the value, `x-bottega-key-names` that of
    the keys of a mapping.
    """

    part: Part
    """The part that has the field. For a rejection, the field is in `parameters`; for a preview, in `previews`."""
    type: str
    """The type of the action or fact, or the code of the rejection. Empty for previews, view and options."""
    field: str
    """The path of the field: names joined by `/`. Array indexes and map keys are left out."""
    kind: str
    """A kind of `names`, or `seat`: the number of a seat, to show as its player."""
    keys: bool = False
    """True if the keys of a mapping are the ids. Default: false."""


@cache
def references(ruleset: AnyRuleset) -> tuple[Reference, ...]:
    """Return the references of a ruleset in actions and their observed forms, previews, facts, view and so on."""
    parts: tuple[tuple[Part, Any], ...] = (
        ("action", ruleset.observed_type),
        ("preview", ruleset.preview_type),
        ("fact", ruleset.fact_type),
        ("view", ruleset.view_type),
        ("options", ruleset.options_type),
    )
    found = [reference for part, carried in parts for reference in _of_types(part, carried)]
    return tuple(dict.fromkeys([*found, *_of_rejections(ruleset)]))  # without duplicates


def _of_types(part: Part, carried: Any) -> Iterator[Reference]:
    whole = inspect.type_info(carried)
    for struct in whole.types if isinstance(whole, inspect.UnionType) else (whole,):
        for field, kind, keys in _references_in(struct, ""):
            yield Reference(part, str(getattr(struct, "tag", None) or ""), field, kind, keys)


def _of_rejections(ruleset: AnyRuleset) -> Iterator[Reference]:
    for rejection in ruleset.rejections:
        for name, kind in rejection.parameters.items():
            if kind is not None:
                yield Reference("rejection", rejection.code, name, kind)


def _references_in(kind: inspect.Type, path: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the references in a type: path, kind, and whether the keys are the ids."""
    match kind:
        case inspect.Metadata():
            yield from _declared_in(kind.extra_json_schema or {}, path)
            yield from _references_in(kind.type, path)
        case inspect.StructType():
            if keyed_by := getattr(kind.cls, "keyed_by", None):
                yield path, keyed_by, True
            for field in kind.fields:
                yield from _references_in(field.type, f"{path}/{field.encode_name}" if path else field.encode_name)
        case inspect.UnionType():
            for each in kind.types:
                yield from _references_in(each, path)
        case inspect.VarTupleType() | inspect.ListType():
            yield from _references_in(kind.item_type, path)
        case inspect.DictType():
            yield from _references_in(kind.value_type, path)


def _declared_in(schema: dict[str, Any], path: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the references of a schema's keys, its value or items, and the values of its closed list of keys."""
    if KEY_KIND in schema:
        yield path, schema[KEY_KIND], True
    if VALUE_KIND in schema:
        yield path, schema[VALUE_KIND], False
    for value in schema.get("properties", {}).values():
        yield from _declared_in(value, path)
    if "items" in schema:
        yield from _declared_in(schema["items"], path)
