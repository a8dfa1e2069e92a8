"""Test that the rejection reasons agree with the list of legal actions at every decision; both are independent."""

from collections import Counter
from random import Random
from typing import Any

from domain.leonardo import RULESET
from domain.leonardo.rules.decisions import DECISIONS
from domain.leonardo.rules.malformed import malformed
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import DECISION, AuctionChoice, ChooseFavour
from tests.leonardo.builders import ANNA, BRUNO, equip, plain, play, request, resolve, start_work, table
from tests.leonardo.random_games import all_options, opening, steps
from workers.promises.probes import probes


def reason(state: State, seat: int, action: Any) -> object:
    """Return the rejection reason of an action of the pending decision, without using the list."""
    return malformed(action) or DECISIONS[state.decision].reject(state, seat, action)


def test_a_listed_action_has_no_reason_against_it_and_any_other_has_one() -> None:
    rng, verdicts = Random(0), Counter[tuple[str, bool]]()
    for number in range(24):
        seats = 2 + number % 4
        state = opening(all_options(seats)[number % 16], seats, number)
        _judge(state, rng, verdicts)
        for after, _, _, _ in steps(state, number):
            _judge(after, rng, verdicts)
    for decision in set(DECISION.values()) - RARE:
        assert verdicts[decision, True] > 2, decision
        assert verdicts[decision, False] > 2, decision


RARE = {"auction_choice"}
"""Decisions that rarely occur in random games."""


def _judge(state: State, rng: Random, verdicts: Counter[tuple[str, bool]]) -> None:
    """Compare list and rejection reason, for listed and for altered actions of the pending decision."""
    for seat in RULESET.to_act(state):
        legal = list(RULESET.legal_actions(state, seat))
        tried = rng.sample(legal, min(8, len(legal))) + probes(RULESET, legal, 20, rng)
        for action in tried:
            if DECISION[type(action)] == state.decision:
                is_legal = action in legal
                assert (reason(state, seat, action) is None) == is_legal, action
                verdicts[state.decision, is_legal] += 1


def test_a_robot_as_a_favour_has_no_reason_against_it_and_needs_no_word() -> None:
    state = table(3, setup="expert")
    for seat in range(3):
        play(state, seat, ChooseFavour("d1", ("iron",)))
    robot = ChooseFavour("d4", lab="small")
    assert reason(state, ANNA, robot) is None
    RULESET.apply(state, ANNA, robot, Random(0))
    assert state.robots[0] == 1


def test_either_of_two_shared_inventions_has_no_reason_against_it() -> None:
    state = plain(2)
    request(state, 1, 3, 12)
    for seat in (ANNA, BRUNO):
        equip(state, seat, large=4)
        start_work(state, seat, "small", 1, weeks=4)
        start_work(state, seat, "large", 3, weeks=4)
    resolve(state)
    assert [reason(state, ANNA, AuctionChoice(number)) for number in (1, 3)] == [None, None]
    assert reason(state, ANNA, AuctionChoice(12)) is not None
