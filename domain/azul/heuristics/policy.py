"""The rollout policy and the heuristics of the ruleset. They read public information only (11.2.1)."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.azul.heuristics.action_scores import score_bonuses, score_drafts, score_keeps, score_placements
from domain.azul.heuristics.evaluation import evaluate
from domain.azul.heuristics.tile_values import WILD
from domain.azul.heuristics.value_facts import VALUE_FACTS
from domain.azul.heuristics.value_tables import WIN_TEMPERATURE
from domain.azul.rules import bonus, keeping, placing
from domain.azul.rules.board import PASSING, PLACE_ACTIONS, wilds_range
from domain.azul.rules.draft import DRAFT
from domain.azul.rules.state import State
from domain.azul.wire.actions import CHOOSE_BONUS, CHOOSE_PAYMENT, DRAFT_TILES, PLACE_OR_PASS
from domain.azul.wire.constants import COLOUR_COUNT
from domain.heuristics import Heuristics


def greedy(state: State, seat: int, rng: Random) -> Any:
    """Return the action with the best score, the first of equals; uses no random numbers."""
    decision = state.decision
    if decision == DRAFT_TILES:
        best = score_drafts(state, seat, None)
        return DRAFT[best // COLOUR_COUNT][best % COLOUR_COUNT]
    if decision == PLACE_OR_PASS:
        best = score_placements(state, seat, None)
        return placing.PASS if best == PASSING else PLACE_ACTIONS[best // COLOUR_COUNT][best % COLOUR_COUNT]
    if decision == CHOOSE_PAYMENT:
        return placing.PAYMENTS[wilds_range(state, seat, state.space, state.colour)[0]]
    if decision == CHOOSE_BONUS:
        return bonus.ACTIONS[state.due][score_bonuses(state, seat, None)]
    return keeping.ACTIONS[score_keeps(state, seat, None)]


def score_actions(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Score the legal actions of the pending decision; payments with fewer wilds score higher (6.3.6)."""
    decision = state.decision
    scores: list[float] = []
    if decision == DRAFT_TILES:
        score_drafts(state, seat, scores)
    elif decision == PLACE_OR_PASS:
        score_placements(state, seat, scores)
    elif decision == CHOOSE_PAYMENT:
        scores = [-WILD * placing.WILDS[action] for action in legal]
    elif decision == CHOOSE_BONUS:
        score_bonuses(state, seat, scores)
    else:
        score_keeps(state, seat, scores)
    return scores


def rounds_begun(state: State) -> int:
    """Return the number of the current round."""
    return state.round


HEURISTICS: Final = Heuristics(
    rollout_policy=greedy,
    score_actions=score_actions,
    temperature=3.0,
    evaluate=evaluate,
    win_temperature=WIN_TEMPERATURE,
    rounds_begun=rounds_begun,
    exploration=0.1,  # with little noise, a few visits separate good actions from bad ones
    horizon=1,  # rollouts through a refill of the factories have more noise than actions have gaps
    budget_share=1.5,  # an iteration to the end of a round takes half as long as one through the next round
    value_facts=VALUE_FACTS,
)
