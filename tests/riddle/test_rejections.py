"""Test every rejection code (2.4.1, 17.1.2), the order of the checks, and input outside the published schema."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.actions import read_action
from domain.riddle import RULESET
from domain.riddle.rules.malformed import in_game
from domain.riddle.rules.state import DRAW, OVER, State
from domain.riddle.wire.actions import DiscardActions, DrawCard, EndStep, PlayCard, TakeFreeKey, UseAction
from domain.riddle.wire.options import SETS, Options, reject_setup
from domain.riddle.wire.rejections import REJECTIONS
from domain.ruleset import Rejection
from tests.riddle.builders import (
    at_end,
    base,
    end_step,
    expansion,
    lasting,
    lay,
    play,
    ready,
    rejection,
    sent,
    step,
    throw_away,
    use,
)

Case = tuple[str, State, Any]


def start(*extra: str) -> State:
    """Start a turn of fixture X with these cards."""
    return ready(expansion(*extra))


def mirrored() -> State:
    """Start a turn of fixture X in which Mirror was used."""
    state = start("N23-1")
    use(state, "N23-1")
    return state


def over() -> State:
    """End the game of fixture F."""
    state = base()
    state.step = OVER
    return state


def choosing_free_key() -> State:
    """Return fixture F in step `free_key`."""
    state = base()
    lay(state, 0, {3: "B12-2", 4: "B13-2", 5: "B14-1"})
    play(state, "B12-1", 7)
    assert step(state) == "free_key"
    return state


def in_force(card: str, user: int, *target: int, extra: tuple[str, ...] = ()) -> State:
    """Return fixture X in `end_actions` with a lasting card in force."""
    state = expansion(*extra)
    lasting(state, card, user, *target)
    return at_end(state)


def drawing() -> State:
    """Return a position in step `draw`."""
    state = start()
    state.step = DRAW
    return state


def discarded(*cards: str) -> State:
    """Start a turn with Archive in hand, and with these cards and a symbol card in the discards."""
    state = expansion("N24-1")
    throw_away(state, "B65-1", *cards)
    return ready(state)


def prohibited_own() -> State:
    """Start a turn in which a zone of the seat's own table is prohibited."""
    state = expansion()
    lasting(state, "N30-1", 2, 0, 4)
    return ready(state)


def cases() -> list[Case]:
    """List a state and an action for each code."""
    return [
        ("malformed", start(), PlayCard("B12-1", 4, pass_to=1, pass_to_discard=True)),
        ("malformed", start(), PlayCard("B12-1", 4, pass_to_discard=False)),
        ("malformed", start(), UseAction("N22-1", zones=(3,))),
        ("malformed", start(), UseAction("N21-1", zone=1)),
        ("malformed", start(), UseAction("B12-1", cards=())),
        ("malformed", start(), DiscardActions(())),
        ("malformed", start(), DiscardActions(("N27-1", "N27-1"))),
        ("malformed", start(), DiscardActions(tuple(f"N27-{number}" for number in range(12)))),
        ("game_over", over(), PlayCard("B12-1", 4)),
        ("wrong_step", start(), DrawCard("main")),
        ("unknown_card", base(), PlayCard("N01-1", 4)),
        ("unknown_card", start(), PlayCard("N01-3", 0)),
        ("unknown_card", discarded(), UseAction("N24-1", take="B77-1")),
        ("unknown_zone", base(), PlayCard("B12-1", 0)),
        ("unknown_zone", start("N22-1"), UseAction("N22-1", zones=(4, 9))),
        ("unknown_symbol", choosing_free_key(), TakeFreeKey("moon")),
        ("unknown_deck", drawing(), DrawCard("both")),
        ("unknown_seat", start("N25-1"), UseAction("N25-1", target_seat=3, give="B12-1")),
        ("unknown_seat", mirrored(), PlayCard("B12-1", 4, pass_to=4)),
        ("card_not_in_hand", base(), PlayCard("B15-1", 4)),
        ("card_not_in_hand", start("N25-1"), UseAction("N25-1", target_seat=1, give="B15-1")),
        ("card_not_in_hand", at_end(expansion("N26-1")), UseAction("N26-1", cards=("B12-1", "B15-1"))),
        ("card_not_in_hand", at_end(expansion("N26-1")), DiscardActions(("N27-1",))),
        ("not_symbol_card", start("N29-1"), PlayCard("N29-1", 0)),
        ("not_action_card", at_end(expansion("N26-1")), DiscardActions(("B12-1", "N26-1"))),
        ("not_action_card", at_end(expansion("N26-1")), UseAction("B12-1", zone=4)),
        ("zone_kind", start(), PlayCard("B12-1", 0)),
        ("zone_prohibited", prohibited_own(), PlayCard("B12-1", 4)),
        ("pass_to_required", mirrored(), PlayCard("B12-1", 4)),
        ("pass_to_not_allowed", start(), PlayCard("B12-1", 4, pass_to_discard=True)),
        ("pass_to_not_allowed", base(), PlayCard("B12-1", 4, pass_to=1)),
        ("pass_to_invalid", mirrored(), PlayCard("B12-1", 4, pass_to=0)),
        ("must_play", start(), EndStep()),
        ("key_already_owned", choosing_free_key(), TakeFreeKey("face")),
        ("silenced", in_force("N31-1", 1, extra=("N29-1",)), UseAction("N29-1")),
        ("wrong_timing", at_end(expansion("N21-1")), UseAction("N21-1")),
        ("wrong_timing", start("N21-1", "N29-1"), UseAction("N29-1")),
        ("target_not_opponent", at_end(expansion("N27-1")), UseAction("N27-1", target_seat=0, zone=0)),
        ("target_self_card", start("N25-1"), UseAction("N25-1", target_seat=1, give="N25-1")),
        ("target_self_card", at_end(expansion("N26-1")), UseAction("N26-1", cards=("B12-1", "N26-1"))),
        ("target_not_in_discard", discarded(), UseAction("N24-1", take="B56-1")),
        ("target_not_symbol_card", discarded("N28-2"), UseAction("N24-1", take="N28-2")),
        ("target_sealed", in_force("N29-1", 1, extra=("N27-1",)), UseAction("N27-1", target_seat=1, zone=0)),
        ("target_zone_kind", at_end(expansion("N28-1")), UseAction("N28-1", target_seat=1, zones=(0, 1))),
        ("target_zone_kind", at_end(expansion("N27-1")), UseAction("N27-1", target_seat=1, zone=1)),
        ("target_same_zone", start("N22-1"), UseAction("N22-1", zones=(4, 4))),
        ("target_prohibited", in_force("N30-1", 2, 1, 0, extra=("N27-1",)), UseAction("N27-1", target_seat=1, zone=0)),
        ("target_zone_empty", at_end(expansion("N27-1")), UseAction("N27-1", target_seat=2, zone=8)),
        ("no_effect", in_force("N30-1", 2, 1, 0, extra=("N30-2",)), UseAction("N30-2", target_seat=1, zone=0)),
    ]


@pytest.mark.parametrize(("code", "state", "action"), cases())
def test_a_bad_action_is_rejected_with_its_code(code: str, state: State, action: Any) -> None:
    """17.1.1, 17.1.2"""
    assert rejection(state, action) == code


def test_a_second_mirror_has_no_effect() -> None:
    """12.3.5"""
    state = start("N23-1", "N23-2", "N22-1")
    use(state, "N23-1")
    assert rejection(state, UseAction("N23-2")) == "no_effect"


def test_a_card_beyond_the_allowance_is_rejected() -> None:
    """10.1.4"""
    state = start()
    play(state, "N16-1", 0)
    assert rejection(state, PlayCard("N20-1", 2)) == "play_limit"


def test_an_action_of_another_seat_is_rejected() -> None:
    assert rejection(base(), PlayCard("B15-1", 4), seat=1) == "not_your_turn"


SET_UPS: list[tuple[str, Options, int]] = [
    ("bad_player_count", Options(), 8),
    ("unknown_mode", Options("none"), 2),
    ("bad_first_player", Options(first_player=9), 2),
    ("bad_additional_sets", Options("expansion", additional_sets="set_1"), 2),
    ("bad_additional_sets", Options("expansion", additional_sets=["set_1", "set_2", "set_9"]), 2),
    ("bad_additional_sets", Options("expansion", additional_sets=["set_1", "set_2", ["set_3"]]), 2),
    ("bad_additional_sets", Options("expansion", additional_sets=["set_1", "set_2", "set_2"]), 2),
    ("bad_additional_sets", Options(additional_sets=["set_1", "set_2"]), 2),
    ("sets_without_expansion", Options(additional_sets=["set_1", "set_2", "set_3"]), 2),
    ("too_few_additional_cards", Options("expansion", additional_sets=["set_1", "set_2", "set_3", "set_4"]), 5),
    ("too_few_additional_cards", Options("expansion", additional_sets=["set_1", "set_2", "set_3", "set_4"]), 7),
]


@pytest.mark.parametrize(("code", "options", "seats"), SET_UPS)
def test_unsuitable_options_are_rejected(code: str, options: Options, seats: int) -> None:
    """1.1.1, 1.1.3, 1.4.2, 1.4.7, 2.1.1"""
    reason = reject_setup(options, seats)
    assert reason is not None
    assert reason.code == code


@pytest.mark.parametrize(("sets", "seats"), [(3, 2), (3, 4), (5, 5), (5, 7), (6, 7)])
def test_enough_sets_are_accepted(sets: int, seats: int) -> None:
    """1.4.2, 1.4.7"""
    assert reject_setup(Options("expansion", additional_sets=list(SETS[:sets])), seats) is None


def test_a_card_outside_the_chosen_sets_is_unknown() -> None:
    """1.3.4, 1.4.7"""
    options = Options("expansion", additional_sets=["set_1", "set_3", "set_5"])
    state = RULESET.setup(options, 2, Random(0))
    assert not in_game(state, "N02-1")
    assert in_game(state, "N01-3")


def test_every_code_occurs_in_a_case() -> None:
    given = {code for code, _, _ in cases()} | {"play_limit", "not_your_turn"}
    at_setup = {code for code, *_ in SET_UPS}
    assert given | at_setup == {rejection.code for rejection in REJECTIONS}


def test_set_up_is_rejected_in_the_order_of_the_rules() -> None:
    """1.1.1, 1.1.3, 2.4.1"""
    codes = [
        reason and (reason.code, reason.malformed)
        for reason in (
            reject_setup(Options("base"), 2),
            reject_setup(Options("expansion"), 7),
            reject_setup(Options("none"), 1),
            reject_setup(Options("none"), 8),
            reject_setup(Options("none"), 5),
            reject_setup(Options(7), 2),
        )
    ]
    many = ("bad_player_count", False)
    assert codes == [None, None, many, many, ("unknown_mode", True), ("unknown_mode", True)]


@pytest.mark.parametrize(
    ("first", "seats", "code"),
    [(2, 2, 409), (4, 4, 409), (5, 5, 409), (7, 7, 422), (-1, 2, 422), (True, 2, 422), ("0", 2, 422)],
)
def test_the_first_player_named_is_a_seat_of_the_game(first: object, seats: int, code: int) -> None:
    """2.1.1"""
    reason = Rejection("bad_first_player", "2.1.1", {"seats": seats}, malformed=code == 422)
    assert reject_setup(Options(first_player=first), seats) == reason
    assert reject_setup(Options(first_player=seats - 1), seats) is None


@pytest.mark.parametrize(
    "wire",
    [
        {"type": "dance"},
        {"type": "play_card", "card": "B12-1"},
        {"type": "play_card", "card": "B12-1", "zone": "4"},
        {"type": "play_card", "card": "B12-1", "zone": True},
        {"type": "play_card", "card": "B12-1", "zone": 4, "pass_to": "left"},
        {"type": "play_card", "card": 12, "zone": 4},
        {"type": "end_step", "card": "B12-1"},
        {"type": "discard_actions", "cards": "N27-1"},
        {"type": "use_action", "card": "N22-1", "zones": [1, None]},
    ],
)
def test_an_undecodable_action_is_malformed(wire: dict[str, Any]) -> None:
    """17.1.2, 17.1.4"""
    assert sent(start(), **wire) == "malformed"


def test_values_outside_the_published_schema_are_marked() -> None:
    state = start("N22-1")
    for action, outside in (
        (UseAction("n22", zones=(1, 3)), True),
        (UseAction("N99-1"), False),
        (UseAction("N22-1", zones=(1, 12)), True),
        (UseAction("N22-1", zones=(1,)), True),
        (UseAction("N22-1", zone=1), False),
        (DiscardActions(()), True),
    ):
        reason = RULESET.reject(state, 0, action)
        assert reason is not None
        assert reason.malformed == outside
    for seat, outside in ((6, False), (7, True), (-1, True)):
        reason = RULESET.reject(mirrored(), 0, PlayCard("B12-1", 4, pass_to=seat))
        assert reason is not None
        assert (reason.code, reason.malformed) == ("unknown_seat", outside)


def test_the_checks_run_in_the_order_of_the_rules() -> None:
    """17.1.2, 17.1.5"""
    assert rejection(over(), DiscardActions(())) == "malformed"
    assert rejection(over(), PlayCard("X", 77), seat=1) == "game_over"
    assert rejection(base(), DrawCard("none"), seat=1) == "not_your_turn"
    assert rejection(base(), DrawCard("none")) == "wrong_step"
    assert rejection(base(), PlayCard("B77-1", 77)) == "unknown_card"
    assert rejection(base(), PlayCard("B15-1", 77)) == "unknown_zone"
    assert rejection(start(), PlayCard("N29-1", 4)) == "card_not_in_hand"
    assert rejection(start("N29-1"), PlayCard("N29-1", 4)) == "not_symbol_card"
    assert rejection(prohibited_own(), PlayCard("N16-1", 4)) == "zone_kind"
    state = prohibited_own()
    play(state, "B12-1", 1)
    assert rejection(state, PlayCard("B21-1", 4)) == "zone_prohibited"
    assert rejection(state, PlayCard("B21-1", 1, pass_to=0)) == "play_limit"
    sealed = in_force("N29-1", 1, extra=("N27-1", "N28-1"))
    lasting(sealed, "N30-1", 2, 1, 4)
    assert rejection(sealed, UseAction("N28-1", target_seat=1, zones=(4, 4))) == "target_sealed"
    open_ = in_force("N30-1", 2, 1, 4, extra=("N28-1",))
    assert rejection(open_, UseAction("N28-1", target_seat=1, zones=(0, 4))) == "target_zone_kind"
    assert rejection(open_, UseAction("N28-1", target_seat=1, zones=(4, 4))) == "target_same_zone"
    assert rejection(open_, UseAction("N28-1", target_seat=0, zones=(4, 4))) == "target_not_opponent"
    assert rejection(open_, UseAction("N27-1", target_seat=0, zone=4)) == "card_not_in_hand"
    end_step(open_)


@pytest.mark.parametrize("card", ["B15-1", "B22-1", "B25-1", "B65-1", "B56-1"])
def test_a_card_that_is_not_in_the_hand_is_rejected_equally_in_any_place(card: str) -> None:
    """14.1.8: in another hand, on another table, on the seat's table, on a discard, in a deck."""
    state = discarded()
    end_step(state)
    assert RULESET.reject(state, 0, PlayCard(card, 4)) == Rejection("card_not_in_hand", "14.1.8", {"card": card})


WIRE = [
    {"type": "play_card", "card": "B66-1", "zone": 5, "pass_to": 2},
    {"type": "use_action", "card": "N28-1", "target_seat": 1, "zones": [1, 7]},
    {"type": "end_step"},
]


@pytest.mark.parametrize("wire", WIRE)
def test_seats_and_zones_are_numbers_on_the_wire_and_cards_are_words(wire: dict[str, Any]) -> None:
    """16.1.7"""
    assert msgspec.to_builtins(read_action(RULESET, wire)) == {
        name: tuple(value) if isinstance(value, list) else value for name, value in wire.items()
    }


def test_two_spellings_of_a_choice_are_one_action() -> None:
    """16.1.6"""
    assert UseAction("N22-1", zones=(7, 3)) == UseAction("N22-1", zones=(3, 7))
    assert DiscardActions(("N27-1", "N21-1")) == DiscardActions(("N21-1", "N27-1"))
    assert UseAction("N26-1", cards=("N20-1", "B12-1")) == UseAction("N26-1", cards=("B12-1", "N20-1"))
