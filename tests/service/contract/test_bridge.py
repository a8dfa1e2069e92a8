"""Test that the conversion of msgspec types to the contract rejects types that clients could not read."""

from dataclasses import replace
from typing import Annotated, Any

import msgspec
import pytest

from service.app import export_contract
from service.contract.components import ContractError
from tests.tiny import TINY


class Pair(msgspec.Struct):
    """A list of fixed length."""

    both: tuple[int, str]


class Perhaps(msgspec.Struct):
    """A field that may be null."""

    card: int | None


class Either(msgspec.Struct):
    """A field of two kinds without a tag."""

    card: int | str


class Above(msgspec.Struct):
    """An exclusive bound."""

    card: Annotated[int, msgspec.Meta(gt=0)]


class Drew(msgspec.Struct):
    """Another type with the name of a ruleset's fact."""

    other: int


class Plain(msgspec.Struct):
    """A type without faults."""

    other: int


class Phased(msgspec.Struct):
    """A deprecated reference."""

    inner: Annotated[Plain, msgspec.Meta(extra_json_schema={"deprecated": True})]


class Described(msgspec.Struct):
    """A described reference."""

    inner: Annotated[Drew, msgspec.Meta(description="What was drawn.")]
    title: str
    """A field may also be called `title`."""


@pytest.mark.parametrize("constants", [Pair, Perhaps, Either, Above, Drew, Phased])
def test_a_type_that_the_contract_cannot_show_is_rejected(constants: Any):
    with pytest.raises(ContractError, match=f"Tiny{constants.__name__}"):
        export_contract({"tiny": replace(TINY, constants=constants)})


def test_a_reference_loses_its_description_and_a_field_keeps_its_own():
    ruleset = replace(TINY, constants=Described, fact_type=Drew)
    contract = msgspec.json.decode(export_contract({"tiny": ruleset}))
    assert contract["components"]["schemas"]["TinyDescribed"]["properties"] == {
        "inner": {"$ref": "#/components/schemas/TinyDrew"},
        "title": {"type": "string", "description": "A field may also be called `title`."},
    }


INTEGER = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
"""The schema of an integer without a narrower range."""


class Absent(msgspec.Struct, omit_defaults=True):
    """Fields that may be omitted."""

    first: bool = False
    """Whether the seat started."""
    colour: str = "blue"
    cards: tuple[int, ...] = ()
    where: Annotated[dict[str, int], msgspec.Meta(extra_json_schema={"properties": {"lab": {"type": "integer"}}})] = {}


def test_the_meaning_of_an_omitted_field_is_described_in_words():
    members = tables_of(Absent)["TinyAbsent"]["properties"]
    assert members["first"] == {"type": "boolean", "description": "Whether the seat started. Default: `false`."}
    assert members["colour"] == {"type": "string", "description": "Default: `blue`."}
    assert members["cards"] == {"type": "array", "items": INTEGER, "description": "Default: empty."}


def test_an_object_within_a_type_has_its_own_name():
    components = tables_of(Absent)
    assert components["TinyAbsent"]["properties"]["where"] == {"$ref": "#/components/schemas/TinyAbsentWhere"}
    assert components["TinyAbsentWhere"]["properties"] == {"lab": INTEGER}


def tables_of(constants: Any) -> Any:
    contract = msgspec.json.decode(export_contract({"tiny": replace(TINY, constants=constants)}))
    return contract["components"]["schemas"]
