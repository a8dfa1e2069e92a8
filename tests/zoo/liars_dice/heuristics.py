"""Heuristics of AI players of Liar's Dice: the likelihood of bids, given the dice of the seat."""

from collections.abc import Sequence
from functools import cache
from math import comb
from random import Random
from typing import Final

from domain.heuristics import Heuristics, best
from tests.zoo.liars_dice.rules import Action, State, dice_in_play, legal_actions
from tests.zoo.liars_dice.wire import FACES, Bid


@cache
def at_least(needed: int, dice: int) -> float:
    """Return the likelihood that at least so many of some dice show a certain face."""
    ways = [comb(dice, hits) * (FACES - 1) ** (dice - hits) for hits in range(max(needed, 0), dice + 1)]
    return sum(ways) / float(FACES**dice)


def is_true(state: State, seat: int, bid: Bid) -> float:
    """Return the likelihood of a bid for a seat that knows its own dice only."""
    own = state.dice[seat]
    return at_least(bid.count - own.count(bid.face), dice_in_play(state) - len(own))


def score_actions(state: State, seat: int, legal: Sequence[Action]) -> list[float]:
    """Score a bid by its likelihood, and the challenge by that of the opposite."""
    last = 0.0 if state.bid is None else 1 - is_true(state, seat, state.bid)
    return [is_true(state, seat, action) if isinstance(action, Bid) else last for action in legal]


def rollout_policy(state: State, seat: int, rng: Random) -> Action:
    """Return the action with the best score, among equals the lowest bid."""
    legal = legal_actions(state, seat)
    return best(legal, score_actions(state, seat, legal))


def evaluate(state: State) -> list[float]:
    """Value a seat by the seats that it has outlasted, and by its share of the dice."""
    rivals, dice = len(state.dice) - len(state.out) - 1, dice_in_play(state)
    return [
        float(state.out.index(seat)) if seat in state.out else len(state.out) + rivals * len(held) / dice
        for seat, held in enumerate(state.dice)
    ]


HEURISTICS: Final = Heuristics(
    rollout_policy=rollout_policy,
    score_actions=score_actions,
    temperature=0.2,
    evaluate=evaluate,
    win_temperature=0.3,
    rounds_begun=lambda state: state.round + len(state.out),
)
