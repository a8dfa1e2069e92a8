"""Test how references are derived from types."""

from dataclasses import replace
from typing import Annotated

import msgspec

from domain.fields import words
from domain.references import Reference, references
from domain.registry import RULESETS
from workers.promises.games import PLAYED


def test_joins_go_through_lists_mappings_and_structs() -> None:
    found = {(reference.type, reference.field): reference for reference in references(RULESETS["leonardo"])}
    assert found["bids_revealed", "bids/seat"] == Reference("fact", "bids_revealed", "bids/seat", "seat")
    pairs = [
        reference
        for reference in references(RULESETS["leonardo"])
        if (reference.type, reference.field) == ("declare_work", "start")
    ]
    assert pairs == [
        Reference("action", "declare_work", "start", "lab", keys=True),
        Reference("action", "declare_work", "start", "invention"),
    ]


def test_a_rejection_names_the_kind_of_its_parameters_unless_they_are_plain_values() -> None:
    found = [
        (reference.field, reference.kind)
        for reference in references(RULESETS["leonardo"])
        if reference.type == "out_of_stock"
    ]
    assert found == [("area", "place"), ("component", "component")]


def test_joins_go_through_unions_within() -> None:
    colour = Annotated[str, words(("red",), "A colour.", named="colour")]
    flag = msgspec.defstruct("Flag", [("colour", colour)], tag="flag")
    sail = msgspec.defstruct("Sail", [("colours", list[colour])], tag="sail")
    view = msgspec.defstruct("View", [("held", flag | sail)])
    found = [reference for reference in references(replace(PLAYED["tiny"], view_type=view)) if reference.part == "view"]
    assert found == [Reference("view", "", "held/colour", "colour"), Reference("view", "", "held/colours", "colour")]
