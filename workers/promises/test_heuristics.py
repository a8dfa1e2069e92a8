"""Test that the heuristics of each ruleset are consistent, and that the levels without search follow them."""

from math import inf, isfinite
from random import Random
from statistics import mean

import pytest

from domain.heuristics import NEVER, best
from domain.levels import LEVELS, SearchBudget, allotted, play_easy, play_greedy, without_cap
from workers.promises.games import NAMES, PLAYED, TABLES, play

every_ruleset = pytest.mark.parametrize("name", NAMES)


DRAWS = 20
"""Number of choices of `easy` for each decision: short games have few decisions."""


def decisions(name, seats):
    """List some decisions with at least two actions: the state sampled for the seat, the seat, the legal actions."""
    ruleset = PLAYED[name]
    for number in range(2):
        for step in play(name, seats, 50 * seats + number).steps[number::5]:
            legal = ruleset.legal_actions(step.before, step.seat)
            if len(legal) > 1:
                yield ruleset.determinize(step.before, step.seat, Random(number)), step.seat, legal


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_each_legal_action_has_a_score_and_not_all_are_ruled_out(name, seats):
    """Let `score_actions` return a number for each action, and `NEVER` for some of them at most."""
    heuristics = PLAYED[name].heuristics
    for state, seat, legal in decisions(name, seats):
        scores = heuristics.score_actions(state, seat, legal)
        assert len(scores) == len(legal)
        assert all(isfinite(score) or score == NEVER for score in scores)
        assert max(scores) > NEVER


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_choice_has_the_best_score_or_about_as_much(name, seats):
    """Let `rollout_policy` take an action whose score in `score_actions` is within `temperature` / 5 of the best."""
    heuristics = PLAYED[name].heuristics
    for state, seat, legal in decisions(name, seats):
        scores = heuristics.score_actions(state, seat, legal)
        chosen = heuristics.rollout_policy(state, seat, Random(0))
        assert scores[list(legal).index(chosen)] >= max(scores) - heuristics.temperature / 5


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_rounds_count_up_and_every_seat_has_a_value(name, seats):
    """Let `rounds_begun` never fall and rise during a game, and `evaluate` return a finite number for each seat."""
    heuristics = PLAYED[name].heuristics
    for number in range(3):
        states = play(name, seats, 50 * seats + number).states
        rounds = [heuristics.rounds_begun(state) for state in states]
        assert rounds == sorted(rounds)
        assert rounds[0] < rounds[-1]
        for state in states[: -1 : 1 + len(states) // 40]:
            assert len(heuristics.evaluate(state)) == seats
            assert all(map(isfinite, heuristics.evaluate(state)))


@pytest.mark.no_cover
@every_ruleset
def test_a_lead_in_value_late_in_a_game_foretells_its_end(name):
    """Let `evaluate` foretell the end: the seat with the highest value before the last decisions wins more often."""
    ruleset, right = PLAYED[name], []
    for number in range(12):
        game = play(name, ruleset.min_seats, 100 + number)
        outcome = ruleset.outcome(game.end)
        values = ruleset.heuristics.evaluate(game.states[-1 - max(1, len(game.steps) // 10)])
        right.append(values.index(max(values)) in outcome.winners)
    assert mean(right) > 1 / 2


@every_ruleset
def test_easy_takes_the_best_score_most_often_and_never_an_action_that_is_ruled_out(name):
    """Let `score_actions` tell actions apart, and adjust `temperature`: a lower one makes `easy` stronger."""
    ruleset, hits, misses, blunders = PLAYED[name], 0, 0, 0
    wanted = list(decisions(name, ruleset.min_seats))
    for number, (state, seat, legal) in enumerate(wanted):
        scores = list(ruleset.heuristics.score_actions(state, seat, legal))
        for draw in range(DRAWS):
            score = scores[list(legal).index(play_easy(ruleset, state, seat, Random(DRAWS * number + draw)))]
            assert score > NEVER
            hits += score == max(scores)
            misses += score < max(scores)
            blunders += score == min(scores) < max(scores)
    assert misses > 0, "`easy` always takes the best action: raise `temperature`"
    assert hits > blunders, "`easy` takes the worst action more often than the best: lower `temperature`"


def test_the_best_is_the_first_of_equals():
    assert best("abcd", [1.0, 3.0, -inf, 3.0]) == "b"


def test_the_levels_are_listed_the_weakest_first():
    assert list(LEVELS) == ["random", "easy", "greedy", "normal", "hard", "expert"]


@every_ruleset
def test_a_search_runs_the_share_of_its_iterations_that_the_ruleset_requests(name):
    """Set `budget_share` to a number above 0."""
    share = PLAYED[name].heuristics.budget_share
    assert allotted(PLAYED[name], SearchBudget(1000, seconds=3.0)) == SearchBudget(round(1000 * share), seconds=3.0)


def test_without_a_cap_a_search_ends_with_its_iterations_and_heuristics_are_unchanged():
    assert without_cap(SearchBudget(100)) == SearchBudget(100, seconds=inf)
    assert without_cap(play_greedy) is play_greedy
