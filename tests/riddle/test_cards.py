"""Test the data file of the cards (sections 1 and 12): its content, and the rejection of unusable lists."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.data_files import DATA_FILES_VARIABLE, BadDataFile, read_data_file
from domain.riddle.rules.cards import (
    ADDITIONAL_DECK,
    CARDS,
    MAIN_DECK,
    MASK,
    OPERATION,
    PILE,
    SORT,
    SYMBOL,
    additional_deck,
    names,
    symbol_names,
)
from domain.riddle.wire.card_list import DATA, DataFile, check_data
from domain.riddle.wire.constants import ACTION, ADDITIONAL, MAIN

Data = dict[str, Any]


def packaged() -> Data:
    """Return the packaged list."""
    data: Data = msgspec.json.decode(files("domain.riddle").joinpath("cards.json").read_bytes())
    return data


def test_every_pair_of_an_upper_and_a_lower_symbol_is_on_two_main_cards() -> None:
    """1.3.1, 1.3.2, 1.3.3, 1.3.4"""
    halves: dict[str, list[str]] = {"upper": [], "lower": []}
    for symbol in DATA.symbols:
        halves[symbol.half].append(symbol.id)
    pairs = {
        f"B{up}{low}": (upper, lower)
        for up, upper in enumerate(halves["upper"], 1)
        for low, lower in enumerate(halves["lower"], 1)
    }
    assert {each.id: (each.symbols, each.copies) for each in DATA.main_designs} == {
        name: (pair, 2) for name, pair in pairs.items()
    }
    assert len(MAIN_DECK) == 72
    assert Counter(symbol for card in MAIN_DECK for symbol in symbol_names(MASK[card])) == dict.fromkeys(SYMBOL, 12)


def test_face_and_flower_are_attested_and_all_else_about_symbols_is_reconstructed() -> None:
    """1.2.3"""
    named = {each.id for each in DATA.symbols if each.provenance != "reconstructed"}
    assert named == {"face", "flower"}
    assert {each.half_provenance for each in DATA.symbols} == {"reconstructed"}


CORNER_CARDS = """
    U1U2 U2U3 U3U4 U4U5 U5U6 U6U1 L1L2 L2L3 L3L4 L4L5 L5L6 L6L1
    U1U3L1 U2U4L2 U1U5L3 U2U6L4 U3L1L5 U4L2L6 U5L3L5 U6L4L6
"""


def test_the_additional_symbol_cards_have_the_combinations_of_the_list() -> None:
    """1.4.4"""
    code = {symbol.id: symbol.code for symbol in DATA.symbols}
    combinations = ["".join(code[symbol] for symbol in each.symbols) for each in DATA.corner_designs]
    assert combinations == CORNER_CARDS.split()
    assert [each.id for each in DATA.additional()] == [f"N{number:02}" for number in range(1, 32)]


def test_an_additional_card_has_symbols_or_a_text() -> None:
    """1.4.5: and no main card is an action card."""
    for card, sort in enumerate(SORT):
        assert (bool(MASK[card]), bool(OPERATION[card])) == (sort != ACTION, sort == ACTION)
    assert {SORT[card] for card in MAIN_DECK} == {MAIN}


def test_all_additional_cards_belong_to_one_deck() -> None:
    """1.4.1"""
    assert {PILE[card] for card in ADDITIONAL_DECK[5]} == {ADDITIONAL}
    assert {PILE[card] for card in MAIN_DECK} == {MAIN}


def test_the_additional_deck_has_two_copies_and_from_five_seats_on_three() -> None:
    """1.4.3"""
    assert {seats: len(deck) for seats, deck in ADDITIONAL_DECK.items()} == {2: 62, 3: 62, 4: 62, 5: 93, 6: 93, 7: 93}
    assert {card for card in names(ADDITIONAL_DECK[7]) if card.endswith("-3")} == {
        f"N{number:02}-3" for number in range(1, 32)
    }


def test_sets_of_fifteen_cards_form_the_additional_deck() -> None:
    """1.4.7: each set adds a card of each of its designs."""
    assert {len(each.designs) for each in DATA.additional_sets} == {15}
    held = Counter(design for each in DATA.additional_sets for design in each.designs)
    assert Counter(held.values()) == {3: 28, 2: 3}
    deck = names(additional_deck(7, ["set_1", "set_3", "set_5", "set_2", "set_4"]))
    assert len(deck) == len(set(deck)) == 75
    assert [card for card in deck if card.startswith(("N01", "N02", "N31"))] == [
        *("N01-1", "N01-2", "N01-3", "N02-1", "N02-2", "N31-1", "N31-2"),
    ]


def test_cards_are_numbered_in_the_order_of_their_ids() -> None:
    """15.1.2"""
    assert list(CARDS) == sorted(CARDS)
    assert list(names(MAIN_DECK)) == sorted(names(MAIN_DECK))


def test_a_design_may_have_its_own_copies() -> None:
    """1.4.3"""
    data = packaged()
    data["corner_designs"][0]["copies"] = {**data["additional_copies"], "two_seats": 4}
    read = msgspec.convert(data, DataFile)
    check_data(read, "cards.json")
    assert (len(read.additional_ids(2)), len(read.additional_ids(3))) == (64, 62)


def test_designs_of_action_cards_are_built_from_the_known_operations() -> None:
    """11.4.1, 12.3.1"""
    assert [(each.id, each.timing, each.operation, each.duration) for each in DATA.action_designs] == [
        ("N21", "start", "extra_play", "this_turn"),
        ("N22", "start", "swap_own", "instant"),
        ("N23", "start", "redirect_replaced", "this_turn"),
        ("N24", "start", "take_from_discard", "instant"),
        ("N25", "start", "trade_random", "instant"),
        ("N26", "end", "discard_hand", "instant"),
        ("N27", "end", "remove_corner", "instant"),
        ("N28", "end", "swap_opponent", "instant"),
        ("N29", "end", "protect_table", "until_owner_turn_start"),
        ("N30", "end", "freeze_zone", "until_target_turn_end"),
        ("N31", "end", "forbid_actions", "until_owner_turn_start"),
    ]


def _few_additional(data: Data) -> None:
    """Leave 22 designs of additional cards: enough with three copies, too few with two."""
    del data["corner_designs"][:9], data["additional_sets"]


def _few_main(data: Data) -> None:
    """Leave 24 designs of main cards."""
    del data["main_designs"][24:]


def _few_for_five(data: Data) -> None:
    """Set the copies for five seats to two."""
    data["additional_copies"]["five_seats"] = 2


SPOILT: list[tuple[str, Callable[[Data], object]]] = [
    ("11 different symbols, but there must be 12 (1.2.1)", lambda data: data["symbols"].pop()),
    ("11 different symbols, but there must be 12 (1.2.1)", lambda data: data["symbols"][3].update(id="face")),
    ("card B12: the id is used twice (1.3.4)", lambda data: data["main_designs"][0].update(id="B12")),
    ("card N22: the id is used twice (1.3.4)", lambda data: data["action_designs"][0].update(id="N22")),
    ("card B11: there is no symbol 'moon' (1.2.2)", lambda data: data["main_designs"][0].update(symbols=["moon"])),
    ("card B11: 1 different symbols, but 2 are", lambda data: data["main_designs"][0].update(symbols=["face"] * 2)),
    ("card N01: 1 different symbols, but 2 or 3", lambda data: data["corner_designs"][0].update(symbols=["face"])),
    ("card N21: there is no operation 'fly'", lambda data: data["action_designs"][0].update(operation="fly")),
    ("card N21: there is no timing 'noon'", lambda data: data["action_designs"][0].update(timing="noon")),
    ("card N21: extra_play cannot last 'instant'", lambda data: data["action_designs"][0].update(duration="instant")),
    ("card N23: redirect_replaced acts on plays", lambda data: data["action_designs"][2].update(timing="end")),
    ("card N22: an amount goes with extra_play", lambda data: data["action_designs"][1].update(amount=1)),
    ("card N21: an amount goes with extra_play", lambda data: data["action_designs"][0].pop("amount")),
    ("set set_1: the id is used twice (1.4.7)", lambda data: data["additional_sets"][1].update(id="set_1")),
    ("set set_1: 14 cards, but 15 are needed (1.4.7)", lambda data: data["additional_sets"][0]["designs"].pop()),
    ("set set_2: there is no additional card 'B11'", lambda data: data["additional_sets"][1].update(designs=["B11"])),
    ("the main deck has 48 cards for 5 seats, but needs at least 50", _few_main),
    ("the additional deck has 44 cards for 2 seats, but needs at least 45 (1.4.2)", _few_additional),
    ("the additional deck has 62 cards for 5 seats, but needs at least 70 (1.4.2)", _few_for_five),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "spoil"), SPOILT)
def test_a_list_that_the_rules_cannot_use_is_rejected_with_its_fault(
    fault: str, spoil: Callable[[Data], object]
) -> None:
    data = packaged()
    spoil(data)
    with pytest.raises(BadDataFile) as caught:
        check_data(msgspec.convert(data, DataFile), "cards.json")
    assert str(caught.value).startswith(f"cards.json: {fault}")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data["main_designs"][0].update(id="b1"),
        lambda data: data["main_designs"][0].update(copies=10),
        lambda data: data["main_designs"][0].update(provenance="hearsay"),
        lambda data: data["technical_stop"].update(last_round=0),
        lambda data: data.update(goal=5),
    ],
)
def test_a_list_of_another_shape_is_rejected_with_its_file(
    spoil: Callable[[Data], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = packaged()
    spoil(data)
    file = tmp_path / "riddle.json"
    file.write_bytes(msgspec.json.encode(data))
    monkeypatch.setenv(DATA_FILES_VARIABLE, str(tmp_path))
    with pytest.raises(BadDataFile) as caught:
        read_data_file("riddle", "cards.json", DataFile)
    assert caught.value.origin == str(file)


OTHER_CARDS = """
from domain.riddle import RULESET
from domain.riddle.wire.actions import TakeFreeKey
from domain.riddle.wire.options import Options
from tests.riddle.builders import act, at_end, end_step, expansion, keys, lay, step, use
from tests.riddle.invariants import Watch
from tests.riddle.random_games import opening, steps

state = expansion("Z22-1", "Z22-9")
lay(state, 0, {0: "N01-1", 2: "N06-2", 6: "N13-1", 8: "N15-1"})
at_end(state)
use(state, "Z22-1", zones=(1, 4))
end_step(state)
assert step(state) == "free_key"
act(state, TakeFreeKey("knot"))
assert keys(state, 0) == ("face", "knot")

used = set()
for number in range(8):
    state = opening(Options("expansion"), 2 + number % 6, number)
    watch = Watch(state)
    for after, seat, action, emitted in steps(state, number):
        watch.after(after, emitted)
        used.add(getattr(action, "card", "")[:3])
    assert RULESET.outcome(state) is not None
assert used >= {"Z22", "N25", "N26", "N27", "N29", "N30", "N31"}
"""


def test_other_cards_are_played_without_a_change_of_code(tmp_path: Path) -> None:
    """7.1.4: other names, copies, timings and durations; one card changes its owner's table at the end of a turn."""
    data = packaged()
    actions = {design["id"]: design for design in data["action_designs"]}
    actions["N22"].update(id="Z22", timing="end", copies={**data["additional_copies"], "three_seats": 9})
    actions["N25"].update(timing="end")
    actions["N29"].update(timing="start")
    actions["N31"].update(timing="start")
    actions["N27"].update(timing="start")
    actions["N26"].update(timing="start")
    actions["N30"].update(duration="until_owner_turn_start")
    actions["N21"].update(amount=2)
    del data["additional_sets"]
    (tmp_path / "riddle.json").write_bytes(msgspec.json.encode(data))
    run = [sys.executable, "-c", OTHER_CARDS]
    done = subprocess.run(
        run, env={DATA_FILES_VARIABLE: str(tmp_path), "PYTHONPATH": "."}, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
