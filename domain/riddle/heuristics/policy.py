"""The rollout policy, the scores of actions, and all heuristics of the ruleset. They read only what the seat knows."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.chance import pick
from domain.heuristics import NEVER, Heuristics, best
from domain.riddle.heuristics.evaluation import evaluate
from domain.riddle.heuristics.play_scores import score_plays
from domain.riddle.heuristics.use_scores import (
    cards_with_symbol,
    gain_of_swap,
    hope_for_zone,
    loss_of_card,
    value_in_best_zone,
)
from domain.riddle.heuristics.weights import KEY
from domain.riddle.rules.cards import CARD, OPERATION, SYMBOL, TIMING
from domain.riddle.rules.decisions import legal_actions
from domain.riddle.rules.plays import END_STEP, has_played
from domain.riddle.rules.state import DRAW, END_ACTIONS, PLAY, START_ACTIONS, State, round_of
from domain.riddle.wire.actions import DiscardActions, UseAction
from domain.riddle.wire.constants import SORTS

MAIN_ENOUGH: Final = 4
"""Number of main cards in hand from which additional cards are drawn."""
ALIKE: Final = 30
"""A play counts as equal to the best one if its score is lower by less than this."""
USEFUL: Final = 50
"""Minimum value to use an action card."""
OWN_LINE: Final = 3
"""Factor for a swap on the seat's own table: its lines bring Keys in the same turn."""
ALWAYS: Final = 10_000
"""Value of a card that is used whenever possible."""
TIDY: Final = 1
"""Value of discarding a useless card."""
WASTE: Final = -200
"""Value of discarding a useful card."""
PREFERRED: Final = 100
"""Score of a preference without a computed value."""


def greedy(state: State, seat: int, rng: Random) -> Any:
    """Return the action that looks best for Keys and lines on the seat's table, less those of other seats.

    It chooses at random among plays of about equal scores, which keeps two players out of endless cycles.
    """
    legal = legal_actions(state, seat)
    if state.step != PLAY:
        return best(legal, score_actions(state, seat, legal))
    scores = score_plays(state, seat)
    most = _highest(scores)
    if most < TIDY and has_played(state):
        return END_STEP
    least = most - ALIKE
    return legal[pick(rng, [place for place, score in enumerate(scores) if score >= least])]


def _highest(scores: list[int]) -> int:
    highest = scores[0]
    for score in scores:
        if score > highest:  # noqa: PLR1730 - compiled, `max` takes six times as long
            highest = score
    return highest


def score_actions(state: State, seat: int, legal: Sequence[Any]) -> Sequence[float]:
    """Score the legal actions of the pending step."""
    step = state.step
    if step == PLAY:
        return _score_plays(state, seat, legal)
    if step == DRAW:
        return _score_draws(state, seat, legal)
    if step == START_ACTIONS:
        return _score_starts(state, seat, legal)
    return _score_ends(state, seat, legal) if step == END_ACTIONS else _score_free_keys(state, seat, legal)


def _score_plays(state: State, seat: int, legal: Sequence[Any]) -> Sequence[float]:
    """Score plays; the first play is mandatory, a further one needs a positive score."""
    scores = score_plays(state, seat)
    return [*scores, TIDY if has_played(state) else NEVER] if legal[-1] is END_STEP else scores


def _score_starts(state: State, seat: int, legal: Sequence[Any]) -> Sequence[float]:
    """Score the use of cards before the plays: first cards that allow more, then those that help the table."""
    return [0 if action is END_STEP else _use_score_at_start(state, seat, action) - USEFUL for action in legal]


def _use_score_at_start(state: State, seat: int, action: Any) -> int:
    operation = OPERATION[CARD[action.card]]
    if operation in ("extra_play", "redirect_replaced"):
        return ALWAYS
    if operation == "take_from_discard":
        return value_in_best_zone(state, seat, CARD[action.take])
    return _use_score(state, seat, action, operation)


def _use_score(state: State, seat: int, action: Any, operation: str) -> int:
    """Score the use of a card that changes a table or protects the seat's table; 0 for effects by chance."""
    if operation == "swap_own":
        return OWN_LINE * gain_of_swap(state, seat, action.zones)
    if operation == "swap_opponent":
        return -gain_of_swap(state, action.target_seat, action.zones)
    if operation == "remove_corner":
        return loss_of_card(state, action.target_seat, action.zone)
    if operation == "freeze_zone":
        return hope_for_zone(state, action.target_seat, action.zone)
    return ALWAYS if operation in ("protect_table", "forbid_actions") else 0


def _score_ends(state: State, seat: int, legal: Sequence[Any]) -> Sequence[float]:
    """Score the actions after the plays: protection, harm to others, discards of useless cards."""
    return [_score_end(state, seat, action) for action in legal]


def _score_end(state: State, seat: int, action: Any) -> int:
    if isinstance(action, UseAction):
        return _use_score(state, seat, action, OPERATION[CARD[action.card]]) - USEFUL
    if action is END_STEP:
        return 0
    return TIDY if _is_ballast(action) else WASTE


def _is_ballast(action: Any) -> bool:
    """Whether an action discards one card that this policy never uses."""
    if not isinstance(action, DiscardActions) or len(action.cards) > 1:
        return False
    card = CARD[action.cards[0]]
    return TIMING[card] == "end" or OPERATION[card] == "trade_random"


def _score_free_keys(state: State, seat: int, legal: Sequence[Any]) -> Sequence[float]:
    """Score free Keys by how far the seat's cards are from them; declining comes last."""
    carried = cards_with_symbol(state, seat)
    return [*[-PREFERRED * carried[SYMBOL[action.symbol]] for action in legal[:-1]], NEVER]


def _score_draws(state: State, seat: int, legal: Sequence[Any]) -> Sequence[float]:
    """Score main cards first up to `MAIN_ENOUGH`, else additional ones."""
    choice = legal[0] if len(state.hand[SORTS * seat]) < MAIN_ENOUGH else legal[-1]
    return [PREFERRED * (action is choice) for action in legal]


HEURISTICS: Final = Heuristics(
    rollout_policy=greedy,
    score_actions=score_actions,
    temperature=200.0,
    evaluate=evaluate,
    win_temperature=900.0,
    point_value=KEY,
    rounds_begun=round_of,
    exploration=0.05,
)
