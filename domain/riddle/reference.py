"""The constants that a front end draws with, as the ruleset's `tables`."""

from typing import Final

import msgspec

from domain.riddle.actions import DeckName, ZoneNumber
from domain.riddle.cards import DATA, PARAMETERS, ActionDesign, CopiesBySeats, CornerDesign, MainDesign, Symbol
from domain.riddle.tables import (
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
    deck: DeckName


class ModeTable(msgspec.Struct, frozen=True):
    """What differs between the modes."""

    mode: str
    zones: tuple[int, ...]
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
    parameters: tuple[str, ...]


class Tables(msgspec.Struct, frozen=True):
    """What never changes in The Riddle of Leonardo."""

    symbols: tuple[Symbol, ...]
    zones: tuple[Zone, ...]
    modes: tuple[ModeTable, ...]
    main_designs: tuple[MainDesign, ...]
    corner_designs: tuple[CornerDesign, ...]
    action_designs: tuple[ActionDesign, ...]
    additional_copies: CopiesBySeats
    operations: tuple[OperationTable, ...]
    keyless_rounds: int
    """Complete rounds without a Key after which the game stops."""
    last_round: int


def _mode(place: int) -> ModeTable:
    """Describe a mode."""
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
