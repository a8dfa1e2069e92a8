"""Test the rollout policy, which is level `greedy`: its choices, and that it beats random play."""

from random import Random
from statistics import median
from typing import Any

import pytest

from domain.riddle import RULESET
from domain.riddle.heuristics.policy import greedy, score_actions
from domain.riddle.heuristics.weights import OTHERS_LINE
from domain.riddle.rules.state import State, round_of
from domain.riddle.wire.actions import DiscardActions, DrawCard, EndStep, PlayCard, TakeFreeKey, UseAction
from domain.riddle.wire.options import Options
from tests.riddle.builders import (
    act,
    at_end,
    base,
    end_step,
    expansion,
    hold_only,
    keys,
    lasting,
    lay,
    own,
    play,
    ready,
    step,
    throw_away,
    use,
)
from tests.rulesets.games import choice_of


def choice(state: State) -> object:
    """Return the action that the policy chooses."""
    return greedy(state, state.active, Random(0))


def worths(state: State) -> list[tuple[Any, float]]:
    """Return the legal actions with their scores."""
    legal = RULESET.legal_actions(state, state.active)
    return list(zip(legal, score_actions(state, state.active, legal), strict=True))


def play_game(mode: str, levels: list[str], number: int) -> State:
    """Play a game of these levels, each deciding from its own sample."""
    rng = Random(number)
    state = RULESET.setup(Options(mode), len(levels), rng)
    while waiting := RULESET.to_act(state):
        (seat,) = waiting
        assert RULESET.outcome(state) is None
        action = choice_of(RULESET, state, seat, levels[seat], rng)
        RULESET.apply(state, seat, action, rng)
    return state


@pytest.mark.parametrize("mode", ["base", "expansion"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_policy_beats_random_play(mode: str, seats: int) -> None:
    won = 0
    for number in range(8):
        levels = ["random"] * seats
        levels[number % seats] = "greedy"
        outcome = RULESET.outcome(play_game(mode, levels, number))
        assert outcome is not None
        won += outcome.winners == (number % seats,)
    assert won >= 7


def test_two_greedy_players_finish_soon() -> None:
    games = [play_game("base", ["greedy"] * 2, number) for number in range(15)]
    assert median(round_of(state) for state in games) <= 40
    assert all(max(mask.bit_count() for mask in state.keys) >= 7 for state in games)


def test_it_completes_a_line() -> None:
    state = base()
    lay(state, 0, {4: "B14-1"})
    act(state, choice(state))
    assert keys(state, 0)


def test_it_completes_the_pattern_of_the_free_key_even_with_a_symbol_whose_key_it_owns() -> None:
    state = base(2)
    lay(state, 0, {1: "B16-2", 3: "B26-2", 4: "B36-2", 5: "B46-2"})
    own(state, 0, "knot")
    hold_only(state, 0, "B56-1", "B24-2")
    assert choice(state) == PlayCard("B56-1", 7)
    own(state, 0, "knot", free=True)
    assert choice(state) != PlayCard("B56-1", 7)


def test_it_does_not_hand_over_the_card_that_completes_the_pattern_of_the_free_key() -> None:
    state = base(2)
    lay(state, 0, {7: "B56-1"})
    lay(state, 1, {1: "B16-2", 3: "B26-2", 4: "B36-2", 5: "B46-2"})
    own(state, 1, "knot")
    hold_only(state, 0, "B65-1")
    open_pattern = {play.zone: worth for play, worth in worths(state)}
    own(state, 1, "knot", free=True)
    used = {play.zone: worth for play, worth in worths(state)}
    assert {zone: used[zone] - open_pattern[zone] for zone in used} == {1: 0, 3: 0, 4: 0, 5: 0, 7: OTHERS_LINE}


def test_it_takes_the_free_key_that_it_is_furthest_from() -> None:
    state = base()
    lay(state, 0, {3: "B12-2", 4: "B13-2", 5: "B14-1"})
    play(state, "B12-1", 7)
    own(state, 0, *(symbol for symbol in ("face", "bird", "skull", "lens")))
    assert isinstance(choice(state), TakeFreeKey)


def test_it_uses_the_card_that_allows_more_first() -> None:
    assert choice(ready(expansion("N21-1", "N22-1"))) == UseAction("N21-1")
    assert choice(ready(expansion("N23-1"))) == UseAction("N23-1")


def test_it_takes_the_card_that_completes_a_line() -> None:
    state = expansion("N24-1")
    lay(state, 0, {4: "B14-1"})
    throw_away(state, "B56-1", "B12-2")
    assert choice(ready(state)) == UseAction("N24-1", take="B12-2")


def test_it_rearranges_its_table_to_complete_a_line() -> None:
    state = expansion("N22-1")
    lay(state, 0, {3: "B12-2", 4: "B13-2"})
    assert choice(ready(state)) == UseAction("N22-1", zones=(3, 7))


def test_it_does_not_trade() -> None:
    assert choice(ready(expansion("N25-1"))) == EndStep()


def test_it_does_not_mirror_a_good_card_to_an_opponent() -> None:
    state = ready(expansion("N23-1"))
    use(state, "N23-1")
    chosen = choice(state)
    assert isinstance(chosen, PlayCard)
    assert act(state, chosen)


def test_it_harms_others_and_protects_itself_at_the_end_of_its_turn() -> None:
    assert choice(at_end(expansion("N29-1"))) == UseAction("N29-1")
    assert choice(at_end(expansion("N31-1"))) == UseAction("N31-1")
    state = expansion("N27-1", "N28-1", "N30-1")
    lay(state, 2, {2: "N16-2"})
    lay(state, 1, {0: "N13-2", 4: "B31-2", 8: "N17-2"})
    at_end(state)
    targeted = choice(state)
    assert isinstance(targeted, UseAction)
    assert targeted.target_seat == 1
    assert targeted in RULESET.legal_actions(state, 0)


def test_it_discards_useless_cards() -> None:
    assert choice(at_end(expansion("N26-1"))) == DiscardActions(("N26-1",))
    assert choice(at_end(expansion("N22-1"))) == EndStep()


def test_it_plays_on_only_if_that_does_good() -> None:
    state = ready(expansion())
    seen = set()
    for number in range(40):
        state = RULESET.setup(Options("expansion"), 2, Random(number))
        while RULESET.to_act(state) and state.turn < 12:
            chosen = choice(state)
            if step(state) == "play" and state.played_main + state.played_additional:
                seen.add(type(chosen))
            act(state, chosen, Random(number))
    assert seen == {PlayCard, EndStep}


def test_it_draws_main_cards_up_to_four() -> None:
    state = ready(expansion())
    play(state, "N16-1", 0)
    end_step(state)
    assert choice_of_draw(5) == DrawCard("additional")
    assert choice_of_draw(3) == DrawCard("main")


def choice_of_draw(main: int) -> object:
    """Return the deck to draw from with this number of main cards in hand."""
    state = ready(expansion())
    play(state, "N16-1", 0)
    hold_only(state, 0, *("B12-1", "B21-1", "B34-1", "B43-1", "B66-1")[:main], "N20-1")
    end_step(state)
    assert step(state) == "draw"
    return choice(state)


def test_it_values_no_passing_that_is_barred() -> None:
    state = expansion()
    lasting(state, "N29-1", 1)
    assert isinstance(choice(ready(state)), PlayCard)
