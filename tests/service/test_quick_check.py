"""Test that the quick check accepts exactly the values that `jsonschema` accepts."""

from itertools import product
from typing import Any

import pytest

from tests.service.contract import Judge, contract, fits
from tests.service.quick_check import ANNOTATIONS, KEYWORDS, compiled

SEAT = {"type": "integer", "minimum": 0, "maximum": 63}
SCHEMAS: list[dict[str, Any]] = [
    *({"type": name} for name in ("array", "boolean", "integer", "number", "object", "string")),
    SEAT,
    {"minimum": -0.5, "maximum": 1.0, "type": "number"},
    {"enum": ["open", "over"]},
    {"enum": [0, 1.5]},
    {"enum": [True]},
    {"pattern": "^[a-z0-9]{2}$", "minLength": 2, "maxLength": 2},
    {"minLength": 1, "maxLength": 4, "description": "a text"},
    {"items": SEAT, "minItems": 1, "maxItems": 2},
    {"items": {"items": {"type": "string"}}},
    {"properties": {"a": SEAT, "b": {"type": "string"}}, "required": ["a"], "additionalProperties": False},
    {"properties": {"a": SEAT}, "additionalProperties": {"type": "boolean"}, "maxProperties": 2},
    {"additionalProperties": {"$ref": "#/components/schemas/FieldError"}},
    {"$ref": "#/components/schemas/FieldError", "maxProperties": 2},
    {"type": "array", "items": {"$ref": "#/components/schemas/FieldError"}},
]
FAULT = {"path": "/body/a", "message": "Too long."}
VALUES = [
    *(True, False, 0, 1, -1, 63, 64, 0.0, 1.0, -0.5, 1.5, -0.6, 63.5, 1e300),
    *("", "a", "ab", "AB", "ab\n", "abcd", "abcde", "open", "over", "éé", "0"),
    *([], [0], [64], [0, 1], [0, 1, 2], [True], ["a"], [[]], [["a"], []], [[0]], [FAULT], [FAULT, {}]),
    *({}, {"a": 0}, {"a": 64}, {"a": True}, {"b": "b"}, {"a": 0, "b": "b"}, {"a": 0, "b": 0}, {"a": 0, "c": True}),
    *({"a": 0, "b": True, "c": True}, {"c": 0}, {"a": FAULT}, {"a": FAULT, "b": {}}),
    *(FAULT, FAULT | {"more": 0}, FAULT | {"message": 0}, {"path": "/a"}),
    None,
]


def component(reference):
    return lambda value: fits(reference, value)


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_a_value_passes_if_jsonschema_accepts_it(schema):
    check, judge = compiled(schema, component), Judge(schema)
    judged = {repr(value): judge.is_valid(value) for value in VALUES}
    assert {repr(value): check(value) for value in VALUES} == judged
    assert set(judged.values()) == {True, False}


def test_a_variant_is_chosen_by_its_tag():
    unions = [each for each in contract()["components"]["schemas"].values() if "oneOf" in each]
    tags = {"none", *(tag for each in unions for tag in each["discriminator"]["mapping"])}
    found = set()
    for union, tag in product(unions, tags):
        value = {union["discriminator"]["propertyName"]: tag}
        judged = Judge(union).is_valid(value)
        assert compiled(union, component)(value) == judged
        found.add(judged)
    assert found == {True, False}


def test_each_keyword_is_compared():
    tested = {name for schema in SCHEMAS for name in schema}
    assert tested | {"oneOf", "discriminator"} >= KEYWORDS.keys()
    assert not ANNOTATIONS & KEYWORDS.keys()


def test_an_unknown_keyword_is_an_error():
    with pytest.raises(KeyError, match="multipleOf"):
        compiled({"properties": {"a": {"multipleOf": 2}}}, component)
