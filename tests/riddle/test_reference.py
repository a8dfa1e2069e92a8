"""Test the published data of The Riddle of Leonardo: its rulings, and the constants for drawing it."""

import re
from importlib.resources import files

from domain.riddle import RULESET
from domain.riddle.rules.cards import OPERATION, TIMING
from domain.riddle.wire.card_list import PARAMETERS
from domain.riddle.wire.constants import OPERATIONS

RULES = files("domain.riddle").joinpath("RULES.md")


def test_every_ruling_states_its_reason() -> None:
    """The reason stands in the paragraph, or for developers below it."""
    items = re.findall(r"^- \*\*.+(?:\n(?:  .*)?)*", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    rulings = [each for each in items if "*(ruling)*" in each.split("\n")[0]]
    assert len(rulings) == 47
    assert [each for each in rulings if "because" not in each and ":" not in each] == []


def test_the_constants_contain_the_numbers_of_the_rules() -> None:
    """1.6.1, 1.7.1, 1.7.2, 1.7.3"""
    tables = RULESET.constants
    base, expansion = tables.modes
    assert (base.mode, base.zones, base.goal, base.hand_size) == ("base", (1, 3, 4, 5, 7), 7, 5)
    assert (expansion.mode, expansion.zones, expansion.goal, expansion.hand_size) == (
        "expansion",
        tuple(range(9)),
        9,
        7,
    )
    assert base.lines == ((1, 4, 7), (3, 4, 5))
    rows, columns, diagonals = ("012", "345", "678"), ("036", "147", "258"), ("048", "246")
    assert ["".join(map(str, line)) for line in expansion.lines] == [*rows, *columns, *diagonals]
    assert base.free_key_patterns == ((1, 3, 4, 5, 7),)
    assert expansion.free_key_patterns == ((1, 3, 4, 5, 7), (0, 2, 4, 6, 8))
    assert [zone.zone for zone in tables.zones if zone.deck == "additional"] == [0, 2, 6, 8]
    assert (len(tables.symbols), len(tables.main_designs)) == (12, 36)
    assert (len(tables.corner_designs), len(tables.action_designs)) == (20, 11)
    assert (tables.keyless_rounds, tables.last_round) == (60, 300)


def test_each_operation_states_the_choices_of_its_user() -> None:
    assert [each.operation for each in RULESET.constants.operations] == list(OPERATIONS)
    assert {each.operation: each.parameters for each in RULESET.constants.operations} == PARAMETERS
    assert {operation for operation in OPERATION if operation} == set(OPERATIONS)
    assert set(TIMING) == {"", "start", "end"}
