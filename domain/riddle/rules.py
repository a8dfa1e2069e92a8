"""The decision points (section 16) and what an answer does, up to the next decision."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from domain.riddle import course, effects, keys, plays
from domain.riddle.actions import DiscardActions, DrawCard, EndStep, PlayCard, TakeFreeKey, UseAction
from domain.riddle.piles import draw
from domain.riddle.plays import END_STEP
from domain.riddle.state import FREE_KEY, LATE_FREE_KEY, OVER, START_ACTIONS, State
from domain.riddle.tables import DECK, DECKS, MAX_SEATS
from domain.ruleset import Emit

_ALONE: Final = tuple((seat,) for seat in range(MAX_SEATS))
_DRAWS: Final = tuple(DrawCard(name) for name in DECKS)


def to_act(state: State) -> Sequence[int]:
    """List the active seat, or nobody once the game is over (16.1.1)."""
    return () if state.step == OVER else _ALONE[state.active]


def legal_actions(state: State, seat: int) -> Sequence[Any]:
    """List every action the seat may take now."""
    return _LEGAL[state.step](state, seat) if seat == state.active else ()


def _legal_draws(state: State, seat: int) -> Sequence[Any]:
    """List both decks, for else nothing is asked (8.1.5, 16.1.3)."""
    return _DRAWS


def _nothing(state: State, seat: int) -> Sequence[Any]:
    """List nothing: the game is over (9.1.2)."""
    return ()


# By step.
_LEGAL: Final[tuple[Callable[[State, int], Sequence[Any]], ...]] = (
    effects.legal_starts,
    plays.legal_actions,
    keys.legal_actions,
    effects.legal_ends,
    keys.legal_actions,
    _legal_draws,
    _nothing,
)


def apply(state: State, seat: int, action: Any, rng: Random, emit: Emit | None = None) -> None:
    """Carry out a legal action and everything automatic after it, up to the next decision."""
    if not _APPLY[action.__class__](state, seat, action, rng, emit):
        course.proceed(state, rng, emit)


# What each answer does; each says whether the step stays open, or the game is over.


def _use(state: State, seat: int, action: UseAction, rng: Random, emit: Emit | None) -> bool:
    """Use an action card."""
    effects.use(state, seat, action, rng, emit)
    if state.step == START_ACTIONS:
        return effects.can_use(state, seat, "start")
    return course.may_end(state)


def _play(state: State, seat: int, action: PlayCard, rng: Random, emit: Emit | None) -> bool:
    """Play a card."""
    plays.apply(state, seat, action, rng, emit)
    return state.expansion and plays.has_choice(state, seat)


def _take_free_key(state: State, seat: int, action: TakeFreeKey, rng: Random, emit: Emit | None) -> bool:
    """Take the free Key."""
    keys.take(state, seat, action, rng, emit)
    return state.step == OVER


def _discard_actions(state: State, seat: int, action: DiscardActions, rng: Random, emit: Emit | None) -> bool:
    """Discard action cards."""
    effects.drop(state, seat, action, rng, emit)
    return course.may_end(state)


def _draw_card(state: State, seat: int, action: DrawCard, rng: Random, emit: Emit | None) -> bool:
    """Draw a card, and those of which the deck is no choice."""
    draw(state, seat, DECK[action.deck], rng, emit)
    return course.open_draw(state, rng, emit)


def _end_step(state: State, seat: int, action: EndStep, rng: Random, emit: Emit | None) -> bool:
    """End the step."""
    if state.step in (FREE_KEY, LATE_FREE_KEY):
        keys.decline(state, seat, emit)
    return False


_APPLY: Final[dict[type[Any], Callable[[State, int, Any, Random, Emit | None], bool]]] = {
    UseAction: _use,
    PlayCard: _play,
    TakeFreeKey: _take_free_key,
    DiscardActions: _discard_actions,
    DrawCard: _draw_card,
    EndStep: _end_step,
}


def default_action(state: State, seat: int) -> Any:
    """Give what an absent player does: end the step where that is possible, else the first legal action."""
    legal = legal_actions(state, seat)
    return legal[-1] if legal[-1] is END_STEP else legal[0]
