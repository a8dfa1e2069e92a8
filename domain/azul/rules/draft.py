"""Phase 1: draft tiles from the sources (section 5)."""

from functools import cache
from typing import Final

from domain.azul.rules.scoring import lose
from domain.azul.rules.state import NOBODY, State
from domain.azul.rules.tiles import COUNT, ONE, SHIFT, count, present, total, unpack
from domain.azul.wire.actions import DraftTiles
from domain.azul.wire.constants import ALL_COLOURS, CENTRE, COLOUR, COLOUR_COUNT, COLOURS, SOURCE, SOURCES
from domain.azul.wire.facts import TilesDrafted, TokenTaken
from domain.ruleset import Emit, Rejection

DRAFT: Final = tuple(tuple(DraftTiles(source, colour) for colour in COLOURS) for source in SOURCES)
"""For each source and colour: the action."""


@cache
def _drafts(source: int, colours: int) -> tuple[DraftTiles, ...]:
    """List the drafts of these colours from a source; cached, so few tuples are in memory."""
    return tuple(DRAFT[source][colour] for colour in range(COLOUR_COUNT) if colours >> colour & 1)


DRAFTS: Final = tuple(
    tuple(
        tuple(_drafts(source, colours & ~(1 << wild) or colours) for colours in range(ALL_COLOURS + 1))
        for source in range(len(SOURCES))
    )
    for wild in range(COLOUR_COUNT)
)
"""The legal drafts by wild colour, source and set of colours present.

None is of the wild colour if others are present (5.2.2, 5.2.3).
"""
PICKED: Final = {
    DRAFT[source][colour]: COLOUR_COUNT * source + colour
    for source in range(len(SOURCES))
    for colour in range(COLOUR_COUNT)
}
"""Source and colour of a draft: 6 * source + colour."""


def legal_actions(state: State, seat: int) -> list[DraftTiles]:
    """List the drafts, source by source, the table centre first."""
    options: list[DraftTiles] = []
    drafts = DRAFTS[state.round - 1]
    for source, tiles in enumerate(state.sources):
        if tiles:
            options += drafts[source][present(tiles)]
    return options


def taken(tiles: int, colour: int, wild: int) -> int:
    """Return the tiles of a draft: all of the colour and one wild if present, or a single wild."""
    if colour == wild:
        return ONE[wild]
    one_wild = ONE[wild] if tiles >> SHIFT[wild] & COUNT else 0
    return (tiles & COUNT << SHIFT[colour]) + one_wild


def size(state: State, action: DraftTiles) -> int:
    """Return the number of tiles of a draft."""
    picked = PICKED[action]
    return total(taken(state.sources[picked // COLOUR_COUNT], picked % COLOUR_COUNT, state.round - 1))


def apply(state: State, seat: int, action: DraftTiles, emit: Emit | None) -> None:
    """Take the tiles and pass the turn; the phase ends when no tile is left (5.4.1)."""
    picked = PICKED[action]
    source, sources = picked // COLOUR_COUNT, state.sources
    tiles = sources[source]
    gain = taken(tiles, picked % COLOUR_COUNT, state.round - 1)
    moved = 0 if source == CENTRE else tiles - gain
    sources[source] = tiles - gain - moved
    sources[CENTRE] += moved
    state.hand[seat] += gain
    if emit:
        emit(TilesDrafted(seat, action.source, unpack(gain), unpack(moved)), None)
    if source == CENTRE and state.holder == NOBODY:
        _take_token(state, seat, total(gain), emit)
    state.turn = (seat + 1) % state.seats
    if not (sources[CENTRE] or any(sources)):
        state.decision = ""


def _take_token(state: State, seat: int, tiles: int, emit: Emit | None) -> None:
    """Take the start token, losing a point for each tile drafted with it (5.3.1)."""
    state.holder = seat
    lost = lose(state, seat, tiles, state.token_losses)
    if emit:
        emit(TokenTaken(seat, lost), None)


def reject(state: State, seat: int, action: DraftTiles) -> Rejection | None:
    """Return the first reason to reject a draft, in the order of 13.2."""
    source, colour = SOURCE[action.source], COLOUR[action.colour]
    if source >= len(state.sources):
        return Rejection("bad_parameter", "13.1.4", {"parameter": "source", "factories": len(state.sources) - 1})
    tiles = state.sources[source]
    if not tiles:
        return Rejection("source_empty", "5.2.1", {"source": action.source})
    if colour == state.wild and tiles != count(tiles, colour) * ONE[colour]:
        return Rejection("wild_not_selectable", "5.2.2", {"source": action.source, "wild": action.colour})
    return Rejection("colour_not_in_source", "5.2.2", {"source": action.source, "colour": action.colour})
