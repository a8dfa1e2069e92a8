"""Test the invariants of section 14 in random games over all options, and that a violation of each is detected."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.azul import RULESET
from domain.azul.rules.state import ACQUIRING, State
from domain.azul.rules.tiles import ONE
from domain.azul.wire.actions import ACTION_TYPES, CHOOSE_BONUS, PLACE_OR_PASS, Tiles
from domain.azul.wire.facts import (
    BonusTaken,
    DecorationCompleted,
    HandCleared,
    Passed,
    RoundBegan,
    TilePlaced,
    TilesDrafted,
    TokenTaken,
)
from tests.azul.invariants import BrokenInvariant, Watch, check
from tests.azul.random_games import all_options, opening, steps

SOUND = Tiles(red=1)


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("side", ["A", "B"])
def test_no_invariant_breaks_in_random_games_over_all_options(seats: int, side: str) -> None:
    """6.2.5, 14.1, 14.2.6"""
    for number in range(8):
        options = [each for each in all_options(seats) if each.side == side][number // 2 % 2]
        state = opening(options, seats, 100 * seats + number)
        watch = Watch(state)
        for after, _, _, emitted in steps(state, 100 * seats + number):
            watch.after(after, emitted)
        assert RULESET.outcome(state) is not None


def test_random_games_reach_every_kind_of_decision_and_a_shortage() -> None:
    missing = {*ACTION_TYPES, "a factory left short", "a supply left short"}
    for number in range(400):
        state = opening(all_options(4)[number % 4], 4, number)
        for after, _, _, emitted in steps(state, number):
            missing -= {after.decision}
            if any(isinstance(fact, RoundBegan) for fact, _ in emitted) and not after.sources[-1]:
                missing -= {"a factory left short"}
            if after.decision != CHOOSE_BONUS and not (after.bag or after.tower):
                missing -= {"a supply left short"}
        if not missing:
            return
    pytest.fail(f"never met: {sorted(missing)}")


def sound(side: int = 0) -> State:
    """Play games of three until a seat has passed in round 2 with tiles left, before the other seats."""
    options = all_options(3)[2 * side]
    games = (after for number in range(4, 50) for after, *_ in steps(opening(options, 3, number), number))
    return next(after for after in games if after.round == 2 and any(after.corners) and after.decision == PLACE_OR_PASS)


def _set(field: str, index: int, value: Any) -> Callable[[State], None]:
    """Return a function that changes one entry of a list."""
    return lambda state: getattr(state, field).__setitem__(index, value)


def _put(**values: Any) -> Callable[[State], None]:
    """Return a function that changes single values."""

    def put(state: State) -> None:
        for name, value in values.items():
            setattr(state, name, value)

    return put


def _move(source: str, target: str, tiles: int) -> Callable[[State], None]:
    """Return a function that moves tiles of the first seat, or of a pile, to another place."""

    def move(state: State) -> None:
        for name, change in ((source, -tiles), (target, tiles)):
            pile = getattr(state, name)
            if isinstance(pile, int):
                setattr(state, name, pile + change)
            else:
                pile[0] += change

    return move


def _move_much_to_corners(state: State) -> None:
    """Move a fifth tile to the corners of a seat that has passed; return the seat."""
    seat = state.passed.index(True)
    state.bag -= 5 * ONE[0]
    state.corners[seat] += 5 * ONE[0]


def _hold_after_passing(state: State) -> None:
    """Add a tile to the hand of a seat that has passed; return the seat."""
    state.bag -= ONE[0]
    state.hand[state.passed.index(True)] += ONE[0]


def _cover_twice(state: State) -> None:
    """Show two colours on one space."""
    seat = next(seat for seat in range(3) if state.covered[seat])
    colour = next(colour for colour in range(6) if state.shown[6 * seat + colour])
    state.shown[6 * seat + (colour + 1) % 6] |= state.shown[6 * seat + colour]


def _wrong_colour(state: State) -> None:
    """Place a purple tile on the orange star."""
    space = next(space for space in range(6) if not state.covered[0] >> space & 1)
    state.bag -= ONE[0]
    state.covered[0] |= 1 << space
    state.shown[0] |= 1 << space


@pytest.mark.parametrize(
    ("paragraph", "change"),
    [
        ("14.1.1", lambda state: _put(bag=state.bag + ONE[0])(state)),
        ("14.1.2", _set("pass_losses", 0, 100)),
        ("14.2.1", _set("points", 0, 148)),
        ("14.1.9", _set("pass_losses", 0, -1)),
        ("14.1.3", _move("bag", "supply", ONE[0])),
        ("14.1.3", lambda state: _move("supply", "bag", state.supply)(state)),
        ("14.2.2", _put(due=1)),
        ("14.1.4", _cover_twice),
        ("14.1.4", _wrong_colour),
        ("14.1.4", _set("covered", 0, 0)),
        ("6.2, 9.1", _set("takes", 0, 63)),
        ("14.1.5", _move_much_to_corners),
        ("14.1.5", _hold_after_passing),
        ("6.8.1", lambda state: (_put(phase=ACQUIRING)(state), _clear_corners(state))),
        ("2.2.3", lambda state: state.sources.append(0)),
        ("14.1.6", _put(holder=3)),
        ("14.1.6", _move("bag", "sources", ONE[0])),
        ("14.1.12", _put(decision="")),
        ("14.1.12", _put(turn=-1)),
        ("5.1.1", _put(round=7)),
        ("12.3.1", _put(space=1)),
    ],
)
def test_an_invalid_position_is_detected(paragraph: str, change: Callable[[State], Any]) -> None:
    state = sound()
    check(state)
    change(state)
    with pytest.raises(BrokenInvariant) as caught:
        check(state)
    assert str(caught.value).split(":")[0] == paragraph


def _clear_corners(state: State) -> None:
    """Put all kept tiles back into the bag."""
    state.bag += sum(state.corners)
    state.corners = [0, 0, 0]


def test_a_star_of_side_b_with_repeated_but_not_equal_colours_is_detected() -> None:
    state = sound(side=1)
    for colour in (0, 0, 1):
        space = next(space for space in range(36, 42) if not state.covered[0] >> space & 1)
        state.bag -= ONE[colour]
        state.covered[0] |= 1 << space
        state.shown[colour] |= 1 << space
    with pytest.raises(BrokenInvariant, match=r"^14\.1\.4:"):
        check(state)


def test_a_middle_star_of_side_a_with_a_repeated_colour_is_detected() -> None:
    state = sound()
    for _ in range(2):
        space = next(space for space in range(36, 42) if not state.covered[0] >> space & 1)
        state.bag -= ONE[2]
        state.covered[0] |= 1 << space
        state.shown[2] |= 1 << space
    with pytest.raises(BrokenInvariant, match=r"^14\.1\.4:"):
        check(state)


def test_a_factory_with_five_tiles_is_detected() -> None:
    state = opening(all_options(2)[0], 2, 0)
    drawn = next(one for one in ONE if state.bag // one % 64)
    state.bag -= drawn
    state.sources[1] += drawn
    with pytest.raises(BrokenInvariant, match=r"^2\.2\.4:"):
        check(state)


@pytest.mark.parametrize(
    ("paragraph", "fact"),
    [
        ("14.1.7", TilesDrafted(0, "f1", SOUND, SOUND)),
        ("14.2.3", TokenTaken(0, 22)),
        ("14.1.9", TokenTaken(0, 1)),
        ("14.1.8", HandCleared(0, Tiles(), SOUND, 0, False)),
        ("14.1.10", TilePlaced(0, "c", 1, "red", 0, False, Tiles(), 1)),
        ("14.2.1", TilePlaced(0, "c", 1, "red", 0, False, SOUND, 7)),
        ("14.1.11", DecorationCompleted(0, "P-nw", 1)),
        ("14.2.2", BonusTaken(0, Tiles(red=4), False)),
        ("14.1.7", RoundBegan(3, "green", 0)),
        ("14.2.4", Passed(0, False)),
    ],
)
def test_an_impossible_fact_is_detected(paragraph: str, fact: Any) -> None:
    state = sound()
    watch = Watch(state)
    watch.drafted, watch.turns, watch.filled = ["f1"], 48 * 3, {"f1", "f2"}
    watch.paid = {(0, "P-nw")}
    with pytest.raises(BrokenInvariant, match=rf"^{paragraph}:"):
        watch.after(state, [(fact, None)])


def test_a_fact_hidden_from_a_seat_is_detected() -> None:
    state = sound()
    watch = Watch(state)
    with pytest.raises(BrokenInvariant, match=r"^11\.2\.1:"):
        watch.after(state, [(Passed(0, False), (0,))])


def test_a_tile_that_moves_on_its_board_is_detected() -> None:
    """6.2.5, 14.1.4"""
    state = sound()
    watch = Watch(state)
    watch.boards[0] = {41: "red"} if 41 not in watch.boards[0] else {}
    with pytest.raises(BrokenInvariant, match=r"^14\.1\.4:"):
        watch.after(state, [])


def test_a_first_round_with_too_few_tiles_is_detected() -> None:
    state = opening(all_options(2)[0], 2, 0)
    state.tower += state.sources[1]
    state.sources[1] = 0
    with pytest.raises(BrokenInvariant, match=r"^14\.1\.7:"):
        Watch(state)


@pytest.mark.parametrize(
    ("paragraph", "seats", "shape"),
    [("10.2.4", 3, ACQUIRING), ("10.1.3", 2, ACQUIRING)],
)
def test_a_round_that_starts_with_too_few_tiles_is_detected(paragraph: str, seats: int, shape: int) -> None:
    state = opening(all_options(seats)[0], seats, 0)
    watch = Watch(state)
    watch.drafted = sorted(watch.filled)
    state.tower += state.sources[1]
    state.sources[1], state.round, state.phase = 0, 2, shape
    if seats == 2:
        _hide_bag_and_tower(state)
    with pytest.raises(BrokenInvariant, match=rf"^{paragraph}:"):
        watch.after(state, [(RoundBegan(2, "green", 0), None)])


def _hide_bag_and_tower(state: State) -> None:
    """Move all tiles of bag and tower to the first hand."""
    state.hand[0] += state.bag + state.tower
    state.bag = state.tower = 0


def test_a_skipped_round_is_detected() -> None:
    state = sound()
    watch = Watch(state)
    watch.drafted = sorted(watch.filled)
    with pytest.raises(BrokenInvariant, match=r"^5\.1\.1:"):
        watch.after(state, [(RoundBegan(4, "yellow", 0), None)])


def test_too_many_drafts_in_a_round_are_detected() -> None:
    state = sound()
    watch = Watch(state)
    watch.drafted = ["centre"] * 29
    with pytest.raises(BrokenInvariant, match=r"^14\.2\.4:"):
        watch.after(state, [(RoundBegan(3, "orange", 0), None)])
