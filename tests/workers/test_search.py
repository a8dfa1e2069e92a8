"""Test that the search returns the same in all states that its seat cannot distinguish, keeps its budget, and wins."""

import time
from collections import defaultdict
from dataclasses import replace
from itertools import islice
from math import exp, inf
from random import Random

import pytest

from domain.levels import LEVELS, SearchBudget, allotted, without_cap
from tests.rulesets.games import GAME_SIZES, NAMES, PLAYED, every_options, packed, play, redeals
from workers.promises.hidden import variations
from workers.thinking.choice import decide, think
from workers.thinking.iteration import Trees, descend, rollout
from workers.thinking.search import (
    ITERATIONS_TO_TRY_ALL,
    NO_ROUND,
    Candidate,
    SearchResult,
    _is_out_of_time,
    evaluate_action,
    search,
)
from workers.thinking.tree import Node

GAMES = [(*table, game) for table in GAME_SIZES for game in range(min(3, len(every_options(PLAYED[table[0]]))))]
"""Every ruleset and number of seats with three combinations of options; together they cover all options."""
BRIEF = SearchBudget(12, inf)
SHORT = SearchBudget(60, inf)
LONG = SearchBudget(450, inf)
MOST = 2
"""Number of decisions of a seat in a varied game."""


def decisions(name, seats, number, most=3):
    """Choose decisions of a game with at least two actions, evenly spread: true state and seat."""
    ruleset = PLAYED[name]
    open_ones = [
        (step.before, step.seat)
        for step in play(name, seats, 70 * seats + number).steps
        if len(ruleset.legal_actions(step.before, step.seat)) > 1
    ]
    return open_ones[:: 1 + len(open_ones) // most]


def found(ruleset, state, seat, number, budget=BRIEF):
    """Search from a sampled state; return the result without the time."""
    sampled = ruleset.determinize(state, seat, Random(-1 - number))
    return replace(search(ruleset, sampled, seat, Random(number), budget), seconds=0.0)


def reads_others(name, seats):
    """Whether some action of a seat is open to another: a tree then contains choices of several seats."""
    game = play(name, seats, 70 * seats)
    return any(game.ruleset.observe(step.action, step.seat, None) == step.action for step in game.steps)


def one_of_each_kind(name, seats, number):
    """Choose a decision of a game for each type of action taken where there was a choice: true state and seat."""
    kinds = defaultdict(list)
    for step in play(name, seats, 70 * seats + number).steps:
        if len(PLAYED[name].legal_actions(step.before, step.seat)) > 1:
            kinds[type(step.action)].append((step.before, step.seat))
    return [met[len(met) // 2] for met in kinds.values()]


def shares(ruleset, chances):
    """Return the sum of the chances to win. In a cooperative game all seats have the same chance."""
    return sum(chances) if not ruleset.is_cooperative else len({*chances})


@pytest.mark.parametrize(("name", "seats", "game"), GAMES)
def test_the_search_does_not_depend_on_hidden_data(name, seats, game):
    """Same view, same seed: same move, same visits, same values, for each re-deal of the hidden parts.

    The result covers all legal actions, since these share the iterations.
    """
    ruleset = PLAYED[name]
    for number, (state, seat) in enumerate(one_of_each_kind(name, seats, game)):
        expected = found(ruleset, state, seat, number)
        assert [each.action for each in expected.candidates] == list(ruleset.legal_actions(state, seat))
        assert sum(each.visits for each in expected.candidates) == expected.iterations <= BRIEF.iterations
        assert all(0 <= each.value <= 1 for each in expected.candidates)
        assert all(shares(ruleset, each.chances) == pytest.approx(1) for each in expected.candidates if each.visits)
        assert all(len(each.chances) == (seats if each.visits else 0) for each in expected.candidates)
        for redealt in redeals(ruleset, state, seat, str(number)):
            assert found(ruleset, redealt, seat, number) == expected


@pytest.mark.parametrize("name", NAMES)
def test_a_long_search_does_not_depend_on_hidden_data(name):
    """Enough iterations to try all actions, to stop early, and to exceed the lifetime of trees."""
    ruleset = PLAYED[name]
    state, seat = min(decisions(name, PLAYED[name].min_seats, 0), key=lambda each: len(ruleset.legal_actions(*each)))
    expected = found(ruleset, state, seat, 0, LONG)
    for redealt in redeals(ruleset, state, seat, "long"):
        assert found(ruleset, redealt, seat, 0, LONG) == expected


@pytest.mark.parametrize("name", NAMES)
def test_a_search_of_the_true_state_differs_if_any_data_is_hidden(name):
    """Control of the tests above: they distinguish a search that sees hidden information from one that does not."""
    ruleset = PLAYED[name]
    peeking = replace(ruleset, determinize=lambda state, seat, rng: ruleset.clone(state))
    hidden, seen = [], []
    for number, (state, seat) in enumerate(one_of_each_kind(name, min(3, ruleset.max_seats), 0)):
        redealt, _ = redeals(ruleset, state, seat, str(number))
        hidden.append(packed(redealt) != packed(state))
        seen.append(found(peeking, redealt, seat, number, SHORT) != found(peeking, state, seat, number, SHORT))
    assert any(seen) == any(hidden)


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_the_search_of_a_level_does_not_depend_on_hidden_data(name, seats):
    """No `determinize` made these states: each differs from the true one in a choice or draw of another seat."""
    game = play(name, seats, 30 * seats)
    for viewer in range(seats):
        output = (each for each in variations(game, viewer) if len(game.ruleset.legal_actions(each[1], viewer)) > 1)
        for number, true, varied in islice(output, MOST):
            first, other = (think(game.ruleset, state, viewer, BRIEF, Random(number)) for state in (true, varied))
            assert first.action == other.action
            assert replace(first.found, seconds=0.0) == replace(other.found, seconds=0.0)


@pytest.mark.parametrize("name", NAMES)
def test_a_search_does_not_change_the_state(name):
    ruleset = PLAYED[name]
    for state, seat in decisions(name, ruleset.max_seats, 2):
        before = packed(state)
        search(ruleset, state, seat, Random(1), BRIEF)
        assert packed(state) == before


@pytest.mark.parametrize("name", NAMES)
def test_the_only_legal_action_is_taken_without_sampling(name):
    called = []
    ruleset = replace(PLAYED[name], determinize=lambda state, seat, rng: called.append(seat))
    ruleset = replace(ruleset, legal_actions=lambda state, seat: PLAYED[name].legal_actions(state, seat)[:1])
    state = play(name, ruleset.min_seats, 0).states[0]
    seat = ruleset.to_act(state)[0]
    (only,) = ruleset.legal_actions(state, seat)
    assert [decide(ruleset, state, seat, level, Random(0)) for level in LEVELS] == [only] * len(LEVELS)
    assert called == []
    nothing = search(ruleset, state, seat, Random(0), BRIEF)
    assert (nothing.best, nothing.iterations) == (only, 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_cap_on_cpu_time_ends_a_search(name):
    ruleset = PLAYED[name]
    state, seat = decisions(name, ruleset.max_seats, 3)[1]
    capped = search(ruleset, state, seat, Random(0), SearchBudget(1_000_000, seconds=0.05))
    assert capped.cut
    assert 0 < capped.iterations < 1_000_000


@pytest.mark.parametrize("name", NAMES)
def test_a_clock_with_iterations_of_up_to_three_milliseconds_stays_within_the_cap(name, monkeypatch):
    dice, moment = Random(0), [0.0]

    def slow(state, seat, rng):
        moment[0] += dice.uniform(0.001, 0.003)
        return PLAYED[name].determinize(state, seat, rng)

    monkeypatch.setattr(time, "thread_time", lambda: moment[0])
    state, seat = decisions(name, PLAYED[name].min_seats, 3)[1]
    capped = search(
        replace(PLAYED[name], determinize=slow), state, seat, Random(0), SearchBudget(1_000_000, seconds=0.5)
    )
    assert capped.cut
    assert 0.4 < capped.seconds < 0.5


def test_no_iteration_starts_that_would_exceed_the_cap():
    assert not _is_out_of_time(1.5, 80, 2.0)
    assert _is_out_of_time(1.6, 80, 2.0)
    assert not _is_out_of_time(9.9, 0, 2.0)


def test_a_check_in_can_end_a_search():
    class EnoughError(Exception):
        """Raised to stop the search."""

    looks = iter(range(3))

    def look():
        if next(looks) == 2:
            raise EnoughError

    ruleset = PLAYED["tiny"]
    state, seat = decisions("tiny", 2, 0)[0]
    with pytest.raises(EnoughError):
        search(ruleset, state, seat, Random(0), SearchBudget(1000, inf), look)


@pytest.mark.parametrize("name", NAMES)
def test_a_search_reports_what_it_searched(name):
    ruleset = PLAYED[name]
    state, seat = decisions(name, ruleset.min_seats, 0)[1]
    thought = think(ruleset, state, seat, without_cap(LEVELS["normal"]), Random(0))
    assert thought.action == thought.found.best
    assert 0 < thought.found.iterations <= allotted(ruleset, SearchBudget(100)).iterations
    assert not thought.found.cut
    assert think(ruleset, state, seat, LEVELS["greedy"], Random(0)).found is None


@pytest.mark.parametrize("effort", [0.1, 0.5, 1.0])
def test_a_level_searches_for_the_share_of_its_budget_that_the_ruleset_requests(effort):
    tiny = PLAYED["tiny"]
    thrifty = replace(tiny, heuristics=replace(tiny.heuristics, budget_share=effort))
    state = tiny.setup(tiny.options_type(), 2, Random(0))
    seat, part = tiny.to_act(state)[0], SearchBudget(round(40 * effort), inf)
    found = think(thrifty, state, seat, SearchBudget(40, inf), Random(0)).found
    assert found is not None
    assert found.candidates == think(tiny, state, seat, part, Random(0)).found.candidates
    assert sum(each.visits for each in found.candidates) == found.iterations <= part.iterations


def test_a_search_ends_when_no_action_can_catch_up():
    """The last round of Stakes with a stake set: one of the two cards wins it against all possible cards."""
    tiny = PLAYED["tiny"]
    state = tiny.setup(tiny.options_type(), 2, Random(0))
    state.stake, state.round, state.hands = 2, 3, [[1, 36], [2, 3]]
    result = search(tiny, state, 0, Random(0), SearchBudget(1000, inf))
    assert result.best.card == 36
    assert result.iterations < 1000


def test_of_equally_visited_actions_the_one_of_higher_value_is_best_then_the_first():
    candidates = [Candidate("a", 3, 0.5), Candidate("b", 4, 0.1), Candidate("c", 4, 0.2), Candidate("d", 4, 0.2)]
    assert SearchResult(tuple(candidates), 15, 0.0).best == "c"


def test_the_search_looks_beyond_the_heuristics():
    """In Stakes the heuristics always set the high stake; the holder of the lower cards sets the low one."""
    tiny = PLAYED["tiny"]
    state = tiny.setup(tiny.options_type(), 2, Random(0))
    state.round, state.hands, state.points = 3, [[1, 2], [35, 36]], [2, 1]
    state.deck = [33, 34]
    assert tiny.heuristics.rollout_policy(state, 0, Random(0)).stake == 2
    assert search(tiny, state, 0, Random(0), SearchBudget(200, inf)).best.stake == 1


def test_an_action_is_weighed_by_its_effect_on_the_chance_of_every_seat_to_win():
    """In the last round of Stakes the holder of 36 wins with it, and with 1 loses to any card of the other seat."""
    tiny = PLAYED["tiny"]
    state = tiny.setup(tiny.options_type(), 2, Random(0))
    state.stake, state.round, state.hands, state.deck = 2, 3, [[1, 36], [2, 3]], list(range(4, 36))
    low, high = tiny.legal_actions(state, 0)
    before = packed(state)
    lost, won = (evaluate_action(tiny, state, 0, action, Random(0), 20) for action in (low, high))
    assert packed(state) == before
    assert (lost, won) == ([0, 1], [1, 0])
    searched = search(tiny, state, 0, Random(0), SearchBudget(ITERATIONS_TO_TRY_ALL * 2, inf))
    assert [each.chances for each in searched.candidates] == [(0, 1), (1, 0)]
    state.round = 1
    assert sum(evaluate_action(tiny, state, 0, low, Random(0), 20)) == pytest.approx(1)


def test_an_immediate_win_is_taken_without_a_search():
    """The last card of Stakes: 36 beats any sealed card, and wins the game for its holder only."""
    tiny = PLAYED["tiny"]
    state = tiny.setup(tiny.options_type(), 2, Random(0))
    state.stake, state.round, state.hands, state.sealed, state.deck = 2, 3, [[2], [1, 36]], [3, 0], [4, 5, 6]
    result = search(tiny, state, 1, Random(0), SearchBudget(100, inf))
    assert (result.best.card, result.iterations) == (36, 1)
    assert [(each.visits, each.chances) for each in result.candidates] == [(0, ()), (1, (0.0, 1.0))]


@pytest.mark.parametrize("name", NAMES)
def test_no_action_stays_untried_if_there_are_iterations_for_all(name):
    ruleset = replace(PLAYED[name], heuristics=replace(PLAYED[name].heuristics, horizon=1))
    state, seat = min(decisions(name, ruleset.max_seats, 5), key=lambda each: len(ruleset.legal_actions(*each)))
    legal = ruleset.legal_actions(state, seat)
    tried = search(ruleset, state, seat, Random(0), SearchBudget(ITERATIONS_TO_TRY_ALL * len(legal), inf))
    assert [each.action for each in tried.candidates if each.visits] == list(legal)
    fewer = search(ruleset, state, seat, Random(0), SearchBudget(len(legal) - 1, inf))
    assert 0 < sum(each.visits > 0 for each in fewer.candidates) < len(legal)


@pytest.mark.parametrize("own_trees", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_a_guide_states_whether_each_seat_has_its_own_tree_of_choices(name, own_trees):
    """Each choice follows the previous choice of its tree, whichever seat chooses."""
    ruleset = replace(PLAYED[name], heuristics=replace(PLAYED[name].heuristics, tree_per_seat=own_trees))
    seats = min(3, PLAYED[name].max_seats)
    (state, seat), *_ = decisions(name, seats, 6)
    trees, rng, choosers = Trees(Node), Random(6), set()
    for _ in range(60):
        nodes = {}
        sampled = ruleset.determinize(state, seat, rng)
        for chooser, edge in descend(ruleset, trees, sampled, seat, NO_ROUND, ruleset.heuristics.prior_weight, rng):
            tree = chooser if own_trees else seat
            assert edge in nodes.get(tree, trees[tree]).edge_of.values()
            nodes[tree] = edge.child
            edge.visits, edge.reward_sum = edge.visits + 1, edge.reward_sum + 1
            choosers.add(chooser)
    assert (len(choosers) > 1) == reads_others(name, seats)
    assert set(trees) >= choosers if own_trees else set(trees) == {seat}


@pytest.mark.parametrize("name", NAMES)
def test_trees_of_own_choices_end_at_the_horizon(name):
    ruleset = replace(PLAYED[name], heuristics=replace(PLAYED[name].heuristics, tree_per_seat=True, horizon=1))
    (state, seat), *_ = decisions(name, PLAYED[name].min_seats, 7)
    trees, end, rng = Trees(Node), ruleset.heuristics.rounds_begun(state) + 1, Random(7)
    for _ in range(60):
        sampled = ruleset.determinize(state, seat, rng)
        for _, edge in descend(ruleset, trees, sampled, seat, end, ruleset.heuristics.prior_weight, rng):
            edge.visits, edge.reward_sum = edge.visits + 1, edge.reward_sum + 1
        assert ruleset.heuristics.rounds_begun(sampled) <= end
        rollout(ruleset, sampled, end, rng)
        assert ruleset.heuristics.rounds_begun(sampled) == end or not ruleset.to_act(sampled)


@pytest.mark.parametrize(("name", "seats"), [each for each in GAME_SIZES if not PLAYED[each[0]].is_cooperative])
def test_a_lead_counts_against_every_rival(name, seats):
    heuristics, spread = PLAYED[name].heuristics, 9.0
    worths = [7.0 * seat % 10 for seat in range(seats)]
    ruleset = replace(PLAYED[name], heuristics=replace(heuristics, win_temperature=spread, evaluate=lambda _: worths))
    (state, _), *_ = decisions(name, seats, 8)
    rewards, chances = rollout(ruleset, state, heuristics.rounds_begun(state), Random(8))
    assert rewards == chances
    assert sum(chances) == pytest.approx(1)
    odds = [chance / chances[0] for chance in chances]
    assert odds == pytest.approx([exp((worth - worths[0]) / spread) for worth in worths])


@pytest.mark.parametrize(("worth", "chance"), [(0.0, 0.5), (9.0, 1 / (1 + exp(-1))), (-9.0, 1 / (1 + exp(1)))])
def test_all_seats_of_a_cooperative_game_have_the_same_chance(worth, chance):
    heuristics = replace(PLAYED["fireworks"].heuristics, win_temperature=9.0, evaluate=lambda _: [worth] * 2)
    (state, _), *_ = decisions("fireworks", 2, 8)
    rules = replace(PLAYED["fireworks"], heuristics=heuristics)
    _, chances = rollout(rules, state, heuristics.rounds_begun(state), Random(8))
    assert chances == pytest.approx([chance] * 2)


@pytest.mark.parametrize(("name", "seats"), [table for table in GAME_SIZES if table[1] in (2, 3)])
def test_a_guide_states_the_weight_of_evaluations_with_several_others(name, seats):
    heuristics = replace(PLAYED[name].heuristics, horizon=1)
    alike, by_looks = (
        replace(PLAYED[name], heuristics=replace(heuristics, others_prior_weight=prior))
        for prior in (heuristics.prior_weight, 1e3)
    )
    same = [
        found(alike, state, seat, 9, SearchBudget(200, inf)) == found(by_looks, state, seat, 9, SearchBudget(200, inf))
        for state, seat in decisions(name, seats, 9)
    ]
    assert all(same) == (seats == 2 or not reads_others(name, seats))


@pytest.mark.parametrize("name", NAMES)
def test_an_action_is_weighed_in_trees_that_live_as_long_as_those_of_a_search(name):
    heuristics = replace(PLAYED[name].heuristics, horizon=3)  # in one round a seat may decide only once
    short = replace(PLAYED[name], heuristics=replace(heuristics, restart_every=1))
    long = replace(PLAYED[name], heuristics=replace(heuristics, restart_every=60))
    weighed = [
        [
            evaluate_action(ruleset, state, seat, ruleset.legal_actions(state, seat)[0], Random(0), 60)
            for ruleset in (short, long)
        ]
        for state, seat in decisions(name, PLAYED[name].min_seats, 10)
    ]
    assert any(with_new != with_one for with_new, with_one in weighed)


@pytest.mark.parametrize("name", NAMES)
def test_the_results_of_all_trees_of_a_search_are_summed(name):
    """Trees that live for one iteration use only the scores; a tree that outlives the search learns from it."""
    heuristics = PLAYED[name].heuristics
    short = replace(PLAYED[name], heuristics=replace(heuristics, restart_every=1))
    long = replace(PLAYED[name], heuristics=replace(heuristics, restart_every=BRIEF.iterations))
    (state, seat), *_ = decisions(name, PLAYED[name].min_seats, 8)
    for ruleset in (short, long):
        result = found(ruleset, state, seat, 8)
        assert sum(each.visits for each in result.candidates) == result.iterations
        assert all(len(each.chances) == PLAYED[name].min_seats for each in result.candidates if each.visits)
    assert len([each for each in found(short, state, seat, 8).candidates if each.visits]) == 1
    assert found(long, state, seat, 8) == found(PLAYED[name], state, seat, 8)
