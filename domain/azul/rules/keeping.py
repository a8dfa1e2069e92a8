"""Phase 2: pass, and keep tiles for the next round (6.8)."""

from functools import lru_cache
from typing import Final

from domain.azul.rules.scoring import lose
from domain.azul.rules.state import State
from domain.azul.rules.tiles import capped, choices, contained, places_by_colours, present, total, unpack
from domain.azul.wire.actions import CHOOSE_KEEP, ChooseKeep, numbers_of
from domain.azul.wire.constants import COLOUR_COUNT, COLOURS, MOST_KEPT, ROUNDS, TILES_PER_COLOUR
from domain.azul.wire.facts import HandCleared, Passed
from domain.ruleset import Emit, Rejection

CHOICES: Final[list[int]] = [tiles for size in range(MOST_KEPT, -1, -1) for tiles in choices(size)]
"""All multisets of up to four tiles, larger ones first."""
WITHIN: Final[tuple[tuple[int, ...], ...]] = places_by_colours(CHOICES)
"""For each set of colours in hand: the indexes of the choices of these colours only."""
PLACES: Final[dict[int, int]] = {tiles: place for place, tiles in enumerate(CHOICES)}
"""For each multiset: its index in `CHOICES`."""
ACTIONS: Final[list[ChooseKeep]] = [ChooseKeep(unpack(tiles)) for tiles in CHOICES]
KEPT: Final[dict[ChooseKeep, int]] = dict(zip(ACTIONS, CHOICES, strict=True))
"""Tiles of a choice, as a multiset."""


def pass_round(state: State, seat: int, emit: Emit | None, *, automatic: bool) -> None:
    """Pass; the seat then chooses which tiles to keep, unless there is no choice (12.4.3)."""
    if emit:
        emit(Passed(seat, automatic), None)
    if state.hand[seat] and state.round < ROUNDS:
        state.decision = CHOOSE_KEEP
    else:
        _clear(state, seat, 0, emit, automatic=True)


def open_choices(hand: int) -> list[int]:
    """Return the indexes in `CHOICES` of what can be kept of a hand, more tiles first (12.1.5)."""
    return contained(hand, CHOICES, WITHIN[present(hand)])


@lru_cache(maxsize=1 << 12)
def _legal(hand: int) -> tuple[ChooseKeep, ...]:
    """List the legal actions for a hand that is capped at four tiles of each colour."""
    return tuple([ACTIONS[place] for place in open_choices(hand)])


def legal_actions(state: State, seat: int) -> tuple[ChooseKeep, ...]:
    """List the tiles that can be kept (12.1.5)."""
    return _legal(capped(state.hand[seat], MOST_KEPT))


def apply(state: State, seat: int, action: ChooseKeep, emit: Emit | None) -> None:
    """Keep the chosen tiles."""
    _clear(state, seat, KEPT[action], emit, automatic=False)


def _clear(state: State, seat: int, kept: int, emit: Emit | None, *, automatic: bool) -> None:
    """Put the kept tiles onto the corners and all others into the tower, losing a point each (6.8.2, 6.8.5)."""
    discarded = state.hand[seat] - kept
    state.hand[seat] = 0
    state.corners[seat] = kept
    state.tower += discarded
    state.passed[seat] = True
    state.decision = ""
    lost = lose(state, seat, total(discarded), state.pass_losses)
    if emit and kept + discarded:
        emit(HandCleared(seat, unpack(kept), unpack(discarded), lost, automatic), None)


def reject(state: State, seat: int, action: ChooseKeep) -> Rejection:
    """Return the first reason to reject a choice of kept tiles, in the order of 13.2."""
    kept = numbers_of(action.keep)
    if sum(kept) > MOST_KEPT:
        beyond = max(kept) > TILES_PER_COLOUR
        return Rejection("keep_too_many", "6.8.2", {"most": MOST_KEPT, "chosen": sum(kept)}, malformed=beyond)
    held = numbers_of(unpack(state.hand[seat]))
    colour = next(colour for colour in range(COLOUR_COUNT) if kept[colour] > held[colour])
    return Rejection("keep_not_owned", "6.8.2", {"colour": COLOURS[colour], "held": held[colour]})
