"""Which cards on the tables each legal action changes, and which Keys it wins. All tables are public."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET

from domain.riddle.rules.cards import CARD, CARDS, OPERATION, symbol_names
from domain.riddle.rules.keys import gained_by
from domain.riddle.rules.state import EMPTY, END_ACTIONS, PLAY, START_ACTIONS, State
from domain.riddle.wire.actions import PlayCard, UseAction
from domain.riddle.wire.constants import ZONES
from domain.riddle.wire.previews import Preview

NOTHING: Final = Preview()


def previews(state: State, seat: int, actions: Sequence[Any]) -> Sequence[Preview]:
    """Return the preview of each legal action; empty if the actions say everything."""
    if state.step == PLAY:
        return [_play(state, seat, action) if isinstance(action, PlayCard) else NOTHING for action in actions]
    if state.step in (START_ACTIONS, END_ACTIONS):
        found = [_use(state, seat, action) if isinstance(action, UseAction) else NOTHING for action in actions]
        return found if any(each is not NOTHING for each in found) else ()
    return ()


def _play(state: State, seat: int, action: PlayCard) -> Preview:
    """Return the card that a play replaces, and the Keys of the lines that are then complete (5.1, 6.1)."""
    replaced = state.table[ZONES * seat + action.zone]
    gained = gained_by(state, seat, CARD[action.card], action.zone)
    return Preview(
        replaced=UNSET if replaced == EMPTY else CARDS[replaced], symbols=symbol_names(gained) if gained else UNSET
    )


def _use(state: State, seat: int, action: UseAction) -> Preview:
    """Return the card that an action card removes, or the two that it swaps (sections 11 and 12)."""
    row = ZONES * (seat if action.target_seat is UNSET else action.target_seat)
    if action.zones is not UNSET:
        return Preview(swapped=tuple(CARDS[state.table[row + zone]] for zone in action.zones))
    if action.zone is not UNSET and OPERATION[CARD[action.card]] == "remove_corner":
        return Preview(removed=CARDS[state.table[row + action.zone]])
    return NOTHING
