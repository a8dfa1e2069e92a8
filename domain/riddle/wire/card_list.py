"""The cards, read from the data file and checked against the limits of the rules.

An operator may replace the file (`domain.data_files`). A file that breaks a limit or has an unknown effect is rejected
with the card or count at fault.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.data_files import BadDataFile, read_data_file
from domain.fields import whole_text
from domain.riddle.wire.constants import (
    DURATIONS,
    LEAST_ADDITIONAL,
    MAIN_TO_HAND,
    MAIN_TO_TABLE,
    MAX_SEATS,
    MIN_SEATS,
    OPERATIONS,
    SET_SIZE,
    SYMBOL_COUNT,
    TIMINGS,
)

Provenance = Literal["rulebook", "other source", "reconstructed"]
DesignId = Annotated[str, whole_text("^[A-Z][A-Z0-9]{1,7}$")]
Copies = Annotated[int, Meta(ge=1, le=9)]
Rounds = Annotated[int, Meta(ge=1, le=1000)]


class Symbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the twelve symbols, which is also a kind of Key (1.2)."""

    id: Annotated[str, whole_text("^[a-z][a-z_]{0,23}$")]
    """The id of the symbol."""
    code: str
    """The short name in the lists of cards."""
    english: str
    """The English name."""
    russian: str
    """The Russian name."""
    half: Literal["upper", "lower"]
    """The half of the twelve symbols that the symbol belongs to."""
    provenance: Provenance
    """The source of the names."""
    half_provenance: Provenance
    """The source of the half."""


class MainDesign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the main deck (1.3)."""

    id: DesignId
    """The id of the design."""
    symbols: tuple[str, ...]
    """The ids of the symbols."""
    copies: Copies
    """The number of copies in the deck."""
    provenance: Provenance
    """The source of the values."""


class CopiesBySeats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of copies of an additional card, by number of seats (1.4.3)."""

    two_seats: Copies
    """The copies with two players."""
    three_seats: Copies
    """The copies with three players."""
    four_seats: Copies
    """The copies with four players."""
    five_seats: Copies
    """The copies with five or more players."""
    provenance: Provenance
    """The source of the numbers."""

    def number(self, seats: int) -> int:
        """Return the number of copies for a number of seats."""
        return {2: self.two_seats, 3: self.three_seats, 4: self.four_seats}.get(seats, self.five_seats)


class CornerDesign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An additional card with symbols (1.4.4)."""

    id: DesignId
    """The id of the design."""
    symbols: tuple[str, ...]
    """The ids of the symbols."""
    provenance: Provenance
    """The source of the values."""
    copies: CopiesBySeats | UnsetType = UNSET
    """The number of copies. Omitted: as in `additional_copies`."""


class ActionDesign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An additional card with text (section 12)."""

    id: DesignId
    """The id of the design."""
    english: str
    """The English title."""
    russian: str
    """The Russian title."""
    latin: str
    """The Latin title."""
    timing: str
    """When the card can be used."""
    operation: str
    """The effect of the card; see `operations`."""
    duration: str
    """How long the effect lasts."""
    text_english: str
    """The English text."""
    text_russian: str
    """The Russian text."""
    provenance: Provenance
    """The source of the values."""
    amount: Annotated[int, Meta(ge=1, le=9)] | UnsetType = UNSET
    """The number of extra plays; present with the operation `extra_play` only."""
    copies: CopiesBySeats | UnsetType = UNSET
    """The number of copies. Omitted: as in `additional_copies`."""


class AdditionalSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set of fifteen additional cards (1.4.7)."""

    id: Annotated[str, whole_text("^[a-z][a-z0-9_]{0,23}$")]
    """The id of the set, as in the option `additional_sets`."""
    english: str
    """The English name."""
    russian: str
    """The Russian name."""
    designs: tuple[str, ...]
    """The ids of the designs, one for each card."""
    provenance: Provenance
    """The source of the values."""


class TechnicalStop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a game ends in which players keep blocking each other (9.2.1)."""

    keyless_rounds: Rounds
    last_round: Rounds
    provenance: Provenance


class DataFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file."""

    symbols: tuple[Symbol, ...]
    main_designs: tuple[MainDesign, ...]
    additional_copies: CopiesBySeats
    corner_designs: tuple[CornerDesign, ...]
    action_designs: tuple[ActionDesign, ...]
    technical_stop: TechnicalStop
    additional_sets: tuple[AdditionalSet, ...] = ()

    def main_ids(self) -> list[str]:
        """Return the ids of the cards of the main deck."""
        return [each for design in self.main_designs for each in _copies(design.id, design.copies)]

    def additional_ids(self, seats: int) -> list[str]:
        """Return the ids of the cards of the additional deck for a number of seats (1.4.3)."""
        return [each for design in self.additional() for each in _copies(design.id, self.copies(design, seats))]

    def additional_ids_of(self, sets: Iterable[str]) -> list[str]:
        """Return the ids of the cards of the additional deck that consists of these sets (1.4.7)."""
        chosen = set(sets)
        held = Counter(design for each in self.additional_sets if each.id in chosen for design in each.designs)
        return [each for design in self.additional() for each in _copies(design.id, held[design.id])]

    def every_additional_id(self) -> set[str]:
        """Return the ids of the additional cards of all games."""
        decks = [self.additional_ids(seats) for seats in LEAST_ADDITIONAL]
        return {
            *self.additional_ids_of(each.id for each in self.additional_sets),
            *(card for deck in decks for card in deck),
        }

    def additional(self) -> tuple[CornerDesign | ActionDesign, ...]:
        """Return the designs of the additional deck."""
        return (*self.corner_designs, *self.action_designs)

    def copies(self, design: CornerDesign | ActionDesign, seats: int) -> int:
        """Return the number of copies of an additional design."""
        return (self.additional_copies if design.copies is UNSET else design.copies).number(seats)


def _copies(design: str, number: int) -> list[str]:
    """Return the ids of a design's copies (1.3.4)."""
    return [f"{design}-{copy}" for copy in range(1, number + 1)]


PARAMETERS: Final[dict[str, tuple[str, ...]]] = {
    "extra_play": (),
    "swap_own": ("zones",),
    "redirect_replaced": (),
    "take_from_discard": ("take",),
    "trade_random": ("target_seat", "give"),
    "discard_hand": ("cards",),
    "remove_corner": ("target_seat", "zone"),
    "swap_opponent": ("target_seat", "zones"),
    "protect_table": (),
    "freeze_zone": ("target_seat", "zone"),
    "forbid_actions": (),
}
"""The fields of an action with an operation (16.1.1)."""

_LASTING: Final = ("until_owner_turn_start",)
POSSIBLE_DURATIONS: Final = {
    operation: {
        "extra_play": ("this_turn",),
        "redirect_replaced": ("this_turn",),
        "protect_table": _LASTING,
        "forbid_actions": _LASTING,
        "freeze_zone": DURATIONS[2:],
    }.get(operation, ("instant",))
    for operation in OPERATIONS
}
"""The allowed durations of an operation; only one with a target can last until the end of the target's turn."""


def check_data(data: DataFile, origin: str) -> None:
    """Raise BadDataFile with the card or count that breaks a limit; `origin` names the file."""
    symbols = [symbol.id for symbol in data.symbols]
    if len(set(symbols)) != len(symbols) or len(symbols) != SYMBOL_COUNT:
        raise BadDataFile(origin, f"{len(set(symbols))} different symbols, but there must be {SYMBOL_COUNT} (1.2.1)")
    _check_designs_differ([design.id for design in (*data.main_designs, *data.additional())], origin)
    for main in data.main_designs:
        _check_symbols(main.id, main.symbols, symbols, (2, 2), origin)
    for corner in data.corner_designs:
        _check_symbols(corner.id, corner.symbols, symbols, (2, 3), origin)
    for action in data.action_designs:
        _check_action(action, origin)
    _check_sets(data, origin)
    _check_sizes(data, origin)


def _check_designs_differ(designs: list[str], origin: str) -> None:
    """Raise BadDataFile if two designs share an id."""
    for place, design in enumerate(designs):
        if design in designs[:place]:
            raise BadDataFile(origin, f"card {design}: the id is used twice (1.3.4)")


def _check_symbols(card: str, symbols: tuple[str, ...], known: list[str], bounds: tuple[int, int], origin: str) -> None:
    """Raise BadDataFile unless a card has the right number of different symbols."""
    least, most = bounds
    for symbol in symbols:
        if symbol not in known:
            raise BadDataFile(origin, f"card {card}: there is no symbol {symbol!r} (1.2.2)")
    if len(set(symbols)) != len(symbols) or not least <= len(symbols) <= most:
        needed = str(least) if least == most else f"{least} or {most}"
        raise BadDataFile(
            origin, f"card {card}: {len(set(symbols))} different symbols, but {needed} are needed (1.3.1)"
        )


def _check_action(card: ActionDesign, origin: str) -> None:
    """Raise BadDataFile if an action card has an unknown effect or a wrong combination (11.4.1)."""
    where = f"card {card.id}"
    if card.operation not in OPERATIONS:
        raise BadDataFile(origin, f"{where}: there is no operation {card.operation!r} (11.4.1)")
    if card.timing not in TIMINGS:
        raise BadDataFile(origin, f"{where}: there is no timing {card.timing!r} (11.1.1)")
    if card.duration not in POSSIBLE_DURATIONS[card.operation]:
        raise BadDataFile(origin, f"{where}: {card.operation} cannot last {card.duration!r} (11.4.1)")
    if card.duration == "this_turn" and card.timing != "start":
        raise BadDataFile(
            origin, f"{where}: {card.operation} acts on plays, which come before step end_actions (3.1.4)"
        )
    if (card.operation == "extra_play") != (card.amount is not UNSET):
        raise BadDataFile(origin, f"{where}: an amount goes with extra_play and with nothing else (12.1.1)")


def _check_sets(data: DataFile, origin: str) -> None:
    """Raise BadDataFile unless each set of additional cards has fifteen known cards and an id of its own (1.4.7)."""
    known = [design.id for design in data.additional()]
    ids = [each.id for each in data.additional_sets]
    for place, each in enumerate(data.additional_sets):
        if each.id in ids[:place]:
            raise BadDataFile(origin, f"set {each.id}: the id is used twice (1.4.7)")
        for design in each.designs:
            if design not in known:
                raise BadDataFile(origin, f"set {each.id}: there is no additional card {design!r} (1.4.7)")
        if len(each.designs) != SET_SIZE:
            raise BadDataFile(origin, f"set {each.id}: {len(each.designs)} cards, but {SET_SIZE} are needed (1.4.7)")


def _check_sizes(data: DataFile, origin: str) -> None:
    """Raise BadDataFile if a deck is too small for some number of seats (1.4.2, 2.4.1)."""
    for seats in range(MIN_SEATS, MAX_SEATS + 1):
        main, additional = len(data.main_ids()), len(data.additional_ids(seats))
        for deck, cards, least, paragraph in (
            ("main", main, (MAIN_TO_TABLE + MAIN_TO_HAND) * seats, "2.4.1"),
            ("additional", additional, LEAST_ADDITIONAL[seats], "1.4.2"),
        ):
            if cards < least:
                fault = f"the {deck} deck has {cards} cards for {seats} seats, but needs at least {least}"
                raise BadDataFile(origin, f"{fault} ({paragraph})")


def _load() -> DataFile:
    """Return the checked data file."""
    data, origin = read_data_file("riddle", "cards.json", DataFile)
    check_data(data, origin)
    return data


DATA: Final = _load()
SYMBOLS: Final = tuple(symbol.id for symbol in DATA.symbols)
