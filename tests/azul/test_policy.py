"""Test the AI levels: Azul has no hidden information for them to see, and level `greedy` plays well."""

from random import Random
from typing import Any

import pytest

from domain.azul import RULESET
from domain.azul.rules.scoring import score
from domain.azul.rules.state import State
from domain.azul.wire.actions import ChooseKeep, ChoosePayment, PassRound, Tiles
from domain.azul.wire.options import Options
from tests.azul.builders import bonus, cover, draft, drafting, hold, lie, place, placing, play, tiles
from tests.azul.random_games import all_options, opening, steps
from tests.random_play import step_dice
from tests.rulesets.games import QUICK, choice_of


def greedy(state: State) -> Any:
    """Return the action of level `greedy` for the seat that must act."""
    return RULESET.heuristics.rollout_policy(state, state.turn, Random(0))


def played(levels: list[str], side: str, number: int) -> list[int]:
    """Play a game of AI levels; return the scores."""
    seed = number.to_bytes(32, "big")
    state, count = RULESET.setup(Options(side=side), len(levels), step_dice(seed, 0)), 0
    while waiting := RULESET.to_act(state):
        seat, count = waiting[0], count + 1
        action = choice_of(RULESET, state, seat, levels[seat], step_dice(seed, -count % 10_000_000 + 10_000))
        RULESET.apply(state, seat, action, step_dice(seed, count))
    return [score(state, seat) for seat in range(len(levels))]


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_beats_random(seats: int, side: str) -> None:
    wins = 0
    for number in range(12):
        levels = ["random"] * seats
        levels[number % seats] = "greedy"
        scores = played(levels, side, number // seats)
        wins += max(scores) == scores[number % seats]
    assert wins == 12


@pytest.mark.parametrize(("side", "least"), [("A", 75), ("B", 65)])
def test_greedy_scores_like_a_player_against_itself(side: str, least: int) -> None:
    scores = [each for number in range(10) for each in played(["greedy", "greedy"], side, number)]
    assert sum(scores) / len(scores) >= least


def test_the_levels_choose_legal_actions() -> None:
    """The state does not change."""
    for number in range(6):
        state = opening(all_options(3)[number % 4], 3, number)
        for after, _, _, _ in steps(state, number):
            for seat in RULESET.to_act(after):
                before = RULESET.clone(after)
                listed = RULESET.legal_actions(after, seat)
                assert all(choice_of(RULESET, after, seat, level, Random(1)) in listed for level in QUICK)
                assert after == before


def test_greedy_does_not_pay_for_the_token_if_it_can_avoid_it() -> None:
    state = drafting(2)
    lie(state, "centre", green=3)
    lie(state, "f1", green=3)
    assert greedy(state) == draft("f1", "green")
    state.holder = 1
    assert greedy(state) == draft("centre", "green")


def test_greedy_drafts_a_wild_too() -> None:
    state = drafting(2)
    lie(state, "f1", green=2, red=2)
    lie(state, "f2", green=2, red=1, purple=1)
    assert greedy(state) == draft("f2", "green")


def test_greedy_completes_a_star() -> None:
    state = placing(in_round=6)
    cover(state, 0, *(f"red {number}" for number in range(1, 6)))
    hold(state, 0, red=6)
    assert greedy(state) == place(state, "red 6")


def test_greedy_pays_with_as_few_wilds_as_possible() -> None:
    """6.3.6"""
    state = placing()
    hold(state, 0, green=2, purple=3)
    play(state, place(state, "green 4"))
    assert greedy(state) == ChoosePayment(2)


def test_greedy_keeps_as_many_tiles_as_possible_and_the_next_wilds_first() -> None:
    """6.8.3"""
    state = placing(in_round=1)
    hold(state, 0, green=3, red=4)
    play(state, PassRound())
    assert greedy(state) == ChooseKeep(Tiles(green=3, red=1))
    hold(state, 0, red=2)
    assert greedy(state) == ChooseKeep(Tiles(red=2))


def test_greedy_chooses_wilds_from_the_supply() -> None:
    state = placing()
    cover(state, 0, "orange 5", *(f"red {number}" for number in range(1, 7)))
    state.supply = tiles(purple=3, red=7)
    hold(state, 0, orange=6)
    play(state, place(state, "orange 6"))
    assert greedy(state) == bonus(purple=3)


def test_greedy_places_a_colour_whose_star_is_full() -> None:
    for side in ("A", "B"):
        state = placing(side=side)
        for star in ("w", "sw", "nw", "se", "e", "ne") if side == "B" else ("ne",):
            cover(state, 0, *(f"{star}.{slot}" for slot in range(6)), colour="red")
        hold(state, 0, red=6)
        assert greedy(state).star == "c"
