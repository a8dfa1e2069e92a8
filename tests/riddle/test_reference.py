"""What The Riddle of Leonardo says of itself: its rulings, and constants a front end draws with."""

from domain.riddle import RULESET
from domain.riddle.rules.cards import OPERATION, TIMING
from domain.riddle.wire.card_list import PARAMETERS
from domain.riddle.wire.constants import OPERATIONS

RULED = [
    "1.1.1",
    "1.1.2",
    "1.4.1",
    "1.8.2",
    "2.2.3",
    "2.3.2",
    "2.3.4",
    "2.4.1",
    "5.2.1",
    "5.2.2",
    "5.2.4",
    "5.2.7",
    "5.3.1",
    "6.1.3",
    "6.1.6",
    "6.1.7",
    "7.1.3",
    "7.1.4",
    "7.1.6",
    "7.1.7",
    "8.1.3",
    "8.1.4",
    "8.1.5",
    "9.2.1",
    "9.2.2",
    "9.2.4",
    "9.2.5",
    "10.1.3",
    "10.1.7",
    "10.1.9",
    "10.1.12",
    "11.1.3",
    "11.1.4",
    "11.1.6",
    "12.5.1",
    "14.1.1",
    "14.1.10",
    "16.1.3",
    "17.1.3",
]
"""The paragraphs that no source settles."""

RULINGS = [each for each in RULESET.paragraphs if each.ruling]

OWN = ["1.4.6", "1.5.2", "12.3.2", "14.1.9", "15.1.7", "16.1.5", "17.1.4"]
"""Where this implementation had to choose, too."""


def test_every_ruling_is_told_with_its_paragraph() -> None:
    assert sorted(ruling.paragraph for ruling in RULINGS) == sorted([*RULED, *OWN])


def test_the_tables_give_a_front_end_the_constants_of_the_rules() -> None:
    tables = RULESET.tables
    base, expansion = tables.modes
    assert (base.mode, base.zones, base.goal, base.hand_size) == ("base", (1, 3, 4, 5, 7), 7, 5)
    assert (expansion.mode, expansion.zones, expansion.goal, expansion.hand_size) == (
        "expansion",
        tuple(range(9)),
        9,
        7,
    )
    assert (len(base.lines), len(expansion.lines)) == (2, 8)
    assert base.free_key_patterns == ((1, 3, 4, 5, 7),)
    assert expansion.free_key_patterns == ((1, 3, 4, 5, 7), (0, 2, 4, 6, 8))
    assert [zone.zone for zone in tables.zones if zone.deck == "additional"] == [0, 2, 6, 8]
    assert (len(tables.symbols), len(tables.main_designs)) == (12, 36)
    assert (len(tables.corner_designs), len(tables.action_designs)) == (20, 11)
    assert (tables.keyless_rounds, tables.last_round) == (60, 300)


def test_each_operation_says_what_its_user_names() -> None:
    assert [each.operation for each in RULESET.tables.operations] == list(OPERATIONS)
    assert {each.operation: each.parameters for each in RULESET.tables.operations} == PARAMETERS
    assert {operation for operation in OPERATION if operation} == set(OPERATIONS)
    assert set(TIMING) == {"", "start", "end"}
