"""The end of the game (section 8): the worked examples Z1 to Z7 and V7."""

import pytest

from domain.azul import RULESET
from domain.azul.rules.scoring import outcome, score
from domain.azul.rules.state import OVER, State
from domain.azul.wire.actions import PassRound
from domain.azul.wire.constants import COLOURS, SLOTS, TILES_PER_COLOUR
from domain.azul.wire.facts import GameEnded, NumberScored, StarScored
from domain.ruleset import ScoreRow
from tests.azul.builders import STAR_OF, cover, give_score, hold, of, pay, place, placing, play


def last_turn(side: str = "A") -> State:
    """Return a position of three players in which seat 0 is the last to pass."""
    state = placing(side=side, in_round=6)
    state.passed = [False, True, True]
    state.hand = [0, 0, 0]
    return state


def end(state: State) -> list[object]:
    """Pass for the last time if the pass is not automatic; return the facts."""
    if not state.hand[0]:
        hold(state, 0, red=1)
        state.points[0] += 1
    return play(state, PassRound())


def rows(state: State, seat: int = 0) -> dict[str, int]:
    """Return the rows of a seat's score sheet by item."""
    result = outcome(state)
    assert result is not None
    assert sum(row.amount for row in result.seats[seat].rows) == result.seats[seat].total == score(state, seat)
    return {row.item: row.amount for row in result.seats[seat].rows}


def cover_numbers(state: State, name: str, *numbers: int) -> None:
    """Cover spaces of a star by their numbers."""
    cover(state, 0, *(f"{name} {number}" for number in numbers))


def nearly_z1(state: State) -> None:
    """Cover the spaces of Z1 except middle 3."""
    give_score(state, 0, 74)
    hold(state, 0, red=2, green=1)
    for name in ("orange", "red", "yellow", "green"):
        cover_numbers(state, name, 1, 2, 3, 4)
    cover_numbers(state, "blue", 1, 2, 3)
    cover_numbers(state, "purple", 1, 2, 3, 4, 5, 6)
    cover_numbers(state, "middle", 1, 2, 4)


def test_full_stars_and_numbers_bring_their_bonuses_after_the_last_loss() -> None:
    """Z1, 8.1.2, 8.1.3, 8.1.4"""
    state = last_turn()
    nearly_z1(state)
    cover_numbers(state, "middle", 3)
    emitted = end(state)
    assert score(state, 0) == 115
    assert rows(state) == {
        "starting score": 5,
        "placements": 69,
        "tiles taken with the token": 0,
        "tiles discarded when passing": -3,
        "full star w": 20,
        "all spaces numbered 1": 4,
        "all spaces numbered 2": 8,
        "all spaces numbered 3": 12,
    }
    assert of(StarScored, emitted) == [StarScored(0, "w", 20)]
    assert of(NumberScored, emitted) == [NumberScored(0, 1, 4), NumberScored(0, 2, 8), NumberScored(0, 3, 12)]
    assert emitted[-1] == GameEnded()


def test_a_number_counts_only_with_all_its_spaces_the_middle_one_included() -> None:
    """Z2, 8.1.3"""
    state = last_turn()
    nearly_z1(state)
    end(state)
    assert score(state, 0) == 103


def nearly_z3(state: State) -> None:
    """Cover the spaces of Z3 except the last middle space."""
    give_score(state, 0, 60)
    for star in ("nw", "ne"):
        cover(state, 0, *(f"{star}.{slot}" for slot in range(6)), colour="purple")
    for slot, colour in enumerate(COLOURS):
        cover(state, 0, f"e.{slot}", colour=colour)
    cover(state, 0, *(f"c.{slot}" for slot in range(5)), colour="red")
    cover(state, 0, "se.0", "se.5", "se.4", "sw.1", "sw.0", "sw.5", "w.2", "w.1", "w.0", colour="green")


def test_side_b_scores_single_coloured_and_mixed_stars() -> None:
    """Z3, 9.1.5, 9.1.6, 9.1.7"""
    state = last_turn("B")
    nearly_z3(state)
    cover(state, 0, "c.5", colour="red")
    end(state)
    assert score(state, 0) == 150
    stars = {item: amount for item, amount in rows(state).items() if item.startswith("full")}
    assert stars == {"full star nw": 20, "full star ne": 20, "full star e": 12, "full star c": 14}


def test_side_b_needs_all_twelve_threes() -> None:
    """Z4, 9.1.7"""
    state = last_turn("B")
    nearly_z3(state)
    end(state)
    assert score(state, 0) == 124


def test_the_floor_is_applied_before_the_bonuses() -> None:
    """Z5, 2.3.2, 6.8.5, 8.1.4"""
    state = last_turn()
    give_score(state, 0, 3)
    hold(state, 0, red=6)
    cover(state, 0, *(f"{name} 1" for name in STAR_OF))
    end(state)
    assert score(state, 0) == 5


def test_a_board_covered_run_by_run_brings_304() -> None:
    """Z6, 14.2.5"""
    state = placing()
    give_score(state, 0, 5)
    for name in STAR_OF:
        for number in range(1, 7):
            colour = COLOURS[number - 1] if name == "middle" else name
            hold(state, 0, **{colour: number})
            state.supply, state.bag, state.tower, state.turn = 0, 0, 0, 0
            pay(state, place(state, f"{name} {number}", colour), 0)
    assert score(state, 0) == 5 + 147
    state.round, state.turn, state.passed, state.hand = 6, 0, [False, True, True], [0, 0, 0]
    end(state)
    assert score(state, 0) == 304
    assert outcome(state).winners == (0,)


def test_tied_players_share_their_rank() -> None:
    """Z7, 8.1.5"""
    state = last_turn()
    hold(state, 0, red=1)
    give_score(state, 0, 89)
    give_score(state, 1, 88)
    give_score(state, 2, 70)
    end(state)
    result = outcome(state)
    assert [(seat.total, seat.rank) for seat in result.seats] == [(88, 1), (88, 1), (70, 3)]
    assert result.winners == (0, 1)


def test_stars_of_one_kind_may_repeat() -> None:
    """V7, 9.1.5, 9.1.9: of 22 tiles of a colour, 18 fill three stars; a fourth would need 24."""
    state = last_turn("B")
    for star in ("nw", "w", "sw"):
        cover(state, 0, *(f"{star}.{slot}" for slot in range(6)), colour="purple")
    end(state)
    assert [rows(state)[f"full star {star}"] for star in ("nw", "w", "sw")] == [20, 20, 20]
    assert 3 * SLOTS <= TILES_PER_COLOUR < 4 * SLOTS


@pytest.mark.parametrize(
    ("name", "points"),
    [("red", 14), ("blue", 15), ("yellow", 16), ("orange", 17), ("green", 18), ("purple", 20), ("middle", 12)],
)
def test_a_full_star_of_side_a_brings_the_bonus_of_its_colour(name: str, points: int) -> None:
    """2.2.10"""
    state = last_turn()
    cover_numbers(state, name, 1, 2, 3, 4, 5, 6)
    end(state)
    assert rows(state)[f"full star {STAR_OF[name]}"] == points


@pytest.mark.parametrize(("number", "points"), [(1, 4), (2, 8), (3, 12), (4, 16), (5, 0), (6, 0)])
def test_all_spaces_of_a_number_earn_its_bonus_and_fives_and_sixes_earn_none(number: int, points: int) -> None:
    """2.2.11"""
    state = last_turn()
    cover(state, 0, *(f"{name} {number}" for name in STAR_OF))
    end(state)
    assert score(state, 0) == 20 + points
    assert rows(state).get(f"all spaces numbered {number}", 0) == points


def test_there_is_no_outcome_before_the_end() -> None:
    """8.1.1"""
    state = last_turn()
    hold(state, 0, red=1)
    assert outcome(state) is None
    end(state)
    assert (state.phase, RULESET.to_act(state), RULESET.legal_actions(state, 0)) == (OVER, (), ())
    assert outcome(state).seats[1].rows[0] == ScoreRow("starting score", "2.2.7", 5)
