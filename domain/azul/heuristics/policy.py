"""Rules of thumb: what the AI levels go by. Nothing that they look at is hidden (11.2.1)."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.azul.heuristics.action_scores import weigh_bonuses, weigh_drafts, weigh_keeps, weigh_placements
from domain.azul.heuristics.neighbourhood import counted, number_worth
from domain.azul.heuristics.star_plans import PROSPECTS
from domain.azul.heuristics.tile_values import LEAD, WILD, looks_like
from domain.azul.rules import bonus, keeping, placing
from domain.azul.rules.board import PASSING, PLACE_ACTIONS, wilds_range
from domain.azul.rules.draft import DRAFT
from domain.azul.rules.scoring import running_score
from domain.azul.rules.state import State
from domain.azul.rules.tiles import total
from domain.azul.wire.actions import CHOOSE_BONUS, CHOOSE_PAYMENT, DRAFT_TILES, PLACE_OR_PASS
from domain.azul.wire.constants import COLOUR_COUNT, FULL_STAR, ROUNDS, SLOTS
from domain.heuristics import Heuristics

HELD: Final = 2.0
"""A tile in hand or on a corner, whatever its colour, in the value of a position."""


def greedy(state: State, seat: int, rng: Random) -> Any:
    """Take the action that scores best, the first of equals; draws nothing."""
    return default_action(state, seat)


def default_action(state: State, seat: int) -> Any:
    """Give what an absent player does: a bot plays on (11.4.2)."""
    decision = state.decision
    if decision == DRAFT_TILES:
        best = weigh_drafts(state, seat, None)
        return DRAFT[best // COLOUR_COUNT][best % COLOUR_COUNT]
    if decision == PLACE_OR_PASS:
        best = weigh_placements(state, seat, None)
        return placing.PASS if best == PASSING else PLACE_ACTIONS[best // COLOUR_COUNT][best % COLOUR_COUNT]
    if decision == CHOOSE_PAYMENT:
        return placing.PAYMENTS[wilds_range(state, seat, state.space, state.colour)[0]]
    if decision == CHOOSE_BONUS:
        return bonus.ACTIONS[state.due][weigh_bonuses(state, seat, None)]
    return keeping.ACTIONS[weigh_keeps(state, seat, None)]


def scores(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Score the legal actions of the open decision; the fewer wilds are paid, the better (6.3.6)."""
    decision = state.decision
    worths: list[float] = []
    if decision == DRAFT_TILES:
        weigh_drafts(state, seat, worths)
    elif decision == PLACE_OR_PASS:
        weigh_placements(state, seat, worths)
    elif decision == CHOOSE_PAYMENT:
        worths = [-WILD * placing.WILDS[action] for action in legal]
    elif decision == CHOOSE_BONUS:
        weigh_bonuses(state, seat, worths)
    else:
        weigh_keeps(state, seat, worths)
    return worths


def values(state: State) -> list[float]:
    """Value each seat: its points, and the prospects of its stars, numbers and tiles."""
    return [_value(state, seat) for seat in range(state.seats)]


def _value(state: State, seat: int) -> float:
    """Value a seat."""
    covered, later = state.covered[seat], ROUNDS - state.round + 1
    worth = running_score(state, seat) + HELD * total(state.hand[seat] + state.corners[seat])
    worth += number_worth(state.side, counted(state.side, covered))
    for star, prospects in enumerate(PROSPECTS[state.side][later]):
        slots = covered >> SLOTS * star & FULL_STAR
        if slots:
            worth += prospects[looks_like(state, seat, star)][slots]
    return worth + LEAD if state.starter == seat else worth


def rounds_begun(state: State) -> int:
    """Give the round."""
    return state.round


HEURISTICS: Final = Heuristics(
    rollout_policy=greedy,
    score_actions=scores,
    temperature=3.0,
    evaluate=values,
    win_temperature=9.0,
    rounds_begun=rounds_begun,
    others_prior_weight=2.0,
)
