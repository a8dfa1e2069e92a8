"""Rules of thumb: how good actions and positions look, a Key counting ten. They look at what the seat knows alone."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from domain.chance import pick
from domain.guide import NEVER, Guide, best
from domain.riddle import judgement
from domain.riddle.actions import DiscardActions, UseAction
from domain.riddle.cards import CARD, OPERATION, SYMBOL, TIMING
from domain.riddle.plays import END_STEP, has_played
from domain.riddle.rules import legal_actions
from domain.riddle.state import PLAY, State
from domain.riddle.tables import SORTS

MAIN_WANTED: Final = 4
"""Main cards in hand up to which the main deck is drawn from."""
ALIKE: Final = 0.3
"""How much worse than the best a play may be to be as good."""
USEFUL: Final = 0.5
"""What the use of an action card must be worth to be made."""
ALWAYS: Final = 100.0
"""What a card is worth that is used whenever it can be."""
TIDY: Final = 0.01
"""Getting rid of a card that is of no use."""
WASTE: Final = -2.0
"""Getting rid of one that is."""


def greedy(state: State, seat: int, rng: Random) -> Any:
    """Take the action that looks best now: Keys and lines in the making for the own table, against those of others.

    Of plays that are about as good one is drawn: luck keeps two players out of a circle.
    """
    legal = legal_actions(state, seat)
    worths = scores(state, seat, legal)
    found = best(legal, worths)
    if state.step != PLAY or found is END_STEP:
        return found
    least = max(worths) - ALIKE
    alike = [play for play, worth in zip(legal, worths, strict=True) if worth >= least]
    return pick(rng, [play for play in alike if play is not END_STEP])


def scores(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Score the legal actions of the open step."""
    return SCORES[state.step](state, seat, legal)


def _plays(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Score plays; the first is made at any price, a further one only if it does good."""
    if legal[-1] is not END_STEP:
        return judgement.plays(state, seat, legal)
    return [*judgement.plays(state, seat, legal[:-1]), TIDY if has_played(state) else NEVER]


def _starts(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Score the use of cards before the plays: first what allows more, then what helps the own table."""
    return [0.0 if action is END_STEP else _worth_at_start(state, seat, action) - USEFUL for action in legal]


def _worth_at_start(state: State, seat: int, action: Any) -> float:
    """Value the use of a card before the plays."""
    operation = OPERATION[CARD[action.card]]
    if operation in ("extra_play", "redirect_replaced"):
        return ALWAYS
    if operation == "take_from_discard":
        return judgement.best_place(state, seat, CARD[action.take])
    return _worth_any_time(state, seat, action, operation)


def _worth_any_time(state: State, seat: int, action: Any, operation: str) -> float:
    """Value the use of a card that changes a table or protects the own one; 0 of one whose effect is left to luck."""
    if operation == "swap_own":
        return judgement.swapped(state, seat, action.zones)
    if operation == "swap_opponent":
        return -judgement.swapped(state, action.target_seat, action.zones)
    if operation == "remove_corner":
        return judgement.at_stake(state, action.target_seat, action.zone)
    if operation == "freeze_zone":
        return judgement.hoped_for(state, action.target_seat, action.zone)
    return ALWAYS if operation in ("protect_table", "forbid_actions") else 0.0


def _ends(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Score what can be done after the plays: protection, harm to others, discarding what does neither."""
    return [_end_score(state, seat, action) for action in legal]


def _end_score(state: State, seat: int, action: Any) -> float:
    """Score one use or discard, or ending the turn."""
    if isinstance(action, UseAction):
        return _worth_any_time(state, seat, action, OPERATION[CARD[action.card]]) - USEFUL
    if action is END_STEP:
        return 0.0
    return TIDY if _is_ballast(action) else WASTE


def _is_ballast(action: Any) -> bool:
    """Say whether an action discards one card that is of no use to this player."""
    if not isinstance(action, DiscardActions) or len(action.cards) > 1:
        return False
    card = CARD[action.cards[0]]
    return TIMING[card] == "end" or OPERATION[card] == "trade_random"


def _free_keys(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Score free Keys by how far the own cards are from them; declining comes last."""
    near = judgement.nearness(state, seat)
    return [*[-float(near[SYMBOL[action.symbol]]) for action in legal[:-1]], NEVER]


def _draws(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Score main cards first up to a number, else additional ones."""
    wanted = legal[0] if len(state.hand[SORTS * seat]) < MAIN_WANTED else legal[-1]
    return [float(action is wanted) for action in legal]


SCORES: Final[tuple[Callable[[State, int, Sequence[Any]], list[float]], ...]] = (
    _starts,
    _plays,
    _free_keys,
    _ends,
    _free_keys,
    _draws,
)
"""By step."""

GUIDE: Final = Guide(
    choose=greedy,
    scores=scores,
    scale=2.0,
    values=judgement.values,
    spread=9.0,
    point=judgement.KEY,
    round=lambda state: state.round,
)
