"""AI levels: how a seat chooses among its legal actions. Each is handed a state drawn from the seat's knowledge."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from domain.chance import pick
from domain.riddle import judgement
from domain.riddle.actions import DiscardActions, UseAction
from domain.riddle.cards import CARD, OPERATION, SYMBOL, TIMING
from domain.riddle.plays import END_STEP, has_played
from domain.riddle.rules import legal_actions
from domain.riddle.state import State
from domain.riddle.tables import SORTS

MAIN_WANTED: Final = 4
"""Main cards in hand up to which the main deck is drawn from."""
ALIKE: Final = 0.3
"""How much worse than the best a play may be to be as good."""
USEFUL: Final = 0.5
"""What moving cards by an action card must be worth to be done."""


def random(state: State, seat: int, rng: Random) -> Any:
    """Take any legal action, each equally likely."""
    return pick(rng, legal_actions(state, seat))


def greedy(state: State, seat: int, rng: Random) -> Any:
    """Take the action that looks best now: Keys and lines in the making for the own table, against those of others."""
    return _RULES_OF_THUMB[state.step](state, seat, legal_actions(state, seat), rng)


def _best_play(state: State, seat: int, legal: Sequence[Any], rng: Random) -> Any:
    """Take one of the best plays, a further one only if it does good; luck keeps two players out of a circle."""
    plays = legal[:-1] if legal[-1] is END_STEP else legal
    values = judgement.plays(state, seat, plays)
    best = max(values)
    if has_played(state) and best <= 0:
        return END_STEP
    return pick(rng, [play for play, value in zip(plays, values, strict=True) if value >= best - ALIKE])


def _start(state: State, seat: int, legal: Sequence[Any], rng: Random) -> Any:
    """Use what allows more, then what helps the own table."""
    best, value = END_STEP, USEFUL
    for action in legal[:-1]:
        worth = _worth_at_start(state, seat, action)
        if worth > value:
            best, value = action, worth
    return best


def _worth_at_start(state: State, seat: int, action: Any) -> float:
    """Value the use of a card before the plays."""
    operation = OPERATION[CARD[action.card]]
    if operation in ("extra_play", "redirect_replaced"):
        return 100.0
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
    return 100.0 if operation in ("protect_table", "forbid_actions") else 0.0


def _end(state: State, seat: int, legal: Sequence[Any], rng: Random) -> Any:
    """Use what protects the own table or harms others, then discard what does neither."""
    best, value = None, USEFUL
    for action in legal:
        if isinstance(action, UseAction):
            worth = _worth_any_time(state, seat, action, OPERATION[CARD[action.card]])
            if worth > value:
                best, value = action, worth
    return best or next((action for action in legal if _is_ballast(action)), END_STEP)


def _is_ballast(action: Any) -> bool:
    """Say whether an action discards one card that is of no use to this player."""
    if not isinstance(action, DiscardActions) or len(action.cards) > 1:
        return False
    card = CARD[action.cards[0]]
    return TIMING[card] == "end" or OPERATION[card] == "trade_random"


def _free_key(state: State, seat: int, legal: Sequence[Any], rng: Random) -> Any:
    """Take the Key that the own cards are furthest from."""
    near = judgement.nearness(state, seat)
    return min(legal[:-1], key=lambda action: near[SYMBOL[action.symbol]])


def _draw(state: State, seat: int, legal: Sequence[Any], rng: Random) -> Any:
    """Draw main cards up to a number, else additional ones."""
    return legal[0] if len(state.hand[SORTS * seat]) < MAIN_WANTED else legal[-1]


_RULES_OF_THUMB: Final[tuple[Callable[[State, int, Sequence[Any], Random], Any], ...]] = (
    _start,
    _best_play,
    _free_key,
    _end,
    _free_key,
    _draw,
)
"""By step."""
