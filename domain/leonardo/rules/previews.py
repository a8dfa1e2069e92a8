"""What each legal action would cost and bring, as far as the seat knows."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import UNSET

from domain.leonardo.rules.areas import TAKEN
from domain.leonardo.rules.council_spaces import FLORINS
from domain.leonardo.rules.inventions import CARDS_OF
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import DeclareWork
from domain.leonardo.wire.constants import ACADEMY, KIND_SOLD, KINDS, LAB, PRICES, WORKSHOP
from domain.leonardo.wire.previews import Preview

NOTHING: Final = Preview()


def previews(state: State, seat: int, actions: Sequence[Any]) -> Sequence[Preview]:
    """Return the preview of each legal action; empty if the actions say everything."""
    if state.decision == "area_turn":
        act = _act(state)
        return [NOTHING if TAKEN[action] < 0 else act for action in actions]
    if state.decision == "council_space" and state.council_florins:
        florins = Preview(state.council_florins)
        return [florins if action.space == FLORINS else NOTHING for action in actions]
    if state.decision == "declare_work":
        return [_declaration(state, seat, action) for action in actions]
    return ()


def _act(state: State) -> Preview:
    """Return the price and the benefit of an action in the current area (7.4.1)."""
    change = -PRICES[state.price] or UNSET
    if state.area == WORKSHOP:
        return Preview(change)
    if state.area == ACADEMY:
        return Preview(change, apprentice=True)
    return Preview(change, KINDS[KIND_SOLD[state.area]])


def _declaration(state: State, seat: int, action: DeclareWork) -> Preview:
    """Return the components to lay and to take back, and sum the weeks of the abandoned work (5.2.1, 5.3)."""
    abandoned = [2 * seat + LAB[name] for name in action.interrupt]
    return Preview(
        weeks=sum(state.weeks[lab] for lab in abandoned),
        laid=_components(action.start.values()) or UNSET,
        returned=_components(state.work[lab] for lab in abandoned) or UNSET,
    )


def _components(inventions: Iterable[int]) -> tuple[str, ...]:
    """List the component cards of inventions."""
    return tuple([KINDS[kind] for number in inventions for kind in CARDS_OF[number]])
