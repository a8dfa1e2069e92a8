"""A quick check of values against the contract.

`jsonschema` would take half of the time of the service's tests. It explains why a value fails, but a value that fits
needs no explanation. `test_quick_check.py` compares the two.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Check = Callable[[Any], bool]
Find = Callable[[str], Check]
"""Returns the check of a component by its reference."""

ANNOTATIONS = {"description", "discriminator", "x-bottega-names", "x-bottega-key-names"}
NUMBERS, TEXTS, LISTS, OBJECTS = (int, float), str, list, dict


def compiled(schema: Mapping[str, Any], find: Find) -> Check:
    """Return a function that checks a value against a schema. Raises KeyError for an unknown keyword."""
    checks = [KEYWORDS[name](schema, find) for name in schema if name not in ANNOTATIONS]
    return checks[0] if len(checks) == 1 else _all_of(checks)


def _all_of(checks: Sequence[Check]) -> Check:
    def check(value: Any) -> bool:
        for each in checks:  # noqa: SIM110  # faster than `all`
            if not each(value):
                return False
        return True

    return check


def _is_integer(value: Any) -> bool:
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())


TYPES: Mapping[str, Check] = {
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "number": lambda value: isinstance(value, NUMBERS) and not isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "string": lambda value: isinstance(value, str),
}


def _enum(schema: Mapping[str, Any], _find: Find) -> Check:
    shown = schema["enum"]
    if all(isinstance(each, str) for each in shown):
        texts = frozenset(shown)
        return lambda value: isinstance(value, str) and value in texts
    return lambda value: any(each == value and isinstance(each, bool) == isinstance(value, bool) for each in shown)


def _pattern(schema: Mapping[str, Any], _find: Find) -> Check:
    search = re.compile(schema["pattern"]).search
    return lambda value: not isinstance(value, str) or search(value) is not None


def _limit(keyword: str, kinds: Any, measured: Callable[[Any], float], sign: int) -> Callable[..., Check]:
    """Limit the size of values of some types; the sign is -1 for a maximum."""

    def declared(schema: Mapping[str, Any], _find: Find) -> Check:
        limit = schema[keyword]
        return lambda value: (
            not isinstance(value, kinds) or isinstance(value, bool) or (measured(value) - limit) * sign >= 0
        )

    return declared


def _required(schema: Mapping[str, Any], _find: Find) -> Check:
    needed = frozenset(schema["required"])
    return lambda value: not isinstance(value, dict) or needed <= value.keys()


def _properties(schema: Mapping[str, Any], find: Find) -> Check:
    checks = {name: compiled(each, find) for name, each in schema["properties"].items()}

    def check(value: Any) -> bool:
        if isinstance(value, dict):
            for name, each in value.items():
                if name in checks and not checks[name](each):
                    return False
        return True

    return check


def _additional_properties(schema: Mapping[str, Any], find: Find) -> Check:
    known, other = schema.get("properties", {}).keys(), schema["additionalProperties"]
    if other is False:
        return lambda value: not isinstance(value, dict) or value.keys() <= known
    check = compiled(other, find)
    return lambda value: (
        not isinstance(value, dict) or all(check(each) for name, each in value.items() if name not in known)
    )


def _items(schema: Mapping[str, Any], find: Find) -> Check:
    check = compiled(schema["items"], find)
    return lambda value: not isinstance(value, list) or all(map(check, value))


def _one_of(schema: Mapping[str, Any], find: Find) -> Check:
    """Check a value against the variant that its tag selects."""
    tag, variants = schema["discriminator"]["propertyName"], schema["discriminator"]["mapping"]

    def check(value: Any) -> bool:
        variant = variants.get(value.get(tag))
        return variant is not None and find(variant)(value)

    return check


def _reference(schema: Mapping[str, Any], find: Find) -> Check:
    reference = schema["$ref"]
    return lambda value: find(reference)(value)  # noqa: PLW0108  # a component may contain itself


KEYWORDS: Mapping[str, Callable[[Mapping[str, Any], Find], Check]] = {
    "$ref": _reference,
    "additionalProperties": _additional_properties,
    "enum": _enum,
    "items": _items,
    "maxItems": _limit("maxItems", LISTS, len, -1),
    "maxLength": _limit("maxLength", TEXTS, len, -1),
    "maxProperties": _limit("maxProperties", OBJECTS, len, -1),
    "maximum": _limit("maximum", NUMBERS, lambda value: value, -1),
    "minItems": _limit("minItems", LISTS, len, 1),
    "minLength": _limit("minLength", TEXTS, len, 1),
    "minimum": _limit("minimum", NUMBERS, lambda value: value, 1),
    "oneOf": _one_of,
    "pattern": _pattern,
    "properties": _properties,
    "required": _required,
    "type": lambda schema, _find: TYPES[schema["type"]],
}
