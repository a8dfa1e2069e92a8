"""The published `constants` of The Riddle of Leonardo."""

from typing import Final

import msgspec

from domain.riddle.wire import geometry
from domain.riddle.wire.actions import DeckName, ZoneNumber
from domain.riddle.wire.card_list import (
    DATA,
    PARAMETERS,
    ActionDesign,
    AdditionalSet,
    CopiesBySeats,
    CornerDesign,
    MainDesign,
    Symbol,
)
from domain.riddle.wire.constants import (
    CORNERS,
    CROSS,
    DECKS,
    GOAL,
    HAND_SIZE,
    LINES,
    MODES,
    PATTERNS,
    ZONE_NAMES,
)
from domain.riddle.wire.geometry import Point
from domain.wire import ViewBox, view_box


class Zone(msgspec.Struct, frozen=True):
    """One of a player's nine zones, with the cards that may lie in it."""

    zone: ZoneNumber
    name: str
    """The short name, as in the rules."""
    deck: DeckName
    lines: tuple[tuple[int, ...], ...]
    """The lines of the expansion through the zone, each by its zones. The base game has two lines in total."""
    centre: Point
    """The centre of the zone."""
    polygon: tuple[Point, ...]
    """The corners of a card in the zone, clockwise from the top left."""


class Line(msgspec.Struct, frozen=True):
    """The position of a line."""

    zones: tuple[int, ...]
    """The zones in the order of the line; `lines` of a mode has the same order."""
    start: Point
    """The end of the line at the edge, before the first zone."""
    end: Point
    """The end of the line at the edge, after the last zone."""


class Pile(msgspec.Struct, frozen=True):
    """The position of a deck or discard pile, which all players share."""

    pile: str
    """The id of the pile, among the names of the kind `equipment`."""
    deck: DeckName
    discarded: bool
    """Whether the pile is the discard pile of the deck."""
    centre: Point
    """The centre of the pile, beside the viewer's zones."""
    polygon: tuple[Point, ...]
    """The corners of the top card, clockwise from the top left."""


class ModeTable(msgspec.Struct, frozen=True):
    """The constants of a mode."""

    mode: str
    """The id of the mode."""
    zones: tuple[int, ...]
    """The zones used in the mode."""
    lines: tuple[tuple[int, ...], ...]
    """The lines of three zones. A symbol in all three zones of a line brings its Key."""
    free_key_patterns: tuple[tuple[int, ...], ...]
    """The patterns of five zones. A symbol in all five zones of a pattern brings the free Key."""
    goal: int
    """The number of Keys that wins the game."""
    hand_size: int
    """The number of hand cards up to which a player draws."""


class OperationTable(msgspec.Struct, frozen=True):
    """The fields of `use_action` for an operation of action cards."""

    operation: str
    """The id of the operation."""
    parameters: tuple[str, ...]
    """The required fields of the action."""


class Constants(msgspec.Struct, frozen=True):
    """The constants of The Riddle of Leonardo.

    The unit of length is the distance of neighbouring zone centres. x goes right and y goes down, from the owner's
    view. The origin is the centre of the middle zone.
    """

    symbols: tuple[Symbol, ...]
    """The twelve symbols."""
    zones: tuple[Zone, ...]
    """The nine zones."""
    lines: tuple[Line, ...]
    """The lines of all modes; `modes` has the lines of each mode."""
    piles: tuple[Pile, ...]
    """The decks and discard piles. The base game has only the main ones."""
    view_box: ViewBox
    """The extent of a player's zones and lines, with the piles beside them."""
    modes: tuple[ModeTable, ...]
    """The modes: base game and expansion."""
    main_designs: tuple[MainDesign, ...]
    """The cards of the main deck."""
    corner_designs: tuple[CornerDesign, ...]
    """The additional cards with symbols."""
    action_designs: tuple[ActionDesign, ...]
    """The additional cards with text."""
    additional_copies: CopiesBySeats
    """The number of copies of each additional card without a number of its own."""
    additional_sets: tuple[AdditionalSet, ...]
    """The sets of additional cards that the option `additional_sets` can choose."""
    operations: tuple[OperationTable, ...]
    """The operations of action cards."""
    keyless_rounds: int
    """The number of complete rounds without a Key after which the game ends."""
    last_round: int
    """The number of the last round, after which the game ends."""


def _mode(place: int) -> ModeTable:
    zones = tuple(sorted((*CROSS, *CORNERS))) if place else CROSS
    return ModeTable(MODES[place], zones, LINES[place], PATTERNS[place], GOAL[place], HAND_SIZE[place])


def _zone(zone: int, name: str) -> Zone:
    lines = tuple(line for line in LINES[-1] if zone in line)
    centre = geometry.zone_centre(zone)
    return Zone(zone, name, "main" if zone in CROSS else "additional", lines, centre, geometry.card_outline(centre))


def _pile(deck: int, *, discarded: bool) -> Pile:
    centre = geometry.pile_centre(deck, discarded=discarded)
    name = f"{DECKS[deck]}_{'discard' if discarded else 'deck'}"
    return Pile(name, DECKS[deck], discarded, centre, geometry.card_outline(centre))


_ZONES = tuple(_zone(zone, name) for zone, name in enumerate(ZONE_NAMES))
_LINES = tuple(Line(line, *geometry.line_ends(line)) for line in LINES[-1])
_PILES = tuple(_pile(deck, discarded=discarded) for deck in range(len(DECKS)) for discarded in (False, True))
_CORNERS = (
    *(corner for each in _ZONES for corner in each.polygon),
    *(corner for each in _PILES for corner in each.polygon),
    *(end for each in _LINES for end in (each.start, each.end)),
)

CONSTANTS: Final = Constants(
    symbols=DATA.symbols,
    zones=_ZONES,
    lines=_LINES,
    piles=_PILES,
    view_box=view_box((point.x, point.y) for point in _CORNERS),
    modes=tuple(_mode(place) for place in range(len(MODES))),
    main_designs=DATA.main_designs,
    corner_designs=DATA.corner_designs,
    action_designs=DATA.action_designs,
    additional_copies=DATA.additional_copies,
    additional_sets=DATA.additional_sets,
    operations=tuple(OperationTable(operation, named) for operation, named in PARAMETERS.items()),
    keyless_rounds=DATA.technical_stop.keyless_rounds,
    last_round=DATA.technical_stop.last_round,
)
