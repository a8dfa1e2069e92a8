"""The constants that a front end draws with, as the ruleset's `tables`."""

from typing import Final

import msgspec

from domain.riddle.wire.actions import DeckName, ZoneNumber
from domain.riddle.wire.card_list import DATA, PARAMETERS, ActionDesign, CopiesBySeats, CornerDesign, MainDesign, Symbol
from domain.riddle.wire.constants import (
    CORNERS,
    CROSS,
    GOAL,
    HAND_SIZE,
    LINES,
    MODES,
    PATTERNS,
    ZONE_NAMES,
)


class Zone(msgspec.Struct, frozen=True):
    """One of the nine zones of a table, and which cards lie in it."""

    zone: ZoneNumber
    name: str
    """In short, as in the rules."""
    deck: DeckName


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


class Tables(msgspec.Struct, frozen=True):
    """What never changes in The Riddle of Leonardo."""

    symbols: tuple[Symbol, ...]
    """The twelve."""
    zones: tuple[Zone, ...]
    """The nine."""
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


TABLES: Final = Tables(
    symbols=DATA.symbols,
    zones=tuple(Zone(zone, name, "main" if zone in CROSS else "additional") for zone, name in enumerate(ZONE_NAMES)),
    modes=tuple(_mode(place) for place in range(len(MODES))),
    main_designs=DATA.main_designs,
    corner_designs=DATA.corner_designs,
    action_designs=DATA.action_designs,
    additional_copies=DATA.additional_copies,
    operations=tuple(OperationTable(operation, named) for operation, named in PARAMETERS.items()),
    keyless_rounds=DATA.technical_stop.keyless_rounds,
    last_round=DATA.technical_stop.last_round,
)
