"""Test that the heuristics of each ruleset are consistent, and that the levels without search follow them."""

from math import exp, inf, isfinite, sqrt
from random import Random
from statistics import mean

import pytest

from domain.heuristics import NEVER, best
from domain.levels import LEVELS, SearchBudget, allotted, play_easy, play_greedy, without_cap
from workers.promises.games import GAME_SIZES, NAMES, PLAYED, play

every_ruleset = pytest.mark.parametrize("name", NAMES)


MIXES = 8
"""Number of choices of a rollout policy for each decision: some policies mix actions by chance."""
ENDS = 12
"""Number of games whose end is foretold."""
CHANCE = 2
"""Standard deviations by which the winners may differ from the forecast by chance."""
DRAWS = 20
"""Number of choices of `easy` for each decision: short games have few decisions."""


def win_chances(values, temperature):
    """Return the chance of each seat to win that the search derives from its value."""
    return [1 / sum(exp(min(700.0, (other - value) / temperature)) for other in values) for value in values]


def decisions(name, seats):
    """List some decisions with at least two actions: the state sampled for the seat, the seat, the legal actions."""
    ruleset = PLAYED[name]
    for number in range(2):
        for step in play(name, seats, 50 * seats + number).steps[number::5]:
            legal = ruleset.legal_actions(step.before, step.seat)
            if len(legal) > 1:
                yield ruleset.determinize(step.before, step.seat, Random(number)), step.seat, legal


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_each_legal_action_has_a_score_and_not_all_are_ruled_out(name, seats):
    """Let `score_actions` return a number for each action, and `NEVER` for some of them at most."""
    heuristics = PLAYED[name].heuristics
    for state, seat, legal in decisions(name, seats):
        scores = heuristics.score_actions(state, seat, legal)
        assert len(scores) == len(legal)
        assert all(isfinite(score) or score == NEVER for score in scores)
        assert max(scores) > NEVER


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_the_choice_has_the_best_score_or_about_as_much(name, seats):
    """Let `rollout_policy` take an action whose score in `score_actions` is within `temperature` / 5 of the best.

    A policy that mixes actions by chance takes better ones more often: none that is ruled out, and on average a score
    above the mean of all actions.
    """
    heuristics, gains = PLAYED[name].heuristics, []
    for state, seat, legal in decisions(name, seats):
        scores, actions = heuristics.score_actions(state, seat, legal), list(legal)
        chosen = [heuristics.rollout_policy(state, seat, Random(number)) for number in range(MIXES)]
        taken = [scores[actions.index(each)] for each in chosen]
        assert min(taken) > NEVER, f"{chosen[taken.index(NEVER)]} is ruled out by `score_actions`"
        if all(each == chosen[0] for each in chosen):
            assert taken[0] >= max(scores) - heuristics.temperature / 5, f"{chosen[0]} has {taken[0]} of {max(scores)}"
        else:
            gains.append(mean(taken) - mean(score for score in scores if score > NEVER))
    assert not gains or mean(gains) >= -heuristics.temperature / 5, "the mixed choices score below the mean"


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
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
    """Let `evaluate` foretell the end: the side with the highest value before the last decisions wins more often.

    Raise `win_temperature` if leads say little. Games in which all seats have the same value do not count.
    """
    ruleset, expected, right = PLAYED[name], [], []
    for number in range(ENDS):
        game = play(name, ruleset.min_seats, 100 + number)
        values = ruleset.heuristics.evaluate(game.states[-1 - max(1, len(game.steps) // 10)])
        if len({*values}) > 1:
            outcome = ruleset.outcome(game.end)
            leading = outcome.seats[values.index(max(values))].side
            chances = win_chances(values, ruleset.heuristics.win_temperature)
            expected.append(sum(chances[each.seat] for each in outcome.seats if each.side == leading))
            right.append(leading in {outcome.seats[each].side for each in outcome.winners})
    spread = sqrt(sum(chance * (1 - chance) for chance in expected))
    assert sum(right) >= min(sum(expected), len(right) / 2) - CHANCE * spread, (
        f"the leading side won {sum(right)} of {len(right)} games, of {sum(expected):.1f} that its lead promised"
    )


@pytest.mark.parametrize("name", [name for name in NAMES if "heuristics" not in PLAYED[name].defaults])
def test_easy_takes_the_best_score_most_often_and_never_an_action_that_is_ruled_out(name):
    """Let `score_actions` tell actions apart, and adjust `temperature`: a lower one makes `easy` stronger.

    Decisions whose actions are all equally good do not count.
    """
    ruleset, hits, misses, blunders = PLAYED[name], 0.0, 0, 0.0
    pending = list(decisions(name, ruleset.min_seats))
    scored = [list(ruleset.heuristics.score_actions(*each)) for each in pending]
    for number, ((state, seat, legal), scores) in enumerate(zip(pending, scored, strict=True)):
        if len({*scores} - {NEVER}) < 2:
            continue
        for draw in range(DRAWS):
            score = scores[list(legal).index(play_easy(ruleset, state, seat, Random(DRAWS * number + draw)))]
            assert score > NEVER
            hits += (score == max(scores)) / scores.count(max(scores))
            misses += score < max(scores)
            blunders += (score == min(scores)) / scores.count(min(scores))
    assert misses or not hits, "`easy` always takes the best action: raise `temperature`"
    assert hits > blunders or not misses, "`easy` prefers a bad action to the best one: lower `temperature`"


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
