"""Test the invariants of section 15 in random games over all options, and that a violation of each is detected."""

from collections.abc import Callable

import pytest

from domain.leonardo import RULESET
from domain.leonardo.rules.deck import without
from domain.leonardo.rules.state import FINISHING, State
from domain.leonardo.wire.actions import DECISION
from domain.leonardo.wire.facts import CardBoxed, CardWon, FlorinsMoved, InventionFinished
from tests.leonardo.builders import ANNA, BRUNO, lab, own, plain, start_work, table
from tests.leonardo.invariants import BrokenInvariant, Watch, check
from tests.leonardo.random_games import all_options, opening, steps


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("setup", ["beginner", "expert"])
def test_no_invariant_breaks_in_random_games_over_all_options(seats: int, setup: str) -> None:
    for number, options in enumerate(each for each in all_options(seats) if each.setup == setup):
        state = opening(options, seats, 100 * seats + number)
        watch = Watch(state)
        for after, _, _, emitted in steps(state, 100 * seats + number):
            watch.after(after, emitted)
        assert RULESET.outcome(state) is not None


@pytest.mark.no_cover
def test_random_games_reach_every_kind_of_decision() -> None:
    missing = set(DECISION.values())
    for number in range(400):
        seats = 2 + number % 4
        options = all_options(seats)[number % 16]
        state = opening(options, seats, number)
        missing -= {state.decision}
        for after, _, _, _ in steps(state, number):
            missing -= {after.decision}
        if not missing:
            return
    pytest.fail(f"never met: {sorted(missing)}")


def _broken(change: Callable[[State], None], state: State | None = None) -> str:
    """Break a valid position and return the paragraph of the violated invariant."""
    state = state or _sound()
    check(state)
    change(state)
    with pytest.raises(BrokenInvariant) as caught:
        check(state)
    return str(caught.value).split(":")[0]


def _sound() -> State:
    """Build a valid position with work in it."""
    state = plain(3, codex_2=True)
    start_work(state, ANNA, "small", 13, weeks=5)
    return state


def _set(field: str, index: int, value: object) -> Callable[[State], None]:
    """Return a function that changes one entry of a list."""
    return lambda state: getattr(state, field).__setitem__(index, value)


def put_back_into_the_deck(state: State) -> None:
    """Put a requested invention back into the deck, which never happens in a game."""
    state.deck = tuple(sorted((*state.deck, 8)))
    state.requested = without(state.requested, 8)


@pytest.mark.parametrize(
    ("paragraph", "change"),
    [
        ("15.1", _set("stock", 0, 12)),
        ("15.2", _set("supply", ANNA, 9)),
        ("15.3", _set("master", ANNA, 11)),
        ("15.4", _set("robots", 0, 1)),
        ("15.5", _set("florins", ANNA, -1)),
        ("15.6", lambda state: setattr(state, "boxed", (1,))),
        ("15.7", _set("weeks", 2, 3)),
        ("15.9", _set("weeks", 0, 16)),
        ("15.10", _set("late", 0, True)),
        ("15.11", lambda state: setattr(state, "holder", 3)),
        ("15.13", lambda state: setattr(state, "price", 1)),
        ("15.16", lambda state: (_set("market", 0, 2)(state), _set("stock", 0, state.stock[0] - 1)(state))),
        ("15.18", _set("side", 0, 4)),
        ("15.20", _set("florins", ANNA, 11)),
        ("12.2.1", _set("could_be", 0, 0)),
        ("13.1.1", lambda state: setattr(state, "decision", "")),
    ],
)
def test_an_invalid_position_is_detected(paragraph: str, change: Callable[[State], None]) -> None:
    assert _broken(change) == paragraph


def test_two_labs_on_one_invention_are_detected() -> None:
    state = plain(2)
    state.side[1] = 4
    start_work(state, ANNA, "small", 1)

    def double(state: State) -> None:
        start_work(state, ANNA, "large", 1)

    assert _broken(double, state) == "15.8"


def test_pieces_outside_phases_b_and_c_are_detected() -> None:
    def linger(state: State) -> None:
        state.master[ANNA] = 9

    assert _broken(linger) == "15.12"


@pytest.mark.parametrize(
    ("paragraph", "change"),
    [
        ("15.2", lambda state: (_set("supply", ANNA, 3)(state), _set("academy", ANNA, 6)(state))),
        ("15.14", put_back_into_the_deck),
        ("15.18", _set("side", 3, 0)),
    ],
)
def test_a_loss_of_permanent_data_is_detected(paragraph: str, change: Callable[[State], object]) -> None:
    state = plain(2)
    state.side[3] = 4
    watch = Watch(state)
    change(state)
    with pytest.raises(BrokenInvariant, match=f"^{paragraph}:"):
        watch.after(state, [])


def test_a_robot_that_leaves_its_lab_is_detected() -> None:
    state = plain(2)
    state.side[0], state.robots[0] = 5, 1
    watch = Watch(state)
    state.robots[0] = 0
    with pytest.raises(BrokenInvariant, match=r"^15\.4:"):
        watch.after(state, [])


def test_a_round_that_starts_with_gaps_in_the_display_is_detected() -> None:
    state = table(2)
    watch = Watch(state)
    state.round = 2
    state.owned[ANNA], state.requested = [8], state.requested[:2]
    with pytest.raises(BrokenInvariant, match=r"^15\.14:"):
        watch.after(state, [(CardWon(ANNA, 8), None)])


def test_a_round_that_starts_without_a_florin_at_the_council_is_detected() -> None:
    state = table(2)
    watch = Watch(state)
    state.round, state.council_florins = 2, 0
    with pytest.raises(BrokenInvariant, match=r"^15\.15:"):
        watch.after(state, [])


def test_money_that_public_facts_do_not_explain_is_detected() -> None:
    state = table(2)
    watch = Watch(state)
    with pytest.raises(BrokenInvariant, match=r"^15\.20:"):
        watch.after(state, [(FlorinsMoved(ANNA, 1, "council"), None)])


def test_an_invention_realised_twice_is_detected() -> None:
    state = table(2)
    watch = Watch(state)
    state.requested = without(state.requested, 1)
    state.boxed = (1,)
    state.stage, state.deck = FINISHING, state.deck
    with pytest.raises(BrokenInvariant, match=r"^15\.17:"):
        watch.after(state, [(CardBoxed(1), None), (InventionFinished(BRUNO, "small", 1, False), None)])


def test_a_card_that_changes_its_owner_is_detected() -> None:
    state = plain(2)
    own(state, ANNA, 2)
    watch = Watch(state)
    state.owned[ANNA], state.owned[BRUNO] = state.owned[BRUNO], state.owned[ANNA]
    with pytest.raises(BrokenInvariant, match=r"^15\.17:"):
        watch.after(state, [])


def test_an_idle_lab_with_pieces_is_detected() -> None:
    state = plain(2)
    assert state.work[lab(ANNA, "small")] == 0
    state.master[ANNA] = 9
    with pytest.raises(BrokenInvariant, match=r"^15\.7:"):
        check(state)
