"""The decision points (section 16), and the effects of an action up to the next decision."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from domain.riddle.rules import effects, flow, keys, plays
from domain.riddle.rules.cards import CARD
from domain.riddle.rules.piles import draw
from domain.riddle.rules.plays import END_STEP
from domain.riddle.rules.state import DRAW, END_ACTIONS, FREE_KEY, LATE_FREE_KEY, OVER, PLAY, START_ACTIONS, State
from domain.riddle.wire.actions import DiscardActions, DrawCard, PlayCard, TakeFreeKey, UseAction
from domain.riddle.wire.constants import DECK, DECKS, MAX_SEATS, SORTS
from domain.ruleset import Emit

_ALONE: Final[tuple[tuple[int, ...], ...]] = tuple([(seat,) for seat in range(MAX_SEATS)])
_DRAWS: Final = tuple(DrawCard(name) for name in DECKS)


def to_act(state: State) -> tuple[int, ...]:
    """Return the active seat; empty once the game is over (16.1.1)."""
    return () if state.step == OVER else _ALONE[state.active]


def legal_actions(state: State, seat: int) -> Sequence[Any]:
    """List every legal action of the seat."""
    step = state.step
    if seat != state.active or step == OVER:
        return ()
    if step == PLAY:
        return plays.legal_actions(state, seat) if state.expansion else plays.into_all_zones(state.hand[SORTS * seat])
    if step == DRAW:
        return _DRAWS
    if step == START_ACTIONS:
        return effects.legal_starts(state, seat)
    return effects.legal_ends(state, seat) if step == END_ACTIONS else keys.legal_actions(state, seat)


def apply(state: State, seat: int, action: Any, rng: Random, emit: Emit | None = None) -> None:
    """Carry out a legal action and all automatic steps up to the next decision."""
    if state.step == PLAY and not state.expansion:
        flow.play_base_turn(state, seat, action, rng, emit)
        return
    if isinstance(action, PlayCard):
        plays.apply(state, seat, action, rng, emit)
        stays = plays.has_choice(state, seat)
    elif isinstance(action, DrawCard):
        draw(state, seat, DECK[action.deck], rng, emit)
        stays = flow.open_draw(state, rng, emit)
    elif isinstance(action, UseAction):
        effects.use(state, seat, action, rng, emit)
        stays = effects.can_start(state, seat) if state.step == START_ACTIONS else flow.has_end_choice(state)
    elif isinstance(action, DiscardActions):
        effects.discard_cards(state, seat, action, rng, emit)
        stays = flow.has_end_choice(state)
    else:
        stays = _finish(state, seat, action, rng, emit)
    if not stays:
        flow.proceed(state, rng, emit)


def _finish(state: State, seat: int, action: Any, rng: Random, emit: Emit | None) -> bool:
    """Take or decline the free Key, or end another step; return whether the game is over."""
    if isinstance(action, TakeFreeKey):
        keys.take(state, seat, action, rng, emit)
    elif state.step in (FREE_KEY, LATE_FREE_KEY):
        keys.decline(state, seat, emit)
    return state.step == OVER


def default_action(state: State, seat: int) -> Any:
    """Return the default action of an absent player: end the step if possible, else the first play without Keys.

    If every play brings Keys, or the step has no play, it is the first legal action.
    """
    legal = legal_actions(state, seat)
    if legal[-1] is END_STEP or state.step != PLAY:
        return legal[-1] if legal[-1] is END_STEP else legal[0]
    plain = (each for each in legal if not keys.gained_by(state, seat, CARD[each.card], each.zone))
    return next(plain, legal[0])
