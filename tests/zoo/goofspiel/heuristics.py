"""Heuristics of AI players of Goofspiel: bid about the worth of the prize.

`bottega train goofspiel` learns what the cards are worth, in games with seven cards.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.heuristics import Heuristics, best
from domain.learned_values import DEFAULT, ValueFacts
from tests.zoo.goofspiel.rules import State, legal_actions
from tests.zoo.goofspiel.wire import MOST_CARDS, Options, SealBid


def score_actions(state: State, seat: int, legal: Sequence[SealBid]) -> list[float]:
    """Score a card by its distance from the card of the same rank as the prize among the prizes left."""
    rank = sum(prize < state.prize for prize in state.prizes)
    return [-abs(number - rank) / 2 for number in range(len(legal))]


def rollout_policy(state: State, seat: int, rng: Random) -> SealBid:
    """Return the card of the same rank as the prize."""
    legal = legal_actions(state, seat)
    return best(legal, score_actions(state, seat, legal))


def evaluate(state: State) -> list[float]:
    """Value a seat by its points, and by the strength of its remaining cards."""
    held = zip(state.points, state.hands, state.bids, strict=True)
    return [points + (sum(hand) + bid) / len(state.hands) for points, hand, bid in held]


HEURISTICS: Final = Heuristics(
    rollout_policy=rollout_policy,
    score_actions=score_actions,
    temperature=1.0,
    evaluate=evaluate,
    win_temperature=3.0,
    rounds_begun=lambda state: state.round,
    tree_per_seat=True,
)


def facts(state: State, seat: int) -> list[int]:
    """List the cards of the seat, the cards of its opponents, and the prizes that are left."""
    cards = [[*hand, bid] if bid else hand for hand, bid in zip(state.hands, state.bids, strict=True)]
    others = [MOST_CARDS + card for other, held in enumerate(cards) if other != seat for card in held]
    return sorted([*cards[seat], *others, *[2 * MOST_CARDS + prize for prize in (*state.prizes, state.prize)]])


def options_name(state: State) -> str:
    """Return the name of the options by the number of cards that each seat began with."""
    cards = len(state.hands[0]) + bool(state.bids[0]) + state.round - 1
    return DEFAULT if cards == Options().cards else f"{cards} cards"


VALUE_FACTS: Final = ValueFacts(
    number=3 * MOST_CARDS + 1,
    facts=facts,
    seats=lambda state: len(state.hands),
    points=lambda state, seat: state.points[seat],
    scale=5,
    rounds=range(2, 8),
    horizon=1,
    options_name=options_name,
)
