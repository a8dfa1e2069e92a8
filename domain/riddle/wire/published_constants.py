"""The constants that a front end draws with, as the ruleset's `constants`."""

from typing import Final

import msgspec

from domain.riddle.wire import geometry
from domain.riddle.wire.actions import DeckName, ZoneNumber
from domain.riddle.wire.card_list import DATA, PARAMETERS, ActionDesign, CopiesBySeats, CornerDesign, MainDesign, Symbol
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


class Zone(msgspec.Struct, frozen=True):
    """One of the nine zones of a table, and which cards lie in it."""

    zone: ZoneNumber
    name: str
    """In short, as in the rules."""
    deck: DeckName
    lines: tuple[tuple[int, ...], ...]
    """Of the expansion, those that run through it, each by its zones; the base game has two lines in all."""
    centre: Point
    """Where it lies."""
    polygon: tuple[Point, ...]
    """The outline of a card in it, clockwise from the top left."""


class Line(msgspec.Struct, frozen=True):
    """How a line runs across a table."""

    zones: tuple[int, ...]
    """In the order in which it passes them; so a mode names it in its `lines`."""
    start: Point
    """At the edge of the table, before the first zone."""
    end: Point
    """At the edge of the table, after the last zone."""


class Pile(msgspec.Struct, frozen=True):
    """Where a deck or a discard lies, which all tables share."""

    pile: str
    """Its id among the names of the kind `equipment`."""
    deck: DeckName
    discarded: bool
    """Whether it is the discard of that deck."""
    centre: Point
    """Beside the table of whoever looks."""
    polygon: tuple[Point, ...]
    """The outline of its topmost card, clockwise from the top left."""


class ModeTable(msgspec.Struct, frozen=True):
    """What differs between the modes."""

    mode: str
    """Its id."""
    zones: tuple[int, ...]
    """Those that are used."""
    lines: tuple[tuple[int, ...], ...]
    """Each a line of three zones; a symbol on all of them gives its Key."""
    free_key_patterns: tuple[tuple[int, ...], ...]
    """Each five zones; a symbol on all of them gives the free Key."""
    goal: int
    """Keys that win."""
    hand_size: int
    """What drawing fills a hand up to."""


class OperationTable(msgspec.Struct, frozen=True):
    """What the user of an action card with this operation names in `use_action`."""

    operation: str
    """Its id."""
    parameters: tuple[str, ...]
    """Members of the action that must be given."""


class Constants(msgspec.Struct, frozen=True):
    """What never changes in The Riddle of Leonardo.

    Lengths are in distances of neighbouring zones' centres; x goes right, y goes down, as its owner sees it; the
    origin is the centre of the middle zone.
    """

    symbols: tuple[Symbol, ...]
    """The twelve."""
    zones: tuple[Zone, ...]
    """The nine."""
    lines: tuple[Line, ...]
    """All of them; those of a mode are in `modes`."""
    piles: tuple[Pile, ...]
    """Decks and discards; the base game has the main ones only."""
    modes: tuple[ModeTable, ...]
    """Base game and expansion."""
    main_designs: tuple[MainDesign, ...]
    """Cards of the main deck."""
    corner_designs: tuple[CornerDesign, ...]
    """Additional cards with symbols."""
    action_designs: tuple[ActionDesign, ...]
    """Additional cards with text."""
    additional_copies: CopiesBySeats
    """Of each additional card that has no number of its own."""
    operations: tuple[OperationTable, ...]
    """What action cards can do."""
    keyless_rounds: int
    """Complete rounds without a Key after which the game stops."""
    last_round: int
    """The game ends with it at the latest."""


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


CONSTANTS: Final = Constants(
    symbols=DATA.symbols,
    zones=tuple(_zone(zone, name) for zone, name in enumerate(ZONE_NAMES)),
    lines=tuple(Line(line, *geometry.line_ends(line)) for line in LINES[-1]),
    piles=tuple(_pile(deck, discarded=discarded) for deck in range(len(DECKS)) for discarded in (False, True)),
    modes=tuple(_mode(place) for place in range(len(MODES))),
    main_designs=DATA.main_designs,
    corner_designs=DATA.corner_designs,
    action_designs=DATA.action_designs,
    additional_copies=DATA.additional_copies,
    operations=tuple(OperationTable(operation, named) for operation, named in PARAMETERS.items()),
    keyless_rounds=DATA.technical_stop.keyless_rounds,
    last_round=DATA.technical_stop.last_round,
)
