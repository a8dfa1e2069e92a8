"""Test the rules of Spies, paragraph by paragraph."""

from random import Random

import pytest

from tests.zoo.spies import RULESET
from tests.zoo.spies.rules import NO_VOTE, State
from tests.zoo.spies.wire import ConcealedVote, Options, RoleDealt, SealVote, SeatLeft


def vote(state, *targets):
    """Seal a vote of each seat; return the facts."""
    facts = []
    for seat, target in enumerate(targets):
        RULESET.apply(state, seat, SealVote(target), Random(0), lambda fact, audience: facts.append(fact))
    return facts


def start(seats=3, spy=0):
    return State(spy, [True] * seats, [NO_VOTE] * seats)


def test_one_of_three_to_five_seats_is_the_spy_and_each_seat_sees_only_its_own_role():
    """1.1, 1.2"""
    assert [RULESET.reject_setup(Options(), seats) is None for seats in (2, 3, 5, 6)] == [False, True, True, False]
    facts = []
    state = RULESET.setup(Options(), 3, Random(0), lambda *fact: facts.append(fact))
    roles = ["spy" if seat == state.spy else "agent" for seat in range(3)]
    assert facts == [(RoleDealt(seat, role), (seat,)) for seat, role in enumerate(roles)]
    assert RULESET.view(state, 1).roles == ("unknown", roles[1], "unknown")
    assert RULESET.view(state, None).roles == ("unknown",) * 3


def test_all_seats_vote_in_secret_for_another_one():
    """2.1"""
    state = start()
    vote(state, 1)
    assert RULESET.to_act(state) == (1, 2)
    assert RULESET.reject(state, 0, SealVote(1)).code == "no_vote"
    assert RULESET.reject(state, 1, SealVote(1)).code == "no_target"
    assert RULESET.observe(SealVote(1), 0, 2) == ConcealedVote()
    assert [RULESET.view(state, seat).own_vote == 1 for seat in (0, 1, None)] == [True, False, False]


@pytest.mark.parametrize(("votes", "left"), [((1, 2, 1), [SeatLeft(1, "agent")]), ((1, 2, 0), [])])
def test_the_seat_with_the_most_votes_leaves_unless_several_have_them(votes, left):
    """2.2"""
    assert [fact for fact in vote(start(), *votes) if isinstance(fact, SeatLeft)] == left


@pytest.mark.parametrize(
    ("in_play", "rounds_left", "results"),
    [
        ([False, True, True, True], 2, ("lost", "won", "won", "won")),
        ([True, False, False, True], 1, ("won", "lost", "lost", "lost")),
        ([True, True, True, True], 0, ("won", "lost", "lost", "lost")),
    ],
)
def test_the_agents_win_if_the_spy_has_left_and_otherwise_the_spy(in_play, rounds_left, results):
    """3.1, 3.2"""
    state = State(0, in_play, [NO_VOTE] * 4, rounds_left)
    outcome = RULESET.outcome(state)
    assert outcome.results == results
    assert [each.team for each in outcome.seats] == ["spies", "agents", "agents", "agents"]
    assert RULESET.reject(state, 3, SealVote(0)).code == "game_over"
