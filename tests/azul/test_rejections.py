"""Rejected input (section 13): the worked examples R1 to R12, every code, and the order of the checks."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.actions import IllegalAction, read_action
from domain.azul import RULESET
from domain.azul.rules.state import NOBODY, OVER
from domain.azul.wire.actions import (
    ACTION_TYPES,
    CHOOSE_BONUS,
    ChooseBonus,
    ChooseKeep,
    ChoosePayment,
    DraftTiles,
    PassRound,
    PlaceTile,
    Tiles,
)
from domain.azul.wire.constants import COLOURS, SOURCES, STARS
from domain.azul.wire.options import Options, reject_setup
from tests.azul.builders import (
    bonus,
    cover,
    draft,
    drafting,
    hold,
    keep,
    legal,
    lie,
    place,
    placing,
    play,
    rejection,
    sent,
    tiles,
)
from tests.azul.random_games import all_options, opening, steps


@pytest.mark.parametrize(
    ("options", "seats", "code", "malformed"),
    [
        ({}, 1, "bad_player_count", False),
        ({}, 5, "bad_player_count", False),
        ({"side": "C"}, 3, "bad_side", True),
        ({"side": 1}, 3, "bad_side", True),
        ({"start_seat": 3}, 3, "bad_start_player", False),
        ({"start_seat": -1}, 3, "bad_start_player", True),
        ({"start_seat": 4}, 4, "bad_start_player", True),
        ({"start_seat": "0"}, 3, "bad_start_player", True),
        ({"start_seat": True}, 3, "bad_start_player", True),
        ({"side": "C"}, 5, "bad_player_count", False),
        ({"side": "C", "start_seat": 9}, 3, "bad_side", True),
    ],
)
def test_an_impossible_set_up_is_rejected(options: dict[str, Any], seats: int, code: str, malformed: object) -> None:
    """R1, 2.2.1, 4.1.1, 13.1.1"""
    reason = reject_setup(msgspec.convert(options, Options), seats)
    assert reason is not None
    assert (reason.code, reason.malformed) == (code, malformed)


def test_no_action_is_accepted_after_the_end() -> None:
    """R2, 8.1.1"""
    state = placing(in_round=6)
    state.phase, state.decision, state.turn = OVER, "", NOBODY
    for action in (draft("f1", "red"), place(state, "red 1"), PassRound(), bonus(red=1), keep(), ChoosePayment(0)):
        assert rejection(state, action, seat=0) == "game_over"


def test_only_the_seat_to_act_may_act() -> None:
    """R3, 6.1.1, 13.1.3"""
    state = placing(turn=1)
    hold(state, 1, red=1)
    state.passed[0] = True
    for seat in (0, 2, 3, -1):
        assert rejection(state, PassRound(), seat) == "not_your_turn"


def test_an_action_must_fit_the_pending_decision() -> None:
    """R4, 12.1.1, 13.1.3"""
    state = drafting()
    lie(state, "f1", red=4)
    assert rejection(state, place(state, "red 1")) == "wrong_decision"
    state = placing()
    hold(state, 0, green=3, purple=2)
    assert rejection(state, draft("f1", "red")) == "wrong_decision"
    assert sent(state, 0, type="undo") == "wrong_decision"
    assert sent(state, 0) == "wrong_decision"
    play(state, place(state, "green 3"))
    assert rejection(state, place(state, "green 3")) == "wrong_decision"
    assert rejection(state, PassRound()) == "wrong_decision"
    state = placing()
    state.decision, state.due = CHOOSE_BONUS, 1
    assert rejection(state, PassRound()) == "wrong_decision"


def test_a_value_that_does_not_exist_is_rejected() -> None:
    """R5, 13.1.4"""
    state = drafting(2)
    lie(state, "f5", red=4)
    assert rejection(state, draft("f6", "red")) == "bad_parameter"
    assert RULESET.reject(state, 0, draft("f6", "red")).malformed is False
    for wire in (
        {"source": "f5", "colour": "multi"},
        {"source": "f10", "colour": "red"},
        {"source": "f5"},
        {"source": "f5", "colour": "red", "wilds": 0},
    ):
        assert sent(state, 0, type="draft_tiles", **wire) == "bad_parameter"
    state = placing(2)
    hold(state, 0, green=3, purple=2)
    for odd in ({"slot": 6}, {"slot": -1}, {"star": "x"}, {"colour": ""}, {"slot": "1"}):
        assert sent(state, 0, **{"type": "place_tile", "star": "sw", "slot": 1, "colour": "green", **odd}) == (
            "bad_parameter"
        )
    play(state, place(state, "green 3"))
    for wilds in (-1, 1.5, 6):
        assert sent(state, 0, type="choose_payment", wilds=wilds) == "bad_parameter"
    play(state, ChoosePayment(0))
    state.turn = 0
    play(state, PassRound())
    for kept in ({"green": 0.5}, {"purple": -1}, {"white": 1}):
        assert sent(state, 0, type="choose_keep", keep=kept) == "bad_parameter"


def test_a_colour_that_the_source_lacks_is_rejected() -> None:
    """R6, 5.2.2"""
    state = drafting()
    lie(state, "f1", red=2, yellow=2)
    assert rejection(state, draft("f1", "blue")) == "colour_not_in_source"


def test_the_wild_colour_is_rejected_as_such_even_where_there_is_none() -> None:
    """R7, 5.2.2, 13.1.1"""
    state = drafting()
    lie(state, "f1", red=2, yellow=2)
    lie(state, "f2", purple=2)
    assert rejection(state, draft("f1", "purple")) == "wild_not_selectable"
    assert rejection(state, draft("f2", "red")) == "colour_not_in_source"


def test_a_covered_space_is_rejected_for_every_colour() -> None:
    """R8, 6.2.1, 13.1.1"""
    state = placing()
    hold(state, 0, blue=2)
    cover(state, 0, "blue 1")
    assert rejection(state, place(state, "blue 1")) == "space_taken"
    assert rejection(state, place(state, "blue 1", "red")) == "space_taken"


def test_bonus_tiles_are_taken_from_the_supply() -> None:
    """R9, 6.6.2"""
    state = placing()
    state.supply = tiles(red=9, blue=1)
    state.decision, state.due = CHOOSE_BONUS, 2
    assert rejection(state, bonus(blue=2)) == "bonus_not_in_supply"
    assert rejection(state, bonus(blue=3)) == "bonus_wrong_count"
    assert rejection(state, bonus(red=1)) == "bonus_wrong_count"


def test_kept_tiles_must_be_in_the_hand() -> None:
    """R10, 6.8.2"""
    state = placing()
    hold(state, 0, red=2)
    play(state, PassRound())
    assert rejection(state, keep(blue=1)) == "keep_not_owned"
    assert rejection(state, keep(red=3)) == "keep_not_owned"


def test_more_wilds_than_the_cost_allows_are_rejected() -> None:
    """R12, 6.3.4"""
    state = placing()
    hold(state, 0, green=3, purple=2)
    play(state, place(state, "green 3"))
    assert rejection(state, ChoosePayment(5)) == "wilds_too_many"


def test_how_many_tiles_are_named_is_no_matter_of_form_but_may_be_outside_the_schema() -> None:
    """13.1.4"""
    state = placing()
    hold(state, 0, red=6)
    play(state, PassRound())
    reasons = [RULESET.reject(state, 0, keep(red=number)) for number in (5, 23, 1_000_000)]
    assert [reason.malformed for reason in reasons] == [False, True, True]
    state = placing()
    state.decision, state.due = CHOOSE_BONUS, 2
    reasons += [RULESET.reject(state, 0, bonus(red=number)) for number in (5, 23)]
    assert [reason.malformed for reason in reasons[3:]] == [False, True]
    assert [reason.code for reason in reasons] == ["keep_too_many"] * 3 + ["bonus_wrong_count"] * 2


def test_a_word_outside_the_schema_is_reported_with_its_parameter() -> None:
    state = placing()
    reason = RULESET.reject(state, 0, PlaceTile("nw", 6, "pink"))
    assert (reason.code, reason.parameters, reason.malformed) == ("bad_parameter", {"parameter": "slot"}, True)


def any_action(rng: Random) -> Any:
    """Return an invented action, mostly of published values."""
    some = Tiles(**{name: rng.randrange(-1, 4) for name in rng.sample(COLOURS, rng.randrange(4))})
    return rng.choice(
        (
            DraftTiles(rng.choice(SOURCES), rng.choice(COLOURS)),
            PlaceTile(rng.choice(STARS), rng.randrange(-1, 7), rng.choice((*COLOURS, "pink"))),
            ChoosePayment(rng.randrange(-1, 7)),
            ChooseBonus(some),
            PassRound(),
            ChooseKeep(some),
        )
    )


@pytest.mark.no_cover
def test_exactly_the_actions_not_listed_are_rejected_and_every_code_is_met() -> None:
    """13.1.2"""
    rng, met = Random(5), set()
    for number in range(40):
        seats = 2 + number % 3
        state = opening(all_options(seats)[number % len(all_options(seats))], seats, number)
        for after, _, _, _ in steps(state, number):
            for seat in range(seats):
                listed = RULESET.legal_actions(after, seat)
                for action in (any_action(rng), any_action(rng), *listed[:2]):
                    reason = RULESET.reject(after, seat, action)
                    assert (reason is None) == (action in listed)
                    met.add(reason and reason.code)
    codes = {each.code for each in RULESET.rejections}
    assert codes - met == {"bad_player_count", "bad_side", "bad_start_player"}
    assert met - codes == {None}


def test_every_listed_action_survives_the_wire() -> None:
    for number in range(6):
        state = opening(all_options(2)[number % 4], 2, number)
        for after, _, _, _ in steps(state, number):
            for action in legal(after) if after.decision else ():
                assert msgspec.json.decode(msgspec.json.encode(action), type=RULESET.action_type) == action
                assert type(action) in ACTION_TYPES[after.decision]


def test_two_spellings_of_a_multiset_are_the_same_action() -> None:
    """1.3.3"""
    state = placing()
    hold(state, 0, green=2, red=1)
    play(state, PassRound())
    for spelt in ({"red": 1}, {"blue": 0, "red": 1}):
        action = msgspec.convert({"type": "choose_keep", "keep": spelt}, RULESET.action_type)
        assert action == ChooseKeep(Tiles(red=1))
    assert sent(state, 0, type="choose_keep", keep={"blue": 0, "red": 1}) is None


@pytest.mark.parametrize(
    ("wire", "code"),
    [
        ({"type": "draft_tiles"}, "bad_parameter"),
        ({"type": "draft_tiles", "source": 1, "colour": "red"}, "bad_parameter"),
        ({"type": "draft_tiles", "source": "f1", "colour": "red", "more": 1}, "bad_parameter"),
        ({"type": "pass"}, "wrong_decision"),
        ({}, "wrong_decision"),
        ([], "wrong_decision"),
    ],
)
def test_an_unreadable_action_is_rejected_in_every_game(wire: Any, code: str) -> None:
    """13.1.1"""
    with pytest.raises(IllegalAction) as caught:
        read_action(RULESET, wire)
    assert (caught.value.reason.code, caught.value.reason.malformed) == (code, True)
