"""Heuristics of AI players of Liar's Dice: the likelihood of bids, given the dice of the seat."""

from collections.abc import Sequence
from math import comb
from random import Random
from typing import Final

from domain.heuristics import Heuristics, best
from tests.zoo.liars_dice.rules import State, dice_in_play, legal_actions
from tests.zoo.liars_dice.wire import FACES, Action, Bid


def is_true(state: State, seat: int, bid: Bid) -> float:
    own = state.dice[seat]
    needed, dice = bid.count - own.count(bid.face), dice_in_play(state) - len(own)
    hits = range(max(needed, 0), dice + 1)
    return sum(comb(dice, each) * (FACES - 1) ** (dice - each) for each in hits) / float(FACES**dice)


def score_actions(state: State, seat: int, legal: Sequence[Action]) -> list[float]:
    """Score a bid by its likelihood, and the challenge by that of the opposite."""
    last = 0.0 if state.bid is None else 1 - is_true(state, seat, state.bid)
    return [is_true(state, seat, action) if isinstance(action, Bid) else last for action in legal]


def rollout_policy(state: State, seat: int, rng: Random) -> Action:
    return best(legal := legal_actions(state, seat), score_actions(state, seat, legal))


def evaluate(state: State) -> list[float]:
    return [(len(state.dice) - 1) * len(held) / dice_in_play(state) for held in state.dice]


HEURISTICS: Final = Heuristics(
    rollout_policy=rollout_policy,
    score_actions=score_actions,
    temperature=0.2,
    evaluate=evaluate,
    win_temperature=0.3,
    rounds_begun=lambda state: state.round + len(state.out),
)
