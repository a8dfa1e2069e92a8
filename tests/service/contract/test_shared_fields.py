"""Test that the fields that a game does not change stand once in the contract, and that a game adds little to it."""

import json

import pytest

from domain.registry import RULESETS
from service.app import export_contracts
from service.contract.selection import SCHEMAS
from service.contract.shared_fields import SHARED, inlined, share
from tests.zoo import ZOO

LONG = {"type": "string", "maxLength": 64, "description": "A text that is so long that a reference to it is shorter."}
OTHER = {**LONG, "description": "Another text that is so long that a reference to it is shorter than the text."}
OF_ANY_TYPE = {"description": LONG["description"]}
CHOICE = {"type": "string", "enum": ["one", "two"], "description": LONG["description"]}
SHORT = {"type": "boolean", "description": "A short text."}
MOST_BYTES = {"azul": 82_000, "riddle": 90_000, "leonardo": 103_000, "connect_four": 54_500}
"""The most bytes of the schemas of a game. Half of those of Leonardo are its cards and inventions."""


def objects(**properties):
    return {"type": "object", "description": "An object.", "properties": properties}


def schemas():
    """Return the schemas of two games, and of no game: a view and its turn."""
    view = objects(undo=LONG, deal=LONG, on=SHORT, of=OF_ANY_TYPE, end=CHOICE)
    turn = objects(undo=OTHER, deal=LONG)
    return {
        "View": {"oneOf": [], "x-open": view},
        "GoView": json.loads(json.dumps(view)),
        "NimView": json.loads(json.dumps(view)),
        "Turn": turn,
        "GoTurn": json.loads(json.dumps(turn)),
        "NimTurn": {**turn, "properties": {"undo": OTHER, "deal": {"$ref": f"{SCHEMAS}NimDeal"}}},
    }


VARIANTS = {"View": ["GoView", "NimView"], "Turn": ["GoTurn", "NimTurn"]}


def test_long_fields_that_all_variants_have_alike_are_components():
    found = schemas()
    share(found, VARIANTS)
    references = {name: {"$ref": SCHEMAS + name} for name in ("TurnUndo", "ViewUndo", "ViewDeal")}
    assert {name: found[name] for name in found.keys() - schemas()} == {
        "TurnUndo": {**OTHER, SHARED: True},
        "ViewDeal": {**LONG, SHARED: True},
        "ViewUndo": {**LONG, SHARED: True},
    }
    assert found["GoTurn"]["properties"] == {"undo": references["TurnUndo"], "deal": LONG}
    assert found["NimTurn"]["properties"] == {"undo": references["TurnUndo"], "deal": {"$ref": f"{SCHEMAS}NimDeal"}}
    stay = {"on": SHORT, "of": OF_ANY_TYPE, "end": CHOICE}
    of_views = {"undo": references["ViewUndo"], "deal": references["ViewDeal"], **stay}
    assert found["GoView"]["properties"] == found["View"]["x-open"]["properties"] == of_views


def test_a_document_with_inlined_fields_is_the_one_before():
    found = schemas()
    share(found, VARIANTS)
    assert inlined({"components": {"schemas": found}}) == {"components": {"schemas": schemas()}}


@pytest.fixture(scope="module")
def contract():
    return json.loads(export_contracts({**RULESETS, **ZOO})["openapi.json"])


@pytest.mark.parametrize(("name", "most"), MOST_BYTES.items())
def test_a_game_adds_little_to_the_contract(contract, name, most):
    prefix = "".join(each.capitalize() for each in name.split("_"))
    own = {each: schema for each, schema in contract["components"]["schemas"].items() if each.startswith(prefix)}
    assert len(json.dumps(own, separators=(",", ":"))) <= most
