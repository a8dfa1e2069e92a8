"""Check a value against the limits that its type publishes: `fields` publishes them, but any value decodes."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

Schema = Mapping[str, Any]

TYPES_KNOWN = 1024
REFERENCE = "#/$defs/"


def keeps_limits(kind: Any, value: Any) -> bool:
    """Whether a value of a type fits the schema that clients see.

    >>> from typing import Annotated
    >>> from domain.fields import numbers
    >>> Column = Annotated[int, numbers(1, 7, "A column.")]
    >>> keeps_limits(Column, 7), keeps_limits(Column, 8)
    (True, False)
    """
    schema = _schema_of(kind)
    return _fits(msgspec.to_builtins(value, str_keys=True), schema, schema.get("$defs", {}))


@lru_cache(TYPES_KNOWN)
def _schema_of(kind: Any) -> Schema:
    return msgspec.json.schema(kind)


def _fits(value: Any, schema: Schema, parts: Mapping[str, Schema]) -> bool:
    """Whether decoded JSON fits a schema; the types in it fit already."""
    if "$ref" in schema:
        return _fits(value, parts[schema["$ref"].removeprefix(REFERENCE)], parts)
    if "anyOf" in schema:
        return any(_fits(value, each, parts) for each in schema["anyOf"])
    if isinstance(value, dict):
        return _fits_members(value, schema, parts)
    if isinstance(value, list | tuple):
        fitting = (_fits(each, schema.get("items", {}), parts) for each in value)
        return _is_between(len(value), schema, "Items") and all(fitting)
    return _is_allowed(value, schema)


def _is_allowed(value: Any, schema: Schema) -> bool:
    """Whether a text or number is one of its words and in its range."""
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, str):
        return _is_between(len(value), schema, "Length")
    return value is None or _is_between(value, schema, "imum")


def _fits_members(value: Mapping[str, Any], schema: Schema, parts: Mapping[str, Schema]) -> bool:
    """Whether the members of an object fit their schemas; a further member fits that of further members."""
    known, further = schema.get("properties", {}), schema.get("additionalProperties", {})
    if further is False and not value.keys() <= known.keys():
        return False
    others = further if isinstance(further, dict) else {}
    return all(_fits(each, known.get(name, others), parts) for name, each in value.items())


def _is_between(size: float, schema: Schema, suffix: str) -> bool:
    """Whether a number keeps `min` and `max` with a suffix: `minItems` and `maxItems`."""
    least, most = schema.get(f"min{suffix}"), schema.get(f"max{suffix}")
    return (least is None or size >= least) and (most is None or size <= most)
